"""Taking the answers of parts over into the journals of their run.

Killed at any moment, it leaves either the parts as they were or their answers in the run, never both: the sizes of the
run's journals stand in a file before anything is added, and are put back where that file is found. A part that a
process still has is never touched: its lock says so, and no clock.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from evalwright.chat import loads
from evalwright.data import dumps_canonical, sync_directory, write_atomic
from evalwright.engine import Journal, sole_writer
from evalwright.rundir import JOURNALS

from .slices import PARTS, part_folders

MERGING = "merging.json"
"""In the folder of parts: what a part said of itself, while its run is being merged and perhaps all parts are gone."""
_BEGUN = "adopting.json"
_DONE = "adopted.json"


def adopt_parts(run: Path, wanted: Callable[[Path], bool] = lambda folder: True, *, merging: str | None = None) -> int:
    """Take over the answers of all parts that are `wanted`; how many parts. The run must be ours alone.

    A part that a process still has is a RunLockedError. `merging`: the file of each part from which the merge can be
    begun again, wherever it is killed.
    """
    finish_adopting(run)
    folders = [folder for _, folder in part_folders(run) if wanted(folder)]
    with ExitStack() as stack:
        for folder in folders:
            stack.enter_context(sole_writer(folder))
        pairs = [(file, run / file.relative_to(folder)) for folder in folders for file in _journals(folder)]
        for file, _ in pairs:  # a damaged line is found before anything is done
            with closing(Journal(file, file.parents[2])) as journal:
                for _ in journal.entries():
                    pass
        if merging is not None and folders:
            with write_atomic(run / PARTS / MERGING) as out:
                out.write((folders[0] / merging).read_bytes())
        _append_journals(run, pairs, [folder.name for folder in folders])
    finish_adopting(run)
    return len(folders)


def _journals(folder: Path) -> Iterator[Path]:
    for kind in JOURNALS:
        yield from sorted((folder / kind).glob("*/*.jsonl"))


def _append_journals(run: Path, pairs: Sequence[tuple[Path, Path]], names: Sequence[str]) -> None:
    if not names:
        return
    sizes = {}
    for _, target in pairs:
        target.parent.mkdir(parents=True, exist_ok=True)
        with closing(Journal(target, run)):  # a torn last line is mended first
            sizes[str(target.relative_to(run))] = target.stat().st_size
    with write_atomic(run / PARTS / _BEGUN) as out:
        out.write(dumps_canonical({"sizes": sizes, "parts": list(names)}))
    for file, target in pairs:
        with file.open("rb") as lines, target.open("ab") as stream:
            shutil.copyfileobj(lines, stream, 1 << 20)
            stream.flush()
            os.fsync(stream.fileno())
    (run / PARTS / _BEGUN).rename(run / PARTS / _DONE)
    sync_directory(run / PARTS)


def end_merging(run: Path) -> None:
    """All of a merge is done: nothing needs to be begun again."""
    if (run / PARTS / MERGING).is_file():
        (run / PARTS / MERGING).unlink()
        finish_adopting(run)


def finish_adopting(run: Path) -> None:
    """End what a killed process began: undo what it had not done, and take away the parts that it had."""
    begun, done = run / PARTS / _BEGUN, run / PARTS / _DONE
    if begun.is_file():
        for name, size in loads(begun.read_text(encoding="utf-8"))["sizes"].items():
            if (run / name).is_file():
                os.truncate(run / name, size)
        begun.unlink()
    if done.is_file():
        for name in loads(done.read_text(encoding="utf-8"))["parts"]:
            shutil.rmtree(run / PARTS / Path(name).name, ignore_errors=True)
        done.unlink()
    if (run / PARTS).is_dir() and not any((run / PARTS).iterdir()):
        (run / PARTS).rmdir()
