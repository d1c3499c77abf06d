"""Every verb that reads takes mutated rows without a traceback: it reads them, leaves them out, or says why not.

EVALWRIGHT_FUZZ_ROUNDS makes it go on for longer, with other seeds each time.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main

from ..conftest import ROOT

ROUNDS = int(os.environ.get("EVALWRIGHT_FUZZ_ROUNDS", "1"))
ROWS = 12
TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
ODD: list[Any] = [
    None, True, False, 0, -1, 1e308, 10**30, "", " ", "x", "\x00", "\ud83d\ude00", "#W1234567", "[]", "{}", "{", "null",
    [], [[]], [None], [{}], {}, {"": ""}, {"type": "text"}, {"name": None}, {"function": {}}, {"function": None},
    {"text": 5}, [{"type": "image_url"}], [{"type": "text", "text": None}], "<tool_call>", "<tool_response>{}",
    '<tool_call>{"name": 1}</tool_call>', "system", "user", "assistant", "tool", "function", "gpt", "observation",
    {"role": "user"}, {"role": "tool", "content": None}, {"from": "human", "value": None}, {"parts": [{}]},
]  # fmt: skip
KEYS = [
    "messages", "conversations", "contents", "input", "output", "tools", "functions", "role", "content", "tool_calls",
    "tool_call_id", "function_call", "name", "arguments", "from", "value", "parts", "type", "id", "metadata", "item",
    "expected_output", "system", "parallel_tool_calls", "function", "parameters", "text", "response", "query",
    "question", "answer", "A", "B", "should_call_tool", "conversation_id", "call_index", "sample", "output_tools",
    "output_text", "choices", "error", "acceptable", "rejected", "call_id", "is_error", "weight",
]  # fmt: skip


def talks() -> list[Any]:
    """One conversation in every dialect, and one of each other kind of record."""
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"order_id": "#W1234567"}'}}
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"a": {}}}}}
    said = {"role": "user", "content": "my order is #W1234567"}
    result = {"role": "tool", "tool_call_id": "c1", "content": '{"user_id": "a_b_123"}'}
    made = {"role": "assistant", "content": None, "tool_calls": [call]}
    done = {"role": "assistant", "content": "Done."}
    native = {"id": "x", "messages": [said, made, result, done], "tools": [tool], "metadata": {"rejected": [made]}}
    shared = [
        {"from": "human", "value": "hi"},
        {"from": "function_call", "value": '[{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}}]'},
        {"from": "observation", "value": "[1, 2]"},
        {"from": "gpt", "value": "ok"},
    ]
    gemini = [
        {"role": "user", "parts": [{"text": "hi"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": 1}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"b": 2}}}]},
    ]
    items = [
        {"role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "1"},
    ]
    blocks = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "1"}]},
    ]
    real = json.loads(TRAIN.read_text("utf-8").splitlines()[0])
    return [
        native,
        real,
        {"conversations": shared, "tools": json.dumps([tool])},
        {"contents": gemini, "tools": [{"functionDeclarations": [{"name": "f"}]}]},
        {"input": items, "instructions": "Be brief.", "tools": [{"type": "function", "name": "f"}]},
        {"system": "S", "messages": blocks, "tools": [{"name": "f", "input_schema": {"type": "object"}}]},
        {"item": native},
    ]


def records() -> list[Any]:
    call = {"function": {"name": "f", "arguments": "{}"}}
    said = [{"role": "user", "content": "hi"}]
    item = {"id": "x#0", "messages": said, "tools": [], "expected_output": {"role": "assistant", "tool_calls": [call]}}
    return [
        item,
        {"item": item, "sample": {"output_text": "x", "output_tools": [call]}},
        {
            "id": "x#0",
            "output_text": None,
            "output_tools": [call],
            "finish_reason": "stop",
            "usage": {"total_tokens": 1},
        },
        {"id": "0", "choices": [{"message": {"content": "x", "tool_calls": [call]}}]},
        {"question": "Which?", "A": "x", "B": "y", "answer": "A"},
        {"query": "Why?", "response": "So."},
        {"messages": said, "tools": [], "should_call_tool": True},
    ]


def mutated(record: Any, chance: random.Random) -> Any:
    """The record with one to four of its places changed."""
    made = copy.deepcopy(record)
    for _ in range(chance.randint(1, 4)):
        places = list(containers(made))
        if not places:
            return chance.choice(ODD)
        _change(chance.choice(places), chance)
    return made


def containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        if value:
            yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


def _change(place: Any, chance: random.Random) -> None:
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = chance.choice(keys)
    act = chance.randrange(6)
    if act == 0:
        place[key] = copy.deepcopy(chance.choice(ODD))
    elif act == 1:
        del place[key]
    elif act == 2 and isinstance(place, dict):
        place[chance.choice(KEYS)] = copy.deepcopy(chance.choice([*ODD, place[key]]))
    elif act == 3 and isinstance(place, dict):
        place[chance.choice(KEYS)] = place.pop(key)
    elif act == 4 and isinstance(place, list):
        place.insert(key, copy.deepcopy(chance.choice([*ODD, place[key]])))
    else:
        place[key] = [copy.deepcopy(place[key])] if chance.random() < 0.5 else json.dumps(place[key])


VERBS: dict[str, list[str]] = {
    "audit": ["audit", "IN", "--against", "IN", "--html", "OUT"],
    "audit shop": ["audit", "IN", "--env", "shop"],
    "stats": ["stats", "IN"],
    "show": ["show", "IN", "--most-calls"],
    "show page": ["show", "IN", "--html", "OUT"],
    "curate": ["curate", "IN", "-o", "OUT", "--rejected", "OUT2", "--grounded", "--schema-valid", "--dedupe",
               "--answered", "--sequence", "f -> g", "--skip-bad-rows"],
    "split": ["split", "IN", "-o", "DIR", "--skip-bad-rows"],
    "expand": ["expand", "IN", "-o", "OUT", "--no-call", "--skip-bad-rows"],
    "expand together": ["expand", "IN", "-o", "OUT", "--parallel", "together", "--assistant-text", "drop",
                        "--skip-bad-rows"],
    **{f"convert {to}": ["convert", "IN", "-o", "OUT", "--to", to, "--skip-bad-rows"]
       for to in ("openai", "openai-finetune", "sharegpt", "hermes", "anthropic", "responses", "gemini", "dpo")},
    "grade": ["grade", "IN", "IN2", "-o", "OUT"],
    "eval": ["eval", "IN", "-m", "replay:IN2", "-o", "RUN", "--skip-bad-rows"],
    "eval bigram": ["eval", "ITEMS", "-m", "baseline:bigram:IN", "-o", "RUN", "--skip-bad-rows"],
}  # fmt: skip


def run(args: list[str], place: Path) -> int:
    """The exit code; whatever is not one line and an exit code escapes."""
    names = {
        "IN": "in.jsonl",
        "IN2": "in2.jsonl",
        "OUT": "out",
        "OUT2": "out2",
        "DIR": "dir",
        "RUN": "run",
        "ITEMS": "items.jsonl",
    }
    given = [str(place / names[arg]) if arg in names else arg.replace("IN2", str(place / "in2.jsonl")) for arg in args]
    write_rows(place / "items.jsonl", records()[:1])
    given = [arg.replace(":IN", f":{place / 'in.jsonl'}") if arg.startswith("baseline:") else arg for arg in given]
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")):
        try:
            main(given)
        except SystemExit as ended:
            return int(ended.code or 0)


def write_rows(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


@pytest.mark.parametrize("name", VERBS)
def test_mutated_rows_end_in_a_sentence_and_never_in_a_traceback(name: str, tmp_path: Path) -> None:
    first = int(os.environ.get("EVALWRIGHT_FUZZ_SEED", "0"))
    for number in range(first, first + ROUNDS):
        chance = random.Random(f"{name} {number}")
        for place, args in _cases(name, tmp_path / str(number), chance):
            assert run(args, place) in (0, 1, 2, 3), (name, number)


def _cases(name: str, place: Path, chance: random.Random) -> Iterator[tuple[Path, list[str]]]:
    """Folders with files of mutated rows, and what is to be done with them."""
    place.mkdir()
    args = VERBS[name]
    if args[0] in ("grade", "eval"):
        for number in range(ROWS):
            # One row after a good one: the first bad one ends these verbs, or takes its place among the others.
            (inner := place / str(number)).mkdir()
            items = [chance.choice(records()[: 1 if args[0] == "grade" else None])]
            items = items if name != "eval bigram" else talks()[:1]
            write_rows(inner / "in.jsonl", [*items, mutated(items[0], chance)])
            kind = chance.choice(records()[1:4])
            write_rows(inner / "in2.jsonl", [{**records()[2], "id": "other"}, mutated(kind, chance)])
            yield inner, args
        return
    kinds = talks()
    write_rows(place / "in.jsonl", [kinds[0], *(mutated(chance.choice(kinds), chance) for _ in range(ROWS))])
    yield place, args
    if args[0] == "show":
        yield from ((place, ["show", "IN", "--index", str(number), "--full"]) for number in range(ROWS + 1))


TABLES = [
    "question,A,B,answer\nWhich?,x,y,A\n",
    "query,response\nWhy?,So.\n",
    'id,question,A,B,answer\n1,"a\nb",x,y,B\n',
]
COMMA = "，".encode("gb18030")
BYTES = [b"\x00", b"\xff", b"\xe9", b'"', b",", b"\n", b"\r", b"\t", COMMA, b"\xef\xbb\xbf", b"\xff\xfe"]


def test_mutated_tables_end_in_a_sentence_and_never_in_a_traceback(tmp_path: Path) -> None:
    chance = random.Random(5)
    for number in range(60 * ROUNDS):
        raw = bytearray(chance.choice(TABLES).encode())
        for _ in range(chance.randint(0, 4)):
            at = chance.randrange(len(raw) + 1)
            raw[at : at + chance.randint(0, 3)] = chance.choice(BYTES)
        file = tmp_path / f"t{number}.csv"
        file.write_bytes(bytes(raw[: chance.randint(0, len(raw))] if chance.random() < 0.3 else raw))
        (tmp_path / "in2.jsonl").write_text('{"id": "0", "output_text": "A"}\n')
        code = run(
            ["eval", str(file), "-m", "replay:IN2", "-o", str(tmp_path / f"r{number}"), "--skip-bad-rows"], tmp_path
        )
        assert code in (0, 1, 2, 3), number


@pytest.mark.parametrize("verb", ["audit", "stats", "show", "expand", "split", "convert", "curate", "grade", "eval"])
@pytest.mark.parametrize("path", ["x" * 300, "a/" * 2500, "docs", "/dev/null", "没有/这个"])
def test_paths_that_cannot_be_read_are_said_in_one_line(verb: str, path: str, tmp_path: Path) -> None:
    more = {
        "expand": ["-o", "OUT"],
        "split": ["-o", "DIR"],
        "convert": ["-o", "OUT", "--to", "openai"],
        "curate": ["-o", "OUT", "--grounded"],
        "grade": [path],
        "eval": ["-m", f"replay:{path}", "-o", "RUN"],
    }.get(verb, [])
    assert run([verb, path, *more], tmp_path) == 2


def test_a_call_id_that_means_nothing_may_be_anything(tmp_path: Path) -> None:
    odd = {"messages": [{"role": "user", "content": "x", "tool_call_id": ["c"]}, {"role": "assistant", "content": "y"}]}
    write_rows(tmp_path / "in.jsonl", [odd])
    for to in ("openai-finetune", "sharegpt", "parquet"):
        assert run(["convert", "IN", "-o", f"{tmp_path}/{to}", "--to", to], tmp_path) in (0, 2)


def test_a_subset_of_three_hundred_characters_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_text('{"query": "Why?"}\n')
    arguments = {"general_qa": {"local_path": str(tmp_path), "subset_list": ["题" * 300]}}
    args = [
        "eval",
        "--datasets",
        "general_qa",
        "--dataset-args",
        json.dumps(arguments),
        "-m",
        "m@http://127.0.0.1:9/v1",
    ]
    assert run([*args, "-o", str(tmp_path / "run")], tmp_path) == 2
    assert "has no file for the subset" in capsys.readouterr().err
