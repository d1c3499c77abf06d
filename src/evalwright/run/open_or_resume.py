"""Opening a run directory for writing: made or found, locked, checked, and told what this command adds to it.

What a command would change is looked at before anything is touched. Where it ends before its first answer (a wrong
key), all that it put there goes again, and nothing else does.
"""

from __future__ import annotations

import itertools
import os
import platform
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright._version import __version__
from evalwright.chat import JsonObject
from evalwright.data import claim_run_folder, dumps_pretty, sha256_of, write_atomic
from evalwright.engine import sole_writer
from evalwright.errors import EvalwrightError, InputError
from evalwright.models import Model
from evalwright.rundir import (
    CONFIG,
    FORMAT,
    ConfigDocument,
    DataConfig,
    OlderNames,
    PartConfig,
    PartName,
    PrivateMark,
    RunConfig,
    RunDir,
    RunDocument,
    make_run_dir,
    not_a_folder,
    read_run_config,
    run_document,
)
from evalwright.secrecy import redacted_tree

from .config import EvalConfig
from .run_growth import changed_data, check_growth, check_places, data_of, merged, name_in_run, parts_of, with_kept
from .sources import Source

if TYPE_CHECKING:
    from .judging import Judge


@dataclass(slots=True)
class OpenRun:
    """A run directory that this process writes to."""

    directory: RunDir
    config: EvalConfig
    before: RunConfig | None
    models: Sequence[Mapping[str, Any]]
    data: Sequence[DataConfig]
    parts: Sequence[PartConfig]
    """What is asked now."""
    private: bool = False
    remarks: Sequence[str] = ()
    """What changed since the run was last written, in sentences."""
    pending: set[PartName] = field(default_factory=set)
    """Parts that have scores of another time: until they are scored anew, config.json goes on describing those."""
    changed: frozenset[PartName] = frozenset()
    """Parts that were asked before, from another state of their data file."""
    asked: tuple[Sequence[Model], Judge | None] = ((), None)
    """Who is asked, and who judges."""
    created: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))

    @property
    def others(self) -> list[PartConfig]:
        """What the run holds besides."""
        asked = {part.name for part in self.parts}
        return [part for part in self.before.parts if part.name not in asked] if self.before is not None else []

    def settle(self, name: PartName) -> None:
        """A part was scored: from now on config.json describes it as it was asked now."""
        if name in self.pending:
            self.pending.discard(name)
            self.write()

    def describe(self, sources: Sequence[Source]) -> None:
        """Say anew what the data of a new run are, of which not all was known when it began."""
        models, judge = self.asked
        self.parts = parts_of(self.config, models, sources, judge)
        self.data = [data_of(source, self.directory.path, kept=self.config.keep_data) for source in sources]
        self.write()

    def write(self) -> None:
        """Say in config.json what the run holds."""
        with write_atomic(self.directory.path / CONFIG) as out:
            out.write(dumps_pretty(redacted_tree(self._config_document())))

    def _config_document(self) -> ConfigDocument:
        earlier = self.before.document if self.before is not None else {}
        created, name = earlier.get("created"), self.config.name or earlier.get("name")
        policy = self.config.policy
        private: PrivateMark = {"private": True} if self.private else {}
        return {
            "format": FORMAT,
            "name": name if isinstance(name, str) else Path(os.path.abspath(self.directory.path)).name,  # noqa: PTH100
            "created": created if isinstance(created, str) else self.created,
            **private,
            **self._merged_run_document(),
            "asking": {
                "concurrency": self.config.concurrency or "adaptive",
                "tries": policy.tries,
                "timeout": policy.timeout,
                "deadline": policy.deadline,
            },
            "versions": {"evalwright": __version__, "python": platform.python_version()},
        }

    def _merged_run_document(self) -> RunDocument:
        """Models, data and parts: what was there, and what this command has added so far."""
        parts = [part for part in self.parts if part.name not in self.pending]
        unscored = {name[0] for name in self.pending} - {part.name[0] for part in parts}
        models = [model for model in self.models if model["name"] not in unscored]
        known = self.before
        return run_document(
            merged(known.models if known else (), models, lambda model: model.get("name")),
            merged(known.data if known else (), self.data, lambda entry: (entry.dataset, entry.subset)),
            merged(known.parts if known else (), parts, lambda part: part.name),
        )


@contextmanager
def open_run_dir(
    config: EvalConfig, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
) -> Iterator[OpenRun]:
    """The run directory, locked, with a config.json that says what it holds and what is asked now."""
    _known_config(config.run)  # refused before anything is touched
    with ExitStack() as stack:
        path, made = make_run_dir(config.run, fresh=config.fresh, private=config.private)
        claim_run_folder(path, [source.path for source in sources])
        is_new = not (path / ".lock").exists()
        part = config.slice  # a worker takes the place of one that may still live, or be ending
        waiting = _wait_quietly if part is not None and part.workers is not None else None
        stack.enter_context(sole_writer(path, waiting))
        if is_new:
            stack.enter_context(_taken_away_if_empty(path, made))
        run = _looked_at(config, path, models, sources, judge)
        if run.private:
            stack.enter_context(_private_files(path))
        stack.enter_context(_undone_if_nothing_came(run.directory, run.parts))
        _keep(run.directory, sources, run.data)
        run.write()
        yield run


def look_at_run_dir(
    config: EvalConfig, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
) -> RunDir:
    """The files of the run directory as `open_run_dir` would find them; what it would refuse is refused."""
    path, before = config.run, _known_config(config.run)
    if path.exists() and not path.is_dir():
        raise not_a_folder(path)
    claim_run_folder(path, [source.path for source in sources])
    name_in_run(sources, before, path)
    if before is None:
        return RunDir(path)
    directory, parts = before.directory(path), parts_of(config, models, sources, judge)
    check_growth(before, _identities(models), parts, directory, config)
    return directory


def _wait_quietly(holder: str) -> None:
    """Who waits for an earlier worker has nobody to tell."""


def _identities(models: Sequence[Model]) -> list[JsonObject]:
    return [{"name": model.name, **model.identity()} for model in models]


def _looked_at(
    config: EvalConfig, path: Path, models: Sequence[Model], sources: Sequence[Source], judge: Judge | None
) -> OpenRun:
    """What the run holds, what this command adds to it, and whether it may."""
    before, directory = _known_config(path), RunDir(path)
    name_in_run(sources, before, path)
    parts = parts_of(config, models, sources, judge)
    named = _identities(models)
    data = with_kept([data_of(source, path, kept=config.keep_data) for source in sources], before)
    run = OpenRun(directory, config, before, named, data, parts, config.private, asked=(models, judge))
    check_places(directory, [*(before.parts if before else ()), *parts])
    if before is None:
        return run
    if before.format < FORMAT:
        known = OlderNames(part.name for part in before.parts)
        directory.adopt(known.with_unclaimed(part.name for part in parts))
    run.private = config.private or before.document.get("private") is True
    run.changed = changed_data(before, parts)
    run.remarks = check_growth(before, named, parts, directory, config)
    earlier = {part.name: part for part in before.parts if directory.reviews(*part.name).is_file()}
    new_models = {model["name"] for model in named if dict(before.identity(model["name"])) != model}
    for part in parts:
        if part.name in earlier and (part.model in new_models or not part.is_as(earlier[part.name])):
            run.pending.add(part.name)
    return run


def _known_config(path: Path) -> RunConfig | None:
    return read_run_config(path) if (path / CONFIG).is_file() else None


def _keep(directory: RunDir, sources: Sequence[Source], data: Sequence[DataConfig]) -> None:
    """Copy the data files that the run carries into it."""
    for source, entry in zip(sources, data, strict=True):
        target = directory.kept_data(
            entry.dataset, entry.subset, entry.sha256, ".jsonl" if source.passing else source.path.suffix
        )
        if not entry.kept or (target.is_file() and sha256_of(target) == entry.sha256):
            continue
        with source.path.open("rb") as stream, write_atomic(target) as out:
            shutil.copyfileobj(stream, out)
        if sha256_of(target) != entry.sha256:
            target.unlink()
            raise InputError.named("run_dir.data_changed_now", path=source.path)


@contextmanager
def _private_files(path: Path) -> Iterator[None]:
    """Whatever is made in the run is for its owner alone; what is there already becomes so."""
    earlier = os.umask(0o077)
    try:
        for entry in (path, *path.rglob("*")):
            if not entry.is_symlink():
                with suppress(OSError):
                    entry.chmod(0o700 if entry.is_dir() else 0o600)
        yield
    finally:
        os.umask(earlier)


@contextmanager
def _taken_away_if_empty(path: Path, made: Sequence[Path]) -> Iterator[None]:
    """Take away what was made for a new run that failed before anything came of it; the user's folders stay."""
    try:
        yield
    except EvalwrightError:
        if not (path / CONFIG).exists():
            (path / ".lock").unlink(missing_ok=True)
            for folder in reversed(made):
                with suppress(OSError):  # somebody put something there in the meantime
                    folder.rmdir()
        raise


@contextmanager
def _undone_if_nothing_came(directory: RunDir, parts: Sequence[PartConfig]) -> Iterator[None]:
    """Put config.json back as it was, and take away empty files, if a run failed before its first result."""
    config = directory.path / CONFIG
    before = config.read_bytes() if config.is_file() else None
    journals = [
        file for part in parts for file in (directory.predictions(*part.name), directory.judgements(*part.name))
    ]
    sizes = [_size(journal) for journal in journals]
    carried = set(directory.path.glob("data/*"))
    try:
        yield
    except EvalwrightError:
        if not any(_holds_answers(journal, size or 0) for journal, size in zip(journals, sizes, strict=True)):
            _put_back(config, before)
            new = [journal for journal, size in zip(journals, sizes, strict=True) if size is None]
            for file in (*new, *set(directory.path.glob("data/*")) - carried):
                _remove(file, directory.path)
        raise


def _holds_answers(journal: Path, start: int) -> bool:
    """Whether an answer was written behind this place; what failed for one and all is nothing that came."""
    try:
        with journal.open("rb") as stream:
            stream.seek(start)
            return any(b'"sample"' in line for line in stream)
    except OSError:
        return False


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _put_back(config: Path, before: bytes | None) -> None:
    if before is None:
        config.unlink(missing_ok=True)
        return
    with write_atomic(config) as out:
        out.write(before)


def _remove(file: Path, run: Path) -> None:
    """Remove a file, and the folders above it that it leaves empty."""
    file.unlink(missing_ok=True)
    with suppress(OSError):  # others lie beside it
        for folder in itertools.takewhile(lambda folder: folder != run, file.parents):
            folder.rmdir()
