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
    parts: NotRequired[list[PartFacts]]
    """The sources of a set that has several."""


class PartFacts(TypedDict):
    """One of several sources of a set."""

    kind: str
    text: str
    sha256: NotRequired[str]
    tools: list[str]
    """The names that its tools have in the set."""
    options: JsonObject
    """How it is reached and put back."""


class EnvironmentFacts(TypedDict):
    """What the conversations were played in."""

    name: str
    seed: int
    options: JsonObject
    """Settings of one kind of environment, such as how many users there are."""
    locales: dict[str, str]
    """The hash of the state at the beginning, by locale."""
    reads: NotRequired[list[JsonObject]]
    """Of a server: the calls by whose results its state is known."""
    failures: NotRequired[dict[str, list[str]]]
    """How its tools say no, where nothing else shows that they do."""


class ScenarioFacts(TypedDict):
    """The scenario file that conversations were played from."""

    path: NotRequired[str]
    sha256: NotRequired[str]
    variations: dict[str, dict[str, int]]
    """For each variation the conversations that it applied to, and those that used it."""


class Origin(TypedDict):
    """What `verify` needs to play the conversations again: the part of a manifest that a generator tells."""

    source: SourceFacts
    environment: EnvironmentFacts
    replays: NotRequired[bool]
    notes: list[str]
    catalogue: NotRequired[Catalogue]
    scenarios: NotRequired[ScenarioFacts]


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
    mended: int
    """Of those that were kept: how many had been refused before, and came again in order."""
    kept_share: float | None
    refused: dict[str, int]


class FileFacts(TypedDict):
    """One file of rows; its digests are written beside these."""

    sha256: str
    rows: int


class WordedPart(TypedDict, total=False):
    """What a manifest says beside the rest where a model was asked for words."""

    worded: WordedFacts


class RulesPart(TypedDict, total=False):
    """What a manifest says beside the rest where the assistant had rules to keep to."""

    rules: list[JsonObject]
    """As plain data, so that `verify` needs no other file."""


class ManifestBody(Origin, WordedPart, RulesPart):
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
