"""Where a shop is served: a port that is taken is said so, and names decide who is answered."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from evalwright.errors import UsageError
from evalwright.synth.serving import Served, serve_http
from evalwright.synth.serving.sessions import Seats

from .conftest import ENVIRONMENT, HTTP


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


def test_half_a_body_does_not_hold_a_place_for_ever() -> None:
    code = HTTP.replace("serve_http(", "serve._LIMITS = HttpLimits(body_seconds=0.5, head_seconds=0.5)\nserve_http(")
    code = f"from evalwright.engine import HttpLimits\nfrom evalwright.synth.serving import serve\n{code}"
    with subprocess.Popen(
        [sys.executable, "-c", code], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        port = int(process.stdout.readline().strip().rpartition(":")[2])
        head = f"POST /tools/calculate HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        try:
            for begun in (f"{head}Content-Length: 100\r\n\r\n{{", head):
                with socket.create_connection(("127.0.0.1", port), timeout=5) as slow:
                    slow.sendall(begun.encode())
                    assert slow.recv(100) == b"", "closed, where it would else be waited for"
        finally:
            process.kill()
        assert process.stderr.read() == ""
