"""hosted_eval: rows of hosted services, `{"item": ..., "sample"?: ...}` or flat records, scored by testing criteria.

What is asked stands in the task's options as hosted services have it: `input_messages` (a template, or a reference to
messages of the item) and `sampling_params`. The task itself gives no score: the criteria do (`--criteria`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.chat import JsonObject, Message, read_messages, toolbox
from evalwright.criteria import (
    ALL_PASSED,
    CriteriaError,
    MessageTemplates,
    MissingVariableError,
    read_reference,
    value_at,
)
from evalwright.models import Request, Sample
from evalwright.scoring import Metric
from evalwright.text import phrase, to_store

from .protocol import InvalidItemError, TaskOption, stated
from .review_line import ReviewLine

_SPELLINGS = {"max_completions_tokens": "max_completion_tokens"}
"""How hosted services and their examples write a setting, and how servers know it."""
_NO_SAMPLE: JsonObject = {}
_ITEM = "item"


@dataclass(frozen=True, slots=True)
class HostedRow:
    """One row: the item, what is asked about it, and the answer that it may bring along."""

    id: str
    item: Any
    messages: list[Message]
    sample: Any = None
    tools: tuple[JsonObject, ...] = ()
    remark: str | None = None
    """How the item does not fit the schema that was given, where it does not."""
    conversation_id: str | None = None


class HostedEval:
    """Rows of hosted evals."""

    name = "hosted_eval"
    metrics: tuple[Metric, ...] = ()
    main_metric = ALL_PASSED.name
    options = (TaskOption("input_messages", dict), TaskOption("sampling_params", dict), TaskOption("item_schema", dict))
    whole_rows = True
    """Its records are rows with `item` and `sample`, not the item alone."""
    by_criteria = True
    """Its scores and verdicts are those of the criteria."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        schema = options.get("item_schema")
        named = {"type": "function", "function": {"name": _ITEM, "parameters": schema}}
        self._schema = toolbox([named]) if isinstance(schema, Mapping) and schema else None
        self._is_told = options.get("input_messages") is not None
        self._ask = _messages_of(options.get("input_messages"))
        sampling = dict(options.get("sampling_params") or {})
        tools = sampling.pop("tools", None)
        self._tools: tuple[JsonObject, ...] = tuple(tools) if isinstance(tools, list) else ()
        given = {_SPELLINGS.get(str(name), str(name)): value for name, value in sampling.items()}
        self._sampling = {name: value for name, value in given.items() if value is not None}

    def recognises_row(self, row: Any, other: str | None) -> bool:
        """Whether a file that criteria are used on is of such rows, where another task would know the item."""
        item, sample = parts_of_row(row)
        return (
            other is None
            or self._is_told
            or sample is not None
            or (item is not row and not stated(other, "of_items", False))
        )

    def read(self, record: Any, identifier: str) -> HostedRow:
        item, sample = parts_of_row(record)
        if not isinstance(item, dict):
            raise ValueError(phrase("bad_row.record.kind"))
        try:
            messages = self._ask({"item": item, "sample": _NO_SAMPLE}, sample)
        except MissingVariableError as missing:
            raise InvalidItemError(missing.said) from None
        conversation = item.get("conversation_id")
        return HostedRow(
            identifier,
            item,
            messages,
            sample,
            self._tools,
            self._off_schema(item),
            conversation if isinstance(conversation, str) else None,
        )

    def _off_schema(self, item: JsonObject) -> str | None:
        """A row that does not fit is graded all the same: clients declare schemas that their rows do not keep to."""
        if self._schema is None or self._schema.fits(_ITEM, item) is not False:
            return None
        return self._schema.problem(_ITEM, item)

    def request(self, question: HostedRow, settings: Mapping[str, Any]) -> Request:
        sent: Mapping[str, Any] = {**settings, **self._sampling} if self._sampling else settings
        return Request(question.id, question.messages, list(question.tools), sent, known=question.sample)

    def review(self, question: HostedRow, sample: Sample) -> ReviewLine:
        reason = phrase("review.hosted.no_criteria")
        line: ReviewLine = {
            "id": question.id,
            "score": {},
            "verdict": "unscored",
            "reason": reason,
            "details": to_store(reason=reason),
        }
        if question.conversation_id is not None:
            line["conversation_id"] = question.conversation_id
        return line


def parts_of_row(record: Any) -> tuple[Any, Any]:
    """The item and the sample of a row; a flat record is the item."""
    if (
        isinstance(record, dict)
        and isinstance(record.get("item"), dict)
        and ("sample" in record or record.keys() <= _ROW)
    ):
        return record["item"], record.get("sample")
    return record, None


_ROW = {"item", "sample", "id"}
"""The keys of a row; what has others is a flat record that has a field of this name."""


def _messages_of(given: Any) -> Any:
    """From the variables of a row to what is asked."""
    param = "input_messages"
    if given is None:
        return _own_messages
    kind = given.get("type") if isinstance(given, Mapping) else None
    if kind == "template":
        templates = MessageTemplates(given.get("template"), f"{param}.template")
        return lambda variables, sample: templates.fill(variables)
    if kind == "item_reference" and isinstance(given.get("item_reference"), str):
        path = read_reference(given["item_reference"], f"{param}.item_reference")
        return lambda variables, sample: _referenced(value_at(path, variables))
    raise CriteriaError.named("criteria.input_messages", param=param)


def _own_messages(variables: Mapping[str, Any], sample: Any) -> list[Message]:
    """The item's own messages, where nothing is said; a row that brings its answer needs none."""
    found = variables["item"].get("messages")
    if isinstance(found, list) and found:
        return _referenced(found)
    return []


def _referenced(found: Any) -> list[Message]:
    """Messages that stand in the item; one text is a user's."""
    if isinstance(found, str) and found:
        return [{"role": "user", "content": found}]
    return read_messages(found)
