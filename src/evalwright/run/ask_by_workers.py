"""Asking with several workers, on this machine or on others: each does parts of the run, and this process scores.

How many parts there are follows from the data alone, so that any number of workers goes on where any other stopped. A
part is done by one process at a time: its lock is the lease on its share of the limits, which ends when its holder
gives it back or is dead, and never by a clock. So a worker that is thought to be lost and lives on keeps its share, and
whoever is to take its place waits. Before the first part is done, every worker of an earlier command has ended.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from evalwright.data import as_file
from evalwright.engine import Progress, sole_writer
from evalwright.errors import EvalwrightError, UsageError
from evalwright.executor import Executor
from evalwright.text import localized

from .adopt_parts import adopt_parts, finish_adopting
from .config import EvalConfig
from .parts import part_file, read_part, stored_settings, with_shares
from .slices import Slice, part_folders
from .sources import Source

MOST_PARTS = 64
_FEWEST_PARTS = 8
_ROWS_OF_A_PART = 1000
"""Beyond the fewest parts: each costs a few hundredths of a second."""
_FEWEST_ROWS = 20
_ROUNDS = 3
_BUDGET = ("max_requests", "max_tokens_total", "max_minutes")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class PartOutcome:
    """How a part ended."""

    stopped: EvalwrightError | None = None
    interrupted: bool = False


@dataclass
class AskPart:
    """What a worker does: one part, in the run directory that it shares with the others."""

    config: EvalConfig
    folder: str
    """Where the command was given."""
    variables: Mapping[str, str] = field(repr=False)
    """Those that the settings name, which may hold keys."""
    sources: list[Source] | None = None
    """Looked through when this worker does its first part."""
    files: ExitStack = field(default_factory=ExitStack, repr=False)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "sources": None, "files": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state, files=ExitStack())

    def __call__(self, part: Slice) -> PartOutcome:
        from .execution import execute
        from .survey_all import surveyed

        os.environ.update(self.variables)
        if os.getcwd() != self.folder:  # noqa: PTH109 - compared as text
            os.chdir(self.folder)
        config = replace(self.config, slice=part, show_progress=False)
        try:
            if self.sources is None:
                self.sources = surveyed(config, [self.files.enter_context(as_file(path)) for path in config.data])
            with execute(config, sources=[replace(source, part=part) for source in self.sources]) as run:
                return PartOutcome(run.stopped, run.interrupted)
        except UsageError as error:
            return PartOutcome(error)


def ask_by_workers(
    config: EvalConfig, sources: Sequence[Source], executor: Executor, tell: Callable[[str], None]
) -> bool:
    """Have all parts of a run done that are not finished; whether the user stopped it. The run must be ours alone."""
    parts = parts_of_data(sources, executor.workers)
    _check_shareable(config, parts[0])
    finish_adopting(config.run)
    _wait_for_earlier(config.run, tell)
    names = {part.folder for part in parts}
    adopt_parts(config.run, wanted=lambda folder: folder.name not in names)
    mark = part_file(config, [source.sha256 for source in sources])["mark"]
    due = len(config.models) * sum(source.askable for source in sources)
    try:
        with _shown_progress(config, executor, due):
            _do_parts(config, [part for part in parts if not _is_done(part.path(config.run), mark)], executor)
    except KeyboardInterrupt:
        return True
    return False


def parts_of_data(sources: Sequence[Source], workers: int) -> list[Slice]:
    """The parts of an evaluation, by its data alone; `workers` do them."""
    rows = max(source.rows for source in sources)
    count = max(1, min(MOST_PARTS, _FEWEST_PARTS + rows // _ROWS_OF_A_PART, rows // _FEWEST_ROWS))
    return [Slice(number, count, workers) for number in range(count)]


def _check_shareable(config: EvalConfig, part: Slice) -> None:
    for name in _BUDGET:
        if getattr(config, name) is not None:
            raise UsageError.named("parts.budget", option=f"--{name.replace('_', '-')}")
    with_shares(replace(config, slice=part, fresh=False))


def _wait_for_earlier(run: Path, tell: Callable[[str], None]) -> None:
    """Wait until no worker of an earlier command has a part: what it may still send is within its share."""
    for _, folder in part_folders(run):
        waiting = localized("eval.waits_for_worker", folder=folder, holder="{holder}")
        with ExitStack() as stack:
            stack.enter_context(
                sole_writer(folder, lambda holder, said=waiting: tell(said.replace("{holder}", holder)))  # type: ignore[misc]
            )


def _is_done(folder: Path, mark: str) -> bool:
    with suppress(EvalwrightError):
        about = read_part(folder)
        return about is not None and about["finished"] and about["mark"] == mark
    return False


def _do_parts(config: EvalConfig, parts: Sequence[Slice], executor: Executor) -> None:
    """Do the parts; those whose worker was told to end are done again. Who asks nothing more is asked by us alone."""
    doing = AskPart(replace(config, run=config.run.absolute(), fresh=False), os.getcwd(), _named_variables(config))  # noqa: PTH109
    for _ in range(_ROUNDS):
        again = []
        with closing(_part_outcomes(executor, doing, parts)) as outcomes:
            for part, outcome in outcomes:
                if outcome.stopped is not None:
                    return
                if outcome.interrupted:
                    again.append(part)
        parts = again


def _part_outcomes(
    executor: Executor, doing: AskPart, parts: Sequence[Slice]
) -> Generator[tuple[Slice, PartOutcome], None, None]:
    yield from zip(parts, executor.map_in_order(doing, parts), strict=True)


def _named_variables(config: EvalConfig) -> dict[str, str]:
    """The variables of this process that the settings name: another machine does not have them."""
    names = {config.api_key_env, *_VARIABLE.findall(repr(stored_settings(config)))}
    return {name: os.environ[name] for name in names if name in os.environ}


@contextmanager
def _shown_progress(config: EvalConfig, executor: Executor, due: int) -> Iterator[None]:
    """One display for all workers: how many answers stand in the journals of the parts."""
    if not config.show_progress:
        yield
        return
    progress = Progress(localized("eval.by_workers", workers=executor.workers), due, show=True)
    ended = threading.Event()
    thread = threading.Thread(target=_watch_journals, args=(config.run, progress, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _watch_journals(run: Path, progress: Progress, ended: threading.Event) -> None:
    read: dict[Path, tuple[int, int]] = {}
    while not ended.wait(progress.seconds):
        for folder in (run, *(folder for _, folder in part_folders(run))):
            for path in folder.glob("predictions/*/*.jsonl"):
                read[path] = _lines_in(path, *read.get(path, (0, 0)))
        progress.done = sum(lines for _, lines in read.values())
        progress.draw()


def _lines_in(path: Path, at: int, lines: int) -> tuple[int, int]:
    """How far a journal was read, and how many lines that were."""
    with suppress(OSError), path.open("rb") as stream:
        stream.seek(at)
        while chunk := stream.read(1 << 20):
            at, lines = at + len(chunk), lines + chunk.count(b"\n")
    return at, lines
