"""The words of the page, from the word files: `page` in `text/locale`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.text import localized, localized_section

Words = Mapping[str, Any]


def page_words(lang: str) -> Words:
    """Every word of the page in this language, and `lang` itself."""
    return {**localized_section("page", lang), "lang": lang}


def page_sentence(words: Words, key: str, **values: Any) -> str:
    """A sentence of the page with its values put in, in the language of these words."""
    return localized(f"page.{key}", words["lang"], **values)


def effect_name(effect: str) -> str:
    """An effect as the language of this command calls it; one that is not ours by its own name."""
    return str(localized_section("effect.names").get(effect, effect))


def verdict_name(words: Words, verdict: str) -> str:
    """A verdict as the page calls it; one that is not ours by its own name."""
    return str(words["verdict_names"].get(verdict, verdict))
