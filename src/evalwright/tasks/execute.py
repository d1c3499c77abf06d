"""Carrying out an evaluation: every model is asked every source, and every answer is scored.

Out of it come predictions and reviews in the run directory, and a `Run` that says what was scored and what is
missing. Numbers over the reviews, with their intervals, are made by `report`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalwright.data import as_file, escaped, seldom_collected
from evalwright.engine import Budget, Journal
from evalwright.errors import EvalwrightError, RunPausedError, StorageError, UsageError
from evalwright.models import Access, Model, make_models, read_served
from evalwright.secrecy import shown_address
from evalwright.text import localized

from .ask import Answers, ask, count_owed
from .config import EvalConfig
from .datasets import data_files
from .fields import mapping, secret
from .opening import OpenRun, open_run_dir
from .run_config import PartConfig
from .run_dir import RunDir
from .score import Scored, score
from .sources import Source, survey
from .statements import scorers_named
from .strategy import Judged, Strategy

if TYPE_CHECKING:
    from .judging import Judge

Tell = Callable[[str], None]
"""Hears a sentence for the user."""


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
    others: Sequence[PartConfig] = ()
    """What the run directory holds besides what was asked now."""
    tell: Tell = lambda remark: None
    unprotected: bool = False
    """Whether it was said that some lines have no checksum."""

    @property
    def incomplete(self) -> bool:
        """Whether some item has no answer, or some answer no verdict though the judge was to give one."""
        return self.stopped is not None or any(part.failures or part.judge_failures for part in self.scored)


@contextmanager
def execute(config: EvalConfig, tell: Tell = lambda remark: None) -> Iterator[Run]:
    """Ask and score. The run directory stays locked until the block ends, so that reports can be written.

    `tell` hears sentences about what is noticed on the way, before anything is asked because of it.
    """
    with ExitStack() as stack:
        stack.enter_context(seldom_collected())
        models = models_of(config)
        judge = judge_of(config, models)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = [
            survey(
                file,
                limit=config.limit,
                copies=config.copies,
                skip_bad_rows=config.skip_bad_rows,
                scorers=scorers_named(config.scorers),
            )
            for file in data_files(config, paths)
        ]
        opened = stack.enter_context(open_run_dir(config, models, sources, judge))
        run = Run(opened.directory, sources=sources, others=opened.others, tell=tell, budget=config.budget())
        for remark in opened.remarks:
            tell(remark)
        work = _Work(run, opened, config, judge)
        _work_through(work, models)
        yield run


@dataclass(frozen=True, slots=True)
class _Work:
    """What stays the same while one model after the other is asked."""

    run: Run
    opened: OpenRun
    config: EvalConfig
    judge: Judge | None


def _work_through(work: _Work, models: list[Model]) -> None:
    for model in models:
        for source in work.run.sources:
            _one(work, model, source)
            if work.run.stopped or work.run.interrupted:
                return


def _one(work: _Work, model: Model, source: Source) -> None:
    """One model on one source: ask, ask the judge, score."""
    run, config, judge = work.run, work.config, work.judge
    directory, name = run.directory, (model.name, source.dataset, source.subset)
    with ExitStack() as stack:
        journal = Journal(directory.predictions(*name), directory.path)
        stack.callback(journal.close)
        if name in work.opened.changed:
            owed = count_owed(source, model, journal, config)
            run.tell(localized("run_dir.data_changed", path=source.path, owed=owed, due=source.askable))
        answers = ask(source, model, journal, config, run.budget)
        _note_unprotected(run, answers)
        _note_end(run, answers)
        judgements = None
        if judge is not None and isinstance(source.task, Judged) and not run.interrupted:
            verdicts = Journal(directory.judgements(*name), directory.path)
            stack.callback(verdicts.close)
            judgements = _ask_judge(judge, source, answers, verdicts, config, run.budget)
            _note_end(run, judgements, refused=not answers.good)
        if not run.interrupted:
            run.scored.append(score(source, answers, model, directory.reviews(*name), judge, judgements))
            work.opened.settle(name)


def _note_unprotected(run: Run, answers: Answers) -> None:
    """Say once that some of the answers were written by a version without checksums."""
    if answers.unprotected and not run.unprotected:
        run.unprotected = True
        run.tell(localized("run_dir.unprotected", path=answers.journal.path, n=answers.unprotected))


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
        raise UsageError.named("tasks.same_model")
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
