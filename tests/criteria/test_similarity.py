"""Measures of text similarity: worked by hand, and equal to the functions they are pinned to where those are there."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from benchmarks.similarity_peers import pairs, peers

from evalwright.criteria import SIMILARITY_METRICS, CriteriaError, read_criteria

CAT, MAT = "the cat sat", "the cat sat on the mat"


@pytest.mark.parametrize(
    ("name", "given", "reference", "value"),
    [
        ("fuzzy_match", "this is a test", "this is a test!", 28 / 29),
        ("fuzzy_match", "", "", 1.0),
        ("fuzzy_match", "abc", "", 0.0),
        ("fuzzy_match", "不错的答案", "不错的回答", 0.8),
        ("gleu", "the the the the the the the", "the cat is on the mat", 2 / 22),
        ("gleu", "", "", 0.0),
        ("bleu", MAT, MAT, 1.0),
        ("bleu", "dog", MAT, 0.0),
        ("bleu", "", MAT, 0.0),
        ("rouge_1", CAT, MAT, 2 * 1 * 0.5 / 1.5),
        ("rouge_2", CAT, MAT, 2 * 1 * 0.4 / 1.4),
        ("rouge_5", CAT, MAT, 0.0),
        ("rouge_l", "sat cat the", MAT, 2 * (2 / 3) * (2 / 6) / 1),
        ("rouge_l", "The CAT, sat!", "the cat sat", 1.0),
        ("rouge_l", "", "", 0.0),
    ],
)
def test_worked_by_hand(name: str, given: str, reference: str, value: float) -> None:
    assert SIMILARITY_METRICS[name](given, reference) == pytest.approx(value, abs=1e-12)


@pytest.mark.skipif(
    not all(find_spec(name) for name in ("rapidfuzz", "nltk", "rouge_score")),
    reason="needs rapidfuzz, nltk and rouge-score",
)
def test_equal_to_what_they_are_pinned_to() -> None:
    for given, reference in pairs(500):
        for name, value in peers(given, reference).items():
            assert SIMILARITY_METRICS[name](given, reference) == value, (name, given, reference)


@pytest.mark.parametrize(("metric", "words"), [("meteor", "WordNet"), ("cosine", "embeddings"), ("rouge_6", "rouge_5")])
def test_what_is_not_there_is_refused_by_name(metric: str, words: str) -> None:
    given = {"type": "text_similarity", "name": "x", "input": "a", "reference": "b", "evaluation_metric": metric}
    with pytest.raises(CriteriaError, match=words):
        read_criteria([given])
