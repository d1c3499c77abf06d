"""Carrying out an evaluation: every model is asked every source, and every answer is scored.

Out of it come predictions and reviews in the run directory, and a `Run` that says what was scored and what is
missing. Numbers over the reviews, with their intervals, are made by `report`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from evalwright.data import as_file
from evalwright.engine import Journal, sole_writer
from evalwright.errors import EvalwrightError, UsageError
from evalwright.models import Model, make_model

from .ask import ask
from .config import EvalConfig
from .run_dir import RunDir
from .score import Scored, score
from .sources import Source, open_sources


@dataclass(slots=True)
class Run:
    """What an evaluation left behind."""

    directory: RunDir
    scored: list[Scored] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    stopped: EvalwrightError | None = None
    """Why the run ended early, where it did."""
    interrupted: bool = False

    @property
    def incomplete(self) -> bool:
        """Whether some item has no answer."""
        return self.stopped is not None or any(part.failures for part in self.scored)


@contextmanager
def execute(config: EvalConfig) -> Iterator[Run]:
    """Ask and score. The run directory stays locked until the block ends, so that reports can be written."""
    with ExitStack() as stack:
        models = _models(config)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = open_sources(
            paths, config.task, config.task_options, limit=config.limit, skip_bad_rows=config.skip_bad_rows
        )
        run = Run(RunDir(config.run), sources=sources)
        new = not config.run.exists()
        run.directory.make()
        stack.enter_context(sole_writer(config.run))
        if new:
            stack.enter_context(_removed_if_empty(config.run))
        run.directory.write_config(config, models, sources)
        _work_through(run, config, models)
        yield run


def _work_through(run: Run, config: EvalConfig, models: list[Model]) -> None:
    for model in models:
        for source in run.sources:
            _one(run, config, model, source)
            if run.stopped or run.interrupted:
                return


def _one(run: Run, config: EvalConfig, model: Model, source: Source) -> None:
    directory = run.directory
    journal = Journal(directory.predictions(model.name, source.task.name, source.subset))
    try:
        answers = ask(source, model, journal, config)
        run.stopped = answers.outcome.stopped
        run.interrupted = answers.outcome.interrupted
        nothing = all(offset < 0 for offset in answers.offsets)
        if run.stopped and nothing:
            raise _as_usage(run.stopped)
        if not run.interrupted:
            reviews = directory.reviews(model.name, source.task.name, source.subset)
            run.scored.append(score(source, answers, model.name, reviews))
    finally:
        journal.close()


def _as_usage(error: EvalwrightError) -> EvalwrightError:
    """A run that was refused before its first answer is a wrong setting, not an incomplete run."""
    return UsageError(error.message, cure=error.cure)


def _models(config: EvalConfig) -> list[Model]:
    made = [make_model(text, api_url=config.api_url, api_key_env=config.api_key_env) for text in config.models]
    names = [model.name for model in made]
    for model, text in zip(made, config.models, strict=True):
        if names.count(model.name) > 1:
            model.name = text
    if len({model.name for model in made}) < len(made):
        raise UsageError("the same model is named twice", cure="Name each model once")
    return made


@contextmanager
def _removed_if_empty(path: Path) -> Iterator[None]:
    """Take a new run directory away again if the run failed before the first result."""
    import shutil

    try:
        yield
    except EvalwrightError:
        if not any(file.is_file() and file.stat().st_size for file in path.glob("predictions/*/*")):
            shutil.rmtree(path, ignore_errors=True)
        raise
