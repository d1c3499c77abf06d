"""What two runs differ in besides the model, which a comparison has to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalwright.chat import JsonObject

from .comparison_document import SettingNote
from .model_pairs import Contestant
from .runs import Part


def left_out_subsets(sides: tuple[Contestant, Contestant], dataset: str, compared: Sequence[Part]) -> list[SettingNote]:
    """A note where one of the models was asked more than is compared."""
    a, b = ([part.subset for part in who.parts()[dataset]] for who in sides)
    if len(a) == len(b) == len(compared):
        return []
    return [{"setting": "subsets", "a": a, "b": b}]


def differing_settings(parts_a: Sequence[Part], parts_b: Sequence[Part]) -> list[SettingNote]:
    """What besides the model differs between two runs, for whoever reads the difference as the model's."""
    notes: list[SettingNote] = []
    ours, theirs = _settings(parts_a), _settings(parts_b)
    for name in ours:
        if ours[name] != theirs[name]:
            notes.append({"setting": name, "a": ours[name], "b": theirs[name]})
    return notes


def _settings(parts: Sequence[Part]) -> JsonObject:
    asked = [part.settings for part in parts]
    return {
        "data": sorted(part.sha256[:12] for part in parts),
        "options": [dict(part.options) for part in parts],
        "generation": _one_or_all([dict(each.generation) for each in asked]),
        "limit": _one_or_all([each.limit for each in asked]),
        "repeats": _one_or_all([each.repeats for each in asked]),
        "judge": _one_or_all([each.judge for each in asked]),
        "environment": _one_or_all([each.environment for each in asked]),
    }


def _one_or_all(values: Sequence[Any]) -> Any:
    """A setting as it is shown: once where all subsets share it."""
    return values[0] if all(value == values[0] for value in values) else list(values)
