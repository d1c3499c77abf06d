"""Whether a piece of a draft holds: it is read, looked at for what it would send and say, and then executed.

The text of an answer flows in; out flows what it says as plain data, or what is wrong with it by its own lines. Nothing
is played before everything else is in order, and what is played is put back as in any conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonObject

from ..drafting.yaml_writer import written
from ..environment import Environment
from ..explore import World
from ..phrases.voice import LANGUAGES
from ..rules import rules_from
from ..scenarios.checking import check_scenarios
from ..scenarios.findings import Findings
from ..scenarios.model import Fact, People, Scenario, ScenarioFile, ScenarioFinding
from ..scenarios.playing_check import check_by_playing
from ..scenarios.reading import ScenarioReading, parse_scenarios
from ..scenarios.yaml_nodes import Node, YamlError, read_nodes
from .replies import LONGEST
from .skeletons import FactBlank
from .value_guard import ValueGuard
from .word_guard import WordGuard

_MOST_VALUES = 12
_PART = frozenset({"no_scenarios", "empty_file", "people_know"})
"""What is missing in a file that is only a part of one."""
_NO_FORM = frozenset({"no_mapping", "empty_file"})


@dataclass(slots=True)
class Judged:
    """What came of one answer."""

    data: Any = None
    """What it says, as a file says it; None where it does not hold."""
    findings: list[ScenarioFinding] = field(default_factory=list)
    part: Any = None
    """What of it holds, where some does."""


@dataclass(slots=True)
class Common:
    """What all scenarios of a draft share."""

    people: JsonObject | None = None
    values: dict[str, JsonObject] = field(default_factory=dict)
    rules: list[JsonObject] = field(default_factory=list)

    def data(self, langs: Sequence[str], scenarios: Sequence[JsonObject]) -> JsonObject:
        """A whole file, with the values that its scenarios name."""
        used = {name: value for name, value in self.values.items() if _names(scenarios, name)}
        parts = {"rules": self.rules, "people": self.people, "values": used}
        made: JsonObject = {"languages": list(langs)}
        return {**made, **{key: part for key, part in parts.items() if part}, "scenarios": list(scenarios)}


class Judge:
    """Judges the pieces of one draft."""

    def __init__(
        self, world: World, environments: Mapping[str, Environment], langs: Sequence[str], guard: ValueGuard
    ) -> None:
        self._source, self._environments, self._langs = world.source, environments, tuple(langs)
        self._values, self._words = guard, WordGuard(world)

    def fact(self, blank: FactBlank, text: str) -> Judged:
        """How something is asked for and said; its values are those that are known, where any are."""
        reading = self._read_answer(text)
        root, name = _root_of(text), blank.name.removeprefix("me.")
        node = _under(root, *(("people", "know") if blank.personal else ("values",)), name)
        findings = _errors(reading.findings)
        if not findings and node is None:
            findings = [_draft_finding("draft_fact", name=name)]
        people = reading.file.people
        facts = [*(people.facts if people is not None else ()), *reading.file.values.values()]
        fact = next((each for each in facts if each.name == blank.name), None)
        if findings or fact is None or node is None:
            return Judged(findings=findings or [_draft_finding("draft_fact", name=name)])
        return self._looked_at(blank, fact, node)

    def _looked_at(self, blank: FactBlank, fact: Fact, node: Node) -> Judged:
        noted = Findings()
        self._words.check_facts([fact], noted)
        alone = ScenarioFile(
            languages=self._langs,
            people=People(facts=(fact,)) if blank.personal else None,
            values={} if blank.personal else {fact.name: fact},
        )
        found = check_scenarios(alone, self._source.tools, self._source.effects, self._langs)
        findings = [*noted.found, *_errors(found)]
        data = {key: value for key, value in node.plain().items() if key in ("of", "ask", "say")}
        for key in ("ask", "say"):
            if not getattr(fact, key):
                findings.append(_draft_finding("draft_blank", fact.line, name=key))
        if blank.samples:
            data |= {} if blank.personal else {"of": list(blank.samples)}
        elif not blank.personal:
            findings += self._new_values(fact)
        return Judged(findings=findings) if findings else Judged(_in_order(data))

    def _new_values(self, fact: Fact) -> list[ScenarioFinding]:
        """What is wrong with values that nobody knew before; what they may be used for is seen with the calls."""
        if not fact.values or not any(fact.values.values()):
            return [_draft_finding("draft_blank", fact.line, name="of")]
        if any(len(values) > _MOST_VALUES for values in fact.values.values()):
            return [_draft_finding("draft_many", fact.line, most=_MOST_VALUES)]
        noted = Findings()
        self._values.check_values([fact], noted)
        return list(noted.found)

    def scenario(self, tool: str, common: Common, text: str) -> Judged:
        """One scenario about a tool, played in every language."""
        reading = self._read_answer(text)
        file = reading.file
        findings = _errors(reading.findings)
        if not findings and len(file.scenarios) != 1:
            findings = [_draft_finding("draft_one", number=len(file.scenarios))]
        if not findings and (file.policy or file.rules or file.people is not None):
            findings = [_draft_finding("draft_extra")]
        if not findings and [step.tool for step in file.scenarios[0].steps][-1:] != [tool]:
            findings = [_draft_finding("draft_other", file.scenarios[0].line, tool=tool)]
        if findings:
            return Judged(findings=findings)
        root = _root_of(text)
        node, own = _under(root, "scenarios"), _under(root, "values")
        data = node.items[0].plain() if node is not None and node.items else {}
        values = own.plain() if own is not None and own.kind == "mapping" else {}
        new = {name: value for name, value in values.items() if name not in common.values}
        whole = Common(common.people, common.values | new, common.rules)
        findings = self._wrong_before_playing(file, whole) or self.played(whole, [data], file.scenarios[0])
        return Judged(findings=findings) if findings else Judged({"scenario": data, "values": new})

    def _wrong_before_playing(self, file: ScenarioFile, common: Common) -> list[ScenarioFinding]:
        noted = Findings()
        facts = _file_of(common, self._langs, ()).values
        self._words.check_scenario(file.scenarios[0], noted)
        self._words.check_facts(file.values.values(), noted)
        self._values.check_values(file.values.values(), noted)
        self._values.check(file.scenarios[0], facts, noted)
        return list(noted.found)

    def fits(self, common: Common, scenario: JsonObject) -> list[ScenarioFinding]:
        """What is wrong with a scenario beside the others, whose values may be other ones than its own were."""
        file = _file_of(common, self._langs, [scenario])
        alone = ScenarioFile("", file.languages, {}, file.rules, file.people, file.values, file.scenarios)
        return self._wrong_before_playing(alone, common) or self.played(common, [scenario])

    def played(
        self, common: Common, scenarios: Sequence[JsonObject], as_written: Scenario | None = None
    ) -> list[ScenarioFinding]:
        """What is wrong with scenarios when they are looked at and played as one file.

        `as_written`: the one scenario with the lines of the answer that it stands in.
        """
        file = _file_of(common, self._langs, scenarios)
        if as_written is not None:
            file = ScenarioFile("", file.languages, {}, file.rules, file.people, file.values, (as_written,))
        found = _errors(check_scenarios(file, self._source.tools, self._source.effects, self._langs))
        if found:
            return found
        noted = Findings()
        check_by_playing(file, {lang: self._environments[lang] for lang in self._langs}, noted)
        return list(noted.found)  # on a made-up backend they only warn; a draft has to do better

    def rules(self, text: str) -> Judged:
        """The rules that an answer states, each of which makes sense for the tools; no scenario is looked at yet."""
        reading = self._read_answer(text)
        findings = _errors(reading.findings)
        if findings:
            return Judged(findings=findings)
        good: list[JsonObject] = []
        for rule in reading.file.rules:
            wrong = _errors(rules_from([*good, dict(rule)], self._source.tools, languages=self._langs).findings)
            wrong += [_draft_finding("draft_unsaid", rule["line"], text=text[:100]) for text in self._unsaid(rule)]
            findings += wrong
            if not wrong:
                good.append(dict(rule))
        plain = [{key: value for key, value in rule.items() if key != "line"} for rule in good]
        return Judged(findings=findings, part=plain) if findings else Judged(plain)

    def _unsaid(self, rule: Mapping[str, Any]) -> list[str]:
        """The sentences of a rule that the policy does not hold: nobody else may put words into everybody's mouth."""
        ways = [rule.get(lang) or [] for lang in LANGUAGES]
        said = [each for way in ways for each in ([way] if isinstance(way, str) else way)]
        policy = " ".join((self._source.policy or "").split())
        return [text for text in map(str, said) if " ".join(text.split()) not in policy]

    def _read_answer(self, text: str) -> ScenarioReading:
        if len(text) > LONGEST:
            return ScenarioReading(ScenarioFile(), (_draft_finding("draft_reply", most=LONGEST),))
        reading = parse_scenarios(text)
        talks = any(each.kind in _NO_FORM for each in reading.findings) and _root_of(text).kind == "scalar"
        return ScenarioReading(ScenarioFile(), (_draft_finding("draft_form"),)) if talks else reading


def _file_of(common: Common, langs: Sequence[str], scenarios: Sequence[JsonObject]) -> ScenarioFile:
    """The file that data describe, read as any file is."""
    data = common.data(langs, scenarios)
    return parse_scenarios(written(data | {"values": common.values} if common.values else data)).file


def _root_of(text: str) -> Node:
    try:
        return read_nodes(text)
    except YamlError:
        return Node("scalar", 1)


def _under(node: Node, *names: str) -> Node | None:
    found: Node | None = node
    for name in names:
        found = found.get(name) if found is not None else None
    return found


def _errors(findings: Sequence[ScenarioFinding]) -> list[ScenarioFinding]:
    return [each for each in findings if each.severity == "error" and each.kind not in _PART]


def _draft_finding(kind: str, line: int = 1, **values: Any) -> ScenarioFinding:
    noted = Findings()
    noted.add(line, kind, **values)
    return noted.found[0]


def _in_order(data: Mapping[str, Any]) -> JsonObject:
    return {key: data[key] for key in ("of", "ask", "say") if key in data}


def _names(scenarios: Sequence[JsonObject], name: str) -> bool:
    """Whether a value is named anywhere in scenarios, as `$name` or in a slot."""
    text = str(scenarios)
    return any(f"{sign}{name}{end}" in text for sign in "${" for end in (".", "}", "'", '"'))
