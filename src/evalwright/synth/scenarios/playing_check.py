"""What only a call can show: each scenario is played, and what stops it is named by the line of its step.

A file and the environments of a source flow in, findings flow out: a call that the server refuses, a choice that never
finds anything, words that cannot be said, and rules that no conversation of a scenario keeps. A scenario that changes
things is played only where that may be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from evalwright.workbench import Finding

from ..checks import Checker
from ..environment import Environment
from ..strict_rules import must_hold
from .findings import Findings
from .model import Scenario, ScenarioFile, ScenarioFinding
from .playable import why_not_called
from .stages import file_rules
from .stuck import StuckError
from .trial import ScenarioTrial, try_scenario

NONE_STOPPED: Mapping[int, ScenarioFinding] = {}
_TRIALS = 3
"""Conversations of a scenario that must all break a rule before it is said that none can keep it."""


def check_by_playing(
    file: ScenarioFile,
    environments: Mapping[str, Environment],
    findings: Findings,
    passed_over: Iterable[int] = (),
    stopped: Mapping[int, ScenarioFinding] = NONE_STOPPED,
) -> None:
    """Play every scenario in every language; `passed_over`: lines of scenarios that are known to be wrong already.

    `stopped`: what stopped those that were played to see whether their changes are put back.
    """
    known = set(passed_over)
    for lang, environment in environments.items():
        checker = Checker(environment, lang, replay=False, rules=file_rules(file), wanted=must_hold)
        for scenario in file.scenarios:
            if scenario.line in known or not scenario.wants.get(lang) or not scenario.steps:
                continue
            if not _may_play(scenario, environment, findings, stopped.get(scenario.line)):
                known.add(scenario.line)
            elif not _plays(file, scenario, environment, lang, checker, findings):
                known.add(scenario.line)  # the other language would say the same again


def _may_play(
    scenario: Scenario, environment: Environment, findings: Findings, stopped: ScenarioFinding | None
) -> bool:
    allowed: Callable[[str], bool] = getattr(environment, "may_call", lambda _: True)
    for step in scenario.steps:
        if not allowed(step.tool):
            if stopped is not None:
                findings.take(stopped)
                return False
            findings.add(
                step.line, "not_played", "warning", name=scenario.name, why=why_not_called(environment, step.tool)
            )
            return False
    return True


def _plays(
    file: ScenarioFile, scenario: Scenario, environment: Environment, lang: str, checker: Checker, findings: Findings
) -> bool:
    """Whether a scenario comes to its end, in a conversation with which nothing is wrong; what is wrong is told."""
    severity: Literal["error", "warning"] = "warning" if environment.simulated else "error"
    common: dict[str, tuple[int, str]] | None = None
    unserved: StuckError | None = None
    for seed in range(_TRIALS):
        trial = try_scenario(file, scenario, environment, lang, seed=seed)
        if trial.finding is not None:
            findings.take(trial.finding, severity)
            return False
        row = _row(trial, environment, lang)
        found = {each.rule: (_line_of_step(scenario, row, each), each.text) for each in checker.check(row)}
        common = found if common is None else {rule: each for rule, each in common.items() if rule in found}
        if not common and trial.unserved is None:
            return True
        unserved = trial.unserved
    if not common and unserved is not None:
        line, why = unserved.line or scenario.line, str(unserved.message)
        if not findings.has(line, "never_served"):  # in another language, with other values in it
            findings.add(line, "never_served", "warning", name=scenario.name, why=why)
        return True
    for rule, (line, text) in (common or {}).items():
        findings.add(line, "row_refused", severity, name=scenario.name, lang=lang, rule=rule, problem=text.rstrip("."))
    return False


def _line_of_step(scenario: Scenario, row: Mapping[str, Any], finding: Finding) -> int:
    """The step whose call a finding is about; the scenario where it is about none."""
    message = row["messages"][finding.message] if finding.message is not None else {}
    called = [call["function"]["name"] for call in message.get("tool_calls") or ()]
    return next((step.line for step in scenario.steps if step.tool in called), scenario.line)


def _row(trial: ScenarioTrial, environment: Environment, lang: str) -> dict[str, Any]:
    metadata = {**trial.metadata, "lang": lang}
    return {"messages": trial.messages, "tools": list(environment.tools()), "metadata": metadata}
