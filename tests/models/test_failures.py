"""What a refused request means: try again, give up, or stop the run."""

from __future__ import annotations

import json
import time
from email.utils import formatdate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.models.failures import from_status, one_line, retry_after
from evalwright.models.protocol import AnswerError
from evalwright.secrecy import Secret

KEY = "sk-canary-0123456789abcdef/+="


def refused(status: int, body: Any = b"", headers: dict[str, str] | None = None) -> AnswerError:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return from_status(status, headers or {}, data)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 520, 529, 599])
def test_what_may_pass_is_tried_again(status: int) -> None:
    error = refused(status)
    assert error.retry and not error.stop and error.kind == f"http_{status}"


@pytest.mark.parametrize("status", [201, 204, 400, 402, 405, 413, 422])
def test_what_is_the_items_own_fault_is_not(status: int) -> None:
    error = refused(status, headers={"Retry-After": "1"})
    assert not error.retry and not error.stop and error.retry_after is None


@pytest.mark.parametrize(
    ("status", "cure"), [(401, "--api-key-env"), (403, "key"), (404, "--api-url"), (307, "--api-url")]
)
def test_what_will_not_pass_stops_the_run_with_the_cure(status: int, cure: str) -> None:
    error = refused(status)
    assert error.stop is not None and cure in error.stop and not error.retry


@pytest.mark.parametrize("status", [429, 400, 503])
@pytest.mark.parametrize("field", ["code", "type"])
def test_an_empty_account_stops_the_run(status: int, field: str) -> None:
    error = refused(status, {"error": {"message": "no money", field: "insufficient_quota"}})
    assert error.kind == "quota" and error.stop is not None and error.message == "no money"


@pytest.mark.parametrize(("status", "slow"), [(429, True), (503, True), (529, True), (408, True), (500, False)])
def test_too_much_is_told_from_broken(status: int, slow: bool) -> None:
    assert refused(status).slow_down is slow


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", "no explanation given"),
        (b"<html>\n<h1>502</h1>\x1b[31m", "<html> <h1>502</h1> [31m"),
        ({"error": {"message": "too long\nby 5"}}, "too long by 5"),
        ({"error": "plain"}, "plain"),
        ({"detail": "not found"}, "not found"),
        ({"error": {"message": None}}, '{"error": {"message": null}}'),
        ([], "[]"),
        (b"\xff\xfe", "��"),
        (b'{"error": {"message": ["a"]}}', "['a']"),
    ],
)
def test_the_servers_words_are_quoted_in_one_line(body: Any, text: str) -> None:
    assert refused(400, body).message == text


def test_long_words_are_cut() -> None:
    assert len(refused(400, b"x" * 100_000).message) <= 300


@given(st.binary(max_size=200), st.integers(100, 599))
def test_any_body_gives_an_error_and_no_exception(body: bytes, status: int) -> None:
    assert "\n" not in refused(status, body).message


@pytest.mark.parametrize("start", [0, 280, 290, 299])
def test_our_key_is_never_repeated_not_even_a_piece_of_it(start: int) -> None:
    Secret(KEY, "a test")
    said = refused(400, {"error": {"message": "x" * start + f" Incorrect key provided: {KEY}"}}).message
    assert "sk-" not in said
    assert "sk-" not in refused(401, json.dumps({"error": KEY}).replace("/", "\\/").encode()).message
    assert KEY not in refused(307, headers={"Location": f"http://elsewhere/?key={KEY}"}).message


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "2"}, 2.0),
        ({"Retry-After": " 1.5 "}, 1.5),
        ({"retry-after-ms": "250", "Retry-After": "7"}, 0.25),
        ({"retry-after-ms": "soon", "Retry-After": "7"}, 7.0),
        ({"Retry-After": "1e300"}, 1e300),
    ],
)
def test_a_usable_wait_is_read(headers: dict[str, str], seconds: float) -> None:
    assert retry_after(headers) == pytest.approx(seconds)


def test_a_date_is_read_as_a_wait() -> None:
    assert retry_after({"Retry-After": formatdate(time.time() + 30, usegmt=True)}) == pytest.approx(30, abs=1.5)


@pytest.mark.parametrize(
    "value",
    [
        *("", "0", "-5", "nan", "inf", "-inf", "soon", "1e999", "\x00"),
        "Wed, 21 Oct 2015 07:28:00 GMT",
        "Mon, 99 Foo 2026 99:99:99 GMT",
        "Fri, 31 Dec 100000 23:59:59 GMT",
    ],
)
def test_a_useless_wait_is_none(value: str) -> None:
    assert retry_after({"Retry-After": value}) is None


@given(st.text(max_size=40))
def test_any_header_is_a_positive_wait_or_none(value: str) -> None:
    seconds = retry_after({"Retry-After": value})
    assert seconds is None or seconds > 0


@given(st.text(max_size=700))
def test_one_line_is_one_printable_line(text: str) -> None:
    shown = one_line(text)
    assert shown.isprintable() and len(shown) <= 300
