"""Clients that do not ask, do not finish, do not read or are too many: they lose their place, others are answered."""

from __future__ import annotations

import resource
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from evalwright.engine import HttpLimits

from .conftest import Served, running
from .runs import make_run, review

LIMITS = HttpLimits(
    connections=20, head_seconds=0.6, body_seconds=0.6, idle_seconds=2, unread_seconds=0.6, head_bytes=16 * 1024
)


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("slow") / "root"
    make_run(root / "run", {"m": [review(f"a#{number}", reason="x" * 3000) for number in range(200)]})
    with running(root, limits=LIMITS) as served:
        yield served


def opened(viewer: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", viewer.port), timeout=8)


def head(viewer: Served, target: str = "/api/all", *lines: str) -> bytes:
    return "\r\n".join([f"GET {target} HTTP/1.1", f"Host: 127.0.0.1:{viewer.port}", *lines, "", ""]).encode()


def answered(connection: socket.socket) -> bytes:
    """One whole answer."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += connection.recv(65536)
    start, _, body = found.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in start.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65536)
    return start


def is_closed(connection: socket.socket) -> bool:
    """Whether the server ends the connection, in whatever way."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost:"])
def test_a_first_head_that_does_not_end_is_given_up(viewer: Served, begun: bytes) -> None:
    with opened(viewer) as slow:
        slow.sendall(begun)
        began = time.monotonic()
        assert is_closed(slow)
        assert 0.3 < time.monotonic() - began < 4


@pytest.mark.parametrize("begun", [b"G", b"GET /api/all HTTP/1.1\r\nHost: 127.0.0.1"])
def test_half_a_second_head_is_given_up_as_well(viewer: Served, begun: bytes) -> None:
    with opened(viewer) as slow:
        slow.sendall(head(viewer))
        assert b" 200 " in answered(slow)
        slow.sendall(begun)
        began = time.monotonic()
        assert is_closed(slow)
        assert time.monotonic() - began < 1.8, "the deadline of a head, not that of an idle connection"


def test_half_a_head_that_came_with_the_first_request_is_given_up(viewer: Served) -> None:
    with opened(viewer) as slow:
        slow.sendall(head(viewer) + b"GET /api")
        assert b" 200 " in answered(slow)
        assert is_closed(slow)


def test_a_head_that_drips_in_has_one_deadline(viewer: Served) -> None:
    with opened(viewer) as slow:
        slow.sendall(head(viewer))
        answered(slow)
        began = time.monotonic()
        with suppress(ConnectionError):
            for byte in head(viewer) * 3:
                slow.sendall(bytes([byte]))
                time.sleep(0.05)
        assert time.monotonic() - began < 3


def test_an_idle_connection_is_closed_after_its_time_and_used_before(viewer: Served) -> None:
    with opened(viewer) as kept:
        for _ in range(3):
            kept.sendall(head(viewer))
            assert b" 200 " in answered(kept)
            time.sleep(0.8)
        assert is_closed(kept)


def test_a_body_is_neither_read_nor_waited_for(viewer: Served) -> None:
    with opened(viewer) as slow:
        slow.sendall(head(viewer, "/api/all", "Content-Length: 1000000000") + b"x")
        assert b" 413 " in answered(slow)
        assert is_closed(slow)


def test_one_who_does_not_read_loses_the_place(viewer: Served) -> None:
    run = viewer.json("/api/all")["runs"][0]["id"]
    request = head(viewer, f"/api/runs/{run}/parts/0/items?limit=200")
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(0.3)
        slow.connect(("127.0.0.1", viewer.port))
        with suppress(TimeoutError, ConnectionError):
            for _ in range(100_000):  # until neither side takes any more
                slow.sendall(request * 20)
        ended = select.poll()
        ended.register(slow, 0)  # an end is told without asking for it, and nothing is read
        assert ended.poll(5000)


def descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_too_many_connections_hear_so_and_take_no_descriptor(viewer: Served) -> None:
    before, more = descriptors(), 60
    with ExitStack() as stack:
        for _ in range(LIMITS.connections):
            seated = stack.enter_context(opened(viewer))
            seated.sendall(head(viewer, "/static/style.css"))
            assert b" 200 " in answered(seated)
        crowd = [stack.enter_context(opened(viewer)) for _ in range(more)]
        for each in crowd:
            assert each.recv(1000).startswith(b"HTTP/1.1 503 ") and is_closed(each)
        held = descriptors() - before - more
        assert held <= 2 * LIMITS.connections + 5, "both ends of the places, and of those without one ours alone"
        seated.sendall(head(viewer, "/static/style.css"))
        assert b" 200 " in answered(seated), "who has a place keeps it"
    until = time.monotonic() + 5
    while descriptors() - before > 5 and time.monotonic() < until:
        time.sleep(0.02)
    assert viewer.json("/api/all")


def test_there_are_never_more_places_than_half_of_the_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (64, 64))
    assert HttpLimits(connections=1000).places() == 32
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert HttpLimits(connections=1000).places() == 1000


@pytest.mark.parametrize(
    "header",
    [
        "Range: bytes=0-0",
        "Range: bytes=" + ",".join(f"{n}-{n + 1}" for n in range(1000)),
        "Range: bytes=0-" + ",0-" * 3000,
        "Range: bytes=-9223372036854775808",
    ],
    ids=["one", "a thousand", "three thousand", "huge"],
)
def test_a_range_is_no_way_to_get_more(viewer: Served, header: str) -> None:
    with opened(viewer) as asking:
        asking.sendall(head(viewer, "/static/app.js", header, "Connection: close"))
        found = b""
        with suppress(ConnectionError):
            while part := asking.recv(65536):
                found += part
    whole = len(viewer.get("/static/app.js")[2])
    assert found.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 400 "))
    assert len(found) < whole + 2000


def test_a_head_larger_than_its_limit_is_refused(viewer: Served) -> None:
    with opened(viewer) as asking:
        with suppress(ConnectionError):
            asking.sendall(head(viewer, "/", *(f"X-{n}: {'x' * 1000}" for n in range(100)))[:-2])
        with suppress(ConnectionError):
            assert asking.recv(1000).startswith(b"HTTP/1.1 400 ")
