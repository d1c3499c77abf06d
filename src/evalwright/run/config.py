"""The configuration of an evaluation. Every option is written once, here; the command line is derived from it.

A field made with `option` becomes `--its-name` on the command line; the others are arguments
that the command fills in itself. Wherever a user writes a dictionary, its keys are checked here too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.chat import JsonObject
from evalwright.engine import CEILING, Budget, Pace, RetryPolicy
from evalwright.errors import UsageError
from evalwright.option_fields import option
from evalwright.plugins import SCORERS, TASKS
from evalwright.tasks import (
    GENERATION_FIELDS,
    JUDGE_FIELDS,
    UNUSED_JUDGE_GENERATION,
    Strategy,
    check_names,
    check_options,
    known_metrics,
    mapping,
    shown_fields,
)
from evalwright.text import listed

from .slices import Slice, read_slice

if TYPE_CHECKING:
    from evalwright.criteria import Criterion

DEFAULT_GENERATION: Mapping[str, Any] = {"temperature": 0}
OF_THE_ROWS = "recorded:"
"""Who answers where no model is named: the rows themselves."""
_POLICY = RetryPolicy()
_NOT_SENT = frozenset(
    {"timeout", "retries", "retry_interval", "stream", "n", "extra_body", "extra_headers", "stop_seqs", "do_sample"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalConfig:
    """Which data, which models, and how to ask."""

    models: tuple[str, ...]
    run: Path
    data: tuple[str, ...] = ()
    model_names: tuple[str, ...] = ()
    """How the models are called in tables and files, where not by their own name."""
    api_key: str | None = field(default=None, repr=False)
    show_progress: bool = False
    counts_errors: bool = False
    """What failed has been asked: the failures that the journals hold are those of this command's own workers."""
    asks_nobody: bool = False
    """Only what the journals hold is used: the parts of a run are put together."""
    slice: Slice | None = None
    """The part of the evaluation that is done, where it is one: what `part` says."""
    fresh: bool = False
    """The run must be a new one: where its name is taken, -2, -3 and so on are tried."""
    task: str | None = option(None, metavar="TASK")
    datasets: tuple[str, ...] = option((), kind="list", metavar="NAME")
    dataset_args: Mapping[str, Any] | None = option(None, kind="json", metavar="JSON")
    scorers: tuple[str, ...] = option((), kind="names", metavar="NAME[,NAME]")
    criteria: Mapping[str, Any] | Sequence[Any] | None = option(None, kind="criteria", metavar="FILE")
    """Testing criteria: a list, or an object that holds them as `testing_criteria`."""
    unsafe_python: bool = option(False)
    match: str = option("schema", choices=("schema", "exact", "foundry"), metavar="MODE", shown=True)
    match_rules: Mapping[str, Any] | None = option(None, kind="file", metavar="FILE")
    marks: Mapping[str, Any] | None = option(None, kind="marks", metavar="FILE")
    drop_unfair: bool = option(False)
    group_by: str | None = option(None, metavar="FIELD")
    environment: str | None = option(None, flag="--env", metavar="ENVIRONMENT")
    api_url: str | None = option(None, metavar="URL")
    api_key_env: str = option("OPENAI_API_KEY", metavar="NAME", shown=True)
    generation_config: Mapping[str, Any] | None = option(None, kind="json", metavar="JSON")
    limit: float | None = option(None, metavar="N")
    repeats: int = option(1, metavar="K")
    concurrency: int | None = option(None, metavar="N", also=("--eval-batch-size",))
    requests_per_minute: float | None = option(None, metavar="R")
    tries: int = option(_POLICY.tries, metavar="N", shown=True)
    timeout: float = option(_POLICY.timeout, metavar="S", shown=True)
    deadline: float = option(_POLICY.deadline, metavar="S", shown=True)
    retry_wait: float = option(_POLICY.wait, metavar="S", shown=True)
    stream: bool = option(False)
    judge_strategy: str = option("auto", choices=tuple(map(str, Strategy)), metavar="WHEN", shown=True)
    judge_model_args: Mapping[str, Any] | None = option(None, kind="json", metavar="JSON")
    judge_worker_num: int | None = option(None, metavar="N")
    rerun_review: bool = option(False)
    ignore_errors: bool = option(False)
    skip_bad_rows: bool = option(False)
    replace: bool = option(False)
    keep_data: bool = option(False)
    private: bool = option(False)
    name: str | None = option(None, metavar="TEXT")
    copy_to: str | None = option(None, metavar="ADDRESS")
    """Where the run is copied to when it is finished."""
    max_requests: int | None = option(None, metavar="N")
    max_tokens_total: int | None = option(None, metavar="N")
    max_minutes: float | None = option(None, metavar="M")
    part: str | None = option(None, metavar="I/N|auto")
    """Every N-th item alone, with an N-th of every limit."""
    dry_run: bool = option(False)

    def __post_init__(self) -> None:
        if not self.data and not self.datasets:
            raise UsageError.named("tasks.no_data")
        if not self.models and self.criteria is not None:  # rows may bring their answers along
            object.__setattr__(self, "models", (OF_THE_ROWS,))
        if not self.models:
            raise UsageError.named("tasks.no_model")
        self._check_numbers()
        self._check_mappings()
        if self.part is not None and self.slice is None:
            object.__setattr__(self, "slice", read_slice(self.part))

    def __repr__(self) -> str:
        return shown_fields(self)

    def _check_numbers(self) -> None:
        for name in ("concurrency", "tries", "repeats", "judge_worker_num", "max_requests", "max_tokens_total"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise UsageError.named("tasks.at_least_one", name=name.replace("_", "-"), value=value)
        if self.limit is not None and (self.limit < 0 or (self.limit > 1 and self.limit != int(self.limit))):
            raise UsageError.named("tasks.limit", value=self.limit)
        for name in ("timeout", "deadline"):
            if getattr(self, name) <= 0:
                raise UsageError.named("tasks.seconds", name=name)
        if self.requests_per_minute is not None and not self.requests_per_minute > 0:
            raise UsageError.named("asking.per_minute", value=self.requests_per_minute)
        if self.max_minutes is not None and not self.max_minutes > 0:
            raise UsageError.named("asking.minutes", value=self.max_minutes)

    def _check_mappings(self) -> None:
        check_names(mapping(self.generation_config, "generation_config"), GENERATION_FIELDS, "generation_config")
        check_names(mapping(self.judge_model_args, "judge_model_args"), JUDGE_FIELDS, "judge_model_args")
        judged = mapping(
            mapping(self.judge_model_args, "judge_model_args").get("generation_config"), "generation_config"
        )
        _check_sampling(mapping(self.generation_config, "generation_config"), "generation_config")
        _check_sampling(judged, "judge_model_args.generation_config")
        used = [name for name in GENERATION_FIELDS if name not in UNUSED_JUDGE_GENERATION]
        told = {name: value for name, value in judged.items() if value or name not in UNUSED_JUDGE_GENERATION}
        check_names(told, used, "judge_model_args.generation_config", UNUSED_JUDGE_GENERATION)
        self._check_tasks()

    def _check_tasks(self) -> None:
        """Names of tasks and scorers, and what tasks are told."""
        for name in (*self.datasets, *([self.task] if self.task is not None else [])):
            TASKS.get(name)
        for name in self.scorers:
            SCORERS.get(name)
        self.testing_criteria()
        for name, given in mapping(self.dataset_args, "dataset_args").items():
            check_names({name: None}, self.datasets or TASKS.names(), "dataset_args")
            inside = mapping(given, f"dataset_args.{name}")
            check_options(name, inside, f"dataset_args.{name}")

    def testing_criteria(self) -> list[Criterion]:
        """The criteria that answers are graded by besides; CriteriaError where one cannot be used."""
        if self.criteria is None:
            return []
        taken = {metric.name for metric in known_metrics({}, self.scorers)}
        from evalwright.criteria import read_criteria  # late: most runs have none

        return read_criteria(self.criteria, taken=taken)

    @classmethod
    def default(cls, name: str) -> Any:
        """What a field is where nothing is said."""
        return next(item.default for item in dataclasses.fields(cls) if item.name == name)

    @property
    def generation(self) -> JsonObject:
        """What is sent with every request; null takes a default out."""
        return sent_settings(self.generation_config)

    @property
    def policy(self) -> RetryPolicy:
        """How hard to try."""
        given = self.generation_config or {}
        return RetryPolicy(
            int(given.get("retries") or self.tries),
            float(given.get("timeout") or self.timeout),
            self.deadline,
            float(given.get("retry_interval") or self.retry_wait),
        )

    @property
    def copies(self) -> int:
        """How many times every item is asked."""
        return max(self.repeats, int((self.generation_config or {}).get("n") or 1))

    def budget(self) -> Budget:
        """What the run may cost; its clock starts now."""
        return Budget(self.max_requests, self.max_tokens_total, self.max_minutes)

    @property
    def only_known(self) -> bool:
        """Whether nobody is asked."""
        return self.rerun_review or self.asks_nobody

    @property
    def pace(self) -> Pace:
        """How fast requests follow each other, with this part's share of what a minute allows."""
        rate, part = self.requests_per_minute, self.slice
        return Pace(rate) if rate is None or part is None else Pace(rate / part.sharers, shared=True)

    @property
    def at_most(self) -> int | None:
        """What the number of requests in flight may grow to, where several share it."""
        return None if self.slice is None else max(1, CEILING // self.slice.sharers)

    @property
    def streams(self) -> bool:
        """Whether replies are asked for in pieces."""
        return self.stream or bool((self.generation_config or {}).get("stream"))

    def options_for(self, dataset: str) -> JsonObject:
        """What a task is told: its dataset_args and what concerns it of the rest."""
        given = mapping(mapping(self.dataset_args, "dataset_args").get(dataset), f"dataset_args.{dataset}")
        told = {"match_rules": self.match_rules, "marks": self.marks, "drop_unfair": self.drop_unfair}
        rules = {name: value for name, value in told.items() if value}
        return {"match": self.match, **rules, "judge_strategy": self.strategy, **given}

    @property
    def strategy(self) -> Strategy:
        """When a judge is asked; without a judge it is the rule alone."""
        try:
            strategy = Strategy(self.judge_strategy)
        except ValueError:
            named = {"name": repr(self.judge_strategy), "known": listed(Strategy)}
            raise UsageError.named("tasks.judge_strategy", **named) from None
        if not self.judge_model_args and strategy in (Strategy.LLM, Strategy.LLM_RECALL):
            raise UsageError.named("tasks.needs_judge", strategy=strategy)
        return strategy if self.judge_model_args else Strategy.RULE


def _check_sampling(given: Mapping[str, Any], where: str) -> None:
    """`do_sample` is not sent: servers sample where the temperature says so, which must then be given."""
    if given.get("do_sample") and not given.get("temperature"):
        raise UsageError.named("asking.do_sample", where=where)


def sent_settings(given: Mapping[str, Any] | None) -> JsonObject:
    """The part of a generation_config that goes into the request, under the names servers know."""
    given = given or {}
    merged = {**DEFAULT_GENERATION, **{name: value for name, value in given.items() if name not in _NOT_SENT}}
    if given.get("stop_seqs"):
        merged.setdefault("stop", given["stop_seqs"])
    merged.update(mapping(given.get("extra_body"), "extra_body"))
    return {name: value for name, value in merged.items() if value is not None}
