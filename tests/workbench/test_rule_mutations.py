"""Good conversations have no finding of the rules about what is said; spoilt in one place, nearly all have theirs."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from benchmarks.audit_rules import language_of
from benchmarks.rule_mutations import MUTATIONS, Mutation

from evalwright.synth import synthesise
from evalwright.workbench import audit

from ..conftest import ROOT

Rows = list[dict[str, Any]]
RULES = sorted({mutation.rule for mutation in MUTATIONS})
LEAST = 0.9
"""The share of faults that must be found; `python -m benchmarks audit_rules` prints it for larger sets."""


def read(*paths: Path) -> Rows:
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    from evalwright.synth import Settings

    rows = read(*(ROOT / "examples" / "retail" / f"{name}.jsonl" for name in ("train", "valid")))
    for lang in ("en", "zh"):
        out = tmp_path_factory.mktemp(lang) / "shop"
        synthesise(Settings(out=out, source="shop", n=60, seed=5, langs=(lang,)))
        rows += read(out / "train.jsonl", out / "valid.jsonl")
    return rows


def test_good_conversations_have_none(good: Rows) -> None:
    assert audit(good, rules=RULES).findings == []


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_spoilt_ones_have_theirs(mutation: Mutation, good: Rows) -> None:
    rng = random.Random(3)
    spoilt = [made for row in good if (made := mutation.spoil(row, language_of(row), rng)) is not None]
    assert len(spoilt) >= 15
    found = audit(spoilt, rules=[mutation.rule]).touched[mutation.rule]
    assert found >= LEAST * len(spoilt), f"{found} of {len(spoilt)}"
