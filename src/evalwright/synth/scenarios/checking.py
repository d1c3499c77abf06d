"""What is wrong with a scenario file before anything is played: names, arguments, words and rules against the tools.

A file that could be read flows in with the tools that it is for; findings flow out, each with its line and the cure.
Nothing is called here: what only a call can show (a refusal, a choice that never finds anything) is found by playing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evalwright.chat import ToolDefinition

from ..environment import Effect
from ..rules import rules_from
from .checking_calls import CallCheck
from .checking_names import NameCheck
from .checking_rules import check_rules
from .checking_words import WordCheck
from .findings import Findings
from .model import ScenarioFile, ScenarioFinding


def check_scenarios(
    file: ScenarioFile,
    tools: Sequence[ToolDefinition],
    effects: Mapping[str, Effect] | None = None,
    langs: Iterable[str] = (),
) -> list[ScenarioFinding]:
    """What is wrong with a file for these tools, by line; `langs`: the languages that are wanted, else its own."""
    findings = Findings()
    languages = tuple(langs) or file.languages
    rules = rules_from(list(file.rules), tools, languages=languages)
    calls = CallCheck(findings, tools, effects or {}, file.values)
    names = NameCheck(findings, file, calls.names)
    words = WordCheck(findings, file, languages, rules, frozenset(calls.names))
    _check_people(file, calls)
    names.check_facts()
    words.check_facts()
    for scenario in file.scenarios:
        for step in scenario.steps:
            calls.check(step)
        names.check(scenario)
        words.check(scenario, effects or {})
    names.check_unused()
    _check_titles(file, findings)
    check_rules([each for each in file.scenarios if calls.has_tools_of(each)], rules, findings)
    return _by_line([*findings.found, *(replace(each, kind=each.kind or "rule") for each in rules.findings)])


def _check_people(file: ScenarioFile, calls: CallCheck) -> None:
    """The call that lists people has to be one that reads."""
    if file.people is not None and file.people.call is not None:
        calls.check(file.people.call, reads=True)


def _check_titles(file: ScenarioFile, findings: Findings) -> None:
    seen: set[str] = set()
    for scenario in file.scenarios:
        if scenario.name and scenario.name in seen:
            findings.add(scenario.line, "scenario_twice", name=scenario.name)
        seen.add(scenario.name)


def _by_line(found: Iterable[ScenarioFinding]) -> list[ScenarioFinding]:
    return sorted(dict.fromkeys(found), key=lambda finding: finding.line)
