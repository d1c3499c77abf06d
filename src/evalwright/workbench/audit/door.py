"""The way into an audit, light enough to stand on the start-up path: the rules are loaded when one begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from evalwright.chat import Conversation, JsonObject
from evalwright.executor import Workers

from ..provenance import FreeForm
from .registry import Rule, RuleMaker
from .result import MAX_FINDINGS, Audit

Source = str | Path | Conversation | JsonObject
"""A file of conversations (`-`: standard input), or a conversation itself."""
Progress = Callable[[int], None]
"""Told how many conversations are done, after each."""


def audit(
    source: Source | Iterable[Source],
    *,
    against: str | Path | None = None,
    rules: Sequence[str] = (),
    ignore: Sequence[str] = (),
    free_form: FreeForm | None = None,
    limit: int = MAX_FINDINGS,
    progress: Progress | None = None,
    extra_rules: Sequence[Rule] | RuleMaker = (),
    workers: Workers = 1,
) -> Audit:
    """Check conversations: files by path (`-`: standard input), or conversations themselves.

    `against`: another file that must share nothing with these. `rules`: only these rules. `free_form`: parameters
    that are composed, not copied, by tool. `limit`: findings kept per rule (0: all); all are counted.
    `extra_rules`: rules beside our own, such as those that replay calls in an environment, or what makes them in every
    process. `workers`: processes, or `all`; where rules of others take part that are only here, one does the work.
    """
    from .all_rules import choose
    from .run import carry_out

    sources = [source] if isinstance(source, str | Path | Conversation | dict) else source
    maker = extra_rules if callable(extra_rules) else None
    chosen = choose(rules, ignore, extra_rules() if callable(extra_rules) else extra_rules)
    return carry_out(sources, against, chosen, free_form or {}, limit, progress, workers, maker)


def rules_table(extra_rules: Sequence[Rule] = ()) -> str:
    """The page about all rules, in Markdown."""
    from .table import rules_table as made

    return made(extra_rules)
