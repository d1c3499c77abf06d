"""Conversations from a scenario file: an aim, a played conversation, words; in one language or the same plan in all.

It opens the source like any generator. What could not be made is remembered by its reason, so that a scenario that
never comes to an end is named with its line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evalwright.data import sha256_of
from evalwright.errors import InputError, UsageError
from evalwright.text import listed, phrase

from ..coverage import Coverage
from ..environment import Environment
from ..explore import ObservedCall, World
from ..manifest_types import Origin, ScenarioFacts
from ..novelty import opening_of, spoken
from ..plan import Draft
from ..seeds import random_for
from ..settings import Settings
from ..source_environments import SourceEnvironments
from .call_ledger import CallLedger
from .conversation_play import Played, Stage, play_conversation
from .model import ScenarioFile
from .other_ways import other_ways
from .playable import expect_no_error, expect_playable, unusable_tools
from .reading import parse_scenarios, read_scenarios
from .sides import Sides
from .speech import phrase_texts
from .stages import file_rules, open_stage
from .state_proof import prove_by_playing
from .steering import Steering
from .stuck import StuckError
from .talk import Memory
from .variety import PARALLEL, STYLES
from .worded import worded

_WORDINGS = 6
"""So often a conversation is put into words until it begins in a way that none began before."""


class ScenarioGenerator:
    """Makes conversations from one scenario file."""

    varied = True
    judged_by_calls = True
    without: tuple[str, ...] = ()
    """Variations that are never played."""

    def __init__(self, settings: Settings, file: ScenarioFile, opened: SourceEnvironments | None = None) -> None:
        """`opened`: the source, where it is open already."""
        if settings.profile != "natural":
            raise UsageError.named("domain.planner", flag=f"--profile {settings.profile}", name=settings.source)
        self._settings, self._file = settings, file
        self._opened = opened or SourceEnvironments(settings)
        try:
            expect_playable(file, self._opened.by_lang, settings.source)
            prove_by_playing(file, self.environment(settings.langs[0]), self._opened.world, settings.langs[0])
            self._left_out = unusable_tools(file, self._opened)
            self._stages = {lang: self._stage(lang) for lang in settings.langs}
        except BaseException:
            self.close()
            raise
        self._steering = {lang: Steering(self._weights(lang)) for lang in settings.langs}
        self.rules = file_rules(file)
        """What every conversation has to keep to."""
        self._ledger, self._openings = CallLedger(), set[str]()
        self._stuck: dict[str, Counter[tuple[int, str]]] = {}
        self._last: dict[str, tuple[Played, str]] = {}
        """By the id of a draft: what was played, and on which side."""

    @property
    def simulated(self) -> bool:
        """Whether results are made up from schemas."""
        return self._opened.simulated

    @property
    def replays(self) -> bool:
        """Whether every call can be executed again."""
        return self._opened.replays

    @property
    def world(self) -> World | None:
        """What was found out about the source, where it is kept."""
        return self._opened.world

    def make(self, number: int, attempt: int, side: str, coverage: Coverage) -> list[Draft]:
        """One story: in the language whose turn it is, or the same plan in all of them."""
        langs = self._settings.langs
        told = langs if self._settings.parallel else (langs[number % len(langs)],)
        seed = (self._settings.seed, number, attempt)
        aim = self._steering[told[0]].aim(side, attempt, random_for(*seed, "aim"))
        self._last.clear()
        played: list[Played] = []
        for lang in told:
            try:
                plan_id = f"{self._settings.seed}-{number:05d}"
                stage = self._stages[lang]
                played.append(play_conversation(stage, aim.scenario, side, seed, plan_id, aim.wanted, self.without))
            except StuckError as error:
                self._stuck.setdefault(aim.scenario, Counter())[error.line, str(error.message)] += 1
                return []
            self._steering[lang].learn(aim.scenario, played[-1].applied)
        if not self._stays_apart(played, side) or not self._steering[told[0]].takes(aim.scenario, played[0].outcome):
            return []
        return [self._draft(lang, each, seed, side) for lang, each in zip(told, played, strict=True)]

    def accepted(self, drafts: list[Draft]) -> None:
        """Remember what was kept: calls and openings, and how often each variation was played."""
        for draft in drafts:
            played, side = self._last[draft.id]
            used = draft.metadata.get("tags", [])
            applied = {*played.applied, *used, STYLES, *([PARALLEL] if self._settings.parallel else [])}
            self._steering[draft.metadata["lang"]].count(side, played.plan.intents, applied, used)
            self._steering[draft.metadata["lang"]].ended(played.plan.intents[0], played.outcome)
            self._ledger.add(played.entity_calls, side)
            self._openings.add(spoken(opening_of(draft)))

    def environment(self, lang: str) -> Environment:
        """What executes the calls."""
        return self._opened.by_lang[lang]

    def vocabulary(self, lang: str) -> str:
        """The words around those of the file, and the file's own."""
        ways = (way.text for each in self._file.scenarios for way in each.wants.get(lang, ()))
        return " ".join([phrase_texts(lang), *ways])

    def other_ways(self, intents: Sequence[str], role: str, lang: str) -> list[list[str]]:
        """What the file has for the same wishes, for whoever judges a model's words."""
        return other_ways(self._file, intents, role, lang)

    def describe(self) -> Origin:
        """The source and the scenario file, what was varied, and scenarios that came to nothing."""
        told = self._opened.describe(self._never_told())
        variations: dict[str, Counter[str]] = {}
        for steering in self._steering.values():
            for name, counts in steering.facts().items():
                variations.setdefault(name, Counter()).update(applicable=counts["applicable"], used=counts["used"])
        facts: ScenarioFacts = {
            "variations": {name: dict(counts) for name, counts in variations.items()},
        }
        if self._file.path:
            facts = {"path": self._file.path, "sha256": sha256_of(Path(self._file.path)), **facts}
        return {**told, "scenarios": facts}

    def close(self) -> None:
        """End servers that were started."""
        self._opened.close()

    def _stage(self, lang: str) -> Stage:
        try:
            made = open_stage(self._file, self._opened.by_lang[lang], lang, Memory(Sides(self._settings.valid_share)))
            _learn_failures(made, self._opened.world)
            made.changing = list(self._opened.world.changing) if self._opened.world is not None else []
        except StuckError as error:
            found = error.finding()
            raise InputError(found.message, path=self._file.path, line=found.line, cure=found.cure) from None
        made.outlines = {
            name: outline
            for name, outline in made.outlines.items()
            if not any(step.tool in self._left_out for step in outline.scenario.steps)
        }
        if not made.outlines:
            why = listed(dict.fromkeys(self._left_out.values()), "semicolon")
            raise UsageError.named(
                "scenarios.no_tool" if why else "scenarios.not_in_language", path=self._file.path, lang=lang, why=why
            )
        return made

    def _weights(self, lang: str) -> dict[str, float]:
        outlines = self._stages[lang].outlines
        langs = self._settings.langs if self._settings.parallel else (lang,)
        both = [name for name in outlines if all(name in self._stages[each].outlines for each in langs)]
        return {name: outlines[name].scenario.weight for name in both}

    def _stays_apart(self, played: list[Played], side: str) -> bool:
        """Whether the languages tell the same, and the sides of the data stay apart."""
        tools = [[called.name for called in each.plan.calls()] for each in played]
        apart = all(self._ledger.takes(each.entity_calls, side) for each in played)
        return apart and all(names == tools[0] for names in tools)

    def _draft(self, lang: str, played: Played, seed: tuple[int, ...], side: str) -> Draft:
        """The conversation in words, beginning in a way that is new where that can be had."""
        rngs = (random_for(*seed, "words", lang, again) for again in range(_WORDINGS))
        draft = worded(self._stages[lang], played, rngs, lambda opening: spoken(opening) not in self._openings)
        draft = self._opened.marked(draft, lang, played.plan.id)
        if self._settings.parallel:
            draft.metadata["tags"] = [*draft.metadata.get("tags", []), PARALLEL]
        self._last[draft.id] = (played, side)
        return draft

    def _never_told(self) -> list[str]:
        """Scenarios that no conversation is about, each with what stopped most draws."""
        notes: list[str] = []
        for scenario in self._file.scenarios:
            left_out = next((self._left_out[step.tool] for step in scenario.steps if step.tool in self._left_out), None)
            if left_out is not None:
                values = {"name": scenario.name, "line": scenario.line, "why": left_out}
                notes.append(phrase("scenarios.never_told", **values))
                continue
            if any(steering.made(scenario.name) for steering in self._steering.values()):
                continue
            why = self._stuck.get(scenario.name)
            if why:
                line, message = max(why, key=lambda each: (why[each], each))
                values = {"name": scenario.name, "line": line or scenario.line, "why": message}
                notes.append(phrase("scenarios.never_told", **values))
        return notes


def _learn_failures(stage: Stage, world: World | None) -> None:
    """How tools were seen to say no while they were explored."""
    for call in world.calls if world is not None else ():
        if isinstance(call, ObservedCall) and not call.ok:
            stage.memory.failures.learn(call.tool, call.content)


def open_scenarios(settings: Settings, path: Path) -> ScenarioGenerator:
    """The generator of a scenario file."""
    return ScenarioGenerator(settings, read_scenarios(path))


def open_own_scenarios(settings: Settings, told: Path | str) -> ScenarioGenerator:
    """The generator of the scenarios that a domain brings along: the path of a file, or what would stand in one."""
    if isinstance(told, Path) or "\n" not in told:
        return open_scenarios(settings, Path(told))
    reading = parse_scenarios(told, settings.source)
    expect_no_error(reading.findings, settings.source)
    return ScenarioGenerator(settings, replace(reading.file, path=""))
