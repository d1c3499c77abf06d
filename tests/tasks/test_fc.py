"""general_fc: EvalScope's verdicts where it is right, right ones where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import TaskConfig, run_task
from evalwright.tasks import make_task

from ..conftest import ROOT, read_jsonl, write_jsonl
from ..run.scripted import by_marker, completion, scripted

VECTORS = ROOT / "tests" / "vectors" / "evalscope"

DIFFERENT = {
    # finish_reason says nothing about whether there are calls
    "right call, finish_reason stop": (1, 1),
    "right call, finish_reason length": (1, 1),
    "finish_reason tool_calls but no tool_calls, label true": (0, 0),
    "finish_reason tool_calls with empty list": (0, 0),
    # a call written as text is a call
    "call written as text": (1, 1),
    # arguments that are no JSON object, or one that means two things, are no valid call
    'arguments "null", no params': (1, 0),
    'scalar arguments "37" single param': (1, 0),
    'string arguments "hello" single string param': (1, 0),
    "NaN argument": (1, 0),
    "duplicate JSON keys": (1, 0),
    # a tool that declares nothing takes anything
    "tool with empty schema {}": (1, 1),
}


def reviewed(record: dict[str, Any], reply: dict[str, Any]) -> dict[str, Any]:
    from evalwright.models.replies import read_reply

    task = make_task("general_fc", {})
    return task.review(task.read(record, "0"), read_reply(json.dumps(completion(reply)).encode()))


@pytest.mark.parametrize("case", read_jsonl(VECTORS / "fc_samples.jsonl"), ids=lambda c: c["id"])
def test_every_published_sample(case: dict[str, Any]) -> None:
    reply, theirs = case["reply"], case["evalscope"]["1.3.0"].get("value")
    if reply is None:
        with pytest.raises(ValueError, match="messages"):
            make_task("general_fc", {}).read(case["record"], "0")
        return
    if reply.get("status", 200) != 200:
        return  # a transport error is no answer; tests/e2e/test_faults.py has those
    score = reviewed(case["record"], reply)["score"]
    made = (score["finish_reason_tool_call"], score["successful_tool_call"])
    if case["label"] in DIFFERENT:
        assert made == DIFFERENT[case["label"]]
    elif theirs is None:
        assert made == (1, 1)  # EvalScope's run died on a good call
    else:
        assert made == (theirs["finish_reason_tool_call"], theirs["successful_tool_call"])
        assert score["should_call_tool"] == theirs["should_call_tool"]


def test_every_published_schema_check() -> None:
    for case in read_jsonl(VECTORS / "fc_validate_fuzz.jsonl"):
        tool = {"type": "function", "function": {"name": "t", "parameters": case["schema_of_tool_t"]}}
        record = {"messages": [{"role": "user", "content": "x"}], "tools": [tool], "should_call_tool": True}
        call = {"name": case["tool_name_called"], "arguments": case["arguments_raw"]}
        review = reviewed(record, {"tool_calls": [call]})
        theirs = case["evalscope"]["1.3.0"]
        if _is_object(case["arguments_raw"]) and case["schema_of_tool_t"]:
            assert review["score"]["successful_tool_call"] == theirs["valid"], (case["id"], review["reason"])
        elif case["schema_of_tool_t"] or not _is_object(case["arguments_raw"]):
            assert review["score"]["successful_tool_call"] == (case["arguments_raw"].strip() == "" and theirs["valid"])
            assert "cannot be read" in review["reason"] or not case["arguments_raw"].strip()


def _is_object(text: str) -> bool:
    from evalwright.chat import JsonError, loads

    try:
        return isinstance(loads(text), dict)
    except JsonError:
        return False


ADD = {
    "type": "function",
    "function": {
        "name": "add",
        "parameters": {
            "type": "object",
            "properties": {"a": {"type": "number", "minimum": 0}, "b": {"type": ["number", "null"]}},
            "required": ["a", "b"],
        },
        "x-vendor": {"kept": True},
    },
}


def row(text: str, due: Any, **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}], "tools": [ADD], "should_call_tool": due, **more}


GOOD = {"tool_calls": [{"name": "add", "arguments": {"a": 1, "b": None}}]}
BAD = {"tool_calls": [{"name": "add", "arguments": {"a": -1, "b": 2}}]}
TEXT = {"content": "no"}


def run(
    tmp_path: Path, files: dict[str, list[Any]], replies: dict[str, Any], **more: Any
) -> tuple[dict[str, Any], list[Any]]:
    for name, rows in files.items():
        write_jsonl(tmp_path / f"{name}.jsonl", rows)
    with scripted(by_marker(replies)) as server:
        config = TaskConfig(
            model="m",
            api_url=server.url,
            datasets=["general_fc"],
            dataset_args={"general_fc": {"local_path": str(tmp_path), "subset_list": list(files)}},
            work_dir=str(tmp_path / "out"),
            **more,
        )
        return run_task(config)["general_fc"], server.bodies


def scores(report: dict[str, Any], subset: str) -> dict[str, Any]:
    return {row["metric"]: row["score"] for row in report["metrics"] if row["subset"] == subset}


def test_the_four_metrics_of_the_page_and_ours_pooled_over_subsets(tmp_path: Path) -> None:
    one = [row("k1 good", True), row("k2 good", True), row("k3 bad", True), row("k4 text", False)]
    two = [row("k5 text", True), row("k6 good", False)]
    replies = {"good": GOOD, "bad": BAD, "text": TEXT}
    report, _ = run(tmp_path, {"one": one, "two": two}, replies)
    first, pooled = scores(report, "one"), scores(report, "OVERALL")
    assert list(first)[:4] == [
        "count_finish_reason_tool_call",
        "count_successful_tool_call",
        "schema_accuracy",
        "tool_call_f1",
    ]
    assert first["count_finish_reason_tool_call"] == 3 and first["count_successful_tool_call"] == 2
    assert first["schema_accuracy"] == pytest.approx(2 / 3, abs=1e-6) and first["tool_call_f1"] == 1.0
    assert pooled["count_finish_reason_tool_call"] == 4 and pooled["count_successful_tool_call"] == 3
    assert pooled["schema_accuracy"] == 0.75
    assert pooled["tool_call_f1"] == pytest.approx(2 * 3 / (4 + 4), abs=1e-6)
    assert pooled["tool_call_precision"] == 0.75 and pooled["tool_call_recall"] == 0.75
    assert pooled["pass_rate"] == pytest.approx(3 / 6, abs=1e-6)
    assert "next_call_score" not in pooled


def test_tools_are_sent_as_they_were_given(tmp_path: Path) -> None:
    _, bodies = run(tmp_path, {"t": [row("k1", True)]}, {"k1": GOOD})
    assert bodies[0]["tools"] == [ADD] and bodies[0]["tool_choice"] == "auto"


def test_expected_output_adds_the_next_call_scores(tmp_path: Path) -> None:
    gold = {"role": "assistant", "tool_calls": [{"function": {"name": "add", "arguments": '{"a": 1, "b": null}'}}]}
    report, _ = run(
        tmp_path, {"t": [row("k1", True, expected_output=gold), row("k2", False)]}, {"k1": GOOD, "k2": TEXT}
    )
    found = {row["metric"]: (row["num"], row["score"]) for row in report["metrics"]}
    assert found["next_call_score"] == (1, 1.0) and found["pass_rate"] == (2, 1.0)


@pytest.mark.parametrize("label", [True, 1, "true", "True"])
def test_labels_in_every_dress(label: Any) -> None:
    assert make_task("general_fc", {}).read(row("x", label), "0").should_call is True


def test_a_label_that_is_none_is_a_row_error() -> None:
    with pytest.raises(ValueError, match="should_call_tool"):
        make_task("general_fc", {}).read(row("x", "maybe"), "0")


def test_the_preset_without_a_network_says_what_to_do() -> None:
    from evalwright.errors import UsageError

    with pytest.raises(UsageError, match=r"ModelScope hub.*local_path"):
        run_task(TaskConfig(model="m", api_url="http://127.0.0.1:9/v1", datasets=["general_fc"]))


def test_streamed_calls_are_put_together(tmp_path: Path) -> None:
    report, bodies = run(tmp_path, {"t": [row("k1", True)]}, {"k1": GOOD}, stream=True)
    assert bodies[0]["stream"] is True
    assert scores(report, "t")["count_successful_tool_call"] == 1


def test_a_call_that_nothing_can_check_is_in_no_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a call was due but the record declares no tools, whether it is valid cannot be known: that is not 0."""
    rows = [row("one", True), row("two", True, tools=[]), row("three", False, tools=[])]
    report, _ = run(tmp_path, {"a": rows}, {"one": GOOD, "two": GOOD, "three": GOOD})
    found = {made["metric"]: (made["num"], made["score"]) for made in report["metrics"]}
    assert found["schema_accuracy"] == (2, 0.5), "the tool that was never offered to `three` is known to be wrong"
    assert found["pass_rate"] == (2, 0.5) and found["count_successful_tool_call"] == (2, 1)
    assert found["tool_call_recall"] == (3, 1.0)
    assert {made["verdict"] for made in report["breakdown"]["verdict"]} >= {"unchecked_call"}
    assert "pass_rate: counted over 2 of 3 answers" in capsys.readouterr().out
