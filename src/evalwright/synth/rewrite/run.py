"""Putting made conversations into a model's words, by rewriting or by playing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.engine import Budget, RetryPolicy, sole_writer
from evalwright.models import Model

from ..environment import Environment
from ..generator import Generator, HasOtherWays
from ..manifest_types import WordedFacts
from ..plan import Draft
from ..rules import NO_RULES, Rules
from ..settings import Settings
from ..writing import JOURNALS, MANIFEST, check_place, folder_for_rows
from .acceptance import Accept

if TYPE_CHECKING:
    from . import Asker
    from .wish_groups import Ways


@dataclass(frozen=True, slots=True)
class Players:
    """The models of a wording."""

    assistant: Model
    user: Model
    """Often the same one."""
    generation: Mapping[str, Any] = field(default_factory=dict)
    """Settings of requests in place of ours; one that is None is not sent."""
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    concurrency: int | None = None
    show_progress: bool = False
    budget: Budget = field(default_factory=Budget)
    """What all requests together may cost; what is left undone is asked for by the same command."""


@contextmanager
def alone(out: Path, players: Players | None) -> Iterator[None]:
    """Nobody else writes to a folder while models are asked, which may take hours, and their answers are kept there.

    Where no model answered at all nothing is left behind that was not there before.
    """
    if players is None:
        yield
        return
    check_place(out)
    with folder_for_rows(out), sole_writer(out):
        try:
            yield
        except BaseException:
            _clear(out)
            raise


def _clear(out: Path) -> None:
    """Take away journals that hold nothing, and the lock where no data set is."""
    journals = out / JOURNALS
    with suppress(OSError):
        for journal in journals.glob("*.jsonl"):
            if journal.stat().st_size == 0:
                journal.unlink()
        journals.rmdir()
        if not (out / MANIFEST).exists():
            (out / ".lock").unlink()


def reword(
    drafts: Sequence[Draft],
    settings: Settings,
    players: Players,
    maker: Generator,
    rules: Rules | None,
    accept: Accept,
    progress: Callable[[int], None],
) -> tuple[list[Draft | None], WordedFacts]:
    """Each conversation in new words (None: it could not be had), and how that went."""
    from . import paraphrase, simulate
    from .precheck import Precheck

    vocabulary = {lang: _usual_words(maker, lang) for lang in settings.langs}
    prechecks = {lang: Precheck(maker.environment(lang), rules or NO_RULES) for lang in settings.langs}
    assistant = _asker(players.assistant, settings, players)
    if settings.wording == "paraphrase":
        ways = _other_ways(maker) if isinstance(maker, HasOtherWays) else None
        made, tally = paraphrase(drafts, assistant, accept, settings.seed, vocabulary, ways)
    else:
        user = assistant if players.user is players.assistant else _asker(players.user, settings, players)

        def place(draft: Draft) -> Environment:
            return maker.environment(draft.metadata["lang"])

        made, tally = simulate(drafts, user, assistant, place, accept, settings.seed, progress, prechecks, vocabulary)
    return made, tally.to_dict()


def _other_ways(maker: HasOtherWays) -> Callable[[Draft, str], Ways]:
    """How else the same is said as one of the two says in a conversation."""
    return lambda draft, role: maker.other_ways(draft.metadata.get("intents", []), role, draft.metadata["lang"])


def _usual_words(maker: Generator, lang: str) -> str:
    """The words that belong in a chat with these tools: those of the grammar, and how the tools are described."""
    about = (tool["function"] for tool in maker.environment(lang).tools())
    described = (f"{each['name']} {each.get('description') or ''}".replace("_", " ") for each in about)
    return " ".join([maker.vocabulary(lang), *described])


def _asker(model: Model, settings: Settings, players: Players) -> Asker:
    from . import Asker

    return Asker(
        model,
        settings.out,
        generation=players.generation,
        policy=players.policy,
        concurrency=players.concurrency,
        show=players.show_progress and settings.wording == "paraphrase",
        budget=players.budget,
    )
