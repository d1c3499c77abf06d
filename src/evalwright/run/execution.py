"""Carrying out an evaluation: every model is asked every source, and every answer is scored.

Out of it come predictions and reviews in the run directory, and a `Run` that says what was scored and what is
missing. Numbers over the reviews, with their intervals, are made by `report`.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from evalwright.data import as_file, paused_gc
from evalwright.engine import Budget, Journal
from evalwright.errors import EvalwrightError, RunPausedError, RunStoppedError, StorageError, UsageError
from evalwright.executor import Executor
from evalwright.models import Access, Model, make_models, read_served
from evalwright.rundir import PartConfig, PartName, RunDir
from evalwright.secrecy import shown_address
from evalwright.tasks import Judged, Strategy, mapping, secret, stated
from evalwright.text import escaped, localized

from .adopt_parts import adopt_parts
from .ask import Answers, ask, count_owed
from .collect_reviews import Executing, Judging, Scored, score
from .config import EvalConfig
from .kept_reviews import open_kept
from .open_or_resume import OpenRun, open_run_dir
from .parts import PART_FILE, is_finished, part_of_run, with_shares, write_part
from .seal import asked_digest, hash_of_config, sealed_before
from .sources import Source
from .stops import Stops
from .survey_all import surveyed

if TYPE_CHECKING:
    from evalwright.effects import EffectPass

    from .criteria_pass import CriteriaPass, PartCriteria
    from .judging import Judge

_LOOKED_AT = 100
"""Rows that show what all are like."""
Tell = Callable[[str], None]
"""Hears a sentence for the user."""


@dataclass(slots=True)
class Run:
    """What an evaluation left behind."""

    directory: RunDir
    scored: list[Scored] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    stopped: EvalwrightError | None = None
    """Why the run, or the first of its models that did, ended early."""
    interrupted: bool = False
    budget: Budget = field(default_factory=Budget)
    others: Sequence[PartConfig] = ()
    """What the run directory holds besides what was asked now."""
    tell: Tell = lambda remark: None
    seal: str | None = None
    """The hash of what was asked, where a seal may say that it is done."""
    sealed: bool = False
    """Whether all was done before, and is as it was: nothing was graded."""
    graded_before: bool = False
    """Whether all that was answered before was graded, and is as it was: only what is new is graded."""
    unprotected: bool = False
    """Whether it was said that some lines have no checksum."""

    @property
    def incomplete(self) -> bool:
        """Whether some item has no answer, or some answer no verdict though the judge was to give one."""
        return self.stopped is not None or any(
            part.failures or part.judge_failures or part.criteria_failures for part in self.scored
        )


@contextmanager
def execute(
    config: EvalConfig,
    tell: Tell = lambda remark: None,
    executor: Executor | None = None,
    sources: list[Source] | None = None,
) -> Iterator[Run]:
    """Ask and score. The run directory stays locked until the block ends, so that reports can be written.

    `tell` hears sentences about what is noticed on the way, before anything is asked because of it. `executor`: its
    workers ask. `sources`: the data, where it was looked through before.
    """
    with ExitStack() as stack:
        stack.enter_context(paused_gc())
        given, config = config, with_shares(config)
        models = models_of(config)
        judge = judge_of(config, models)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = surveyed(config, paths, () if executor else models) if sources is None else sources
        _check_askable(models, sources, tell)
        effects = _open_effects(config, stack)
        grading = _open_criteria(config, models, stack)
        earlier = hash_of_config(config.run)
        about = stack.enter_context(part_of_run(config, given, [source.sha256 for source in sources]))
        opened = stack.enter_context(open_run_dir(config, models, sources, judge))
        run = Run(opened.directory, sources=sources, others=opened.others, tell=tell, budget=config.budget())
        run.seal = asked_digest(config, opened, sources) if about is None else None
        before = None if run.seal is None else sealed_before(run.directory.path, run.seal, earlier)
        run.sealed = before is not None and before["complete"]
        run.graded_before = before is not None
        if about is not None:
            write_part(config.run, about, finished=False)
        elif executor is not None and not config.only_known and not run.sealed:
            from .ask_by_workers import ask_by_workers

            run.interrupted = ask_by_workers(replace(config, run=opened.directory.path), sources, executor, tell)
            config = replace(config, counts_errors=True)
        if about is None and not run.interrupted and not run.sealed:
            adopt_parts(opened.directory.path, merging=PART_FILE if config.asks_nobody else None)
        for remark in opened.remarks:
            tell(remark)
        work = _Work(run, opened, config, judge, effects, grading)
        if run.sealed:
            run.scored = [_as_before(run, model, source) for model in models for source in sources]
        elif not run.interrupted:
            _work_through(work, models)
        if about is not None:
            write_part(config.run, about, finished=is_finished(run))
        yield run


def _open_effects(config: EvalConfig, stack: ExitStack) -> EffectPass | None:
    """What executes answers, where that is wanted."""
    if config.environment is None:
        return None
    from evalwright.effects import open_effects  # late, as all that most runs do without

    return stack.enter_context(open_effects(config.environment))


def _open_criteria(config: EvalConfig, models: list[Model], stack: ExitStack) -> CriteriaPass | None:
    """What grades by testing criteria, where there are any."""
    criteria = config.testing_criteria()
    if not criteria:
        return None
    from .criteria_judges import criterion_judges
    from .criteria_pass import open_criteria

    judges = criterion_judges(criteria, config, models)
    _warn_of_open_ways(config, [each.asked for each in judges])
    return stack.enter_context(open_criteria(criteria, judges, unsafe=config.unsafe_python))


def _as_before(run: Run, model: Model, source: Source) -> Scored:
    """A part that was done before, and is whole."""
    reviews = run.directory.reviews(model.name, source.dataset, source.subset)
    return Scored(model.name, source.dataset, source.subset, source.task, reviews, tuple(source.metrics))


def _check_askable(models: Sequence[Model], sources: Sequence[Source], tell: Tell) -> None:
    """Refuse rows that nothing is asked about, and say where rows that should answer themselves hold no answer."""
    kinds = {model.identity().get("kind") for model in models}
    for source in sources:
        if not getattr(source.task, "by_criteria", False):
            continue
        first = [question for _, _, question in itertools.islice(source.questions(), _LOOKED_AT)]
        if kinds - {"recorded", "replay"} and any(not question.messages for question in first):
            raise UsageError.named("criteria.nothing_to_ask", path=source.path, task=source.task.name)
        if "recorded" in kinds and first and all(question.sample is None for question in first):
            tell(localized("notes.no_samples", path=source.path))


@dataclass(frozen=True, slots=True)
class _Work:
    """What stays the same while one model after the other is asked."""

    run: Run
    opened: OpenRun
    config: EvalConfig
    judge: Judge | None
    effects: EffectPass | None = None
    criteria: CriteriaPass | None = None
    stops: Stops = field(default_factory=Stops)
    refused: list[_Asked] = field(default_factory=list)
    """Those who answered nothing, while nobody else has: a run of none but these is a wrong setting."""
    held: ExitStack = field(default_factory=ExitStack)
    """The journals of those."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One model on one source, after it was asked."""

    model: Model
    source: Source
    answers: Answers
    kept: int = 0
    """Bytes of the journal whose answers were graded before."""

    @property
    def name(self) -> PartName:
        return self.model.name, self.source.dataset, self.source.subset


def _work_through(work: _Work, models: list[Model]) -> None:
    """Ask every model every source. A model that fails is passed over from then on; the others are asked."""
    run = work.run
    with work.held:
        for model in models:
            for source in run.sources:
                _one(work, model, source)
                if run.interrupted:
                    return
            _tell_of_stop(work, models, model)
        if work.refused and not run.scored:
            raise _as_usage(work.refused[0].answers.outcome.stopped)
        for asked in work.refused:
            _finish(work, asked)
    places = [(model.name, source.dataset, source.subset) for model in models for source in run.sources]
    run.scored.sort(key=lambda part: places.index((part.model, part.dataset, part.subset)))


def _one(work: _Work, model: Model, source: Source) -> None:
    """One model on one source: ask, ask the judge, score."""
    run, config, name = work.run, work.config, (model.name, source.dataset, source.subset)
    with ExitStack() as stack:
        journal = Journal(run.directory.predictions(*name), run.directory.path)
        stack.callback(journal.close)
        kept = journal.path.stat().st_size if run.graded_before and journal.path.is_file() else 0
        if name in work.opened.changed:
            owed = count_owed(source, model, journal, config)
            run.tell(localized("run_dir.data_changed", path=source.path, owed=owed, due=source.askable))
        ongoing = source.ongoing
        asked = _Asked(model, source, _answers_of_model(work, model, source, journal), kept)
        if ongoing is not None and source.ongoing is None:
            work.opened.describe(run.sources)
            run.seal = asked_digest(config, work.opened, run.sources)
        _note_unprotected(run, asked.answers)
        _note_end(run, asked.answers)
        work.stops.note(model, asked.answers.outcome.stopped)
        if _is_refused(run, asked.answers):
            work.refused.append(asked)
            work.held.push(stack.pop_all())
        elif not run.interrupted:
            _finish(work, asked)


def _answers_of_model(work: _Work, model: Model, source: Source, journal: Journal) -> Answers:
    """The answers of a model; what the journal knows where it is not asked, or cannot be."""
    why_not = work.stops.why_not(model)
    try:
        if why_not is None:
            return ask(source, model, journal, work.config, work.run.budget)
    except UsageError as error:  # it cannot be reached, or loaded: that is no matter of the others
        kind = "unreachable" if hasattr(model, "origin") else "unusable"
        why_not = RunStoppedError(error.message, cure=error.cure).caused_by(kind)
    answers = ask(source, model, journal, work.config, work.run.budget, only_known=True)
    answers.outcome.stopped = why_not
    return answers


def _is_refused(run: Run, answers: Answers) -> bool:
    """Whether this model was refused before its first answer, as everybody so far."""
    stopped = answers.outcome.stopped
    return bool(stopped and not answers.good and not run.scored and not isinstance(stopped, RunPausedError))


def _finish(work: _Work, asked: _Asked) -> None:
    """Ask the judge about the answers, and score them."""
    run, judge, source, answers = work.run, work.judge, asked.source, asked.answers
    directory = run.directory
    with ExitStack() as stack:
        judgements = None
        if judge is not None and isinstance(source.task, Judged):
            verdicts = Journal(directory.judgements(*asked.name), directory.path)
            stack.callback(verdicts.close)
            judgements = _ask_judge(work, judge, source, answers, verdicts)
            _note_end(run, judgements)
            work.stops.note_judge(judge.model, judgements.outcome.stopped)
        graded = _ask_criteria(work, asked, stack)
        if not run.interrupted:
            if _asks_alone(work.config):
                return
            reviews = directory.reviews(*asked.name)
            executing = _executing(work, asked)
            judging = Judging(judge, judgements)
            with open_kept(reviews, asked.kept if source.copies == 1 else 0) as kept:
                scored = score(source, answers, asked.model, reviews, judging, executing, graded, kept)
            run.scored.append(scored)
            work.opened.settle(asked.name)


def _asks_alone(config: EvalConfig) -> bool:
    """Whether somebody else scores."""
    return config.slice is not None and config.slice.workers is not None


def _ask_criteria(work: _Work, asked: _Asked, stack: ExitStack) -> PartCriteria | None:
    """Ask the judges of criteria about the answers, one criterion after the other."""
    if work.criteria is None:
        return None
    from .criteria_judges import JudgeRound, ask_criterion

    words = {}
    round = JudgeRound(asked.source, asked.answers, work.config, work.run.budget)
    for judge in work.criteria.judges:
        if work.run.interrupted:
            break
        journal = Journal(work.run.directory.criterion(asked.name, judge.name), work.run.directory.path)
        stack.callback(journal.close)
        stopped = work.stops.why_not_criterion(judge.name, judge.asked)
        words[judge.name] = ask_criterion(judge, round, journal, stopped)
        _note_end(work.run, words[judge.name])
        work.stops.note_criterion(judge.name, judge.asked, words[judge.name].outcome.stopped)
    return work.criteria.part(words)


def _executing(work: _Work, asked: _Asked) -> Executing | None:
    """How answers are graded by effect, where that is wanted and the task is about calls."""
    if work.effects is None or not stated(asked.source.task.name, "of_items", False):
        return None
    return Executing(work.effects, work.run.directory.effects(*asked.name))


def _tell_of_stop(work: _Work, models: list[Model], model: Model) -> None:
    """Say why a model is not asked any further, where the next ones are."""
    why_not, later = work.stops.why_not(model), models[models.index(model) + 1 :]
    if why_not is not None and any(work.stops.why_not(each) is None for each in later):
        work.run.tell(localized("eval.others_go_on", model=escaped(model.name), why=str(why_not)))


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


def _ask_judge(work: _Work, judge: Judge, source: Source, answers: Answers, journal: Journal) -> Answers:
    from .judges import ask_judge

    stopped = work.stops.why_not_judge(judge.model)
    return ask_judge(judge, source, answers, journal, work.config, work.run.budget, stopped)


def _note_end(run: Run, answers: Answers) -> None:
    """Remember how asking ended."""
    if isinstance(answers.outcome.stopped, StorageError):
        raise answers.outcome.stopped  # a disk that takes no results takes no reviews either
    run.interrupted = run.interrupted or answers.outcome.interrupted
    run.stopped = run.stopped or answers.outcome.stopped


def _as_usage(error: EvalwrightError | None) -> EvalwrightError:
    """A run that was refused before its first answer is a wrong setting, not an incomplete run."""
    assert error is not None  # who was refused was stopped
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
