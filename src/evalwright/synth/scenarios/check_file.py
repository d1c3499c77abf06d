"""The whole check of a scenario file for a source: what cannot be read, does not fit the tools, or cannot be played.

A path and settings flow in, findings by line flow out. What is wrong first is told first: a scenario whose names or
calls are wrong is not played, and a file that cannot be read is not either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..settings import Settings
from ..source_environments import SourceEnvironments
from .checking import check_scenarios
from .findings import Findings
from .model import ScenarioFile, ScenarioFinding
from .playing_check import check_by_playing
from .reading import ScenarioReading, scan_scenarios
from .state_proof import prove_by_playing

_UNSAID = ("missing_language", "no_tells", "no_confirms", "offers_picks")
"""What follows from words that are still blank."""


@dataclass(frozen=True, slots=True)
class ScenarioCheck:
    """What was looked at, and what is wrong with it."""

    file: ScenarioFile
    findings: tuple[ScenarioFinding, ...]

    @property
    def errors(self) -> int:
        """Findings with which the file cannot be used."""
        return sum(finding.severity == "error" for finding in self.findings)


def check_scenario_file(path: str | Path, settings: Settings | None = None) -> ScenarioCheck:
    """What is wrong with a file, by line; with settings also for the tools of their source, and when it is played.

    `settings.langs` empty: the languages of the file.
    """
    reading = scan_scenarios(path)
    if settings is None:
        return ScenarioCheck(reading.file, reading.findings)
    return ScenarioCheck(reading.file, tuple(_check_with_source(reading, settings)))


def _check_with_source(reading: ScenarioReading, settings: Settings) -> list[ScenarioFinding]:
    file = reading.file
    opened = SourceEnvironments(settings)
    try:
        tools = opened.source
        checked = check_scenarios(file, tools.tools, tools.effects, settings.langs)
        found = [*reading.findings, *_beyond_blanks(reading, checked)]
        played = Findings()
        if file.scenarios and not _is_unreadable(reading.findings):
            lang = settings.langs[0]
            wrong = _wrong_already(file, found)
            stopped = prove_by_playing(file, opened.by_lang[lang], opened.world, lang, wrong)
            check_by_playing(file, opened.by_lang, played, wrong, stopped)
    finally:
        opened.close()
    return sorted(dict.fromkeys([*found, *played.found]), key=lambda each: each.line)


def _beyond_blanks(reading: ScenarioReading, checked: Sequence[ScenarioFinding]) -> list[ScenarioFinding]:
    """What is wrong beside words that are blank or cannot be read: that nothing is said there is told already."""
    lines = [scenario.line for scenario in reading.file.scenarios]
    blank = {_scenario_around(lines, each.line) for each in reading.findings if each.severity == "error"}
    return [each for each in checked if each.kind not in _UNSAID or _scenario_around(lines, each.line) not in blank]


def _scenario_around(lines: Sequence[int], at: int) -> int:
    """The line of the scenario that a line stands in."""
    return max((line for line in lines if line <= at), default=0)


def _is_unreadable(findings: Sequence[ScenarioFinding]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _wrong_already(file: ScenarioFile, found: Sequence[ScenarioFinding]) -> list[int]:
    """The lines of scenarios in which an error stands: they would only stumble over it again."""
    lines = [scenario.line for scenario in file.scenarios]
    errors = [finding.line for finding in found if finding.severity == "error"]
    if any(line < lines[0] for line in errors):
        return lines  # people, values and rules are everybody's
    wrong = {_scenario_around(lines, at) for at in errors}
    return [line for line in lines if line in wrong]


def languages_wanted(path: str | Path, settings: Settings, langs: Sequence[str]) -> Settings:
    """The settings with these languages, else with those of the file."""
    return replace(settings, langs=tuple(langs) or scan_scenarios(path).file.languages or settings.langs)
