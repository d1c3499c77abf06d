"""How often rules of `audit` find what they are for, and how often they find what is not there.

Good conversations (the retail examples and rows of the shop in both languages) are audited as they are, then again with
one fault each. To look at files of your own as well: `python -m benchmarks.audit_rules FILE ...`.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, table
from benchmarks.rule_mutations import MUTATIONS, Mutation

_SEED = 11


def measure(folder: Path, kinds: Sequence[str] = (), *, quick: bool) -> None:
    """Print the tables for the examples and rows that are made for it."""
    measure_sets(good_sets(folder, 60 if quick else 300))


def good_sets(folder: Path, number: int) -> dict[str, list[dict[str, Any]]]:
    """Sets of good conversations, by name."""
    from evalwright import synthesise

    found = {
        "retail examples": rows_of(*(ROOT / "examples" / "retail" / f"{name}.jsonl" for name in ("train", "valid")))
    }
    for lang in ("en", "zh"):
        made = synthesise("shop", out=folder / lang, n=number, seed=_SEED, lang=lang)
        found[f"shop, {lang}"] = rows_of(made.out / "train.jsonl", made.out / "valid.jsonl")
    return found


def rows_of(*paths: Path) -> list[dict[str, Any]]:
    """The records of files."""
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def measure_sets(sets: dict[str, list[dict[str, Any]]]) -> None:
    """Print what is found in each set, as it is and spoilt."""
    from evalwright import audit

    rules = list(dict.fromkeys(each.rule for each in MUTATIONS))
    false = {name: audit(rows, rules=rules).counts for name, rows in sets.items()}
    table(
        "findings in conversations as they are",
        ("", "conversations", *rules),
        [(name, str(len(rows)), *(str(false[name][rule]) for rule in rules)) for name, rows in sets.items()],
    )
    made = []
    for mutation in MUTATIONS:
        for name, rows in sets.items():
            made.append((mutation.name, name, *_found(mutation, rows, false[name][mutation.rule])))
    table("with one fault each", ("fault", "set", "spoilt", "found", "recall", "precision"), made)


def _found(mutation: Mutation, rows: list[dict[str, Any]], false: int) -> tuple[str, ...]:
    from evalwright import audit

    rng = random.Random(_SEED)
    spoilt = [made for row in rows if (made := mutation.spoil(row, language_of(row), rng)) is not None]
    done = audit(spoilt, rules=[mutation.rule])
    hit = done.touched[mutation.rule]
    return (
        str(len(spoilt)),
        str(hit),
        f"{hit / len(spoilt):.1%}" if spoilt else "-",
        f"{hit / (hit + false):.1%}" if hit else "-",
    )


def language_of(row: dict[str, Any]) -> str:
    """The language of a row, by the characters of its users."""
    said = "".join(str(message.get("content")) for message in row["messages"] if message["role"] == "user")
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in said) else "en"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="evalwright-bench-") as scratch:
        given = {Path(name).name: rows_of(Path(name)) for name in sys.argv[1:]}
        measure_sets(good_sets(Path(scratch), 300) | given)
