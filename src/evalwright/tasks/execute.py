"""Carrying out an evaluation: every model is asked every source, and every answer is scored.

Out of it come predictions and reviews in the run directory, and a `Run` that says what was scored and what is
missing. Numbers over the reviews, with their intervals, are made by `report`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evalwright.data import as_file, escaped, seldom_collected
from evalwright.engine import Budget, Journal, sole_writer
from evalwright.errors import EvalwrightError, RunPausedError, StorageError, UsageError
from evalwright.models import Access, Model, make_models, read_served
from evalwright.secrecy import shown_address
from evalwright.text import localized

from .ask import Answers, ask
from .config import EvalConfig
from .datasets import data_files
from .fields import mapping, secret
from .run_dir import RunDir
from .score import Scored, score
from .sources import Source, survey
from .strategy import Judged, Strategy

if TYPE_CHECKING:
    from .judging import Judge


@dataclass(slots=True)
class Run:
    """What an evaluation left behind."""

    directory: RunDir
    scored: list[Scored] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    stopped: EvalwrightError | None = None
    """Why the run ended early, where it did."""
    interrupted: bool = False
    budget: Budget = field(default_factory=Budget)

    @property
    def incomplete(self) -> bool:
        """Whether some item has no answer, or some answer no verdict though the judge was to give one."""
        return self.stopped is not None or any(part.failures or part.judge_failures for part in self.scored)


@contextmanager
def execute(config: EvalConfig) -> Iterator[Run]:
    """Ask and score. The run directory stays locked until the block ends, so that reports can be written."""
    with ExitStack() as stack:
        stack.enter_context(seldom_collected())
        if config.private:
            stack.enter_context(_for_nobody_else())
        models = models_of(config)
        judge = judge_of(config, models)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = [
            survey(file, limit=config.limit, copies=config.copies, skip_bad_rows=config.skip_bad_rows)
            for file in data_files(config, paths)
        ]
        run = Run(RunDir(config.run), sources=sources, budget=config.budget())
        new = not config.run.exists()
        run.directory.make()
        if config.private:
            config.run.chmod(0o700)
        stack.enter_context(sole_writer(config.run))
        if new:
            stack.enter_context(_removed_if_empty(config.run))
        run.directory.write_config(config, models, sources, judge)
        _work_through(run, config, models, judge)
        yield run


def _work_through(run: Run, config: EvalConfig, models: list[Model], judge: Judge | None) -> None:
    for model in models:
        for source in run.sources:
            _one(run, config, model, source, judge)
            if run.stopped or run.interrupted:
                return


def _one(run: Run, config: EvalConfig, model: Model, source: Source, judge: Judge | None) -> None:
    """One model on one source: ask, ask the judge, score."""
    directory = run.directory
    with ExitStack() as stack:
        journal = Journal(directory.predictions(model.name, source.dataset, source.subset))
        stack.callback(journal.close)
        answers = ask(source, model, journal, config, run.budget)
        _note_end(run, answers)
        judgements = None
        if judge is not None and isinstance(source.task, Judged) and not run.interrupted:
            verdicts = Journal(directory.judgements(model.name, source.dataset, source.subset))
            stack.callback(verdicts.close)
            judgements = _ask_judge(judge, source, answers, verdicts, config, run.budget)
            _note_end(run, judgements, refused=not answers.good)
        if not run.interrupted:
            reviews = directory.reviews(model.name, source.dataset, source.subset)
            run.scored.append(score(source, answers, model.name, reviews, judge, judgements))


def judge_of(config: EvalConfig, models: list[Model]) -> Judge | None:
    """The judge of an evaluation, where one is to be asked."""
    if config.strategy is Strategy.RULE:
        return None
    from .judges import make_judge

    judge = make_judge(config, models)
    _warn_of_open_ways(config, [judge.model])
    return judge


def _ask_judge(
    judge: Judge, source: Source, answers: Answers, journal: Journal, config: EvalConfig, budget: Budget
) -> Answers:
    from .judges import ask_judge

    return ask_judge(judge, source, answers, journal, config, budget)


def _note_end(run: Run, answers: Answers, *, refused: bool = True) -> None:
    """Remember how asking ended; `refused` before its first answer, the run is a wrong setting and not incomplete."""
    if isinstance(answers.outcome.stopped, StorageError):
        raise answers.outcome.stopped  # a disk that takes no results takes no reviews either
    run.interrupted = run.interrupted or answers.outcome.interrupted
    run.stopped = run.stopped or answers.outcome.stopped
    stopped = answers.outcome.stopped
    if stopped and refused and not answers.good and not run.scored and not isinstance(stopped, RunPausedError):
        raise _as_usage(stopped)


def _as_usage(error: EvalwrightError) -> EvalwrightError:
    """A run that was refused before its first answer is a wrong setting, not an incomplete run."""
    return UsageError(error.message, cure=error.cure)


def models_of(config: EvalConfig) -> list[Model]:
    """The models of an evaluation, each under its own name."""
    headers = mapping((config.generation_config or {}).get("extra_headers"), "extra_headers")
    access = Access(config.api_url, config.api_key_env, secret(config.api_key, "api_key"), headers)
    made = make_models(config.models, access, stream=config.streams)
    names = config.model_names or [model.name for model in made]
    for model, text, name in zip(made, config.models, names, strict=True):
        model.name = name if list(names).count(name) == 1 else _with_address(text)
    if len({model.name for model in made}) < len(made):
        raise UsageError("the same model is named twice", cure="Name each model once")
    _warn_of_open_ways(config, made)
    return made


def _with_address(text: str) -> str:
    """The name of a model that shares its own with another: with its address, but with nothing that is a key."""
    served = read_served(text, None)
    return served.shown if served is not None else shown_address(text)


def _warn_of_open_ways(config: EvalConfig, models: list[Model]) -> None:
    """Say where a key is sent for everyone on the way to read."""
    for model in models:
        address = getattr(model, "open_way", None)
        if address and config.show_progress:
            print(localized("secrets.travels_openly", address=escaped(address)), file=sys.stderr)


@contextmanager
def _for_nobody_else() -> Iterator[None]:
    """Files that are made meanwhile can be read by their owner alone."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def _removed_if_empty(path: Path) -> Iterator[None]:
    """Take a new run directory away again if the run failed before the first result."""
    import shutil

    try:
        yield
    except EvalwrightError:
        if not any(b'"sample"' in file.read_bytes() for file in path.glob("predictions/*/*") if file.is_file()):
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):  # the parent may hold other runs
                path.parent.rmdir()
        raise
