"""What manifest.json holds, part by part: who made the rows, in what, how many, and how varied they are.

`checks.manifest` reads a manifest that anyone may have written and believes none of this; these are the ones that are
written here.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from evalwright.chat import JsonObject

from .sources.catalogue import Catalogue


class SourceFacts(TypedDict):
    """Where the tools come from."""

    kind: str
    text: str
    sha256: NotRequired[str]
    """Of a file."""


class EnvironmentFacts(TypedDict):
    """What the conversations were played in."""

    name: str
    seed: int
    options: JsonObject
    """Settings of one kind of environment, such as how many users there are."""
    locales: dict[str, str]
    """The hash of the state at the beginning, by locale."""


class Origin(TypedDict):
    """What `verify` needs to play the conversations again: the part of a manifest that a generator tells."""

    source: SourceFacts
    environment: EnvironmentFacts
    replays: NotRequired[bool]
    notes: list[str]
    catalogue: NotRequired[Catalogue]


class CoverageFacts(TypedDict):
    """What the rows hold, counted."""

    conversations: int
    messages_mean: float
    calls_mean: float
    error_results: int
    tools_used: int
    tools_declared: int
    transitions: int
    plans: int
    effective_plans: float
    repeated_openings: int
    self_bleu_4: dict[str, float | None]
    by_tool: dict[str, int]
    by_transition: dict[str, int]
    by_intent: dict[str, int]
    by_tag: dict[str, int]
    by_lang: dict[str, int]
    by_messages: dict[str, int]
    by_calls: dict[str, int]


class ModelFacts(TypedDict, total=False):
    """Who was asked for words; `model` alone rewrites, `user_model` plays beside it."""

    model: JsonObject
    user_model: JsonObject


class WordedFacts(ModelFacts):
    """How a model's words fared."""

    unit: str
    """`messages` or `stories`."""
    tried: int
    kept: int
    kept_share: float | None
    refused: dict[str, int]


class FileFacts(TypedDict):
    """One file of rows; its digests are written beside these."""

    sha256: str
    rows: int


class WordedPart(TypedDict, total=False):
    """What a manifest says beside the rest where a model was asked for words."""

    worded: WordedFacts


class ManifestBody(Origin, WordedPart):
    """All that manifest.json says, its files and its own digest aside."""

    format: int
    evalwright: str
    seed: int
    n: int
    profile: str
    lang: list[str]
    parallel: bool
    valid_share: float
    wording: str
    simulated: bool
    rejected: dict[str, int]
    coverage: CoverageFacts


class ManifestDocument(ManifestBody):
    """All that manifest.json says, the digests of the rows and its own aside."""

    files: dict[str, FileFacts]


class SynthesisDocument(ManifestBody):
    """The document of `synth --json`: the manifest with what was asked for, and how many rows each file has."""

    out: str
    wanted: int
    made: int
    files: dict[str, int]
