"""Which task a file is for, by its first usable record: every task says itself what it recognises.

What others brought is asked before our own, whose open questions take nearly anything; where two of them say yes, the
user decides. A stranger's task that cannot be asked is passed over, unless nobody else knows the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from evalwright.data import Row, scan_records, unwrap
from evalwright.errors import EvalwrightError, InputError
from evalwright.plugins import TASK_SHAPES, TASKS
from evalwright.text import listed

from .protocol import Task, make_task
from .record_shapes import calls_tools
from .statements import task_of_criteria

OptionsOf = Callable[[str], Mapping[str, Any]]


def detect_task(path: Path, options_of: OptionsOf = lambda name: {}, *, criteria: bool = False) -> str:
    """The name of the task that a file is for; InputError where nobody knows it.

    `criteria`: testing criteria are used on it, so that rows which need nothing else are known as well.
    """
    row = next((row for row in scan_records(path) if isinstance(row, Row)), None)
    if row is None:
        first = next(iter(scan_records(path)))
        raise InputError.named("data.bad_row", path=path, line=first.line, problem=getattr(first, "text", ""))
    record = unwrap(row.value)
    broken: list[EvalwrightError] = []
    found = _known_as(path, record, options_of, broken)
    if criteria:
        own: Any = make_task(task_of_criteria(), options_of(task_of_criteria()))
        if own.recognises_row(row.value, found):
            return str(own.name)
    if found is not None:
        return found
    if isinstance(record, dict) and "messages" in record and calls_tools(record):
        raise InputError.named("tasks.whole_conversations", path=path, line=row.line)
    if broken:
        raise broken[0]
    fields = ", ".join(map(str, record))[:300] if isinstance(record, dict) and record else "none"
    raise InputError.named("readers.no_task", path=path, line=row.line, found=fields)


def _known_as(path: Path, record: Any, options_of: OptionsOf, broken: list[EvalwrightError]) -> str | None:
    """The task that recognises a record, what others brought first; None where nobody does."""
    own = TASKS.own_names()
    likely = [name for name in own if TASKS.is_registered(name) or _may_be(name, record)]
    for names in (TASKS.other_names(), likely, [name for name in own if name not in likely]):
        found = _recognising(names, record, options_of, broken)
        if len(found) > 1:
            raise InputError.named("plugins.recognised_twice", path=path, names=listed(found))
        for name, task in found.items():
            if check := getattr(task, "check_file", None):
                check(path, record)
            return name
    return None


def _recognising(
    names: Iterable[str], record: Any, options_of: OptionsOf, broken: list[EvalwrightError]
) -> dict[str, Task]:
    found = {}
    for name in names:
        try:
            task = make_task(name, options_of(name))
        except EvalwrightError as error:
            broken.append(error)
            continue
        if _says_yes(task, record):
            found[name] = task
    return found


def _may_be(name: str, record: Any) -> bool:
    """Whether a task of ours may be meant, as far as can be told without loading it."""
    return name not in TASK_SHAPES or TASK_SHAPES.get(name)(record)


def _says_yes(task: Task, record: Any) -> bool:
    recognises = getattr(task, "recognises", None)
    try:
        return recognises is not None and bool(recognises(record))
    except Exception:  # it looked for something in a record that is not its own
        return False
