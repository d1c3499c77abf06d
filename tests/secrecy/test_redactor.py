"""The redactor: known values leave messages in any form, and leave answers only where they cannot be meant."""

from __future__ import annotations

import base64
import json
import pickle
import time
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.data import dumps, dumps_canonical, dumps_pretty
from evalwright.errors import InputError, UsageError
from evalwright.secrecy import (
    Secret,
    forget_secrets,
    query_secrets,
    redact_answer,
    redacted,
    redacted_tree,
    secret_header,
)
from evalwright.secrecy.escapes import unescaped

KEY = "sk-Zq7/wet+paint=é密😀9"


def cleaned(value: Any, question: str = "") -> Any:
    return redact_answer(value, lambda: question)[0]


def test_a_secret_never_prints() -> None:
    secret = Secret(KEY, "MY_KEY")
    shown = f"{secret} {secret!r} {secret!s} {secret:>20} {[secret]} %s" % secret
    shown += dumps({"k": secret}).decode() + dumps_pretty([secret]).decode() + dumps_canonical([secret]).decode()
    assert "wet" not in shown and "MY_KEY" in repr(secret) and secret.reveal() == KEY
    with pytest.raises(TypeError):
        pickle.dumps(secret)


@pytest.mark.parametrize(
    "form",
    [
        KEY,
        json.dumps(KEY),
        json.dumps(json.dumps(KEY)),
        json.dumps(KEY).replace("/", "\\/"),
        "".join(f"\\u{ord(char):04X}" if ord(char) < 0x10000 else char for char in KEY),
        "".join(f"\\x{ord(char):02x}" if ord(char) < 0x100 else char for char in KEY),
        quote(KEY, safe=""),
        quote(quote(KEY, safe=""), safe=""),
        "".join(f"%{byte:02x}" for byte in KEY.encode()),
        "".join(f"&#{ord(char)};" for char in KEY),
        "".join(f"&#x{ord(char):X};" for char in KEY),
        base64.b64encode(KEY.encode()).decode(),
        base64.b64encode(f"user:{KEY}".encode()).decode(),
        base64.urlsafe_b64encode(f"x:{KEY}?".encode()).decode(),
        KEY.encode().hex(),
        repr(KEY),
    ],
)
def test_a_known_value_is_found_in_any_form(form: str) -> None:
    Secret(KEY, "a test")
    shown = redacted(f"before {form} after")
    assert "***" in shown and shown.startswith("before ") and shown.endswith(" after")
    assert not any(piece in shown for piece in ("wet", "Zq7", "d2V0", "776574", "Zq7/"))


@given(st.text(max_size=60), st.text(max_size=60))
def test_text_without_a_secret_stays_as_it_is(before: str, after: str) -> None:
    forget_secrets()
    Secret("sk-not-in-there-0123456789", "a test")
    assert redacted(before + after) == before + after
    assert cleaned({"a": [before, {after: 1}]}) == {"a": [before, {after: 1}]}


@given(st.text(max_size=80))
def test_the_way_back_from_unescaped_text_is_right(text: str) -> None:
    found = unescaped(text)
    for place in range(len(found.text) if found else 0):
        assert found is not None
        start, end = found.original(place, place + 1)
        assert 0 <= start < end <= len(text)


@pytest.mark.parametrize("word", ["EMPTY", "none", "test", "x", "abc", "ollama", "token-abc123", "xxxxxxxx"])
def test_a_placeholder_is_a_word_like_others(word: str) -> None:
    Secret(word, "a test")
    assert redacted(f"say {word}") == f"say {word}" and cleaned(f"say {word}") == f"say {word}"


def test_a_short_key_is_taken_out_where_it_stands_alone() -> None:
    Secret("a1b2c3", "a test")
    assert cleaned(["Bearer a1b2c3", "xa1b2c3x"]) == ["Bearer ***", "xa1b2c3x"]
    assert redacted("xa1b2c3x") == "x***x", "messages are no answers: there nothing is kept"


@pytest.mark.parametrize("value", ["K", "x7", "test"])
def test_what_is_too_short_to_be_looked_for_is_known_by_its_name_in_an_address(value: str) -> None:
    list(query_secrets(f"http://127.0.0.1:1/v1?auth={value}&v=2"))
    assert redacted(f"you asked /v1?auth={value}&v=2, {value}") == f"you asked /v1?***&v=2, {value}"


def test_a_word_that_stands_in_the_question_stays_in_the_answer() -> None:
    Secret("lookup", "a test")
    answer = {"output_tools": [{"function": {"name": "lookup", "arguments": "{}"}}]}
    assert cleaned(answer, 'tools: ["lookup"]') == answer
    assert cleaned("the key is lookup", "what is it?") == "the key is ***"


def test_a_long_key_is_taken_out_wherever_it_stands() -> None:
    Secret(KEY, "a test")
    assert cleaned({"a": [f"x{KEY}x"], KEY: 1}, KEY) == {"a": ["x***x"], "***": 1}


def test_what_only_may_be_a_secret_is_taken_out_of_messages_alone() -> None:
    secret_header("X-Tenant", "acme-books")
    assert redacted("no acme-books here") == "no *** here" and cleaned("acme-books") == "acme-books"


@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("Authorization", "Bearer abc-def-123", ["abc-def-123"]),
        ("Authorization", "Basic " + base64.b64encode(b"me:hunter22").decode(), ["hunter22", "me:hunter22"]),
        ("Cookie", "a=cookie-1; b=cookie-2", ["cookie-1", "cookie-2"]),
        ("x-api-key", "plain7", ["plain7"]),
    ],
)
def test_the_parts_of_a_header_are_secrets_too(name: str, value: str, parts: list[str]) -> None:
    assert secret_header(name, value) is not None
    for part in parts:
        assert cleaned(f"it was {part}") == "it was ***"


@pytest.mark.parametrize(("name", "value"), [("X-Title", "my own app"), ("User-Agent", "me"), ("X-Retries", "3")])
def test_a_harmless_header_is_no_secret(name: str, value: str) -> None:
    assert secret_header(name, value) is None and redacted(f"it was {value}") == f"it was {value}"


def test_no_error_holds_a_secret() -> None:
    Secret(KEY, "a test")
    for error in (UsageError(f"no {KEY}", cure=f"use {KEY}"), InputError(KEY, path=f"/tmp/{KEY}", line=1)):
        assert "Zq7" not in f"{error} {error!r} {error.args}"
    said = str(UsageError("see http://me:hunter2@h/v1?code=abc&api-version=2024-01-01#x"))
    assert said == "see http://***@h/v1?code=***&api-version=2024-01-01#x"


def test_deep_values_are_walked_or_hidden() -> None:
    Secret(KEY, "a test")
    deep: Any = KEY
    for _ in range(400):
        deep = [deep]
    assert "Zq7" not in json.dumps(redacted_tree(deep))
    harmless: Any = "x"
    for _ in range(400):
        harmless = [harmless]
    assert redacted_tree(harmless) == harmless


def test_a_long_text_costs_little() -> None:
    for number in range(8):
        Secret(f"sk-{number}-{KEY}", "a test")
    text = '{"say": "Tausend \\"Worte\\" 100%"}\n' * 20_000
    started = time.process_time()
    assert redacted(text) == text
    assert time.process_time() - started < 2
