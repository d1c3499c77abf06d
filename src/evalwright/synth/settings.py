"""What a user asks of `synth`: one frozen record, checked once, written to the manifest."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.errors import UsageError

LANGUAGES = ("en", "zh")
PROFILES = ("natural", "seed", "curated")
WORDINGS = ("grammar", "paraphrase", "simulate")
RESETS = ("auto", "restart", "none")
_SEEDS = 2**63
"""Larger ones do not survive every reader of JSON, and `verify` takes none from a manifest."""
_USERS = 100_000
"""A larger shop is none that `verify` would build for a row."""
_LANGS = "Give en, zh or en,zh"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one synthesis."""

    out: Path
    source: str = "shop"
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
    options: dict[str, Any] = field(default_factory=dict)
    """Settings of the environment: sizes of the shop, the address of a service."""
    allow_writes: bool = False
    """Whether tools that change things may be called on a server that cannot be reset."""
    reset: str = "auto"
    base_url: str | None = None
    reset_path: str | None = None
    """Of a service: the path that puts its state back."""
    known: Path | None = None
    """A file of records that users know, such as accounts of a test system."""

    def __post_init__(self) -> None:
        _expect(self.n >= 1, "-n must be at least 1", "Give the number of conversations to make")
        _expect(abs(self.seed) < _SEEDS, "--seed has more than 63 bits", "Give a smaller number")
        _expect(0 <= self.valid_share < 1, "--valid-share must lie between 0 and 1", "Give 0.2 for one in five")
        _expect(
            bool(self.langs) and len(set(self.langs)) == len(self.langs),
            "--lang names a language twice or none",
            _LANGS,
        )
        for lang in self.langs:
            _expect(lang in LANGUAGES, f"there is no language {lang!r}", f"Choose from: {', '.join(LANGUAGES)}")
        _expect(self.profile in PROFILES, f"there is no profile {self.profile!r}", f"Choose from: {_or(PROFILES)}")
        _expect(self.wording in WORDINGS, f"there is no wording {self.wording!r}", f"Choose from: {_or(WORDINGS)}")
        _expect(self.reset in RESETS, f"there is no reset {self.reset!r}", f"Choose from: {_or(RESETS)}")
        users = self.options.get("users", _USERS)
        _expect(users <= _USERS, f"--users {users} is too many", f"Give at most {_USERS}")
        _expect(users != 1 or not self.valid_share, "one user cannot be on both sides", "Add --valid-share 0")
        _expect(not self.parallel or len(self.langs) > 1, "--parallel needs two languages", "Add --lang en,zh")


def _or(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _expect(held: bool, text: str, cure: str | None = None) -> None:
    if not held:
        raise UsageError(text, cure=cure)
