"""What is asked of a model, piece by piece: the words of one scenario, the words for one fact.

A world flows in; out flow the pieces with their blanks, each small enough for a small model. Which calls serve a wish,
which values people say and who the people are is settled by what was explored, as in the program's own drafts; for
tools of which that found nothing to say, by the calls that were seen to lead there. A model finds the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonObject

from ..drafting.draft import Drafted, draft_scenarios
from ..drafting.yaml_writer import written
from ..explore import World
from ..generic.parameters import Param
from ..generic.toolview import ToolView
from ..scenarios.starter import scenario_lines
from ..scenarios.starter_chains import Chain, StarterChains
from .value_guard import ValueGuard

_MOST_SCENARIOS = 40
_MOST_OF_A_TOOL = 3
_MOST_SAMPLES = 12
_WORDED = ("wants", "none", "confirms", "offers", "picks", "tells")
_SLOT = re.compile(r"\{([^{}]+)\}")


@dataclass(slots=True)
class FactBlank:
    """Something that people know or say, whose words are missing."""

    name: str
    """As a slot names it: `day`, or `me.email`."""
    about: str
    samples: list[Any]
    tools: list[str] = field(default_factory=list)

    @property
    def personal(self) -> bool:
        """Whether people know it of themselves."""
        return self.name.startswith("me.")

    @property
    def has_words(self) -> bool:
        """Whether there can be words for it: a record has a slot for each of its fields, and none of its own."""
        return not any(isinstance(sample, Mapping) for sample in self.samples)

    def skeleton(self, langs: Sequence[str]) -> str:
        """The form that is to be filled in."""
        blanks, slots = {lang: [""] for lang in langs}, {lang: [f"{{{self.name}}}"] for lang in langs}
        words: JsonObject = {"ask": blanks, "say": slots}
        if self.personal:
            return written({"people": {"know": {self.name.removeprefix("me."): words}}})
        return written({"values": {self.name: {"of": self.samples or blanks, **words}}})


@dataclass(slots=True)
class ScenarioBlank:
    """One scenario whose words are missing."""

    name: str
    tool: str
    """What it is for."""
    steps: list[str]
    skeleton: str
    slots: dict[str, list[str]]
    """By what is said: the values that may stand there."""
    plainly: list[str]
    """The wish and the answer in plain words, where the program has some."""


@dataclass(slots=True)
class Blanks:
    """All that is asked for."""

    facts: dict[str, FactBlank]
    scenarios: list[ScenarioBlank]
    has_people: bool
    """Whether it is known who the users are."""
    rules: list[JsonObject]
    unasked: dict[str, str]
    """By tool, why no scenario about it is asked for."""


def blanks_of(world: World, langs: Sequence[str], guard: ValueGuard) -> Blanks:
    """The pieces that a draft of this world is made of."""
    drafted, chains = draft_scenarios(world), StarterChains(world)
    blanks = Blanks(_facts(drafted, world), [], bool(drafted.known and drafted.mine), [], {})
    for scenario in drafted.scenarios:
        tool = _tools_of(scenario)[-1]
        if sum(each.tool == tool for each in blanks.scenarios) < _MOST_OF_A_TOOL:
            blanks.scenarios.append(_from_draft(scenario, langs))
    for name, reason in drafted.left_out.items():
        chain = chains.chain(name)
        unknown = [key for key, param in chain.values.items() if not _can_be_said(chains, chain, param, guard)]
        if guard.may_use(chains.views[name]) and not unknown:
            blanks.scenarios.append(_from_chain(chains, chain, langs, blanks.facts))
        else:
            blanks.unasked[name] = reason
    del blanks.scenarios[_MOST_SCENARIOS:]
    for blank in blanks.scenarios:
        for name, fact in blanks.facts.items():
            used = f"${name}" in blank.skeleton or f"{{{name}" in blank.skeleton
            if used and blank.tool not in fact.tools:
                fact.tools.append(blank.tool)
    blanks.facts = {name: fact for name, fact in blanks.facts.items() if fact.tools}
    blanks.rules = _confirmations(drafted, blanks, chains.views)
    return blanks


def _facts(drafted: Drafted, world: World) -> dict[str, FactBlank]:
    known = drafted.known or world.known
    facts = {}
    for name in drafted.mine:
        samples = list(dict.fromkeys(record[name] for record in known if name in record))[:_MOST_SAMPLES]
        facts[f"me.{name}"] = FactBlank(f"me.{name}", name.replace("_", " "), samples)
    for name, said in drafted.values.items():
        facts[name] = FactBlank(name, name.replace("_", " "), list(said.values)[:_MOST_SAMPLES])
    return facts


def _from_draft(scenario: Mapping[str, Any], langs: Sequence[str]) -> ScenarioBlank:
    """A scenario that the program found, with its words taken out."""
    tools = _tools_of(scenario)
    slots: dict[str, list[str]] = {}
    for part in (scenario, *scenario["steps"]):
        for group in _WORDED:
            named = [slot for way in part.get(group, ()) for slot in _SLOT.findall(way)]
            slots[group] = list(dict.fromkeys([*slots.get(group, []), *named]))
    data: JsonObject = {"name": "", **_blanked(scenario, langs)}
    plainly = [ways[0] for group in ("wants", "tells") if (ways := scenario.get(group))]
    return ScenarioBlank(scenario["name"], tools[-1], tools, written({"scenarios": [data]}), slots, plainly)


def _blanked(part: Mapping[str, Any], langs: Sequence[str]) -> JsonObject:
    made: JsonObject = {}
    for key, value in part.items():
        if key == "steps":
            made[key] = [_blanked(step, langs) for step in value]
        elif key in _WORDED:
            made[key] = {lang: [""] for lang in langs}
        elif key not in ("name", "weight", "lang", "fails"):
            made[key] = value
    return made


def _from_chain(
    chains: StarterChains, chain: Chain, langs: Sequence[str], facts: dict[str, FactBlank]
) -> ScenarioBlank:
    """A scenario for the calls that were seen to lead to a tool; what nobody returned is what people say."""
    for key, param in chain.values.items():
        about = " ".join(f"{key.replace('_', ' ')}: {param.description or param.type}".split())[:300]
        facts.setdefault(key, FactBlank(key, about, chains.samples(param)))
    text = "\n".join(["scenarios:", *scenario_lines(chains, chain, langs)])
    tools = [next(iter(step)) for step in chain.steps]
    return ScenarioBlank(" -> ".join(tools), chain.tool, tools, text, {"wants": list(chain.values)}, [])


def _can_be_said(chains: StarterChains, chain: Chain, param: Param, guard: ValueGuard) -> bool:
    """Whether people can say a value: one is known, or it is of a sort that anybody could think of."""
    view = next(view for name in (chain.tool, *chain.taken) if param in (view := chains.views[name]).params)
    return bool(chains.samples(param)) or guard.may_be_made_up(view, param.name)


def _tools_of(scenario: Mapping[str, Any]) -> list[str]:
    return [next(iter(step)) for step in scenario["steps"]]


def _confirmations(drafted: Drafted, blanks: Blanks, views: Mapping[str, ToolView]) -> list[JsonObject]:
    """A yes before everything that changes something; ids that were looked up need not be said."""
    used = dict.fromkeys(tool for blank in blanks.scenarios for tool in blank.steps)
    changing = [tool for tool in used if views[tool].effect == "write"]
    unnamed = list(dict.fromkeys(name for rule in drafted.rules for name in rule.get("unnamed", ())))
    return [{"confirm": changing, **({"unnamed": unnamed} if unnamed else {})}] if changing else []


def slot_lines(slots: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Which values may be said where."""
    for group, names in slots.items():
        if names:
            yield f"{group}: {', '.join(f'{{{name}}}' for name in names)}"
