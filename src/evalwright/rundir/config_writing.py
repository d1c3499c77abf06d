"""From models, data files and parts to what config.json says of them: each part in full, and once more what all share.

The digest is over what decides the scores, so that two runs that asked the same have the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.data import dumps_canonical
from evalwright.text import Sentence

from .config_document import DataEntry, PartEntry, RunDocument, SharedOptions, SharedSettings
from .config_file import DataConfig, PartConfig


def run_document(
    models: Sequence[Mapping[str, Any]], data: Sequence[DataConfig], parts: Sequence[PartConfig]
) -> RunDocument:
    """What decides the scores, as it is written, with its digest."""
    order = {str(model.get("name")): place for place, model in enumerate(models)}
    places = {(entry.dataset, entry.subset): place for place, entry in enumerate(data)}
    ordered = sorted(parts, key=lambda part: (order.get(part.model, -1), places.get(part.name[1:], -1)))
    written = [part.entry() for part in ordered]
    deciding = {"models": list(models), "parts": written}
    return {
        "models": list(models),
        **_shared_settings(written),
        "data": [_with_options(entry, ordered) for entry in data],
        "parts": [_with_said(made, part) for made, part in zip(written, ordered, strict=True)],
        "digest": hashlib.sha256(dumps_canonical(deciding)).hexdigest(),
    }


def _shared_settings(parts: Sequence[PartEntry]) -> SharedSettings:
    """The settings that are the same in all parts."""
    made: SharedSettings = {}
    first = parts[0]
    if all(part["generation"] == first["generation"] for part in parts):
        made["generation"] = first["generation"]
    if all(part["limit"] == first["limit"] for part in parts):
        made["limit"] = first["limit"]
    if all(part["repeats"] == first["repeats"] for part in parts):
        made["repeats"] = first["repeats"]
    if all(part["judge"] == first["judge"] for part in parts):
        made["judge"] = first["judge"]
    return made


def _with_said(made: PartEntry, part: PartConfig) -> PartEntry:
    """The part with what its notes need to be said in other languages, for who reads the run when it has grown."""
    said = [note.told() if isinstance(note, Sentence) else None for note in part.notes]
    return {**made, "said": {"notes": said}} if any(said) else made


def _with_options(entry: DataConfig, parts: Sequence[PartConfig]) -> DataEntry:
    """A data file with the options that all who were asked from it share."""
    options = [dict(part.options) for part in parts if part.name[1:] == (entry.dataset, entry.subset)]
    same = bool(options) and all(each == options[0] for each in options)
    shared: SharedOptions = {"options": options[0]} if same else {}
    return {
        "task": entry.task,
        "dataset": entry.dataset,
        "subset": entry.subset,
        "path": entry.path,
        "relative": entry.relative,
        "sha256": entry.sha256,
        "rows": entry.rows,
        "bad_rows": entry.bad_rows,
        "kept": entry.kept,
        **shared,
    }
