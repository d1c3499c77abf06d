"""A key that stands twice in a word file would silently lose its first sentence."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import evalwright.text

LOCALE = Path(evalwright.text.__file__).parent / "locale"


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert [name for name, count in Counter(name for name, _ in pairs).items() if count > 1] == []
    return dict(pairs)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_key_stands_twice_in_a_word_file(language: str) -> None:
    words = (LOCALE / f"{language}.json").read_text(encoding="utf-8")
    assert json.loads(words, object_pairs_hook=_once_each)
