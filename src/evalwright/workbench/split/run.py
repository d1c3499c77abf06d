"""Splitting a file: one pass joins conversations into groups, the groups go to a side, a second pass writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.data import (
    RowSource,
    SourcePiece,
    SourcePieces,
    as_file,
    check_outputs,
    dumps_pretty,
    map_logged,
    paused_gc,
    write_together,
)
from evalwright.errors import InputError, UsageError
from evalwright.executor import Executor, Workers, open_executor
from evalwright.text import phrase

from ..audit.finding import visible
from ..audit.near_duplicates import Sketches
from .assign import choose
from .groups import Groups
from .marks import Marks, with_said
from .result import KINDS, SPLIT_FILES, Split
from .survey import Sides, Survey
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
    counts: list[int] = field(default_factory=list)
    """Conversations by piece."""
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


def carry_out(source: RowSource, out: str | Path | None, wishes: Wishes, workers: Workers = 1) -> Split:
    """Split the conversations of a source."""
    with open_executor(workers) as executor, paused_gc():
        if not isinstance(source, str | Path):
            return _split_source(SourcePieces(list(source)), out, wishes, executor)
        if out is not None:
            check_outputs([source], [Path(out) / name for name in SPLIT_FILES])
        with as_file(source) as path:
            return _split_source(SourcePieces(path), out, wishes, executor)


def _split_source(source: SourcePieces, out: str | Path | None, wishes: Wishes, executor: Executor) -> Split:
    label, share = source.label, wishes.valid_share
    done = Split(0, share, wishes.seed)
    seen = _look(source, done, wishes, executor)
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
        _write_sides(source, Path(out), done, inside, seen.counts, executor)
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


def _look(source: SourcePieces, done: Split, wishes: Wishes, executor: Executor) -> _Seen:
    """Read every conversation once; what is worded alike is joined on the way."""
    seen, wording = _Seen(), AllAlike()
    for facts in map_logged(executor, Survey(source, wishes.group_by, wishes.skip_bad_rows), source):
        done.bad_rows += facts.bad_rows
        seen.counts.append(len(facts.marks))
        seen.marks += facts.marks
        seen.named += facts.named
        seen.sketches += facts.sketches
        for sketch in facts.sketches:
            number = seen.groups.add()
            for other in wording.link(sketch, number) if sketch is not None else ():
                seen.groups.join(other, number)
                seen.alike += 1
    done.conversations = len(seen.marks)
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


def _write_sides(
    source: SourcePieces, folder: Path, done: Split, inside: set[int], counts: list[int], executor: Executor
) -> None:
    """Both sides and then their proof: where leaks.json lies, the two files beside it belong together."""
    with write_together(*(folder / name for name in SPLIT_FILES)) as (train, valid, leaks):
        pieces = _sided_pieces(source, inside, counts)
        for rows_of_train, rows_of_valid in map_logged(executor, Sides(source), pieces, again=True):
            train.write(rows_of_train)
            valid.write(rows_of_valid)
        leaks.write(dumps_pretty(done.to_dict()))


def _sided_pieces(source: SourcePieces, inside: set[int], counts: list[int]) -> Iterator[tuple[SourcePiece, set[int]]]:
    """Every piece with the conversations of it, by number, that go to the validation file."""
    first = 0
    for piece, count in zip(source, counts, strict=True):
        yield piece, {number - first for number in range(first, first + count) if number in inside}
        first += count
