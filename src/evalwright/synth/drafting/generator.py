"""Conversations with nothing given: what can be said of a source is drafted as a scenario file, which is played.

One engine plays what a person wrote and what was drafted, so variations, sides and novelty come from one place. Tools
for which nothing true and sensible can be said are left out, and each is told with its reason.
"""

from __future__ import annotations

from evalwright.errors import UsageError
from evalwright.text import listed, phrase

from ..domain import policy_rules
from ..explore import World, explore_source
from ..left_out_notes import by_reason, left_out_note
from ..manifest_types import Origin
from ..plan import Draft
from ..scenarios.generator import ScenarioGenerator
from ..scenarios.starter import starter_text
from ..settings import Settings
from ..source_environments import SourceEnvironments
from ..writing import STARTER, leave_starter
from .draft import Drafted, draft_scenarios

_SHOWN_NOTES = 150
_CHANGING = {
    "differs": "synth.note.changing",
    "replay": "synth.note.changing",
    "not-asked-twice": "synth.note.not_asked_twice",
}


class DraftedGenerator(ScenarioGenerator):
    """Plays what was drafted from a source."""

    def __init__(self, settings: Settings) -> None:
        opened = SourceEnvironments(settings)
        try:
            self._explored = opened.world or _explored(opened, settings)
            drafted = draft_scenarios(self._explored)
            _expect_words(drafted, settings, opened, self._explored)
        except BaseException:
            opened.close()
            raise
        self._drafted = drafted
        self._called: set[str] = set()
        super().__init__(settings, drafted.file, opened)
        if not opened.simulated:
            self.without = ("wrong-value-first",)  # nobody gave a mistyped value
        told = policy_rules(opened.by_lang[settings.langs[0]])
        if told is not None:  # a domain's own rules hold in place of the one that is drafted
            self.rules = told
            for stage in self._stages.values():
                stage.rules = told

    @property
    def starter(self) -> str:
        """A scenario file to go on with, where some tool could not be used; nothing where all were."""
        return self.whole_starter if self._drafted.left_out else ""

    @property
    def whole_starter(self) -> str:
        """The same where all tools could be used, and too little came of them."""
        return starter_text(self._explored, self._settings.langs)

    def accepted(self, drafts: list[Draft]) -> None:
        """Remember what was kept, and which tools it calls."""
        for draft in drafts:
            self._called |= {called.name for called in self._last[draft.id][0].plan.calls()}
        super().accepted(drafts)

    def describe(self) -> Origin:
        """The source, and for each tool that is not used the reason."""
        made = super().describe()
        left = dict(self._drafted.left_out)
        for scenario in self._file.scenarios:
            for step in scenario.steps:
                if step.tool not in self._called:
                    left.setdefault(step.tool, self._why_not(scenario.name))
        world = self._opened.world
        changing = (
            [] if world is None else [phrase(_CHANGING[why], name=name[:80]) for name, why in world.changing.items()]
        )
        return {**made, "notes": list(dict.fromkeys([*made["notes"], *changing, *_left_out_notes(left)]))}

    def _never_told(self) -> list[str]:
        """Drafted scenarios have no lines that anybody wrote: their tools are told instead."""
        return []

    def _why_not(self, scenario: str) -> str:
        """Why no conversation came of a drafted scenario."""
        stuck = self._stuck.get(scenario)
        if not stuck:
            return phrase("synth.unused.not_reached")
        return phrase("synth.unused.stuck", why=max(stuck, key=lambda each: (stuck[each], each))[1])


def _expect_words(drafted: Drafted, settings: Settings, opened: SourceEnvironments, world: World) -> None:
    """UsageError where nothing can be said at all, or nothing in a language that is asked for."""
    if not drafted.scenarios:
        notes = by_reason([*opened.notes, *_left_out_notes(drafted.left_out)])
        shown: str = listed(notes[:_SHOWN_NOTES], "semicolon")
        if len(notes) > _SHOWN_NOTES:
            shown = phrase("common.and_more", shown=shown, num=len(notes) - _SHOWN_NOTES)
        left = leave_starter(settings.out, starter_text(world, settings.langs)) or settings.out / STARTER
        raise UsageError.named("synth.nothing_said", notes=shown, path=left)
    for lang in settings.langs:
        if lang not in drafted.languages:
            raise UsageError.named("synth.no_words_in", lang=phrase(f"synth.language.{lang}"), source=settings.source)


def _left_out_notes(left: dict[str, str]) -> list[str]:
    return [left_out_note(name, why) for name, why in left.items()]


def _explored(opened: SourceEnvironments, settings: Settings) -> World:
    """The world of a domain or of a made-up backend, which nobody keeps."""
    lang = settings.langs[0]
    environment = opened.by_lang[lang].fork()
    known = opened.known(lang)
    return explore_source(environment, opened.source, known=known, limits=settings.limits, probe=False, locale=lang)
