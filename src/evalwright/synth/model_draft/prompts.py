"""What a model is told that drafts scenarios: `words/draft.en.json`, `words/draft.zh.json`, and one example for both.

A small piece is asked for at a time, with the notation, an example and what was explored. Data goes in whole, never
into a template; what is wrong with an answer is told by its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.text import filled, resource_json

from ..drafting.yaml_writer import written
from ..explore import World
from ..generic.toolview import ToolView
from ..scenarios.model import ScenarioFinding
from .skeletons import ScenarioBlank, slot_lines

_SHOWN_RESULT = 700
_SHOWN_RESULTS = 4
_SHOWN_DESCRIPTION = 600
_SHOWN_POLICY = 6_000
_SHOWN_FINDINGS = 12
_SHOWN_TOOLS = 60


class DraftPrompts(TypedDict):
    """What the files say."""

    role: str
    languages: dict[str, str]
    sentences_in: str
    notation: list[str]
    example_title: str
    scenario: str
    tool: str
    other_tools: str
    results: str
    people_say: str
    slots: str
    plainly: str
    fact: str
    fact_used: str
    fact_known: str
    fact_wanted: str
    rules: str
    rule_kinds: list[str]
    policy: str
    all_tools: str
    changes: str
    wrong: str
    wrong_line: str
    again: str


class DraftWords:
    """What is told, in one language, to draft words in some."""

    def __init__(self, world: World, views: Mapping[str, ToolView], langs: Sequence[str]) -> None:
        self._told: DraftPrompts = resource_json(__package__, f"words/draft.{langs[0]}.json")
        self._world, self._views, self._langs = world, views, langs

    def role(self, *, notation: bool) -> str:
        """Who the model is, and how scenarios are written."""
        told = self._told
        named = ", ".join(f"{lang} ({told['languages'][lang]})" for lang in self._langs)
        lines = [told["role"], f"{told['sentences_in']} {named}."]
        if notation:
            lines += ["", *told["notation"], "", told["example_title"], written(self._example()).rstrip()]
        return "\n".join(lines)

    def scenario(self, blank: ScenarioBlank, facts: Mapping[str, str]) -> str:
        """The task of one scenario; `facts`: by slot, what people say there."""
        told, others = self._told, [name for name in dict.fromkeys(blank.steps) if name != blank.tool]
        lines = [told["scenario"], "", told["tool"], self._described(blank.tool)]
        if others:
            lines += ["", told["other_tools"], *map(self._described, others)]
        lines += ["", told["results"], *self._results([*others, blank.tool])]
        if facts:
            lines += ["", told["people_say"], *(f"{{{slot}}}: {about}" for slot, about in facts.items())]
        if slots := list(slot_lines(blank.slots)):
            lines += ["", told["slots"], *slots]
        if blank.plainly:
            lines += ["", told["plainly"], *blank.plainly]
        return "\n".join([*lines, "", blank.skeleton])

    def fact(self, about: str, tools: Iterable[str], samples: Sequence[Any], skeleton: str) -> str:
        """The task of how something is asked for and said."""
        told = self._told
        lines = [told["fact"], "", about, f"{told['fact_used']} {', '.join(map(self._described, tools))}"]
        lines.append(f"{told['fact_known']} {_json_text(list(samples))}" if samples else told["fact_wanted"])
        return "\n".join([*lines, "", skeleton])

    def rules(self, policy: str) -> str:
        """The task of reading rules off a policy."""
        told = self._told
        tools = [self._described(name) for name in list(self._views)[:_SHOWN_TOOLS]]
        lines = [told["rules"], "", *told["rule_kinds"], "", told["all_tools"], *tools]
        return "\n".join([*lines, "", told["policy"], policy[:_SHOWN_POLICY]])

    def wrong(self, findings: Sequence[ScenarioFinding]) -> str:
        """What is wrong with an answer."""
        told = self._told
        lines = [
            filled(told["wrong_line"], {"line": each.line, "message": str(each.message), "cure": str(each.cure)})
            for each in findings[:_SHOWN_FINDINGS]
        ]
        return "\n".join([told["wrong"], *(line.rstrip() for line in lines), told["again"]])

    def _example(self) -> JsonObject:
        example: JsonObject = _in_languages(resource_json(__package__, "words/example.json"), self._langs)
        return example

    def _described(self, tool: str) -> str:
        view = self._views[tool]
        text = " ".join(view.description.split())[:_SHOWN_DESCRIPTION]
        mark = f" {self._told['changes']}" if view.effect == "write" else ""
        return f"{tool}{mark}: {text}"

    def _results(self, tools: Iterable[str]) -> list[str]:
        lines = []
        for tool in tools:
            calls = [call for call in self._world.observed() if call.tool == tool and call.ok]
            for call in calls[:1]:
                shown = " ".join(call.content.split())
                cut = shown if len(shown) <= _SHOWN_RESULT else f"{shown[:_SHOWN_RESULT]}..."
                lines.append(f"{tool} {_json_text(call.arguments)} -> {cut}")
        return lines[-_SHOWN_RESULTS:] or ["-"]


def _json_text(value: Any) -> str:
    return dumps(value).decode()


def _in_languages(value: Any, langs: Sequence[str]) -> Any:
    """The same with the words of these languages alone."""
    if isinstance(value, list):
        return [_in_languages(each, langs) for each in value]
    if isinstance(value, dict):
        wanted = [key for key in value if key in langs] if {"en", "zh"} >= set(value) else list(value)
        return {key: _in_languages(value[key], langs) for key in wanted}
    return value
