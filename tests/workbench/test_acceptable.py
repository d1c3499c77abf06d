"""What `expand` infers as right besides: any unread thing of a list, calls made together, free spellings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.workbench import ExpandOptions, expand_file
from tests.conftest import write_jsonl

from . import labelled_searches, labelled_talks
from .labelled_talks import Labelled, Turn, messages_of

DOMAINS = labelled_talks.DOMAINS | labelled_searches.DOMAINS

TOOLS = [
    {"type": "function", "function": {"name": name, "description": about, "parameters": {"type": "object"}}}
    for name, about in (
        ("t1", "Get the details of a user."),
        ("t2", "Get the details of an order."),
        ("t3", "Return items of an order."),
    )
]


def called(number: int, name: str, arguments: dict[str, Any], result: Any) -> list[dict[str, Any]]:
    call = {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps(result)},
    ]


def items(tmp_path: Path, messages: list[dict[str, Any]], rows: int = 6) -> list[dict[str, Any]]:
    row = json.dumps({"messages": messages, "tools": TOOLS})
    (tmp_path / "rows.jsonl").write_text(f"{row}\n" * rows, encoding="utf-8")
    expand_file(tmp_path / "rows.jsonl", tmp_path / "items.jsonl", ExpandOptions(acceptable="infer"))
    made = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    return made[: len(made) // rows]


def search(said: str) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": said},
        *called(1, "t1", {"user": "u1"}, {"orders": ["#W1", "#W2", "#W3"]}),
        *called(2, "t2", {"order": "#W1"}, {"order": "#W1", "items": ["lamp"]}),
        *called(3, "t2", {"order": "#W2"}, {"order": "#W2", "items": ["desk"]}),
        {"role": "assistant", "content": "The desk is in #W2."},
    ]


def others(item: dict[str, Any]) -> list[str]:
    calls = [call for each in item.get("acceptable", []) for call in each["tool_calls"]]
    return [json.loads(call["function"]["arguments"])["order"] for call in calls]


def test_any_order_that_was_not_read_yet_is_as_right_while_somebody_searches(tmp_path: Path) -> None:
    found = items(tmp_path, search("I'm u1. Which of my orders has the desk?"))
    assert [others(item) for item in found] == [[], ["#W2", "#W3"], ["#W3"]]
    assert found[1]["acceptable"][0]["why"] == "same-kind"


def test_what_somebody_named_is_the_only_one(tmp_path: Path) -> None:
    assert [others(item) for item in items(tmp_path, search("I'm u1. Is the desk in #W1?"))] == [[], [], ["#W3"]]
    assert [others(item) for item in items(tmp_path, search("I'm u1. Look at my first order."))] == [[], [], []]


def test_a_list_of_a_confirmed_change_may_come_in_any_order(tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "Return i1 and i2 of #W1."},
        *called(1, "t3", {"order": "#W1", "items": ["i1", "i2"]}, {"ok": True}),
        {"role": "assistant", "content": "Done."},
    ]
    (item,) = items(tmp_path, messages)
    assert item["argument_rules"] == [{"items": "unordered"}] and "acceptable" not in item


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[set[str], set[str], str]]:
    """For every call of the labelled talks what was inferred, what the label says, and where it stands."""
    return [each for name in DOMAINS for each in _judged(tmp_path_factory.mktemp(name), *DOMAINS[name])]


def _judged(
    folder: Path, tools: list[dict[str, Any]], talks: list[list[Turn]]
) -> Iterator[tuple[set[str], set[str], str]]:
    rows = [{"id": str(at), "messages": messages_of(talk), "tools": tools} for at, talk in enumerate(talks)]
    write_jsonl(folder / "rows.jsonl", rows)
    expand_file(folder / "rows.jsonl", folder / "items.jsonl")
    made = [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    labels = [turn for talk in talks for turn in talk if isinstance(turn, Labelled)]
    for item, label in zip(made, labels, strict=True):
        wanted = {json.dumps([other], sort_keys=True) for other in label.also}
        wanted |= {json.dumps([path, rule]) for path, rule in label.rules.items()}
        yield _marks_of(item), wanted, f"{folder.name} {item['id']}"


def _marks_of(item: dict[str, Any]) -> set[str]:
    made = set()
    for each in item.get("acceptable", []):
        calls = [(call["function"]["name"], json.loads(call["function"]["arguments"])) for call in each["tool_calls"]]
        made.add(json.dumps(calls, sort_keys=True))
    rules = item.get("argument_rules", [{}])[0]
    return made | {json.dumps([path, rule]) for path, rule in rules.items()}


def test_no_alternative_is_inferred_that_an_examiner_would_refuse(judged: list[tuple[set[str], set[str], str]]) -> None:
    wrong = [(place, sorted(found - right)) for found, right, place in judged if found - right]
    assert not wrong


def test_most_of_what_an_examiner_accepts_is_inferred(judged: list[tuple[set[str], set[str], str]]) -> None:
    missed = [(place, sorted(right - found)) for found, right, place in judged if right - found]
    assert sum(len(each) for _, each in missed) <= 0.1 * sum(len(right) for _, right, _ in judged), missed


def planned(**alternatives: Any) -> dict[str, Any]:
    talk = search("I'm u1. Which of my orders has the desk?")
    return {"id": "p", "messages": talk, "tools": TOOLS, "metadata": {"plan": "7", "alternatives": alternatives}}


OTHER = {
    "tool_calls": [{"type": "function", "function": {"name": "t2", "arguments": '{"order": "#W9"}'}}],
    "why": "same-kind",
}


def test_what_a_row_says_itself_is_taken_and_nothing_is_inferred_beside_it(tmp_path: Path) -> None:
    rules = [{"order": "casefold"}]
    row = planned(
        c2={"tool": "t2", "acceptable": [OTHER], "argument_rules": rules}, c3={"tool": "t1", "acceptable": [OTHER]}
    )
    rows = write_jsonl(tmp_path / "rows.jsonl", [row])
    done = expand_file(rows, tmp_path / "items.jsonl")
    first, second, third = map(json.loads, (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines())
    assert second["acceptable"] == [OTHER] and second["argument_rules"] == rules
    assert "acceptable" not in first and "acceptable" not in third  # the third was written for a call of another tool
    assert [item["metadata"] for item in (first, second, third)] == [{"plan": "7"}] * 3
    assert done.acceptable == {"items": 1, "same-kind": 1, "argument-rules": 1}
    expand_file(rows, tmp_path / "bare.jsonl", ExpandOptions(acceptable="off"))
    assert "acceptable" not in (tmp_path / "bare.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "strange", [[], "x", {"c2": 7}, {"c2": {"tool": "t2", "acceptable": "all"}}, {"c2": {"tool": None}}]
)
def test_metadata_of_another_form_does_no_harm(tmp_path: Path, strange: Any) -> None:
    row = {**planned(), "metadata": {"alternatives": strange}}
    assert expand_file(write_jsonl(tmp_path / "rows.jsonl", [row]), tmp_path / "items.jsonl").items == 3
    second = json.loads((tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()[1])
    assert isinstance(second.get("acceptable", []), list)


def test_a_call_that_is_repeated_since_it_failed_is_the_only_one(tmp_path: Path) -> None:
    talk = search("I'm u1. Which of my orders has the desk?")
    talk[3:3] = called(9, "t2", {"order": "#W1"}, "Error: the service did not answer in time")
    assert [others(item) for item in items(tmp_path, talk)] == [[], ["#W2", "#W3"], [], ["#W3"]]


@pytest.mark.parametrize(
    ("ids", "tell_nothing"),
    [
        (["#W1029", "#W3388", "#W4410"], True),
        (["INV-2024-0017", "INV-2024-0021", "INV-2023-0400"], True),
        (["cus_NffrFe9UfN", "cus_9s6XKzkNRi", "cus_QpLmZraBtT"], True),
        (["8JX2WO", "FQAPEX", "UHDAHF"], True),
        ([104, 2024, 98765], True),
        (["log-2024-05-02.txt", "log-2024-05-03.txt", "log-2024-05-06.txt"], False),
        (["09:30", "10:30", "14:00"], False),
        (["5.5", "6.0", "6.5"], False),
        ([2019, 2020, 2021], False),
        (["anna_berg_31", "otto_lind_44", "ines_kost_70"], False),
    ],
)
def test_ids_tell_nothing_of_a_thing_and_names_dates_and_amounts_do(
    ids: list[Any], tell_nothing: bool, tmp_path: Path
) -> None:
    talk = [
        {"role": "user", "content": "I'm u1. Which of them has the desk?"},
        *called(1, "t1", {"user": "u1"}, {"orders": ids}),
        *called(2, "t2", {"order": ids[0]}, {"order": ids[0], "items": ["desk"]}),
        {"role": "assistant", "content": "There it is, the desk."},
    ]
    assert others(items(tmp_path, talk)[1]) == (ids[1:] if tell_nothing else [])
