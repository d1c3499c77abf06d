"""Setting up a judge from `judge_model_args`, and asking it about every answer that a task wants judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson

from evalwright.data import escaped
from evalwright.engine import Budget, Journal
from evalwright.errors import RunStoppedError, UsageError
from evalwright.models import make_model
from evalwright.scoring import VerdictRules, check_template

from .ask import Answers, Asked, Asking, collect
from .config import EvalConfig, sent_settings
from .fields import mapping, secret
from .judging import Judge, JudgeModel
from .sources import Source
from .strategy import Judged


def make_judge(config: EvalConfig) -> Judge:
    """The judge of an evaluation."""
    given = mapping(config.judge_model_args, "judge_model_args")
    name = given.get("model_id")
    if not isinstance(name, str) or not name:
        raise UsageError("judge_model_args has no model_id", cure="Name the judge's model")
    template = given.get("prompt_template")
    if template is not None:
        check_template(template)
    return Judge(
        make_model(name, api_url=given.get("api_url") or config.api_url, api_key=_key(given, config)),
        VerdictRules(given.get("score_type") or "pattern", given.get("score_pattern"), given.get("score_mapping")),
        sent_settings(given.get("generation_config")),
        template,
        given.get("system_prompt"),
        config.judge_worker_num,
    )


def _key(given: dict[str, Any], config: EvalConfig) -> str | None:
    """The judge's own key; the model's only where both are asked at the same address."""
    own = secret(given.get("api_key"), "judge_model_args.api_key")
    same = given.get("api_url") in (None, config.api_url)
    return own or (secret(config.api_key, "api_key") if same else None)


def ask_judge(
    judge: Judge, source: Source, answers: Answers, journal: Journal, config: EvalConfig, budget: Budget
) -> Answers:
    """Ask the judge about every answer that the task wants judged and that has no verdict yet."""
    asking = Asking(
        escaped(f"judge {judge.model.name} {source.subset}"),
        JudgeModel(judge),
        len(answers.offsets),
        source.askable,
        config.policy,
        judge.workers,
        config.show_progress,
        budget=budget,
    )
    try:
        return collect(asking, journal, _to_judge(judge, source, answers))
    except UsageError as error:  # nobody listens there: the answers are kept, and the judge is asked another time
        unasked = collect(replace(asking, only_known=True), journal, _to_judge(judge, source, answers))
        unasked.outcome.stopped = RunStoppedError(error.message, cure=error.cure)
        return unasked


def _to_judge(judge: Judge, source: Source, answers: Answers) -> Iterator[Asked]:
    task = source.task
    assert isinstance(task, Judged)
    for position, _, question in source.questions():
        for slot in range(position * source.copies, (position + 1) * source.copies):
            line = answers.line(slot)
            sample = orjson.loads(line).get("sample") if line is not None else None
            if sample is None:
                continue
            view = task.to_judge(question, sample, task.review(question, sample))
            if view is not None:
                yield Asked(slot, judge.request(question.id, view))
