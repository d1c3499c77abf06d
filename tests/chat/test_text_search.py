"""Looking for many words at once: the same answer as for one after another, whatever the text is made of."""

from __future__ import annotations

import pytest

from evalwright.chat import TextSearch, any_of
from evalwright.text import phrase

WORDS = ("sk-", "-----BEGIN", 'a"b', "失败", "[x]", "a.c")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ask-me",
        "sk_",
        "-----BEGIN",
        'a"b',
        "他失败了",
        "[x]",
        "x",
        "abc",
        "a.c",
        "a\ud800sk-",
        "a\ud800",
        "\x00sk-",
    ],
)
def test_any_of_is_each_of(text: str) -> None:
    assert any_of(WORDS)(text) is any(word in text for word in WORDS)


def test_a_sentence_is_searched_too() -> None:
    said = phrase("audit.found.no_call_id")
    assert any_of([said[:5]])(said)
    assert not any_of(["\x00"])(said)


def test_a_pattern() -> None:
    search = TextSearch(r"[0-9][0-9 \-.()]{8}")
    assert search("call 555-123-4567") and not search("call 555-1234")
    assert search("\ud800 555-123-4567")
