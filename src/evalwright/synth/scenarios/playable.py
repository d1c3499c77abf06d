"""Whether a scenario file can be played on a source: nothing wrong with it, and every tool that it needs may be called.

A file with a mistake stops everything, named by its line. A tool that may not be called (a change that nobody could
put back, a result with a secret in it) only costs the scenarios that need it, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from evalwright.chat import ToolDefinition
from evalwright.errors import InputError
from evalwright.text import Sentence, phrase

from ..environment import Environment
from ..source_environments import SourceEnvironments
from .checking import check_scenarios
from .model import ScenarioFile, ScenarioFinding


def expect_playable(file: ScenarioFile, environments: Mapping[str, Environment], source: str) -> None:
    """InputError, with line and cure, for the first thing that is wrong with a file for these tools."""
    first = next(iter(environments.values()))
    tools = [cast(ToolDefinition, tool) for tool in first.tools()]
    effects = {str(tool["function"]["name"]): first.effect(str(tool["function"]["name"])) for tool in tools}
    expect_no_error(check_scenarios(file, tools, effects, tuple(environments)), file.path or source)


def expect_no_error(findings: Iterable[ScenarioFinding], path: str) -> None:
    """InputError for the first finding with which a file cannot be used."""
    for finding in findings:
        if finding.severity == "error":
            raise InputError(finding.message, path=path, line=finding.line, cure=finding.cure)


def unusable_tools(file: ScenarioFile, opened: SourceEnvironments) -> dict[str, str]:
    """The tools of a file that are not to be called, each with the reason."""
    environment = next(iter(opened.by_lang.values()))
    may_call = getattr(environment, "may_call", None)
    aside = opened.world.set_aside if opened.world is not None else {}
    made: dict[str, str] = {}
    for tool in dict.fromkeys(step.tool for scenario in file.scenarios for step in scenario.steps):
        if tool in aside:
            made[tool] = phrase("scenarios.tool_aside", tool=tool, reason=aside[tool])
        elif callable(may_call) and not may_call(tool):
            made[tool] = why_not_called(environment, tool)
    return made


def why_not_called(environment: Environment, tool: str) -> Sentence:
    """Why a tool that changes things is not called, and what helps: a way back, or a word that it only reads."""
    named = getattr(environment, "way_back", "none") != "none"
    source = getattr(environment, "source", None)
    guessed = source is not None and source.evidence.get(tool, "words") == "words"
    kind = "guessed" if guessed else "stated"
    return phrase(f"scenarios.not_called.{kind}_{'unproved' if named else 'no_way'}", tool=tool)
