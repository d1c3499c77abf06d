"""A scenario file drafted from a world: what can be said truly and sensibly, and for every other tool the reason.

A world flows in; what flows out is the text of a scenario file in its own notation, so that what is played with nothing
given is what a person would read, edit and give. What is left out is told by tool, in words of the word files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import resource_json

from ..generic.names import words_of
from ..generic.parameters import Param
from ..generic.toolview import ToolView, views_of
from ..scenarios.checking import check_scenarios
from ..scenarios.model import ScenarioFile
from ..scenarios.reading import parse_scenarios
from ..sources import ToolSource
from .finding import Chains
from .hand_over import hand_over_scenarios, hands_over
from .instructing import instructs
from .made_up import (
    are_all_alike,
    backend_users,
    ignore_what_was_asked,
    is_readable,
    is_sensible,
    is_worked_out,
    lacks_all_that_is_listed,
    withholds_its_fact,
)
from .nouns import is_key
from .phrasing import Spoken
from .query_drafts import database_of, query_scenarios
from .reasons import Reasons
from .sayable import is_backwards
from .scenario_drafts import Drafter, ScenarioData
from .speech import SaidValue
from .worlds import Explored
from .yaml_writer import written

_CONFIRM_NAMES = ("unconfirmed-write", "unnamed-argument")
"""What findings are called: there was no yes, or the question lacked a detail."""
_CHANGING = frozenset({"update", "modify", "change", "edit", "set", "adjust", "patch", "configure", "put"})
"""Verbs that say nothing without what a thing is changed to."""
_AROUND = frozenset(resource_json(__package__, "words/purposes.json")["around"])
"""What things belong to or stand in."""
WORDED = ("wants", "tells", "offers", "picks", "none", "fails", "confirms")


@dataclass(slots=True)
class Drafted:
    """What can be played of a world, and why not the rest."""

    scenarios: list[ScenarioData] = field(default_factory=list)
    values: dict[str, SaidValue] = field(default_factory=dict)
    mine: dict[str, Any] = field(default_factory=dict)
    """How users say what they know of themselves, by field."""
    left_out: dict[str, str] = field(default_factory=dict)
    rules: list[ScenarioData] = field(default_factory=list)
    known: list[JsonObject] = field(default_factory=list)
    """What users know of themselves."""

    @property
    def text(self) -> str:
        """It all as a scenario file."""
        data: ScenarioData = {"languages": list(self.languages)}
        if self.rules:
            data["rules"] = self.rules
        if self.known:
            data["people"] = {"know": {name: _by_language(self.mine[name], self.languages) for name in self.fields}}
        if self.values:
            data["values"] = {name: _value_data(each, self.languages) for name, each in self.values.items()}
        return written({**data, "scenarios": [_in_language(each) for each in self.scenarios]})

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that something is said in."""
        return tuple(dict.fromkeys(each["lang"] for each in self.scenarios))

    @property
    def file(self) -> ScenarioFile:
        """The same, read."""
        made = replace(parse_scenarios(self.text).file, path="")
        return replace(made, people=replace(made.people, records=tuple(self.known))) if made.people else made

    def keep_playable(self, source: ToolSource) -> None:
        """Leave out scenarios in which the check of scenario files finds a fault: nobody could mend them."""
        if not self.scenarios:
            return
        file = self.file
        found = check_scenarios(file, source.tools, source.effects, self.languages)
        lines = [finding.line for finding in found if finding.severity == "error"]
        ends = [*(each.line for each in file.scenarios[1:]), len(self.text)]
        faulty = {
            each.name
            for each, end in zip(file.scenarios, ends, strict=True)
            if any(each.line <= at < end for at in lines)
        }
        self.scenarios = [each for each in self.scenarios if each["name"] not in faulty]

    @property
    def fields(self) -> list[str]:
        """What of themselves users say in some scenario."""
        return list(self.mine)


def draft_scenarios(world: Explored) -> Drafted:
    """Everything that can be played of a world with nothing given."""
    source = world.source
    views = views_of(source.tools, source.effects, source.output_schemas)
    unfilled = {name: missing for name, view in views.items() if (missing := _unfilled(source, view))}
    usable = {name: view for name, view in views.items() if _may_be_used(world, view) and name not in unfilled}
    calls = [call for call in world.observed() if call.tool in usable and not is_backwards(call)]
    silly = frozenset(
        call.tool
        for call in calls
        if world.simulated and not (is_sensible(call, usable[call.tool]) and is_readable(call))
    )
    if world.simulated:
        asked = {name: [call for call in calls if call.tool == name and call.ok] for name in usable}
        reads = {name: mine for name, mine in asked.items() if usable[name].effect != "write"}
        silly |= {
            name for name, mine in reads.items() if are_all_alike(mine) or ignore_what_was_asked(mine, usable[name])
        }
    ordering = frozenset(call.tool for call in calls if instructs(call.content))
    calls = [call for call in calls if call.tool not in {*silly, *ordering}]
    known = world.known or (backend_users(world, usable) if world.simulated else [])
    chains = Chains(calls, usable, known, simulated=world.simulated)
    drafter = Drafter(chains, usable)
    said = drafter.purposes
    worked_out = frozenset(name for name in said if world.simulated and is_worked_out(usable[name], said[name].manner))
    if world.simulated:
        of_all = {name: [call for call in calls if call.tool == name and call.ok] for name in said}
        told_by = {name: str(said[name].purpose) for name in said}
        silly |= {
            name
            for name, mine in of_all.items()
            if lacks_all_that_is_listed(mine, told_by[name]) or withholds_its_fact(mine, told_by[name])
        }
    handing = {name: view for name, view in views.items() if hands_over(view) and _may_hand_over(world, view)}
    goals = [name for name in usable if name not in {*silly, *ordering, *worked_out, *handing}]
    made = Drafted([each for name in goals for each in drafter.scenarios(name)], drafter.values, drafter.mine)
    made.known = [record for record in known if record]
    made.scenarios += _database_scenarios(calls, chains, drafter, usable)
    made.rules = _confirm_rules(made.scenarios, drafter, views)
    handed, ends = hand_over_scenarios(handing.values())
    made.scenarios += handed
    made.rules += ends
    made.keep_playable(source)
    used = {tool for each in made.scenarios for step in each["steps"] for tool in step}
    reasons = Reasons(world, chains, said, silly, ordering, worked_out, unfilled)
    made.left_out = {name: reasons.why(view) for name, view in views.items() if name not in used}
    return made


def _unfilled(source: ToolSource, view: ToolView) -> str:
    """A required parameter of which nobody knows what stands in it: an object without described fields."""
    schemas = (each["function"].get("parameters") for each in source.tools if each["function"]["name"] == view.name)
    required = next((schema.get("required") for schema in schemas if isinstance(schema, Mapping)), None)
    known = {param.path[0] for param in view.required}
    missing = next((str(name) for name in required or () if name not in known), "")
    if missing or view.effect != "write":
        return missing
    # What only takes details that may be left away is nothing that anyone wants done without any.
    optional = [param for param in view.params if param not in view.required]
    named = (("name",), ("title",))  # what a thing shall be called from now on
    details = [each for each in optional if not view.required or not is_key(each) or words_of(each.name) in named]
    changes = _CHANGING & set(words_of(view.name)) and all(is_key(each) or _is_around(each) for each in view.required)
    return details[0].name if details and (changes or not view.required) else ""


def _is_around(param: Param) -> bool:
    """Whether a parameter says whose or where a thing is, and nothing of it: the owner of a repository."""
    return bool(set(words_of(param.name)) & _AROUND)


def _database_scenarios(
    calls: list[Any], chains: Chains, drafter: Drafter, views: Mapping[str, ToolView]
) -> list[ScenarioData]:
    """What may be asked of a database, where there is one."""
    database = database_of(calls, chains, views)
    if database is None:
        return []
    listing = _wish_ways(drafter, database.lists.tool, {})
    described = database.describes
    describing = _wish_ways(drafter, described[0], {described[1]: Spoken("{table.name}", "word")}) if described else []
    return [{**each, "lang": "en"} for each in query_scenarios(database, listing, describing)]


def _confirm_rules(
    scenarios: Sequence[ScenarioData], drafter: Drafter, views: Mapping[str, ToolView]
) -> list[ScenarioData]:
    """An explicit yes before anything is changed."""
    used = dict.fromkeys(tool for each in scenarios for step in each["steps"] for tool in step)
    writes = [tool for tool in used if tool in views and views[tool].effect == "write"]
    if not writes:
        return []
    return [
        {
            "confirm": writes,
            "name": list(_CONFIRM_NAMES),
            **({"unnamed": list(drafter.unnamed)} if drafter.unnamed else {}),
        }
    ]


def _wish_ways(drafter: Drafter, tool: str, said: dict[str, Spoken]) -> list[str]:
    purpose = drafter.purposes.get(tool)
    return purpose.wishes(said) if purpose is not None and purpose.lang == "en" else []


def _may_be_used(world: Explored, view: ToolView) -> bool:
    kept_out = (*world.forbidden, *world.set_aside, *world.untried)
    return view.name not in kept_out and view.problem is None


def _may_hand_over(world: Explored, view: ToolView) -> bool:
    """Whether a user can be handed over: nothing is told of what that gives, so it may well be unknowable."""
    return _may_be_used(world, view) or world.set_aside.get(view.name) == "unknowable"


def _in_language(scenario: ScenarioData) -> ScenarioData:
    """The same with its words under their language."""
    lang = scenario["lang"]
    made: ScenarioData = {key: {lang: value} if key in WORDED else value for key, value in scenario.items()}
    del made["lang"]
    steps = [{key: {lang: value} if key in WORDED else value for key, value in step.items()} for step in made["steps"]]
    return {**made, "steps": steps}


def _by_language(words: Mapping[str, Sequence[str]], languages: Sequence[str]) -> ScenarioData:
    return {key: {languages[0]: list(ways)} for key, ways in words.items()}


def _value_data(said: SaidValue, languages: Sequence[str]) -> Any:
    """Values alone, or with the words for them."""
    return {"of": list(said.values), **_by_language(said.words, languages)} if said.words else list(said.values)
