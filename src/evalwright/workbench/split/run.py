"""Splitting a file: one pass joins conversations into groups, the groups go to a side, a second pass writes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import toolbox
from evalwright.data import (
    RowSource,
    as_file,
    check_outputs,
    dumps,
    dumps_pretty,
    group_of,
    label_of_source,
    scan_conversations,
    write_together,
)
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

from ..audit.finding import visible
from ..audit.near_duplicates import Sketches
from ..audit.row_context import Case
from .assign import choose
from .groups import Groups
from .marks import Marks, marks_of, with_said
from .result import KINDS, SPLIT_FILES, Split
from .wording import AllAlike

MIN_COMMON = 10
"""However small the file, what stands in no more conversations than this may be somebody's."""
_SHOWN_COMMON = 20
_NEAR = 0.05


@dataclass(slots=True)
class _Seen:
    """What the first pass keeps of every conversation."""

    marks: list[Marks] = field(default_factory=list)
    sketches: list[Any] = field(default_factory=list)
    groups: Groups = field(default_factory=Groups)
    named: list[str | None] = field(default_factory=list)
    """The value of the field that names groups, where one was given."""
    alike: int = 0
    """Pairs of conversations that are worded alike."""
    full: bool = False


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a file is to be split."""

    valid_share: float
    seed: int
    max_share: float
    group_by: str | None = None
    """A field: rows with the same value of it stay together."""
    skip_bad_rows: bool = False


def carry_out(source: RowSource, out: str | Path | None, wishes: Wishes) -> Split:
    """Split the conversations of a source."""
    if not isinstance(source, str | Path):
        return _split_source(list(source), source, out, wishes)
    if out is not None:
        check_outputs([source], [Path(out) / name for name in SPLIT_FILES])
    with as_file(source) as path:
        return _split_source(path, source, out, wishes)


def _split_source(given: RowSource, source: RowSource, out: str | Path | None, wishes: Wishes) -> Split:
    label, share = label_of_source(source), wishes.valid_share
    done = Split(0, share, wishes.seed)
    seen = _look(given, label, done, wishes)
    if not done.conversations:
        raise InputError.named("split.nothing", path=label)
    common = _join(seen, wishes.max_share, done)
    if wishes.group_by is not None:
        _join_groups(seen, wishes.group_by, done, label)
    groups = seen.groups.all()
    done.groups, done.largest_group = len(groups), max(map(len, groups))
    chosen = choose([len(group) for group in groups], round(share * done.conversations), wishes.seed)
    done.valid = sorted(number for index in chosen for number in groups[index])
    inside = set(done.valid)
    done.train = [number for number in range(done.conversations) if number not in inside]
    done.leaks = _leaks(seen, inside, common)
    _remark(done, seen)
    if out is not None:
        _write_sides(given, label, Path(out), done, inside)
    return done


def _join_groups(seen: _Seen, field: str, done: Split, label: str) -> None:
    """Join the rows that have the same value of a field; those without it are counted and said."""
    named: dict[str, list[int]] = {}
    for number, value in enumerate(seen.named):
        if value is not None:
            named.setdefault(value, []).append(number)
    if not named:
        raise UsageError.named("grouping.nobody", field=field, path=label)
    for numbers in named.values():
        seen.groups.join_all(numbers)
    done.links["group"] = sum(len(numbers) > 1 for numbers in named.values())
    if missing := seen.named.count(None):
        done.remarks.append(phrase("split.remarks.ungrouped", field=field, num=missing, all=done.conversations))


def _look(given: RowSource, label: str, done: Split, wishes: Wishes) -> _Seen:
    """Read every conversation once; what is worded alike is joined on the way."""
    seen, wording = _Seen(), AllAlike()
    for row in scan_conversations(given, label, done.bad_rows, skip_bad_rows=wishes.skip_bad_rows):
        case = Case(row.conversation, toolbox(row.conversation.tools), row.record, label, row.line, row.position, {})
        number = seen.groups.add()
        seen.named.append(None if wishes.group_by is None else group_of(row.record, wishes.group_by))
        seen.marks.append(marks_of(case))
        sketch = wording.sketch(case)
        seen.sketches.append(sketch)
        for other in wording.link(sketch, number) if sketch is not None else ():
            seen.groups.join(other, number)
            seen.alike += 1
        done.conversations += 1
    known = frozenset().union(*(marks.entities for marks in seen.marks))
    seen.marks = [with_said(marks, known) for marks in seen.marks]
    seen.full = wording.full
    return seen


def _join(seen: _Seen, max_share: float, done: Split) -> set[Any]:
    """Join what shares a thing; the things that are too common to count come back."""
    limit = max(MIN_COMMON, max_share * done.conversations)
    everything = [_holders(seen, kind) for kind in KINDS[:3]]
    common: set[Any] = set()
    for kind, holders in zip(KINDS, everything, strict=False):
        shared = {thing: numbers for thing, numbers in holders.items() if len(numbers) > 1}
        if kind != "conversation":
            common |= {thing for thing, numbers in shared.items() if len(numbers) > limit}
        joined = [numbers for thing, numbers in shared.items() if thing not in common]
        for numbers in joined:
            seen.groups.join_all(numbers)
        done.links[kind] = len(joined)
    done.links["near_duplicate"] = seen.alike
    named = {str(thing): len(everything[1][thing]) for thing in common if isinstance(thing, str)}
    most = sorted(named, key=lambda name: (-named[name], name))[:_SHOWN_COMMON]
    done.common = {visible(name, 100): named[name] for name in most}
    return common


def _holders(seen: _Seen, kind: str) -> dict[Any, list[int]]:
    """Who has each thing of a kind."""
    found: dict[Any, list[int]] = {}
    for number, marks in enumerate(seen.marks):
        for thing in _things(marks, kind):
            found.setdefault(thing, []).append(number)
    return found


def _things(marks: Marks, kind: str) -> frozenset[Any]:
    if kind == "entity":
        return marks.entities
    if kind == "plan":
        return frozenset() if marks.plan is None else frozenset({("plan", marks.plan)})
    return frozenset({("conversation", marks.conversation)})


def _leaks(seen: _Seen, inside: set[int], common: set[Any]) -> dict[str, int]:
    """What stands on both sides, counted again from the sides alone: proof, not bookkeeping."""
    found = {}
    for kind in KINDS[:3]:
        sides: tuple[set[Any], set[Any]] = (set(), set())
        for number, marks in enumerate(seen.marks):
            sides[number in inside].update(_things(marks, kind))
        found[kind] = len((sides[0] & sides[1]) - common)
    if any(value is not None for value in seen.named):
        named = {value for number, value in enumerate(seen.named) if number in inside}
        others = {value for number, value in enumerate(seen.named) if number not in inside}
        found["group"] = len((named & others) - {None})
    learnt = Sketches()
    for number, sketch in enumerate(seen.sketches):
        if number not in inside and sketch is not None:
            learnt.keep(sketch, str(number))
    asked = (seen.sketches[number] for number in inside if seen.sketches[number] is not None)
    found["near_duplicate"] = sum(learnt.alike(sketch) is not None for sketch in asked)
    return found


def _remark(done: Split, seen: _Seen) -> None:
    if done.groups == 1 and done.conversations > 1:
        done.remarks.append(phrase(f"split.remarks.together{_alike(done)}"))
    elif abs(done.reached_share - done.valid_share) > max(_NEAR, 1 / done.conversations):
        shares = {"wanted": f"{done.valid_share:.1%}", "reached": f"{done.reached_share:.1%}"}
        sizes = {"largest": done.largest_group, "conversations": done.conversations}
        done.remarks.append(phrase(f"split.remarks.share{_alike(done)}", **shares, **sizes))
    if seen.full:
        done.remarks.append(phrase("split.remarks.full"))
    if any(done.leaks.values()):
        done.remarks.append(phrase("split.remarks.leaks"))


def _alike(done: Split) -> str:
    """Which of two sentences is said: the one that also names what helps, where many are worded alike."""
    return "_alike" if done.links["near_duplicate"] else ""


def _write_sides(given: RowSource, label: str, folder: Path, done: Split, inside: set[int]) -> None:
    """Both sides and then their proof: where leaks.json lies, the two files beside it belong together."""
    with write_together(*(folder / name for name in SPLIT_FILES)) as (train, valid, leaks):
        rows = scan_conversations(given, label, [], skip_bad_rows=True)
        for number, row in enumerate(rows):
            (valid if number in inside else train).write(dumps(row.conversation.to_dict()) + b"\n")
        leaks.write(dumps_pretty(done.to_dict()))
