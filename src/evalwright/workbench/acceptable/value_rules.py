"""Arguments that nobody can guess to the letter: calculations, lists whose order is free, prose for people."""

from __future__ import annotations

import re
from typing import Any

from evalwright.chat import JsonObject, JsonSchema
from evalwright.text import resource_json

from ..provenance_schema import Schema, child
from .timeline import CallStep, Timeline
from .usage import ToolUsage

_TABLES: dict[str, list[str]] = resource_json("evalwright.workbench", "words/tool_verbs.json")
_PROSE, _RECKONING = tuple(_TABLES["prose"]), tuple(_TABLES["reckoning"])
_IN_SEQUENCE, _IN_STEP = tuple(_TABLES["in_sequence"]), tuple(_TABLES["in_step"])
_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S+|(?:[\u4e00-\u9fff]\W*){8,}")
_CALCULATION = re.compile(r"[\d\s.,+\-*/()×÷^%]*\d\s*[-+*/×÷^%]\s*\(*\s*\d[\d\s.,+\-*/()×÷^%]*")


def value_rules(timeline: Timeline, step: CallStep, usage: ToolUsage, schema: JsonSchema | None) -> JsonObject:
    """The rules of a call's arguments, by parameter; empty where every value must be as it is."""
    made: JsonObject = {}
    if lists := _free_lists(timeline, step, schema):
        made[lists[0]] = {"permute_together": lists} if len(lists) > 1 else "unordered"
    for key, value in step.arguments.items():
        about = child(schema, key, schema)
        if isinstance(value, str) and _is_calculation(timeline, step, value, about, usage):
            made[key] = "expression"
        elif isinstance(value, str) and _is_prose(timeline, step, value, about, usage):
            made[key] = "free_text"
    return made


def _free_lists(timeline: Timeline, step: CallStep, schema: JsonSchema | None) -> list[str]:
    """The lists of a call that may be reordered, all of them together; none where one of a length must stay."""
    lists = {key: value for key, value in step.arguments.items() if isinstance(value, list) and len(value) > 1}
    free = [key for key, value in lists.items() if _is_free_list(timeline, value, step.message)]
    if not free or len({len(lists[key]) for key in free}) > 1:
        return []
    together = [key for key, value in lists.items() if len(value) == len(lists[free[0]])]
    return [] if any(_is_sequence(child(schema, key, schema)) for key in together) else together


def _is_sequence(schema: Schema) -> bool:
    """Whether the order of a list means something, other than that it goes with another list."""
    return _says(schema, _IN_SEQUENCE) and not _says(schema, _IN_STEP)


def _is_free_list(timeline: Timeline, value: Any, before: int) -> bool:
    """Whether a list names several things that each stand somewhere by themselves."""
    if not isinstance(value, list) or len(value) < 2 or len({str(each) for each in value}) < len(value):
        return False
    return all(isinstance(each, str) and each and timeline.provenance.told(each, before) for each in value)


def _is_calculation(timeline: Timeline, step: CallStep, value: str, schema: Schema, usage: ToolUsage) -> bool:
    """Whether a text is a sum that somebody set up: no date, range, fraction or telephone number."""
    if not _CALCULATION.fullmatch(value) or usage.effect(step.tool) == "write":
        return False
    return _says(schema, _RECKONING) or (" " in value.strip() and not timeline.provenance.told(value, step.message))


def _says(schema: Schema, words: tuple[str, ...]) -> bool:
    """Whether the description of a parameter has one of these words."""
    about = str((schema or {}).get("description") or "").casefold()
    return any(word in about for word in words)


def _is_prose(timeline: Timeline, step: CallStep, value: str, schema: Schema, usage: ToolUsage) -> bool:
    """Whether a text is put into words for people to read, in a call that hands over or reads."""
    if usage.effect(step.tool) == "write" or not _SENTENCE.search(value):
        return False
    if timeline.provenance.told(value, step.message):
        return False
    return usage.effect(step.tool) == "hand_over" or _says(schema, _PROSE)
