"""Putting made conversations into a model's words, by rewriting or by playing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.data import Finding
from evalwright.models import Model

from .maker import Maker
from .script import Draft
from .settings import Settings


@dataclass(frozen=True, slots=True)
class Players:
    """The models of a wording."""

    assistant: Model
    user: Model
    """Often the same one."""
    concurrency: int | None = None
    show_progress: bool = False


def reword(
    drafts: Sequence[Draft],
    settings: Settings,
    players: Players,
    maker: Maker,
    broken: Callable[[Draft], list[Finding]],
) -> tuple[list[Draft | None], dict[str, Any]]:
    """Each conversation in new words (None: it could not be had), and how that went."""
    from .llm import Asker, paraphrase, simulate

    def asker(model: Model) -> Asker:
        return Asker(model, settings.out, concurrency=players.concurrency, show=players.show_progress)

    assistant = asker(players.assistant)
    told = {"model": players.assistant.name}
    if settings.wording == "paraphrase":
        done = paraphrase(drafts, assistant, lambda draft: _places(broken(draft)), settings.seed)
        return list(done.drafts), told | done.to_dict()
    user = assistant if players.user is players.assistant else asker(players.user)
    played = simulate(
        drafts,
        user,
        assistant,
        lambda draft: maker.environment(draft.metadata["lang"]),
        lambda draft: next((finding.rule for finding in broken(draft)), None),
        seed=settings.seed,
    )
    return played.drafts, told | {"user_model": players.user.name} | played.to_dict()


def _places(found: list[Finding]) -> list[int | None] | None:
    return [finding.message for finding in found] or None
