"""Mending a run whose files were damaged: bad lines are set aside, what rests on them goes, and what is owed is told.

A run directory flows in, a `Repair` flows out. Nothing is thrown away: lines that are not as they were written go to
`damaged/`, with a note of where they stood. Reviews and reports are made again from answers, so those that rest on a
bad line are removed, and the next `eval` makes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import orjson

from evalwright.data import Seal, dumps, seal_of, write_atomic
from evalwright.engine import damaged_line, read_entry, sole_writer
from evalwright.errors import InputError

from .config_file import PartConfig, RunConfig, read_report, read_run_config
from .layout import LINE_FOLDERS, SET_ASIDE, RunDir


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not as it was written."""

    file: str
    """From the run directory."""
    line: int
    reason: str
    """`checksum` or `unreadable`."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What a model still owes on a subset."""

    model: str
    dataset: str
    subset: str
    answers: int = 0
    verdicts: int = 0
    """Words of the judge."""
    scores: bool = False
    """Whether its reviews are to be made again."""

    def __bool__(self) -> bool:
        return bool(self.answers or self.verdicts or self.scores)


@dataclass(slots=True)
class Repair:
    """What was found and done."""

    run: Path
    lines: int = 0
    unprotected: int = 0
    """Lines without a checksum, written by older versions."""
    set_aside: list[BadLine] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    """Files that rested on bad lines."""
    owed: list[Owed] = field(default_factory=list)


@dataclass(slots=True)
class _FileState:
    """What the lines of one file are."""

    lines: int = 0
    unprotected: int = 0
    bad: list[tuple[int, str]] = field(default_factory=list)
    answers: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    """By item the lines of its answers, in order, and whether each is sound; damaged ones as far as can be read."""
    unknown: list[int] = field(default_factory=list)
    """Damaged lines that may be an answer to anything."""

    def owed(self, due: int, repeats: int, *, settled: bool) -> int:
        """How many answers of those that are due are not there any more, or never were.

        The last answers to an item are the ones in use; in a `settled` file, lines that nothing uses come first.
        """
        unused = self.lines - due if settled else 0
        last = [answer for lines in self.answers.values() for answer in lines[-repeats:]]
        used = [sound for number, sound in last if number > unused] + [False for n in self.unknown if n > unused]
        return max(0, due - len(used)) + used.count(False)


def require_sound(run: Path) -> int:
    """Look at every line of a run; InputError at the first that is damaged. Returns how many carry no checksum."""
    unprotected = 0
    for path in _line_files(run):
        state = _look_through(path, run, trusting=True)
        if state.bad:
            raise damaged_line(path, state.bad[0][0], run)
        unprotected += state.unprotected
    return unprotected


def repair_run(run: Path) -> Repair:
    """Set the damaged lines of a run aside and remove what rests on them."""
    config = read_run_config(run)
    with sole_writer(run):
        done = Repair(run)
        directory = config.directory(run)
        states = {path: _look_through(path, run) for path in _line_files(run)}
        for path, state in states.items():
            done.lines += state.lines
            done.unprotected += state.unprotected
            if state.bad:
                _set_aside(path, state, done)
        for path in sorted(run.glob("reports/*/*.json")):
            if not path.is_symlink() and not _is_sound_report(path, run):
                _set_report_aside(path, done)
        for path, state in states.items():
            if state.bad:
                _remove_dependent(path, config, directory, done)
        done.owed = [owed for part in config.parts if (owed := _owed(part, directory, states))]
        return done


def _line_files(run: Path) -> Iterator[Path]:
    """The files of lines in a run; links are nobody's."""
    for folder in LINE_FOLDERS:
        for path in sorted((run / folder).glob("*/*.jsonl")):
            if path.is_file() and not path.is_symlink() and not path.parent.is_symlink():
                yield path


def _look_through(path: Path, run: Path, *, trusting: bool = False) -> _FileState:
    """What the lines of a file are; `trusting`: one whose checksum is right is not read any further."""
    state = _FileState()
    is_review = path.relative_to(run).parts[0] == "reviews"
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            state.lines += 1
            seal = seal_of(line)
            trusted = trusting and seal is Seal.SOUND and line.endswith(b"\n")
            reason = None if trusted else _problem(line, seal, is_review, state)
            if reason:
                state.bad.append((number, reason))
                _note_damaged(line, state)
            else:
                state.unprotected += seal is Seal.NONE
    return state


def _problem(line: bytes, seal: Seal, is_review: bool, state: _FileState) -> str | None:
    if seal is Seal.DAMAGED:
        return "checksum"
    if not line.endswith(b"\n"):
        return "unreadable"
    if is_review:
        return None if _is_review(line) else "unreadable"
    entry = read_entry(line)
    if entry is None:
        return "unreadable"
    if entry.good:
        state.answers.setdefault(entry.id, []).append((state.lines, True))
    return None


def _note_damaged(line: bytes, state: _FileState) -> None:
    """Whose answer a damaged line was, as far as it can be read; a failure is nobody's answer."""
    try:
        record = orjson.loads(line)
        if "sample" in record:
            state.answers.setdefault(str(record["id"]), []).append((state.lines, False))
        elif "error" not in record:
            state.unknown.append(state.lines)
    except (orjson.JSONDecodeError, KeyError, TypeError):
        state.unknown.append(state.lines)


def _is_review(line: bytes) -> bool:
    try:
        review = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return isinstance(review, dict) and isinstance(review.get("id"), str)


def _set_aside(path: Path, state: _FileState, done: Repair) -> None:
    """Copy the bad lines to the folder of damaged ones, then write the file without them."""
    name = path.relative_to(done.run).as_posix()
    target = done.run / SET_ASIDE / name
    numbers = {number for number, _ in state.bad}
    with write_atomic(target) as out:
        _copy_earlier(target, out)
        for number, line in _numbered_lines(path):
            if number in numbers:
                out.write(line if line.endswith(b"\n") else line + b"\n")
    found = [BadLine(name, number, reason) for number, reason in state.bad]
    _write_repair_notes(done.run, found)
    with write_atomic(path) as out:
        out.writelines(line for number, line in _numbered_lines(path) if number not in numbers)
    done.set_aside += found


def _is_sound_report(path: Path, run: Path) -> bool:
    try:
        read_report(path, run)
    except InputError:
        return False
    return True


def _set_report_aside(path: Path, done: Repair) -> None:
    """A damaged report goes as it is; the next `eval` makes it again from the reviews."""
    bad = BadLine(path.relative_to(done.run).as_posix(), 1, "checksum")
    target = done.run / SET_ASIDE / bad.file
    target.parent.mkdir(parents=True, exist_ok=True)
    path.replace(target)
    _write_repair_notes(done.run, [bad])
    done.set_aside.append(bad)


def _write_repair_notes(run: Path, found: list[BadLine]) -> None:
    """Remember where what was set aside had stood."""
    notes = run / SET_ASIDE / "notes.jsonl"
    with write_atomic(notes) as out:
        _copy_earlier(notes, out)
        for bad in found:
            out.write(dumps({"file": bad.file, "line": bad.line, "reason": bad.reason}) + b"\n")


def _copy_earlier(path: Path, out: BinaryIO) -> None:
    if path.is_file():
        out.write(path.read_bytes())


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as stream:
        yield from enumerate(stream, 1)


def _remove_dependent(path: Path, config: RunConfig, directory: RunDir, done: Repair) -> None:
    """Remove the reviews, the report and the page that rest on a damaged file."""
    rest = path.relative_to(done.run).parts[1:]
    files = [done.run / "reviews" / Path(*rest), done.run / "report.html"]
    for part in config.parts:
        places = (directory.predictions, directory.judgements, directory.reviews)
        if path in [place(*part.name) for place in places]:
            files.append(directory.report(part.model, part.dataset))
        if path.parent == directory.criterion(part.name, "").parent:  # of which of the model's parts, its name hides
            files += [directory.reviews(*part.name), directory.report(part.model, part.dataset)]
    for file in files:
        if file.is_file():
            file.unlink()
            done.removed.append(file.relative_to(done.run).as_posix())


def _owed(part: PartConfig, directory: RunDir, states: dict[Path, _FileState]) -> Owed:
    """What a part owes: answers that are not there or were set aside, and scores that are to be made again."""
    answers = states.get(directory.predictions(*part.name), _FileState())
    verdicts = states.get(directory.judgements(*part.name), _FileState())
    settled = directory.reviews(*part.name) in states  # scoring puts a file into its final order
    owed = answers.owed(part.due or 0, part.repeats, settled=settled)
    is_scored = directory.reviews(*part.name).is_file() and directory.report(part.model, part.dataset).is_file()
    return Owed(*part.name, owed, len(verdicts.bad), not is_scored)
