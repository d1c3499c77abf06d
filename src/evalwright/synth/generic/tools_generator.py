"""From tools to finished conversations: the one door of this folder for the pipeline.

A maker tries the tools once, then draws plans, words them, and hands out drafts with everything that a check needs.
What it could not use, it says in `notes`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..assemble import assemble
from ..environment import Environment
from ..phrases import FINISH, Language, Wording, draw_voice, load, read_folder
from ..plan import Draft, Plan
from ..row_types import RowEnvironment, RowMetadata
from ..seeds import random_for
from ..sources import ToolSource
from .forms import EN, ZH
from .planner import Planner
from .simulated import WHOLE, Share
from .value_flow import Flow

_PHRASES = Path(__file__).parents[1] / "phrases"


class ToolsGenerator:
    """Makes conversations with the tools of one source, in one language."""

    def __init__(
        self,
        source: ToolSource,
        environment: Environment,
        lang: str = "en",
        seed: int = 0,
        *,
        known: Iterable[Mapping[str, Any]] = (),
        flow: Flow | None = None,
    ) -> None:
        """`known`: records that users know, to begin with; `flow`: what was found out before, in place of trying."""
        self.lang = lang
        self.environment = environment
        self.flow = flow or _found_out(source, environment, lang, seed, known)
        self.notes: list[str] = list(self.flow.notes)
        self._planner = Planner(self.flow, environment, lang)

    def make(self, rng: random.Random, plan_id: str, share: Share = WHOLE, wish: str | None = None) -> Draft | None:
        """One conversation; None where no plan could be played.

        `share`: the part of all people that it may be about, so that two sides of a data set share nobody;
        `wish`: the tool that the user should come for.
        """
        plan = self._planner.plan(rng, plan_id, share, wish)
        return self.word(plan, rng) if plan is not None else None

    def vocabulary(self) -> str:
        """All that its phrases are made of."""
        return " ".join(section.text() for section in read_folder(_PHRASES / self.lang).values())

    def word(self, plan: Plan, rng: random.Random) -> Draft:
        """A plan in words."""
        metadata: RowMetadata = {
            "intents": plan.intents,
            "tags": plan.tags,
            "lang": self.lang,
            "simulated": self.environment.simulated,
            "hash_before": plan.hash_before,
            "hash_after": plan.hash_after,
        }
        told: RowEnvironment = {"changing": self.flow.changing} if self.flow.changing else {}
        if failed := plan.silent_failures():
            told["failed"] = failed
        if told:
            metadata["environment"] = told
        speaker = Wording(draw_voice(rng, self.lang), rng, _language(self.lang))
        return assemble(plan, speaker, self.environment.policy(self.lang), metadata, plan.id)


def _found_out(
    source: ToolSource, environment: Environment, lang: str, seed: int, known: Iterable[Mapping[str, Any]]
) -> Flow:
    """What trying the tools shows."""
    from ..explore import discover

    rng = random_for(seed, "discover")
    return discover(environment, rng, output_schemas=source.output_schemas, known=known, locale=lang)


@cache
def _language(lang: str) -> Language:
    if lang == "zh":
        return Language(load(_PHRASES / "zh", ZH), FINISH["zh"])
    return Language(load(_PHRASES / "en", EN), FINISH["en"])
