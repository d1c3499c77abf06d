"""The scenario files that are shipped, the worlds they speak of, and what is counted in the sets that they make.

Tests make a small set of each and look at it from all sides; `python -m benchmarks.scenario_examples` makes them as
large as one would for training and prints the same counts.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

from .kit import ROOT, SERVERS, Server
from .measures import Call, calls_of, is_fed

FOLDER = ROOT / "examples" / "scenarios"
WORLDS = ROOT / "examples" / "servers" / "worlds.py"
_DATE = "2024-06-03T09:00:00+0000"
_ABOUT_NOTHING = {"repo_path", "max_count", "branch_type", "context_lines"}
"""Arguments that name no single thing."""
_STEP_KEYS = {"as", "choose", "none", "fails", "confirms", "offers", "picks", "tells"}
VARIATIONS = (
    *("all-at-once", "drop-by-drop", "missing-fact", "wrong-value-first", "change-of-mind", "declines"),
    *("unrelated", "fails-once", "second-wish", "styles", "thanks", "goodbye"),
)
"""All but those told in both languages at once, which `--parallel` makes."""


@dataclass(frozen=True)
class Example:
    """A file, its server, and what the server works on."""

    name: str
    world: str
    place: str
    writes: tuple[str, ...]
    trouble: str
    """How a passing trouble reads: as this server was seen to fail."""
    options: tuple[str, ...] = ()

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.yaml"

    @property
    def server(self) -> Server | None:
        """What it is played on; None: the bundled shop."""
        return next((each for each in SERVERS if each.name == self.name), None)

    def is_installed(self) -> bool:
        """Whether there is something to play it on."""
        return self.server is None or self.server.is_installed()

    def source(self, folder: Path) -> tuple[str, ...]:
        """The source with the world that is made for it in this folder, and the options it takes."""
        if self.server is None:
            return ("shop", *self.options)
        place = folder / self.place
        if not place.exists():
            subprocess.run([sys.executable, str(WORLDS), self.world, str(place)], check=True)
        return (self.server.source(place), "--state", str(place), *self.options)

    def tools(self) -> set[str]:
        """The tools that its steps name."""
        steps = [step for each in self._document()["scenarios"] for step in each["steps"]]
        return {step if isinstance(step, str) else next(key for key in step if key not in _STEP_KEYS) for step in steps}

    def confirmed(self) -> set[str]:
        """Those of them that its rules ask a yes for."""
        globs = [glob for rule in self._document()["rules"] if "confirm" in rule for glob in _as_list(rule["confirm"])]
        return {tool for tool in self.tools() if any(fnmatch(tool, glob) for glob in globs)}

    def _document(self) -> Any:
        return yaml.load(self.file.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _as_list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else value


FILESYSTEM = Example(
    *("filesystem", "gardens", "gardens", ("edit_file", "move_file"), "ETIMEDOUT: |Could not complete"),
)
SQLITE = Example(
    *("sqlite", "library", "library.db"),
    writes=("write_query", "create_table"),
    trouble="(?:Database error|Error): ",
    options=("--exclude", "append_insight"),
)
GIT = Example(
    *("git", "project", "project"),
    writes=("git_commit", "git_create_branch", "git_checkout", "git_add"),
    trouble="Could not complete",
    options=("--env", f"GIT_AUTHOR_DATE={_DATE}", "--env", f"GIT_COMMITTER_DATE={_DATE}"),
)
RETAIL = Example(
    *("retail", "", ""),
    writes=(
        *("cancel_pending_order", "exchange_delivered_order_items", "modify_pending_order_address"),
        *("modify_pending_order_items", "modify_pending_order_payment", "modify_user_address"),
        *("return_delivered_order_items", "transfer_to_human_agents"),
    ),
    trouble="",
)
EXAMPLES = (FILESYSTEM, SQLITE, GIT)


@dataclass(frozen=True)
class Made:
    """What was made of a file."""

    example: Example
    out: Path
    source: tuple[str, ...]
    summary: str

    def rows(self, lang: str = "", side: str = "") -> list[dict[str, Any]]:
        """The rows of a language and a side; of all where none is named."""
        sides = [side] if side else ["train", "valid"]
        lines = [line for each in sides for line in (self.out / f"{each}.jsonl").read_text("utf-8").splitlines()]
        return [row for row in map(json.loads, lines) if not lang or row["metadata"]["lang"] == lang]

    def calls(self, lang: str = "", side: str = "") -> Iterator[tuple[dict[str, Any], list[Call]]]:
        """The same rows, each with its calls."""
        return ((row, calls_of(row["messages"])) for row in self.rows(lang, side))

    def variations(self) -> dict[str, dict[str, int]]:
        """How often each variation could have been played, and was."""
        manifest = json.loads((self.out / "manifest.json").read_text(encoding="utf-8"))
        found: dict[str, dict[str, int]] = manifest["scenarios"]["variations"]
        return found


@dataclass(frozen=True)
class Counts:
    """What is asked of the rows of one language."""

    rows: int
    calls: int
    fed: int
    sequences: int
    tools: frozenset[str]
    repeated: tuple[str, ...]
    unconfirmed: tuple[str, ...]
    shared: int
    """Calls of valid about a thing that train makes as well."""
    about_things: int
    """Calls of valid about a thing."""


def counted(made: Made, lang: str = "", confirmed: Sequence[str] = ()) -> Counts:
    """All counts over the rows of a language. `confirmed`: the tools that ask for a yes first."""
    every = list(made.calls(lang))
    calls = [call for _, row_calls in every for call in row_calls]
    known = {_key(call) for _, each in made.calls(lang, "train") for call in each if _has_entity(call)}
    asked = [_key(call) for _, each in made.calls(lang, "valid") for call in each if _has_entity(call)]
    return Counts(
        rows=len(every),
        calls=len(calls),
        fed=sum(is_fed(row["messages"], call) for row, row_calls in every for call in row_calls),
        sequences=len({tuple(call.name for call in row_calls) for _, row_calls in every}),
        tools=frozenset(call.name for call in calls),
        repeated=tuple(key for row, each in every for key in _repeated(row, each, made.example.writes)),
        unconfirmed=tuple(key for row, each in every for key in _unconfirmed(row, each, confirmed)),
        shared=sum(key in known for key in asked),
        about_things=len(asked),
    )


def _key(call: Call) -> str:
    return json.dumps([call.name, call.arguments], sort_keys=True)


def _has_entity(call: Call) -> bool:
    """Whether a call is about one thing: listing everything is the same on both sides."""
    return bool(set(call.arguments) - _ABOUT_NOTHING)


def _repeated(row: dict[str, Any], calls: list[Call], writes: tuple[str, ...]) -> list[str]:
    """Calls that were made before though nothing was changed in between; what failed on purpose was not made."""
    failed = {number for number, _ in row["metadata"].get("environment", {}).get("faults", ())}
    seen, found = set[str](), []
    for number, call in enumerate(calls, 1):
        if number in failed:
            continue
        if call.name in writes:
            seen.clear()
        elif _key(call) in seen:
            found.append(_key(call))
        else:
            seen.add(_key(call))
    return found


def _unconfirmed(row: dict[str, Any], calls: list[Call], confirmed: Sequence[str]) -> list[str]:
    """Changes before which nobody was asked, or nobody answered; one that is tried again was agreed to before."""
    failed = {number for number, _ in row["metadata"].get("environment", {}).get("faults", ())}
    found = []
    for number, call in enumerate(calls, 1):
        if call.name not in confirmed or number - 1 in failed:
            continue
        before = row["messages"][: call.at]
        asked = len(before) > 1 and before[-1]["role"] == "user" and before[-2]["role"] == "assistant"
        if not asked or not re.search(r"[?？]", str(before[-2].get("content"))):
            found.append(_key(call))
    return found
