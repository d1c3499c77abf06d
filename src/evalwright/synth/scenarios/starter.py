"""A scenario file to begin with: the flows that were observed, real values, and blanks where words are needed.

A world flows in, the text of a YAML file flows out. What can be said of a reading tool without help is drafted in plain
English; every other tool gets one scenario by the calls that were seen to lead to it, and what people say is left
blank, since no schema tells it. The check names each blank by its line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalwright.text import localized

from ..drafting.draft import WORDED, draft_scenarios
from ..drafting.scenario_drafts import ScenarioData
from ..drafting.yaml_writer import written
from ..explore import World
from ..generic.parameters import Param
from ..generic.toolview import ToolView
from .starter_chains import Chain, StarterChains, is_field
from .starter_samples import sample_lines

_BLANK = '""'
_PLAIN = re.compile(r"\$?[^\W\d][\w.]*(?: of [\w.]+)?")
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_MOST_SCENARIOS = 40
_LEFT_OUT = ("weight", "fails", "lang")
"""Parts of a draft that nobody needs to begin with."""
_MOST_FIELDS, _MOST_WAYS, _MOST_VALUES = 8, 2, 8
_LONGEST_COMMENT = 110


def starter_text(world: World, languages: Sequence[str], *, samples: bool = False) -> str:
    """The text of a scenario file for what was explored, with blanks.

    `samples`: with the beginning of what the tools gave, which may be people's data: never beside made rows.
    """
    drafted = _drafts(draft_scenarios(world).scenarios, world)
    chains = StarterChains(world, _chosen_names(drafted.values()))
    tools = [name for name in chains.views if _is_offered(world, chains.views[name])]
    bare = [name for name in tools if name not in drafted]
    made = [chains.chain(name) for name in bare[:_MOST_SCENARIOS]]
    writes = [name for name in tools if chains.views[name].effect == "write"]
    lines = [
        *_comment_lines("head", source=world.source.text),
        f"languages: [{', '.join(languages)}]",
        *_comment_lines("policy", example="{en: ...}"),
        *_rule_lines(writes),
        *_people_lines(drafted.values()),
        *(sample_lines(world, tools) if samples else ()),
        *_value_lines(chains, made, _spoken_values(world, drafted.values())),
        "",
        *_comment_lines("scenarios"),
        "scenarios:",
    ]
    for scenario in list(drafted.values())[:_MOST_SCENARIOS]:
        lines += _drafted_lines(scenario, languages)
    for chain in made:
        lines += scenario_lines(chains, chain, languages)
    if len(bare) > _MOST_SCENARIOS:
        lines += _comment_lines("more", names=", ".join(bare[_MOST_SCENARIOS:]))
    return "\n".join(lines) + "\n"


def _drafts(scenarios: Iterable[ScenarioData], world: World) -> dict[str, ScenarioData]:
    """For each reading tool the draft that shows most in least: something that is known or chosen, in few steps."""
    made: dict[str, ScenarioData] = {}
    for scenario in scenarios:
        tools = [next(iter(step)) for step in scenario["steps"]]
        if any(world.source.effects.get(tool) == "write" for tool in tools):
            continue
        if tools[-1] not in made or _worth(scenario) > _worth(made[tools[-1]]):
            made[tools[-1]] = scenario
    return made


def _worth(scenario: ScenarioData) -> tuple[bool, bool, int]:
    chosen = any("choose" in step for step in scenario["steps"])
    return "knows" in scenario, chosen, -len(scenario["steps"])


def _chosen_names(scenarios: Iterable[ScenarioData]) -> set[str]:
    return {name for each in scenarios for step in each["steps"] for name in step.get("choose", ())}


def _spoken_values(world: World, scenarios: Iterable[ScenarioData]) -> dict[str, Sequence[Any]]:
    """The values that drafts speak of."""
    kept = list(scenarios)
    told = json.dumps(kept, ensure_ascii=False)
    chosen = _chosen_names(kept)
    found = {name: said for name, said in draft_scenarios(world).values.items() if name not in chosen}
    return {name: said.values[:_MOST_VALUES] for name, said in found.items() if f"${name}" in told}


def _drafted_lines(scenario: ScenarioData, languages: Sequence[str]) -> Iterator[str]:
    """A scenario that was put into words already; other languages than that of its words are blank."""
    lang = scenario["lang"]
    steps = [_by_language(step, languages, lang) for step in scenario["steps"]]
    goal = next(iter(scenario["steps"][-1]))
    data = {**_by_language(scenario, languages, lang), "name": _title(goal), "steps": steps}
    yield from written({"scenarios": [data]}).splitlines()[1:]


def _title(tool: str) -> str:
    return " ".join(tool.replace("-", "_").split("_"))


def _by_language(part: Mapping[str, Any], languages: Sequence[str], drafted: str) -> dict[str, Any]:
    """The same with a few ways of saying it in the language of the draft, and blanks in the others."""
    return {
        key: {lang: value[:_MOST_WAYS] if lang == drafted else [""] for lang in languages} if key in WORDED else value
        for key, value in part.items()
        if key not in _LEFT_OUT
    }


def _is_offered(world: World, view: ToolView) -> bool:
    """Whether a tool can stand in a scenario: its schema can be read, and nothing speaks against its use."""
    return view.problem is None and view.name not in world.set_aside


def _people_lines(scenarios: Iterable[ScenarioData]) -> Iterator[str]:
    """Who the users are: those that the source tells of, where drafts speak of them."""
    yield from _comment_lines("people", example="{list: [{name: Ada}], know: [name]}")
    told = json.dumps(list(scenarios), ensure_ascii=False)
    fields = list(dict.fromkeys(re.findall(r"[{$]me\.([^\W\d]\w*)", told)))
    if fields:
        yield from written({"people": {"know": fields}}).splitlines()


def _rule_lines(writes: Sequence[str]) -> Iterator[str]:
    yield ""
    yield from _comment_lines("rules")
    if writes:
        yield "rules:"
        yield f"  - confirm: [{', '.join(map(_written_scalar, writes))}]"


def _value_lines(chains: StarterChains, made: Iterable[Chain], seen: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """What people say, each with the values that were seen."""
    values: dict[str, Param] = {}
    for chain in made:
        values |= {name: param for name, param in chain.values.items() if name not in seen and name not in values}
    yield ""
    yield from _comment_lines("values")
    if seen or values:
        yield "values:"
    for name, things in seen.items():
        yield f"  {_written_scalar(name)}: {_one_line_value(list(things))}"
    for name, param in values.items():
        samples = chains.samples(param)
        about = _one_line(param.description or param.type)
        yield f"  {_written_scalar(name)}: {_one_line_value(samples) if samples else f'[{_BLANK}]'}  # {about}"


def scenario_lines(chains: StarterChains, chain: Chain, languages: Sequence[str]) -> Iterator[str]:
    """One scenario, with blanks."""
    view = chains.views[chain.tool]
    blanks = "{" + ", ".join(f"{lang}: [{_BLANK}]" for lang in languages) + "}"
    yield f"  - name: {_written_scalar(_title(view.name))}"
    if view.description:
        yield f"    # {_one_line(view.description)}"
    slots = ", ".join(f"{{{name}}}" for name in chain.values)
    yield f"    wants: {blanks}" + (f"  # {slots}" if slots else "")
    known = [f"{name}.{field}" for name, field in _spoken_of(chains, chain)]
    if known:
        yield f"    # knows: [{', '.join(known)}]"
    yield "    steps:"
    for step in chain.steps:
        yield from _step_lines(step, chains, blanks)
    told = _told_plain_fields(chains, chain.tool)
    yield f"    tells: {blanks}" + (f"  # {told}" if told else "")


def _step_lines(step: Mapping[str, Any], chains: StarterChains, blanks: str) -> Iterator[str]:
    tool, arguments = next(iter(step.items()))
    yield f"      - {_written_scalar(tool)}: {_one_line_value(arguments)}"
    if "choose" in step:
        yield f"        choose: {_one_line_value(step['choose'])}"
        yield f"        none: {blanks}"
    if chains.views[tool].effect == "write":
        yield f"        confirms: {blanks}"


def _spoken_of(chains: StarterChains, chain: Chain) -> Iterator[tuple[str, str]]:
    """Fields of chosen things that look like names: what a user may speak of."""
    for (tool, things), name in chain.chosen.items():
        for result in chains.results(tool)[:1]:
            for thing in _things_at(result, things)[:1]:
                for field, value in thing.items() if isinstance(thing, Mapping) else ():
                    if isinstance(value, str) and field.lower() in ("name", "title", "label", "subject"):
                        yield name, field


def _things_at(value: Any, path: Sequence[str]) -> list[Any]:
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, list) else []


def _told_plain_fields(chains: StarterChains, tool: str) -> str:
    """The slots that an answer may have, from what the tool gave."""
    for result in chains.results(tool):
        if isinstance(result, str):
            return f"{{{tool}.text}}"
        fields = list(dict.fromkeys(_plain_fields(result)))[:_MOST_FIELDS]
        if fields:
            return ", ".join(f"{{{tool}.{field}}}" for field in fields)
    return f"{{{tool}.text}}"


def _plain_fields(value: Any, above: str = "", depth: int = 0) -> Iterator[str]:
    """The places of plain values, those in a list as the field of all of them."""
    if isinstance(value, Mapping) and depth < 3:
        for name, inner in value.items():
            if is_field(name):
                yield from _plain_fields(inner, f"{above}.{name}" if above else str(name), depth + 1)
    elif isinstance(value, list):
        for inner in value[:1]:
            yield from _plain_fields(inner, above, depth + 1)
    elif above and value is not None:
        yield above


def _comment_lines(name: str, **values: Any) -> Iterator[str]:
    """A part of the explanation, as comment lines."""
    for line in localized(f"scenarios.starter.{name}", **values).split("\n"):
        yield f"# {line}".rstrip()


def _one_line(text: str) -> str:
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return plain if len(plain) <= _LONGEST_COMMENT else plain[: _LONGEST_COMMENT - 1] + "…"


def _one_line_value(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_written_scalar(key)}: {_one_line_value(inner)}" for key, inner in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_one_line_value, value)) + "]"
    return _written_scalar(value)


def _written_scalar(value: Any) -> str:
    """A scalar that is read back as what it is: quoted unless it is plainly a name or a reference."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
