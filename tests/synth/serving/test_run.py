"""Where a shop is served: a port that is taken is said so, and names decide who is answered."""

from __future__ import annotations

import socket

import pytest

from evalwright.errors import UsageError
from evalwright.synth.serving import Served, serve_http
from evalwright.synth.serving.seats import Seats


@pytest.mark.parametrize(("host", "words"), [("127.0.0.1", "cannot be used"), ("no.such.host.invalid", "is not known")])
def test_an_address_that_cannot_be_had_is_refused_before_anything_starts(served: Served, host: str, words: str) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(UsageError, match=words):
        serve_http(served, host=host, port=taken.getsockname()[1], tell=told.append)
    assert told == []


def test_a_seat_is_kept_and_apart_from_the_others(served: Served) -> None:
    seats = Seats(served)
    first = seats.of("a")
    assert seats.of("a") is first
    assert seats.of("b") is not first
    assert first.describe()["hash"] == served.environment.hash()
