"""Carrying out an evaluation: every model is asked every source, and every answer is scored.

Out of it come predictions and reviews in the run directory, and a `Run` that says what was scored and what is
missing. Numbers over the reviews, with their intervals, are made by `report`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evalwright.data import as_file, claim_run_folder, seldom_collected
from evalwright.engine import Journal, sole_writer
from evalwright.errors import EvalwrightError, StorageError, UsageError
from evalwright.models import Model, make_model

from .ask import NOT_ASKED, Answers, ask
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

    @property
    def incomplete(self) -> bool:
        """Whether some item has no answer."""
        return self.stopped is not None or any(part.failures for part in self.scored)


@contextmanager
def execute(config: EvalConfig) -> Iterator[Run]:
    """Ask and score. The run directory stays locked until the block ends, so that reports can be written."""
    with ExitStack() as stack:
        stack.enter_context(seldom_collected())
        models = _models(config)
        judge = _judge(config)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = [
            survey(file, limit=config.limit, copies=config.copies, skip_bad_rows=config.skip_bad_rows)
            for file in data_files(config, paths)
        ]
        claim_run_folder(config.run, [source.path for source in sources])
        run = Run(RunDir(config.run), sources=sources)
        new = not config.run.exists()
        run.directory.make()
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
        answers = ask(source, model, journal, config)
        _note_end(run, answers)
        judgements = None
        if judge is not None and isinstance(source.task, Judged) and not run.interrupted:
            verdicts = Journal(directory.judgements(model.name, source.dataset, source.subset))
            stack.callback(verdicts.close)
            judgements = _ask_judge(judge, source, answers, verdicts, config)
            _note_end(run, judgements)
        if not run.interrupted:
            reviews = directory.reviews(model.name, source.dataset, source.subset)
            run.scored.append(score(source, answers, model.name, reviews, judge, judgements))


def _judge(config: EvalConfig) -> Judge | None:
    if config.strategy is Strategy.RULE:
        return None
    from .judges import make_judge

    return make_judge(config)


def _ask_judge(judge: Judge, source: Source, answers: Answers, journal: Journal, config: EvalConfig) -> Answers:
    from .judges import ask_judge

    return ask_judge(judge, source, answers, journal, config)


def _note_end(run: Run, answers: Answers) -> None:
    """Remember how asking ended; refused before its first answer, the run is a wrong setting and not incomplete."""
    if isinstance(answers.outcome.stopped, StorageError):
        raise answers.outcome.stopped  # a disk that takes no results takes no reviews either
    run.interrupted = run.interrupted or answers.outcome.interrupted
    run.stopped = run.stopped or answers.outcome.stopped
    if answers.outcome.stopped and all(offset == NOT_ASKED for offset in answers.offsets):
        raise _as_usage(answers.outcome.stopped)


def _as_usage(error: EvalwrightError) -> EvalwrightError:
    """A run that was refused before its first answer is a wrong setting, not an incomplete run."""
    return UsageError(error.message, cure=error.cure)


def _models(config: EvalConfig) -> list[Model]:
    headers = mapping((config.generation_config or {}).get("extra_headers"), "extra_headers")
    key = secret(config.api_key, "api_key")
    made = [
        make_model(
            text,
            api_url=config.api_url,
            api_key_env=config.api_key_env,
            api_key=key,
            headers=headers,
            stream=config.streams,
        )
        for text in config.models
    ]
    names = config.model_names or [model.name for model in made]
    for model, text, name in zip(made, config.models, names, strict=True):
        model.name = name if list(names).count(name) == 1 else text
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
            with suppress(OSError):  # the parent may hold other runs
                path.parent.rmdir()
        raise
