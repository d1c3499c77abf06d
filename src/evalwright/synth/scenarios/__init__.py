"""Scenario files: what people want of somebody's tools, read, checked, played and put into words.

Names are loaded when they are first used: rules need the model of findings, and checking needs the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .check_file import ScenarioCheck, check_scenario_file, languages_wanted
    from .checking import check_scenarios
    from .model import ScenarioFile, ScenarioFinding
    from .reading import ScenarioReading, parse_scenarios, read_scenarios, scan_scenarios
    from .starter_source import scenario_starter
    from .trial import ScenarioTrial, try_scenario

__all__ = [
    "ScenarioCheck",
    "ScenarioFile",
    "ScenarioFinding",
    "ScenarioReading",
    "ScenarioTrial",
    "check_scenario_file",
    "check_scenarios",
    "languages_wanted",
    "parse_scenarios",
    "read_scenarios",
    "scan_scenarios",
    "scenario_starter",
    "try_scenario",
]

_LATE = {
    "check_file": "ScenarioCheck check_scenario_file languages_wanted",
    "checking": "check_scenarios",
    "model": "ScenarioFile ScenarioFinding",
    "reading": "ScenarioReading parse_scenarios read_scenarios scan_scenarios",
    "trial": "ScenarioTrial try_scenario",
    "starter_source": "scenario_starter",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
