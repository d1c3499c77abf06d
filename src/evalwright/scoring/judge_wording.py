"""The sentences of the judge's prompts: two kinds, two languages, with and without a reference.

The words live in `judge/prompts.en.json` and `judge/prompts.zh.json`. The letters and brackets that they ask for are
those that `verdicts` reads by default; no sentence there would be read as a verdict, so that a judge that repeats its
task gives none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from evalwright.text import resource_json

OPEN = "===== BEGIN {title} {fence} ====="
CLOSE = "===== END {title} {fence} ====="


class _Tasks(TypedDict):
    with_reference: str
    without_reference: str


class _Prompts(TypedDict):
    """The words of one language, as the file holds them."""

    system: str
    tasks: dict[str, _Tasks]
    """By the kind of verdict, as are the replies."""
    fences: str
    not_orders: str
    replies: dict[str, str]
    titles: dict[str, str]
    roles: dict[str, str]


@dataclass(frozen=True, slots=True)
class Wording:
    """One prompt, without its parts."""

    system: str
    task: str
    titles: tuple[tuple[str, str], ...]
    reminder: str


def wording(kind: Literal["pattern", "numeric"], language: Literal["zh", "en"], *, with_reference: bool) -> Wording:
    """The words for one kind of verdict."""
    told = _prompts(language)
    task = told["tasks"][kind]["with_reference" if with_reference else "without_reference"]
    reminder = f"{told['not_orders']}\n{told['replies'][kind]}"
    return Wording(told["system"], f"{task}\n{told['fences']}", tuple(told["titles"].items()), reminder)


def role_titles(language: Literal["zh", "en"]) -> dict[str, str]:
    """What stands before the words of each role."""
    return _prompts(language)["roles"]


def _prompts(language: str) -> _Prompts:
    told: _Prompts = resource_json("evalwright.scoring", f"judge/prompts.{language}.json")
    return told
