"""The words of both languages: the same sentences with the same values, and values that stay values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.text import LANGUAGES, localized, spoken_language, use_language
from evalwright.text import localize as module

FOLDER = Path(module.__file__).parent / "locale"


def sentences(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from sentences(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from sentences(inner, f"{key}.{number}")
    else:
        yield key, value


def read(lang: str) -> dict[str, str]:
    return dict(sentences(json.loads((FOLDER / f"{lang}.json").read_text(encoding="utf-8"))))


def test_every_sentence_is_there_in_every_language_with_the_same_values() -> None:
    english = read("en")
    for lang in LANGUAGES[1:]:
        other = read(lang)
        assert english.keys() ^ other.keys() == set()
        for key, sentence in english.items():
            slots = [set(re.findall(r"\{(\w+)[|:}]", text)) for text in (sentence, other[key])]
            assert slots[0] == slots[1], key


def test_the_language_is_chosen_for_a_block_or_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVALWRIGHT_LANG", raising=False)
    assert spoken_language() == "en"
    with use_language("zh"):
        assert localized("languages.en") == read("zh")["languages.en"]
    monkeypatch.setenv("EVALWRIGHT_LANG", "zh")
    assert spoken_language() == "zh"
    monkeypatch.setenv("EVALWRIGHT_LANG", "../../etc/passwd")
    assert spoken_language() == "en"


def test_values_are_never_read_as_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_locale", lambda lang: {"a": {"b": "{who} has {n} {n|item|items}"}})
    assert localized("a.b", who="{n.__class__} {0}", n=1) == "{n.__class__} {0} has 1 item"
    assert localized("a.b", who="%s", n=2) == "%s has 2 items"
    with pytest.raises(KeyError):
        localized("a.b", who="x")
    with pytest.raises(KeyError):
        localized("a")


def test_chinese_is_set_as_chinese_is() -> None:
    """Full-width punctuation beside Chinese, and a space between Chinese and Latin letters or digits."""
    han = "[\u4e00-\u9fff]"
    for key, text in read("zh").items():
        assert not re.search(rf"{han}[,;:?!](?!//)|{han}\(|\){han}", text), f"{key}: {text}"
        assert not re.search(rf"{han}[A-Za-z0-9]|[A-Za-z0-9]{han}", text), f"{key}: {text}"
