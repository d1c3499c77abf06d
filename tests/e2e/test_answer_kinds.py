"""An answer that is cut off, refused, filtered or empty is scored, and said: in notes, report and --json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.tasks import ANSWER_KINDS, answer_kind
from tests.conftest import Run, read_jsonl, write_jsonl
from tests.server import FaultServer, item

KINDS = ("length", "content_filter", "refusal", "empty", "reasoning_only", "other")


def ask(run: Run, tmp_path: Path, modes: list[str], *more: str) -> Any:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    with FaultServer() as server:
        return run("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", *more)


def test_every_kind_is_counted(evalwright: Run, tmp_path: Path) -> None:
    modes = ["ok"] * 50 + ["ends:words"] * 40 + [f"ends:{kind}" for kind in KINDS] + ["ends:think"]
    done = ask(evalwright, tmp_path, modes)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "run/reports/m/next_call.json").read_text())
    assert report["answers"] == {
        "stop": 40,
        "tool_calls": 50,
        "length": 1,
        "content_filter": 1,
        "refusal": 1,
        "reasoning_only": 2,
        "empty": 1,
        "other": 1,
    }
    assert "warnings" not in report and "WARNING" not in done.stdout
    assert "among 97 answers: 1 answer cut off at the token limit (length)" in done.stdout
    kinds = [row["answer"] for row in read_jsonl(tmp_path / "run/reviews/m/next_call_items.jsonl")]
    assert kinds[0] == "tool_calls" and kinds[-1] == "reasoning_only"


def test_many_are_said_loudly_with_the_cure(evalwright: Run, tmp_path: Path) -> None:
    done = ask(evalwright, tmp_path, ["ok"] * 15 + ["ends:length"] * 5, "--json")
    (report,) = json.loads(done.stdout)["reports"]
    (warning,) = report["warnings"]
    assert (warning["answers"], warning["count"], warning["num"]) == ("length", 5, 20)
    assert "5 answers cut off at the token limit (length) of 20 (25%)" in done.stderr
    assert "max_tokens" in done.stderr and "max_tokens" in warning["cure"]


def test_captured_answers_are_counted_too(evalwright: Run, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("a"), item("b")])
    samples = [{"id": name, "output_text": "so", "finish_reason": "length"} for name in "ab"]
    done = evalwright("grade", items, write_jsonl(tmp_path / "samples.jsonl", samples), "--json")
    assert json.loads(done.stdout)["answers"] == {"length": 2}


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        ({"output_text": "yes"}, "stop"),
        ({"output_tools": [{}], "finish_reason": "stop"}, "tool_calls"),
        ({"output_tools": [{}], "finish_reason": "length"}, "length"),
        ({"output_text": "a", "finish_reason": "MAX_TOKENS"}, "length"),
        ({"output_text": "", "reasoning": "so"}, "reasoning_only"),
        ({"output_text": "  \n", "finish_reason": None}, "empty"),
        ({"output_text": "a", "finish_reason": "SAFETY"}, "content_filter"),
        ({}, "empty"),
    ],
)
def test_a_kind_is_what_the_finish_reason_says_or_else_what_is_there(sample: dict[str, Any], kind: str) -> None:
    assert answer_kind(sample) == kind and kind in ANSWER_KINDS


def test_a_model_without_a_server_is_not_told_to_look_at_its_log(evalwright: Run, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("a"), item("b")])
    samples = write_jsonl(tmp_path / "samples.jsonl", [{"id": name, "output_text": ""} for name in "ab"])
    called = {"id": "c", "type": "function", "function": {"name": "other", "arguments": "{}"}}
    talk = [{"role": "user", "content": "hi"}, {"role": "assistant", "tool_calls": [called]}]
    train = write_jsonl(tmp_path / "train.jsonl", [{"messages": talk}])
    for command, cure in (
        (("eval", items, "-m", f"baseline:bigram:{train}", "-o", "one"), "none of the tools on offer"),
        (("eval", items, "-m", f"replay:{samples}", "-o", "two"), "see how they were captured"),
        (("grade", items, samples), "see how they were captured"),
        (("report", "one"), "none of the tools on offer"),
    ):
        done = evalwright(*command)
        assert "2 empty answers (empty) of 2" in done.stdout and cure in done.stdout, done.stderr
        assert "server's log" not in done.stdout
    assert "没有学过所给工具" in evalwright("report", "one", "--lang", "zh").stdout
    asked = ask(evalwright, tmp_path, ["ends:empty"] * 2)
    assert "server's log" in asked.stdout


def test_a_sample_that_holds_an_error_is_said_to_hold_one(evalwright: Run, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(name) for name in "abc"])
    samples = [{"id": "a", "output_text": "so"}, {"id": "b", "error": {"kind": "http_500", "message": "ill"}}]
    done = evalwright("grade", items, write_jsonl(tmp_path / "samples.jsonl", samples), "--json")
    assert done.returncode == 3 and "request" not in done.stderr, "grade asks nobody"
    assert "b: the samples file holds an error in place of its answer (http_500: ill)" in done.stderr
    assert json.loads(done.stdout)["error_kinds"] == {"missing_sample": 1, "recorded_error": 1}
