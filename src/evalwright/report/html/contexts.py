"""What stood before the answer: the messages of the items that failed, read again from the data file.

Every message is carried once, however many items share it: items cut from one conversation have nearly all of theirs
in common, and a system prompt is the same in a whole file. A data file that is gone or has changed is not read: a
wrong conversation would be worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalwright.chat import JsonObject
from evalwright.data import dumps, dumps_canonical
from evalwright.errors import EvalwrightError
from evalwright.tasks import Task, make_task, requested, stated

from ..data_places import find_data
from ..runs import Part, StoredRun
from .failures import Failure
from .item_records import wanted_records
from .safe import json_text, listed, mapping, one_line, several_lines

if TYPE_CHECKING:
    from evalwright.workbench import Provenance

_BYTES = 5_000_000
_ARGUMENTS = 600
_CALLS = 20
_MESSAGES = 200
_TEXT_OPTIONS = ("prompt_template", "system_prompt", "language")

Messages = Sequence[Mapping[str, Any]]


class Pool:
    """Messages as they are shown, each kept once."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._places: dict[bytes, int] = {}
        self._used = 0

    def add(self, messages: Messages) -> list[int] | None:
        """The places of these messages; None where there is no room for them any more."""
        rows = [_message_fields(message) for message in messages[-_MESSAGES:]]
        keys = [dumps(row) for row in rows]
        new = {key: row for key, row in zip(keys, rows, strict=True) if key not in self._places}
        size = sum(map(len, new))
        if self._used + size > _BYTES:
            return None
        self._used += size
        for key, row in new.items():
            self._places[key] = len(self.rows)
            self.rows.append(row)
        return [self._places[key] for key in keys]


def add_contexts(run: StoredRun, failures: Sequence[Failure]) -> Pool:
    """Give every failure its conversation, as places in the pool, and mark where its values stand."""
    pool = Pool()
    for parts in _asked_alike(run):
        models = {run.models.index(part.model) for part in parts}
        where = (parts[0].dataset, parts[0].subset)
        items: dict[str, list[Failure]] = {}
        for failure in failures:
            if failure.key[:2] == where and failure.model in models:
                items.setdefault(failure.key[2], []).append(failure)
        for identifier, messages in _messages_of(run, parts[0], items) if items else ():
            _give(items[identifier], messages, pool)
    return pool


def _asked_alike(run: StoredRun) -> list[list[Part]]:
    """The parts of a run, those together that were asked the same in the same words: mostly all models of a subset."""
    groups: dict[tuple[str, str, str, bytes], list[Part]] = {}
    for part in run.parts:
        key = (part.dataset, part.subset, part.sha256, dumps_canonical(dict(part.options)))
        groups.setdefault(key, []).append(part)
    return list(groups.values())


def _give(failures: Sequence[Failure], messages: Messages, pool: Pool) -> None:
    places = pool.add(messages)
    provenance = _provenance(messages) if places is not None and any(each.values for each in failures) else None
    for failure in failures:
        failure.facts |= {"messages": places, "first": max(0, len(messages) - _MESSAGES)}
        if places is not None:
            failure.facts["marks"] = list(_marks(provenance, failure.values)) if provenance is not None else []


def _provenance(messages: Messages) -> Provenance:
    """What finds values in the messages; loaded late, for most answers in words have none to be found."""
    from evalwright.workbench import Provenance

    return Provenance(messages[-_MESSAGES:])  # type: ignore[arg-type]


def _marks(provenance: Provenance, values: Sequence[tuple[str, Any]]) -> Iterator[list[Any]]:
    """Message, text and side of every value that stands in a message."""
    seen = set()
    for side, value in values:
        mark = (side, str(value))
        if mark in seen:
            continue
        seen.add(mark)
        source = provenance.trace(value)
        if source.message is not None:
            yield [source.message, several_lines(str(value)), side]


def _messages_of(run: StoredRun, part: Part, items: Mapping[str, Any]) -> Iterator[tuple[str, Messages]]:
    """Id and messages of the wanted items; nothing where the file is not the one that was asked."""
    found = find_data(run, part)
    if found.state != "found" or found.path is None:
        return
    try:
        task = _task(part.task, part.options)
        for identifier, record in wanted_records(found.path, part.settings.rows, items):
            messages = _item_messages(task, record, identifier)
            if messages:
                yield identifier, messages
    except (EvalwrightError, OSError):
        return  # the page does without


def _task(name: str, options: Mapping[str, Any]) -> Task:
    """The task with the options that decide its prompt; few-shot examples are not shown."""
    kept: JsonObject = {key: options[key] for key in _TEXT_OPTIONS if isinstance(options.get(key), str)}
    kept = {key: value for key, value in kept.items() if value != "None"}
    return make_task(name, {**kept, **stated(name, "reading_options", {})})


def _item_messages(task: Task, record: Any, identifier: str) -> Messages:
    try:
        return requested(task, task.read(record, identifier), {}).messages
    except (EvalwrightError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return ()  # a row that cannot be read by this task


def _message_fields(message: Mapping[str, Any]) -> list[Any]:
    """Role, text, calls (name and arguments) and name."""
    content = message.get("content")
    text = content if isinstance(content, str) else "" if content is None else json_text(content)
    calls = []
    for raw in listed(message.get("tool_calls"))[:_CALLS]:
        call = mapping(mapping(raw).get("function"))
        said = call.get("arguments")
        arguments = said if isinstance(said, str) else json_text(said)
        calls.append([one_line(call.get("name")) or "?", several_lines(arguments, _ARGUMENTS)])
    return [one_line(message.get("role")), several_lines(text), calls, one_line(message.get("name"))]
