"""What verbs say fits the number they speak of, the language they speak, and the file they were given."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main
from evalwright.errors import EvalwrightError, RunStoppedError
from evalwright.report import open_run
from evalwright.report.html import write_html
from evalwright.text import localized, use_language, wrap

from ..conftest import write_jsonl
from ..report.html_help import parse
from ..server import TOOLS, FaultServer, item

PLURAL_OF_ONE = re.compile(
    r"(?<!:)\b1 (?:more |effective )?(?:conversations|messages|calls|rows|errors|warnings|remarks|items|records|tools"
    r"|groups|answers|samples|requests|openings|transitions|plans|refusals)\b"
)
CALL = {"id": "c", "type": "function", "function": {"name": "lookup", "arguments": '{"key": "k1"}'}}
TALK = {
    "id": "one",
    "messages": [
        {"role": "user", "content": "look k1 up"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c", "content": "fine"},
    ],
    "tools": TOOLS,
}


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a verb; all that it says, on both streams."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("EVALWRIGHT_LANG", raising=False)

    def run(*words: object, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        said = capsys.readouterr()
        assert ended.value.code == code, said
        return said.out + said.err

    return run


def test_one_of_a_kind_is_said_in_the_singular(tmp_path: Path, say: Any) -> None:
    talk, broken = write_jsonl(tmp_path / "one.jsonl", [TALK]), tmp_path / "broken.jsonl"
    broken.write_text(json.dumps(TALK) + "\n{}\n", encoding="utf-8")
    items, data = tmp_path / "items.jsonl", tmp_path / "data"
    said = [
        say("stats", broken),
        say("audit", talk, "--html", tmp_path / "audit.html", code=1),
        say("show", talk),
        say("expand", talk, "-o", items),
        say("convert", talk, "--to", "sharegpt", "-o", tmp_path / "c.jsonl"),
        say("curate", talk, "--max-calls", 3, "-o", tmp_path / "k.jsonl"),
        say("split", talk, "-o", tmp_path / "split"),
        say("eval", items, "-m", f"baseline:bigram:{talk}", "-m", f"baseline:majority:{talk}", "-o", tmp_path / "run"),
        say("compare", tmp_path / "run"),
        say("report", tmp_path / "run"),
        say("synth", "shop", "-n", 1, "-o", data),
        say("verify", data),
        say("tools", data / "train.jsonl"),
    ]
    pages = [(tmp_path / "audit.html").read_text(encoding="utf-8"), parse(tmp_path / "run" / "report.html").text]
    assert [found for text in [*said, *pages] for found in PLURAL_OF_ONE.findall(text)] == []
    assert "1 conversation, 3 messages, 1 call; 1 row that could not be read" in said[0]
    assert "1 error, 1 warning, 0 remarks; 0 of 1 conversation without an error" in said[1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_stats_of_a_file_without_conversations_is_one_sentence(tmp_path: Path, say: Any, lang: str) -> None:
    table, questions = tmp_path / "表.csv", write_jsonl(tmp_path / "qa.jsonl", [{"query": "a"}])
    table.write_text("question,A,B,answer\nwhat?,x,y,A\n", encoding="utf-8")
    for path in (table, questions):
        said = say("stats", path, "--lang", lang, code=2)
        assert said.count("\n") == 1 and f"{path.name}: " in said and "evalwright eval FILE -m MODEL" in said
        assert not say("stats", path, "--json", code=2).startswith("{")
    assert "line 1: the record has no messages" in say("stats", questions, code=2)


def test_stats_without_a_call_has_no_empty_tables(tmp_path: Path, say: Any) -> None:
    talk = {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]}
    said = say("stats", write_jsonl(tmp_path / "a.jsonl", [talk]))
    assert "Roles" in said and "Openings" in said
    for line, after in pairwise(said.split("\n")):
        assert not (line.startswith("+=") and not after.startswith("|")), "a table with no row"


def test_a_language_that_nobody_speaks_is_said_in_one_line(
    tmp_path: Path, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = write_jsonl(tmp_path / "one.jsonl", [TALK])
    monkeypatch.setenv("EVALWRIGHT_LANG", "fr\x1b[2J")
    said = say("stats", talk)
    (line,) = [line for line in said.split("\n") if "EVALWRIGHT_LANG" in line]
    assert line.startswith("evalwright: EVALWRIGHT_LANG is 'fr") and line.endswith("known are: en, zh")
    assert "\x1b" not in said
    assert "EVALWRIGHT_LANG" not in say("stats", talk, "--lang", "zh"), "what is named by an option is spoken"
    monkeypatch.setenv("EVALWRIGHT_LANG", "")
    assert "EVALWRIGHT_LANG" not in say("stats", talk)


@pytest.mark.parametrize("message", ["密钥被拒绝", "密钥被拒绝。", "key refused."])
def test_reason_and_cure_are_joined_as_the_language_joins_sentences(message: str) -> None:
    with use_language("zh"):
        error: EvalwrightError = RunStoppedError(message, cure="请检查 --api-key-env")
        assert str(error) == f"{message.rstrip('。.')}。请检查 --api-key-env"
    assert str(RunStoppedError("refused.", cure="Check it")) == "refused. Check it"


def test_a_run_that_is_stopped_says_why_in_chinese(tmp_path: Path, say: Any) -> None:
    with FaultServer() as server:
        items = write_jsonl(tmp_path / "items.jsonl", [item(f"k{at}", "status:401") for at in range(3)])
        said = say("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", "--lang", "zh", code=2)
    (line,) = [line for line in said.split("\n") if line.startswith("evalwright:")]
    assert "（http_401）。" in line and not re.search(r"[\u4e00-\u9fff）]\. ?", line)


def test_a_grown_run_says_its_earlier_notes_and_invalid_items_in_chinese(tmp_path: Path, say: Any) -> None:
    bad_gold = {**item("k9"), "expected_output": {"role": "assistant", "tool_calls": [{**CALL, "function": {}}]}}
    first = write_jsonl(tmp_path / "first.jsonl", [item("k1"), item("k2"), bad_gold])
    with first.open("a") as stream:
        stream.write("{broken\n")
    second, run = write_jsonl(tmp_path / "second.jsonl", [item("k3")]), tmp_path / "run"
    with FaultServer() as server:
        for path, more in ((first, ["--skip-bad-rows"]), (second, [])):
            said = say("eval", path, "-m", "m", "--api-url", server.url, "-o", run, "--lang", "zh", *more)
    assert "未采用：" in said and "不是 JSON" in said and "not JSON" not in said
    page = parse(run / "report.html").text
    assert "k9" in page and "标准答案" in page
    assert "not JSON" not in page and "cannot be read" not in page
    stored = json.loads((run / "config.json").read_text(encoding="utf-8"))
    assert any("not JSON" in note for part in stored["parts"] for note in part.get("notes", ())), "stored in English"
    english = parse(write_html(open_run(run), tmp_path / "en.html", "en")).text
    assert "not JSON" in english and "不是 JSON" not in english


def test_chinese_tables_have_chinese_headers(tmp_path: Path, say: Any) -> None:
    talk, items = write_jsonl(tmp_path / "one.jsonl", [TALK]), tmp_path / "items.jsonl"
    say("expand", talk, "-o", items)
    models = [f"baseline:{which}:{talk}" for which in ("bigram", "majority")]
    said = [
        say("stats", talk, "--lang", "zh"),
        say("eval", items, "-m", models[0], "-m", models[1], "-o", tmp_path / "run", "--lang", "zh"),
        say("compare", tmp_path / "run", "--lang", "zh"),
    ]
    lines = "\n".join(said).split("\n")
    heads = [above for above, line in pairwise(lines) if line.startswith("+=")]
    assert len(heads) > 8
    assert [
        head for head in heads if re.search(r"\b(?:Model|Dataset|Metric|Num|Score|num_turns|tool_calls)\b", head)
    ] == []
    assert "START" not in said[0] and "（开始）" in said[0]


def test_a_list_of_names_in_chinese_is_broken_after_its_marks() -> None:
    names = "、".join(f"modify_pending_order_{at}" for at in range(9))
    lines = wrap(f"声明但从未调用：{names}", 60, whole_words=True).lines
    assert all(len(line) <= 60 for line in lines) and len(lines) > 3
    assert all(line.endswith("、") for line in lines[:-1])
    assert wrap("（" + "字" * 40 + "（path/to）", 20).lines[1][0] != "）"


def test_a_number_that_comes_as_text_has_its_plural_too() -> None:
    assert localized("budget.tokens", "en", option="--max-tokens-total", n="1").endswith("1 token was used")
    assert localized("budget.tokens", "en", option="--max-tokens-total", n="1,000").endswith("1,000 tokens were used")
