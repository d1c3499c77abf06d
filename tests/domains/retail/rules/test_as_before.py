"""The shop's rules as data find what its policy in code found, on 300 rows of each language and on their broken ones.

`as_before.json` was recorded from the policy that was code: for each way of breaking rows how many findings there were
by rule, and a digest of where each of them was. All of them: `python -m tests.domains.retail.rules.test_as_before DIR`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import Checker, EnvironmentSpec, Settings, make_environment, synthesise
from evalwright.workbench import Rule
from tests.conftest import read_jsonl

from .broken_rows import all_broken

TABLE = Path(__file__).with_name("as_before.json")
SETS = [("shop", "en", 300), ("shop", "zh", 300), ("shop-mini", "en", 60), ("shop-mini", "zh", 60), ("seed", "en", 60)]
SEED = 7


DIFFERENCES: dict[tuple[str, str], dict[str, int]] = {
    ("shop en", "the yes is not there"): {"unnamed-argument": 4},
    ("shop en", "asked without details"): {"unnamed-argument": 3},
    ("shop en", "all is shuffled"): {"unnamed-argument": 3},
    ("seed en", "the yes is not there"): {"unnamed-argument": 2},
    ("seed en", "two messages change places"): {"unnamed-argument": 2},
    ("seed en", "all is shuffled"): {"unconfirmed-write": 1},
    ("shop-mini en", "all is shuffled"): {"another-user": -3},
    ("shop-mini zh", "all is shuffled"): {"another-user": -3},
}
"""Where they differ on purpose.

A state such as `GA` was taken for named where its letters stood inside a word. An order of the small shop, whose result
does not say whose it is, was taken for another's if it was read before the user was found. "Yes of course, let me
think, it's ..., if I remember right" was taken for a yes.
"""


def of_policy(rule: Rule) -> bool:
    return rule.family == "policy"


def findings(source: str, lang: str, number: int, folder: Path) -> dict[str, list[str]]:
    """For each way of breaking the rows, what the rules find in them and where."""
    profile, name = ("seed", "shop") if source == "seed" else ("natural", source)
    made = synthesise(Settings(source=name, out=folder, n=number, seed=SEED, langs=(lang,), profile=profile))
    rows = [row for part in made.manifest["files"] for row in read_jsonl(folder / part)]
    checker = Checker(make_environment(name, EnvironmentSpec(SEED, lang)), replay=False, wanted=of_policy)
    found: dict[str, list[str]] = {}
    for way, row in all_broken(rows):
        lines = found.setdefault(way, [])
        lines += [
            f"{row['id']} {each.rule} {each.severity} {each.message} {each.path}"
            for each in checker.check(row)
            if each.rule in KNOWN
        ]
    return found


KNOWN = [
    "unconfirmed-write",
    "unnamed-argument",
    "unauthenticated",
    "details-not-read",
    "another-user",
    "told-anothers-order",
    "several-calls",
    "order-not-read",
    "changed-twice",
    "transfer-ending",
]


def row_of(lines: list[str]) -> dict[str, Any]:
    counts = Counter(line.split(" ")[1] for line in lines)
    digest = hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]
    return dict(sorted(counts.items())) | {"digest": digest}


@pytest.mark.parametrize(("source", "lang", "number"), SETS)
def test_rules_as_data_find_what_the_code_found(source: str, lang: str, number: int, tmp_path: Path) -> None:
    recorded = json.loads(TABLE.read_text(encoding="utf-8"))[f"{source} {lang}"]
    found = {way: row_of(lines) for way, lines in findings(source, lang, number, tmp_path / "made").items()}
    for way, row in recorded.items():
        more = DIFFERENCES.get((f"{source} {lang}", way), {})
        for rule, count in more.items():
            row[rule] = row.get(rule, 0) + count
        if more:
            found[way]["digest"] = row["digest"]
    recorded = {way: {rule: count for rule, count in row.items() if count} for way, row in recorded.items()}
    assert found == recorded


def record(folder: Path) -> None:
    """Write the table, and beside it every finding, to compare by eye."""
    table = {}
    for source, lang, number in SETS:
        found = findings(source, lang, number, folder / f"{source}-{lang}")
        (folder / f"{source}-{lang}.json").write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
        table[f"{source} {lang}"] = {way: row_of(lines) for way, lines in found.items()}
    (folder / TABLE.name).write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(Path(sys.argv[1]))
