"""A dry run in words: what every model would be asked, what it would cost, and the first request."""

from __future__ import annotations

from collections.abc import Iterator

from evalwright.data import dumps_pretty
from evalwright.report import name_text
from evalwright.text import escaped, localized

from .request_plan import DryRun, RequestPlan


def describe_dry_run(found: DryRun, lang: str | None = None) -> str:
    """The lines for a terminal; what stands in them from data cannot steer it."""
    return "\n".join(_dry_run_lines(found, lang))


def _dry_run_lines(found: DryRun, lang: str | None) -> Iterator[str]:
    for plan in found.plans:
        yield from _plan_lines(plan, lang)
    total = found.document()
    yield localized("eval.dry_run.total", lang, n=total["requests"], tokens=f"{total['prompt_tokens']:,}")
    first = next((plan.first_request for plan in found.plans if plan.first_request), None)
    if first is not None:
        yield localized("eval.dry_run.first", lang)
        if first["url"]:
            yield escaped(f"POST {first['url']}")
        shown = dumps_pretty(first["body"]).decode("utf-8").rstrip()
        yield from (escaped(line) for line in shown.split("\n"))
    yield localized("eval.dry_run.nothing", lang)


def _plan_lines(plan: RequestPlan, lang: str | None) -> Iterator[str]:
    name = f"{name_text(plan.model)} / {name_text(plan.dataset)} / {name_text(plan.subset)}"
    yield localized("eval.dry_run.plan", lang, name=name, n=plan.requests, tokens=f"{plan.prompt_tokens:,}")
    if plan.completion_tokens_at_most is not None:
        yield localized("eval.dry_run.completion", lang, name=name, tokens=f"{plan.completion_tokens_at_most:,}")
    for key, count in (
        ("answered", plan.answered),
        ("judge", plan.judge_requests_at_most),
        ("bad_rows", plan.bad_rows),
        ("invalid", plan.invalid),
    ):
        if count:
            yield localized(f"eval.dry_run.{key}", lang, name=name, n=count)
