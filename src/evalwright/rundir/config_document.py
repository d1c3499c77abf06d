"""The document config.json: what a run holds, as it is written.

It is read leniently, for it may come from anyone: see `config_file`, which makes `PartConfig` and `DataConfig` of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from evalwright.chat import JsonObject
from evalwright.tasks import InvalidItem


class SharedSettings(TypedDict, total=False):
    """How models were asked, where all parts were asked so."""

    generation: Mapping[str, Any]
    """What went into every request."""
    limit: Any
    repeats: int
    judge: Mapping[str, Any] | None
    """The strategy, the judge's identity, and how it was asked."""


class PartEntry(TypedDict):
    """One model on one subset."""

    model: str
    dataset: str
    subset: str
    task: str
    sha256: str
    rows: int | None
    bad_rows: int
    due: int | None
    limit: Any
    repeats: int
    stream: bool | None
    generation: Mapping[str, Any]
    options: Mapping[str, Any]
    """What the task was told."""
    judge: Mapping[str, Any] | None
    notes: NotRequired[list[str]]
    scorers: NotRequired[list[str]]
    criteria: NotRequired[list[JsonObject]]
    """As they were given, each with its id and its metrics."""
    environment: NotRequired[str]
    """Where the answers were executed."""
    group_by: NotRequired[str]
    """The field whose values statistics cluster by."""
    invalid: NotRequired[list[InvalidItem]]
    said: NotRequired[JsonObject]
    """What the notes need to be said in other languages."""


class SharedOptions(TypedDict, total=False):
    """What a task was told, where all who were asked from a file were asked so."""

    options: Mapping[str, Any]


class DataEntry(SharedOptions):
    """One data file."""

    task: str
    dataset: str
    subset: str
    path: str | None
    relative: str | None
    sha256: str
    rows: int | None
    bad_rows: int
    kept: bool


class RunDocument(SharedSettings):
    """What decides the scores."""

    models: list[Mapping[str, Any]]
    """Name and identity, which every kind of model has its own keys for."""
    data: list[DataEntry]
    parts: list[PartEntry]
    digest: str


class Asking(TypedDict):
    """How hard the last command tried."""

    concurrency: int | str
    tries: int
    timeout: float
    deadline: float


class Versions(TypedDict):
    """What the last command ran on."""

    evalwright: str
    python: str


class PrivateMark(TypedDict, total=False):
    """Says that the run is for its owner alone."""

    private: bool


class ConfigDocument(RunDocument, PrivateMark):
    """The whole file."""

    format: int
    name: str
    created: str
    asking: Asking
    versions: Versions
