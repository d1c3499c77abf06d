"""A stranger who searches for a term of the field finds the file by its name."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT

TERMS = (
    "near_duplicate",
    "slot_masking",
    "claim",
    "concurrency",
    "sampling",
    "judge",
    "leakage",
    "novelty",
    "preference_pairs",
    "provenance",
    "redact",
    "retry",
)


@pytest.mark.parametrize("term", TERMS)
def test_a_term_leads_to_a_file(term: str) -> None:
    assert any((ROOT / "src").rglob(f"*{term}*.py"))
