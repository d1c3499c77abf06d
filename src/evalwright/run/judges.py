"""Setting up a judge from `judge_model_args`, and asking it about every answer that a task wants judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict

import orjson

from evalwright.chat import JsonObject
from evalwright.engine import Budget, Journal
from evalwright.errors import EvalwrightError, RunStoppedError, UsageError
from evalwright.models import Access, Model, ServedModel, make_models, named_key, read_served
from evalwright.scoring import VerdictRules, check_template
from evalwright.secrecy import Secret
from evalwright.tasks import Judged, mapping, secret
from evalwright.text import escaped, localized

from .ask import Answers, Asked, Asking, collect
from .config import EvalConfig, sent_settings
from .judging import Judge, JudgeModel
from .sources import Source


class JudgeSettings(TypedDict, total=False):
    """What a user may say of a judge, in `judge_model_args`."""

    model_id: str
    api_url: str | None
    api_key: str | None
    api_key_env: str | None
    generation_config: Mapping[str, Any] | None
    score_type: Any
    """`pattern` or `numeric`, which `VerdictRules` checks together with the next two."""
    score_pattern: Any
    score_mapping: Any
    prompt_template: str | None
    system_prompt: str | None


def make_judge(config: EvalConfig, models: Sequence[Model] = ()) -> Judge:
    """The judge of an evaluation; it may use the key of a model at its own address."""
    given = _judge_settings(config)
    name = given.get("model_id")
    if not isinstance(name, str) or not name:
        raise UsageError.named("tasks.no_judge")
    template = given.get("prompt_template")
    if template is not None:
        check_template(template)
    return Judge(
        _judge_model(name, given, config, models),
        VerdictRules(given.get("score_type") or "pattern", given.get("score_pattern"), given.get("score_mapping")),
        sent_settings(given.get("generation_config")),
        template,
        given.get("system_prompt"),
        config.judge_worker_num,
    )


def judge_model(name: str, config: EvalConfig, models: Sequence[Model]) -> Model:
    """A judge that a criterion names: at its own address, else where the judge, else where the models are."""
    given: JudgeSettings = {**_judge_settings(config), "model_id": name}
    return _judge_model(name, given, config, models, "testing_criteria.model")


def _judge_settings(config: EvalConfig) -> JudgeSettings:
    """The settings, whose names were checked with the configuration; values are looked at where they are used."""
    given: Any = mapping(config.judge_model_args, "judge_model_args")
    settings: JudgeSettings = given
    return settings


def _judge_model(
    name: str,
    given: JudgeSettings,
    config: EvalConfig,
    models: Sequence[Model],
    where: str = "judge_model_args.model_id",
) -> Model:
    """The judge's model, with what belongs to its address and nothing else."""
    address = given.get("api_url") or config.api_url
    served = read_served(name, address)
    if served is None:
        return make_models([name], Access())[0]
    command = Access(config.api_url, config.api_key_env, secret(config.api_key, "api_key"), _headers(config))
    shared = config.api_url is not None and command.belongs_to(served)
    own = mapping(given.get("generation_config"), "generation_config").get("extra_headers")
    access = Access(
        api_url=served.url if served.is_own else address,
        api_key_env=None,
        api_key=_own_key(given) or _key_beside(served, models) or (command.key_for(served) if shared else None),
        headers={**(command.headers_for(served) if shared else {}), **mapping(own, "extra_headers")},
        key_cure=localized("secrets.name_key_judge"),
        address_from=where if served.is_own else _address_from(given),
    )
    return make_models([name], access)[0]


def _address_from(given: JudgeSettings) -> str:
    """Where the user wrote the judge's address, apart from its name."""
    return "judge_model_args.api_url" if given.get("api_url") else "--api-url"


def _own_key(given: JudgeSettings) -> Secret | None:
    """The key that was named for the judge."""
    variable = given.get("api_key_env")
    if variable is not None and not isinstance(variable, str):
        raise UsageError.named("tasks.not_text", where="judge_model_args.api_key_env")
    own = secret(given.get("api_key"), "judge_model_args.api_key")
    if own is not None:
        return Secret(own, "judge_model_args.api_key")
    return named_key(variable) if variable else None


def _key_beside(served: ServedModel, models: Sequence[Model]) -> Secret | None:
    """The key of a model at the same address, which is the judge's to use."""
    keys = (getattr(model, "key", None) for model in models if getattr(model, "origin", None) == served.origin)
    return next((key for key in keys if isinstance(key, Secret)), None)


def _headers(config: EvalConfig) -> JsonObject:
    return mapping((config.generation_config or {}).get("extra_headers"), "extra_headers")


def ask_judge(
    judge: Judge,
    source: Source,
    answers: Answers,
    journal: Journal,
    config: EvalConfig,
    budget: Budget,
    stopped: EvalwrightError | None = None,
) -> Answers:
    """Ask the judge about every answer that the task wants judged and that has no verdict yet.

    `stopped` says why it is asked nothing more, where it is not.
    """
    asking = Asking(
        escaped(localized("progress.judge", model=judge.model.name, subset=source.subset)),
        JudgeModel(judge),
        len(answers.offsets),
        source.askable,
        config.policy,
        judge.workers,
        config.show_progress,
        config.asks_nobody,
        budget=budget,
        counts_errors=config.counts_errors,
        at_most=config.at_most,
        pace=config.pace,
    )
    try:
        if stopped is None:
            return collect(asking, journal, _to_judge(judge, source, answers))
    except UsageError as error:  # nobody listens there: the answers are kept, and the judge is asked another time
        stopped = RunStoppedError(error.message, cure=error.cure).caused_by("unreachable")
    unasked = collect(replace(asking, only_known=True), journal, _to_judge(judge, source, answers))
    unasked.outcome.stopped = stopped
    return unasked


def _to_judge(judge: Judge, source: Source, answers: Answers) -> Iterator[Asked]:
    task = source.task
    assert isinstance(task, Judged)
    for position, record, question in source.questions():
        for slot in range(position * source.copies, (position + 1) * source.copies):
            line = answers.line(slot)
            sample = orjson.loads(line).get("sample") if line is not None else None
            if sample is None:
                continue
            view = task.to_judge(question, sample, dict(task.review(question, sample)))
            if view is not None:
                yield Asked(slot, judge.request(source.identifier(position, record), view))
