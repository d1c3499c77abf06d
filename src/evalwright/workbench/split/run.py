"""Splitting a file: one pass joins conversations into groups, the groups go to a side, a second pass writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from evalwright.data import (
    RowSource,
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
from evalwright.spill import SpilledRecords
from evalwright.text import phrase

from ..audit.finding import visible
from ..audit.sketch_index import SKETCH_BYTES, count_alike
from .assign import choose
from .groups import Groups
from .result import KINDS, SPLIT_FILES, Split
from .survey import Copies, SidedPiece, Sides, Survey
from .things import Things
from .wording import AllAlike

MIN_COMMON = 10
"""However small the file, what stands in no more conversations than this may be somebody's."""
_SHOWN_COMMON = 20
_NEAR = 0.05
_NO_SKETCH = bytes(SKETCH_BYTES)
"""In the place of one where too little is said to compare."""


@dataclass(slots=True)
class _Seen:
    """What the first pass keeps of every conversation."""

    things: Things = field(default_factory=Things)
    sketches: SpilledRecords = field(default_factory=lambda: SpilledRecords(SKETCH_BYTES))
    groups: Groups = field(default_factory=Groups)
    ungrouped: int = 0
    """Conversations without the field that names groups, where one was given."""
    names: dict[int, str] = field(default_factory=dict)
    """Of entities that may be common."""
    counts: list[tuple[int, Copies | None]] = field(default_factory=list)
    """Conversations by piece, and how its lines are copied."""
    alike: int = 0
    """Pairs of conversations that are worded alike."""


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
    links = _join(seen, wishes.max_share, done)
    if wishes.group_by is not None:
        _note_groups(seen, links, wishes.group_by, done, label)
    firsts, sizes = seen.groups.sizes()
    done.groups, done.largest_group = len(sizes), max(sizes)
    inside = bytearray(done.conversations)
    for index in choose(sizes, round(share * done.conversations), wishes.seed):
        inside[firsts[index]] = 1
    for number in range(done.conversations):
        inside[number] = inside[seen.groups.of(number)]
    done.train, done.valid = ([number for number, side in enumerate(inside) if side == wanted] for wanted in (0, 1))
    done.leaks = _leaks(seen, inside, grouped=wishes.group_by is not None)
    _remark(done)
    if out is not None:
        _write_sides(source, Path(out), done, inside, seen.counts, executor)
    return done


def _look(source: SourcePieces, done: Split, wishes: Wishes, executor: Executor) -> _Seen:
    """Read every conversation once; what is worded alike is joined on the way."""
    seen, wording = _Seen(), AllAlike()
    survey = Survey(source, wishes.group_by, wishes.max_share, wishes.skip_bad_rows)
    for facts in map_logged(executor, survey, source):
        done.bad_rows += facts.bad_rows
        seen.counts.append((len(facts.things), facts.copies))
        seen.ungrouped += facts.ungrouped
        seen.names |= facts.names
        for things, sketch in zip(facts.things, facts.sketches, strict=True):
            seen.things.add(things)
            seen.sketches.append(sketch or _NO_SKETCH)
            number = seen.groups.add()
            for other in wording.link(sketch, number) if sketch is not None else ():
                seen.groups.join(other, number)
                seen.alike += 1
    done.conversations = len(seen.things)
    seen.things.finish()
    return seen


def _join(seen: _Seen, max_share: float, done: Split) -> Counter[str]:
    """Join what shares a thing; how many things of each kind do."""
    links, common = seen.things.join(seen.groups, max(MIN_COMMON, max_share * done.conversations))
    done.links = {kind: links[kind] for kind in KINDS[:3]} | {"near_duplicate": seen.alike}
    named = {seen.names[mark]: holders for mark, holders in common.items()}
    most = sorted(named, key=lambda name: (-named[name], name))[:_SHOWN_COMMON]
    done.common = {visible(name, 100): named[name] for name in most}
    return links


def _note_groups(seen: _Seen, links: Counter[str], field: str, done: Split, label: str) -> None:
    """Say how many values of a field join rows; rows without it are counted and said."""
    if seen.ungrouped == done.conversations:
        raise UsageError.named("grouping.nobody", field=field, path=label)
    done.links["group"] = links["group"]
    if seen.ungrouped:
        done.remarks.append(phrase("split.remarks.ungrouped", field=field, num=seen.ungrouped, all=done.conversations))


def _leaks(seen: _Seen, inside: bytearray, *, grouped: bool) -> dict[str, int]:
    """What stands on both sides, counted again from the sides alone: proof, not bookkeeping."""
    leaks = seen.things.leaks(inside.__getitem__)
    found = {kind: leaks[kind] for kind in (*KINDS[:3], *(["group"] if grouped else []))}
    found["near_duplicate"] = _alike_on_both_sides(seen, inside)
    return found


def _alike_on_both_sides(seen: _Seen, inside: bytearray) -> int:
    """How many conversations of the validation file are alike to one of the other."""
    train, valid = (partial(_sketches_of, seen.sketches, inside, side) for side in (0, 1))
    return count_alike(valid, train)


def _sketches_of(sketches: SpilledRecords, inside: bytearray, side: int) -> Iterator[bytes]:
    return (sketch for sketch, own in zip(sketches, inside, strict=True) if own == side and sketch != _NO_SKETCH)


def _remark(done: Split) -> None:
    if done.groups == 1 and done.conversations > 1:
        done.remarks.append(phrase(f"split.remarks.together{_alike(done)}"))
    elif abs(done.reached_share - done.valid_share) > max(_NEAR, 1 / done.conversations):
        shares = {"wanted": f"{done.valid_share:.1%}", "reached": f"{done.reached_share:.1%}"}
        sizes = {"largest": done.largest_group, "conversations": done.conversations}
        done.remarks.append(phrase(f"split.remarks.share{_alike(done)}", **shares, **sizes))
    if any(done.leaks.values()):
        done.remarks.append(phrase("split.remarks.leaks"))


def _alike(done: Split) -> str:
    """Which of two sentences is said: the one that also names what helps, where many are worded alike."""
    return "_alike" if done.links["near_duplicate"] else ""


def _write_sides(
    source: SourcePieces,
    folder: Path,
    done: Split,
    inside: bytearray,
    counts: list[tuple[int, Copies | None]],
    executor: Executor,
) -> None:
    """Both sides and then their proof: where leaks.json lies, the two files beside it belong together."""
    with write_together(*(folder / name for name in SPLIT_FILES)) as (train, valid, leaks):
        pieces = _sided_pieces(source, inside, counts)
        for rows_of_train, rows_of_valid in map_logged(executor, Sides(source), pieces, again=True):
            rows_of_train.put(train)
            rows_of_valid.put(valid)
        leaks.write(dumps_pretty(done.to_dict()))


def _sided_pieces(
    source: SourcePieces, inside: bytearray, counts: list[tuple[int, Copies | None]]
) -> Iterator[SidedPiece]:
    """Every piece, and for each conversation of it whether it goes to the validation file."""
    first = 0
    for piece, (count, copies) in zip(source, counts, strict=True):
        yield SidedPiece(piece, bytes(inside[first : first + count]), copies)
        first += count
