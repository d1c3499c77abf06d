"""An evaluation without its requests: the data is surveyed, every request is made ready and counted, and none is sent.

A configuration flows in, a `DryRun` flows out: how many requests every model would get, about how many tokens that is,
and the first request as it would be sent, without its headers and with secrets taken out. Nothing is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import orjson

from evalwright.chat import JsonObject
from evalwright.criteria import EmbeddingSimilarity, ModelGrader, leaves_of
from evalwright.data import as_file, dumps_canonical
from evalwright.engine import damaged_line, read_entry
from evalwright.models import Model, Sample, estimated_tokens
from evalwright.rundir import RunDir
from evalwright.secrecy import redacted_tree, shown_address, shown_settings, shown_text
from evalwright.tasks import Judged

from .ask import questions_of
from .config import EvalConfig
from .execution import judge_of, models_of
from .open_or_resume import look_at_run_dir
from .sources import Source
from .survey_all import surveyed

if TYPE_CHECKING:
    from .judging import Judge

_ASKED = ("messages", "tools")
_NO_ANSWER: Sample = {
    "output_text": "",
    "output_tools": None,
    "finish_reason": None,
    "usage": None,
    "latency_ms": None,
}


class ShownRequest(TypedDict):
    """A request, fit to be shown."""

    url: str | None
    body: Any


class DryRunDocument(TypedDict):
    """What `eval --dry-run --json` prints."""

    dry_run: bool
    run: str
    requests: int
    prompt_tokens: int
    plans: list[JsonObject]
    """The fields of every `RequestPlan`."""


@dataclass(slots=True)
class RequestPlan:
    """What one model would be asked of one subset."""

    model: str
    dataset: str
    subset: str
    items: int = 0
    """Answers that are due."""
    answered: int = 0
    """Those that the run directory holds already."""
    requests: int = 0
    """Those that would be asked for now, each with one request if all goes well."""
    prompt_tokens: int = 0
    """Of these requests, estimated."""
    completion_tokens_at_most: int | None = None
    """Of these requests, where max_tokens says so."""
    judge_requests_at_most: int = 0
    bad_rows: int = 0
    invalid: int = 0
    first_request: ShownRequest | None = None


@dataclass(slots=True)
class DryRun:
    """What an evaluation would ask."""

    run: Path
    plans: list[RequestPlan] = field(default_factory=list)

    def document(self) -> DryRunDocument:
        """The same as data."""
        plans = [asdict(plan) for plan in self.plans]
        return {
            "dry_run": True,
            "run": str(self.run),
            "requests": sum(plan.requests for plan in self.plans),
            "prompt_tokens": sum(plan.prompt_tokens for plan in self.plans),
            "plans": plans,
        }


def dry_run(config: EvalConfig) -> DryRun:
    """Survey the data and make every request ready; send none and write nothing."""
    made = DryRun(config.run)
    with ExitStack() as stack:
        models = models_of(config)
        judge = judge_of(config, models)
        paths = [stack.enter_context(as_file(path)) for path in config.data]
        sources = surveyed(config, paths)
        directory = look_at_run_dir(config, models, sources, judge)
        made.plans = [_plan(config, directory, model, source, judge) for model in models for source in sources]
    return made


def _plan(config: EvalConfig, directory: RunDir, model: Model, source: Source, judge: Judge | None) -> RequestPlan:
    plan = RequestPlan(
        model.name, source.dataset, source.subset, bad_rows=len(source.bad_rows), invalid=len(source.invalid)
    )
    known = _answered_before(directory.predictions(model.name, source.dataset, source.subset), directory.path)
    identity = dumps_canonical(model.identity())
    for asked in questions_of(source, config):
        prepared = model.prepare(asked.request)
        digests = [mark.hexdigest() for mark in asked.digests(identity, prepared)]
        plan.items += 1
        if answered := next((digest for digest in digests if known[digest]), None):
            known[answered] -= 1
            plan.answered += 1
            continue
        plan.requests += 1
        plan.prompt_tokens += estimated_tokens(prepared)
        plan.first_request = plan.first_request or _shown_request(model, prepared)
    limit = config.generation.get("max_tokens", config.generation.get("max_completion_tokens"))
    plan.completion_tokens_at_most = plan.requests * limit if isinstance(limit, int) else None
    asking = sum(isinstance(grader, ModelGrader | EmbeddingSimilarity) for _, grader in leaves_of(source.criteria))
    plan.judge_requests_at_most = (_to_judge(source) if judge is not None else 0) + asking * source.askable
    return plan


def _answered_before(predictions: Path, run: Path) -> Counter[str]:
    """The digests of the good answers in a journal, which is only read; InputError where a line is damaged."""
    found: Counter[str] = Counter()
    if predictions.is_file():
        with predictions.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                entry = read_entry(line)
                if entry is not None:
                    found[entry.digest] += entry.good
                elif line.endswith(b"\n"):  # else a torn last line, which is cut off when the run goes on
                    raise damaged_line(predictions, number, run)
    return found


def _to_judge(source: Source) -> int:
    """How many answers the judge might be asked about: those that it would see if they were empty."""
    task = source.task
    if not isinstance(task, Judged):
        return 0
    seen = (task.to_judge(question, _NO_ANSWER, dict(task.review(question, _NO_ANSWER))) for question in _only(source))
    return source.copies * sum(view is not None for view in seen)


def _only(source: Source) -> Iterator[Any]:
    return (question for _, _, question in source.questions())


def _shown_request(model: Model, prepared: bytes) -> ShownRequest:
    """A request fit to be shown: where it goes and its body, no header, and nothing secret."""
    url = model.identity().get("url")
    return {"url": shown_address(str(url)) if url else None, "body": _shown_body(prepared)}


def _shown_body(prepared: bytes) -> Any:
    """The body as it would be sent; settings (`extra_body` may hold any) lose what their names call secret."""
    try:
        body = orjson.loads(prepared)
    except orjson.JSONDecodeError:
        return shown_text(prepared.decode("utf-8", "replace"))
    if not isinstance(body, dict):
        return redacted_tree(body)
    settings = shown_settings({name: value for name, value in body.items() if name not in _ASKED})
    return {name: redacted_tree(value) if name in _ASKED else settings[name] for name, value in body.items()}
