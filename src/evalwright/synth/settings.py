"""What a user asks of `synth`: one frozen record, checked once, written to the manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.chat import JsonObject
from evalwright.errors import UsageError

from .environment import default_domain
from .explore_limits import Limits
from .source_access import SourceAccess

if TYPE_CHECKING:
    from .explore import World

LANGUAGES = ("en", "zh")
PROFILES = ("natural", "seed", "curated")
WORDINGS = ("grammar", "paraphrase", "simulate")
RESETS = ("auto", "restart", "none")
_SEEDS = 2**63
"""Larger ones do not survive every reader of JSON, and `verify` takes none from a manifest."""
_USERS = 100_000
"""A larger world is none that `verify` would build for a row."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one synthesis."""

    out: Path
    source: str = field(default_factory=default_domain)
    beside: tuple[str, ...] = ()
    """Further sources, whose tools stand in the same set."""
    n: int = 100
    seed: int = 0
    langs: tuple[str, ...] = ("en",)
    parallel: bool = False
    """Whether each plan is told in every language."""
    profile: str = "natural"
    valid_share: float = 0.2
    wording: str = "grammar"
    negatives: bool = False
    """Whether wrong twins of right answers are written too."""
    options: JsonObject = field(default_factory=dict)
    """Settings of the environment, such as how many users there are."""
    allow_writes: bool = False
    """Whether tools that change things may be called on a server that cannot be reset."""
    reset: str = "auto"
    base_url: str | None = None
    reset_path: str | None = None
    """Of a service: the path that puts its state back."""
    access: SourceAccess = field(default_factory=SourceAccess)
    """How the source is reached, and which of its tools are taken."""
    reset_run: str | None = None
    """A command of the user's that puts the state back."""
    state: tuple[str, ...] = ()
    """Files and folders that the server works on, to be copied for every conversation."""
    known: Path | None = None
    """A file of records that users know, such as accounts of a test system."""
    scenarios: Path | None = None
    """A scenario file that says what people want, and how they speak."""
    world: Path | None = None
    """What was explored before, in place of exploring now."""
    found: World | None = None
    """The same, as it was found a moment ago."""
    probe: bool = True
    """Whether reading tools are asked for what cannot exist, to learn how they say no."""
    explore_calls: int | None = None
    explore_seconds: float = 300.0
    explore_bytes: int = 10_000_000
    force: bool = False
    """Whether a set that would teach little is written all the same."""

    def __post_init__(self) -> None:
        _expect(self.n >= 1, "number")
        _expect(abs(self.seed) < _SEEDS, "seed")
        _expect(0 <= self.valid_share < 1, "valid_share")
        _expect(bool(self.langs) and len(set(self.langs)) == len(self.langs), "langs")
        for lang in self.langs:
            _expect_one_of(LANGUAGES, lang, "lang")
        _expect_one_of(PROFILES, self.profile, "profile")
        _expect_one_of(WORDINGS, self.wording, "wording")
        _expect_one_of(RESETS, self.reset, "reset")
        users = self.options.get("users", _USERS)
        _expect(users <= _USERS, "users", users=users, most=_USERS)
        _expect(users != 1 or not self.valid_share, "one_user")
        _expect(not (self.access.read_only and self.allow_writes), "read_only")
        _expect(not self.parallel or len(self.langs) > 1, "parallel")
        _expect(min(self.explore_calls or 1, self.explore_seconds, self.explore_bytes) > 0, "explore")

    @property
    def sources(self) -> tuple[str, ...]:
        """All sources of the set."""
        return (self.source, *self.beside)

    @property
    def source_text(self) -> str:
        """All sources as one text, as the manifest has it."""
        return " + ".join(self.sources)

    @property
    def limits(self) -> Limits:
        """How much exploring may cost."""
        return Limits(self.explore_calls, self.explore_seconds, self.explore_bytes)


def _expect_one_of(known: Sequence[str], name: str, setting: str) -> None:
    _expect(name in known, setting, name=repr(name), known=", ".join(known))


def _expect(held: bool, setting: str, **values: Any) -> None:
    """UsageError about a setting, as the word files have it under its name."""
    if not held:
        raise UsageError.named(f"synth.setting.{setting}", **values)
