"""general_fc: should a tool be called here, and is every call made one that the tool can take?

A call counts as made because it is there, whatever `finish_reason` says; it succeeds if it names a tool that was
offered and its arguments are JSON that satisfies that tool's schema. A record may bring `expected_output`; then the
calls are also graded as those of an item are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonError, JsonObject, Message, Unreadable, loads, read_call, read_messages, toolbox
from evalwright.data import Item, read_item
from evalwright.models import Request, Sample
from evalwright.scoring import NEXT_CALL_METRICS, Metric
from evalwright.text import phrase, said_by, to_store

from .next_call import CALLS_DUE, NextCall
from .options import Options
from .protocol import TaskOption
from .record_shapes import is_of_function_call
from .review_line import ReviewLine

Facts = Mapping[str, float]


def _schema_accuracy(facts: Facts) -> tuple[float, float]:
    return facts["successful_tool_call"], facts["finish_reason_tool_call"]


def _precision(facts: Facts) -> tuple[float, float]:
    called = facts["finish_reason_tool_call"]
    return called * facts["should_call_tool"], called


def _recall(facts: Facts) -> tuple[float, float]:
    due = facts["should_call_tool"]
    return due * facts["finish_reason_tool_call"], due


def _f1(facts: Facts) -> tuple[float, float]:
    called, due = facts["finish_reason_tool_call"], facts["should_call_tool"]
    return 2 * called * due, called + due


def _fact_metric(name: str, kind: Any, fact: str) -> Metric:
    return Metric(name, kind, lambda facts: (facts[fact], 1.0))


FC_METRICS = (
    _fact_metric("count_finish_reason_tool_call", "count", "finish_reason_tool_call"),
    _fact_metric("count_successful_tool_call", "count", "successful_tool_call"),
    Metric("schema_accuracy", "ratio", _schema_accuracy),
    Metric("tool_call_f1", "ratio", _f1),
    Metric("tool_call_precision", "ratio", _precision),
    Metric("tool_call_recall", "ratio", _recall),
    _fact_metric("pass_rate", "rate", "passed"),
)


@dataclass(frozen=True, slots=True)
class CallQuestion:
    """A record of general_fc."""

    id: str
    messages: list[Message]
    tools: list[JsonObject]
    should_call: bool
    item: Item | None
    """The same as an item, where the record says which calls were due."""


class FunctionCall:
    """EvalScope's function-call format."""

    name = "general_fc"
    metrics: tuple[Metric, ...] = (*FC_METRICS, *NEXT_CALL_METRICS)
    quick_to_review = True
    optional_metrics = frozenset(metric.name for metric in NEXT_CALL_METRICS)
    main_metric = "pass_rate"
    options = (TaskOption("system_prompt", str), TaskOption("match", str, "schema"), TaskOption("match_rules", dict))
    hub_id = "evalscope/GeneralFunctionCall-Test"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.system = Options(options).text("system_prompt")
        self._graded = NextCall(options)

    def recognises(self, record: Any) -> bool:
        return is_of_function_call(record)

    def read(self, record: Any, identifier: str) -> CallQuestion:
        if not isinstance(record, dict):
            raise ValueError(phrase("bad_row.record.kind"))
        given = {**record, "messages": _list(record, "messages"), "tools": _list(record, "tools")}
        if not given["messages"]:
            raise ValueError(phrase("bad_row.record.missing", name="messages"))
        messages = read_messages(given["messages"])
        item = read_item(given, identifier) if "expected_output" in given else None
        return CallQuestion(identifier, messages, given["tools"], _label(record.get("should_call_tool")), item)

    def request(self, question: CallQuestion, settings: Mapping[str, Any]) -> Request:
        messages = question.messages
        if self.system and not any(message["role"] == "system" for message in messages):
            messages = [{"role": "system", "content": self.system}, *messages]
        if question.tools:
            settings = {"tool_choice": "auto", **settings}
        return Request(question.id, messages, question.tools, settings)

    def review(self, question: CallQuestion, sample: Sample) -> ReviewLine:
        calls = sample.get("output_tools") or []
        problem = _first_problem(calls, question.tools)
        called, successful = bool(calls), _successful(calls, question, problem)
        if successful is None and not question.tools:
            problem = phrase("review.fc.no_tools")
        passed = successful if question.should_call else not called
        known = {"successful_tool_call": successful, "passed": passed}
        score: dict[str, float] = {
            "finish_reason_tool_call": float(called),
            "should_call_tool": float(question.should_call),
            **{name: float(fact) for name, fact in known.items() if fact is not None},
        }
        details: JsonObject = {"calls": calls, "problem": problem, "reply": sample.get("output_text")}
        reason = _reason(called, question.should_call, problem)
        details |= to_store(reason=reason, problem=problem)
        if question.item is not None:
            graded = self._graded.review(question.item, sample)
            score |= graded["score"]
            details[CALLS_DUE] = {key: graded[key] for key in ("verdict", "reason", "details")}
        return {
            "id": question.id,
            "score": score,
            "verdict": _verdict(called, question.should_call, successful),
            "reason": reason,
            "details": details,
        }


def _list(record: JsonObject, name: str) -> list[Any]:
    """A list, also where it is given as JSON text; nothing where it is not there."""
    value = record.get(name)
    if isinstance(value, str):
        try:
            value = loads(value)
        except JsonError as error:
            raise ValueError(phrase("bad_row.record.text_not_json", name=name, problem=said_by(error))) from None
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(phrase("bad_row.not_list", name=name))
    return value


def _label(value: Any) -> bool:
    if value is None:
        return False
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if isinstance(value, bool) or value in (0, 1):
        return bool(value)
    raise ValueError(phrase("bad_row.record.should_call", value=repr(value)))


def _first_problem(calls: list[Any], tools: list[JsonObject]) -> str | None:
    """What is wrong with the first call that cannot be carried out."""
    known = toolbox(tools)
    for call in calls:
        reading = read_call(call)
        if isinstance(reading, Unreadable):
            return phrase("review.fc.unreadable", problem=reading.reason)
        problem = known.problem(reading.name, reading.arguments)
        if problem is not None:
            return problem
    return None


def _successful(calls: list[Any], question: CallQuestion, problem: str | None) -> bool | None:
    """Whether every call can be carried out; None where a call was due but nothing says what its tool takes."""
    if not calls or problem is None:
        return bool(calls)
    known = toolbox(question.tools)
    for call in calls:
        reading = read_call(call)
        if isinstance(reading, Unreadable) or known.fits(reading.name, reading.arguments) is False:
            return False
    return None if question.tools or question.should_call else False


def _verdict(called: bool, due: bool, successful: bool | None) -> str:
    if not called:
        return "no_call" if due else "rightly_no_call"
    if not due:
        return "unexpected_call"
    if successful is None:
        return "unchecked_call"
    return "successful_call" if successful else "invalid_call"


def _reason(called: bool, due: bool, problem: str | None) -> str:
    if not called:
        return phrase("review.fc.no_call" if due else "review.fc.rightly_no_call")
    if problem is not None:
        return problem if due else phrase("review.fc.unexpected_problem", problem=problem)
    return phrase("review.fc.successful" if due else "review.fc.unexpected")
