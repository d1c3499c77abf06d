"""Being handed over to a person: what anyone may ask for, where a tool does that and takes at most a summary.

The summary says what the user has said, in the words of the word files, so no matter is made up. After the call one
sentence is said, and the conversation is over, which is a rule of the draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from evalwright.text import resource_json

from ..generic.names import words_of
from ..generic.toolview import ToolView
from .speech import language_of

ScenarioData = dict[str, Any]
_TABLES: dict[str, str] = resource_json(__package__, "words/purposes.json")
_HANDS = re.compile(_TABLES["hands_over"], re.I)
_PERSON = re.compile(_TABLES["to_a_person"], re.I)
_TOLD = frozenset({"summary", "reason", "message", "issue", "description", "note", "notes", "matter", "context"})


def hands_over(view: ToolView) -> bool:
    """Whether a tool hands the user over to a person, and takes nothing but a word about why."""
    text = f"{' '.join(words_of(view.name))} {view.description[:300]}"
    told = [param for param in view.required if param.type == "string" and _TOLD & set(words_of(param.name))]
    named = _PERSON.search(" ".join(words_of(view.name))) or _TABLES["person_zh"] in view.description
    return bool(named and _HANDS.search(text)) and len(view.required) == len(told) <= 1 and not _is_listed(view)


def _is_listed(view: ToolView) -> bool:
    """Whether a reason must be one of those that the schema lists."""
    return any(param.options for param in view.required)


def hand_over_scenarios(views: Iterable[ToolView]) -> tuple[list[ScenarioData], list[ScenarioData]]:
    """The scenarios of tools that hand over, and the rules that go with them."""
    scenarios: list[ScenarioData] = []
    rules: list[ScenarioData] = []
    for view in views:
        if hands_over(view):
            language = language_of(view)
            scenarios.append(_scenario(view, language))
            rules.append({"says_after": view.name, language.lang: language.words_for("handed_over")})
    return scenarios, rules


def _scenario(view: ToolView, language: ModuleType) -> ScenarioData:
    summary = language.words_for("hand_over_summary")
    step: ScenarioData = {view.name: {param.name: summary for param in view.required}}
    return {
        "name": f"{view.name}, asked",
        "weight": 1,
        "wants": language.frames("hand_over"),
        "steps": [{**step, "fails": language.frames("fails")}],
        "tells": [language.words_for("handed_over")],
        "lang": language.lang,
    }
