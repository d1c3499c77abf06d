"""Who is answered: only requests that name our host, come from nowhere else, and do nothing but read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.view.guard import loopback_names
from evalwright.view.server import listen

from .conftest import Serve, Served, running
from .runs import make_run, review

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    root = tmp_path_factory.mktemp("guard") / "root"
    make_run(root / "run", {"m": [review("a#0")]})
    with running(root) as served:
        yield served


def request(
    viewer: Served, *lines: str, target: str = "/api/all", method: str = "GET", host: str | None = "default"
) -> int:
    """The status of a request with these header lines."""
    head = [f"{method} {target} HTTP/1.1"]
    if host is not None:
        head.append(f"Host: {f'127.0.0.1:{viewer.port}' if host == 'default' else host}")
    text = "\r\n".join([*head, *lines, "Connection: close", "", ""])
    return viewer.status(text.encode("latin-1"))


def test_loopback_is_answered_under_all_its_names(viewer: Served) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert request(viewer, host=f"{name}:{viewer.port}") == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "localhost:1",
        "127.0.0.1:{port}.evil.example",
        "localhost.evil.example:{port}",
        "127.0.0.1:{port}:80",
        "127.0.0.1@evil.example:{port}",
        "[::1",
        "[::1]x:{port}",
        "0.0.0.0:{port}",
        "127.1:{port}",
        "2130706433:{port}",
        "127.0.0.1:0{port}0",
        "127.0.0.1: {port}",
        "",
        ":{port}",
        "localhost.:{port}",
    ],
)
def test_another_host_is_refused(viewer: Served, host: str) -> None:
    assert request(viewer, host=host.replace("{port}", str(viewer.port))) in (400, 421)
    assert request(viewer) == 200


def test_no_host_and_two_hosts_are_refused(viewer: Served) -> None:
    own = f"Host: 127.0.0.1:{viewer.port}"
    assert request(viewer, host=None) == 400
    assert request(viewer, own) == 400
    assert request(viewer, "Host: evil.example") == 400
    assert viewer.status(b"GET /api/all HTTP/1.0\r\n\r\n") == 400


def test_an_absolute_target_does_not_get_past_the_host(viewer: Served) -> None:
    assert 400 <= request(viewer, target=f"http://127.0.0.1:{viewer.port}/api/all") < 500
    assert 400 <= request(viewer, target="http://evil.example/api/all", host="evil.example") < 500


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://localhost:{port}", ""],
)
def test_a_foreign_origin_is_refused(viewer: Served, origin: str) -> None:
    assert request(viewer, f"Origin: {origin.replace('{port}', str(viewer.port))}") == 403


def test_our_own_origin_is_answered(viewer: Served) -> None:
    assert request(viewer, f"Origin: http://127.0.0.1:{viewer.port}", "Sec-Fetch-Site: same-origin") == 200


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("weird", 403), ("none", 200), ("same-origin", 200)]
)
def test_requests_of_other_sites_are_refused(viewer: Served, site: str, status: int) -> None:
    assert request(viewer, f"Sec-Fetch-Site: {site}") == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "QUERY"])
def test_nothing_but_reading(viewer: Served, method: str) -> None:
    assert request(viewer, method=method) == 405


def test_a_body_is_refused_unread(viewer: Served) -> None:
    assert request(viewer, "Content-Length: 1000000000") == 413
    assert request(viewer, "Transfer-Encoding: chunked") == 413
    assert request(viewer) == 200


@pytest.mark.parametrize(
    "path", ["/", "/static/app.js", "/api/all", "/api/runs/none", "/nowhere", "/api/compare?a=x&b=y"]
)
def test_every_answer_carries_the_safety_headers(viewer: Served, path: str) -> None:
    _, headers, _ = viewer.get(path)
    assert HEADERS.items() <= headers.items()
    assert "server" not in headers
    _, refused, _ = viewer.get(path, {"Host": "evil.example"})
    assert HEADERS.items() <= refused.items()
    assert "access-control-allow-origin" not in headers | refused


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/api/all?" + "x" * 5000, 414),
        ("/" + "x" * 2000, 414),
        ("/api/all?q=%ff%fe", 400),
        ("/api/all?q=%00", 400),
        ("/api/all?" + "a&" * 50, 400),
        ("/api/all?q=" + "x" * 9_000_000, 400),
    ],
    ids=["query", "path", "no utf-8", "nul", "fields", "9 MB"],
)
def test_monstrous_addresses_are_refused_and_the_viewer_goes_on(viewer: Served, target: str, status: int) -> None:
    found = request(viewer, target=target)
    assert found == status or (len(target) > 1_000_000 and found in (0, 400))
    assert request(viewer) == 200


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\x00\xff\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_what_is_no_http_does_not_stop_the_viewer(viewer: Served, rubbish: bytes) -> None:
    assert viewer.status(rubbish) in (0, 400, 421)
    assert request(viewer) == 200


def test_away_from_loopback_a_token_is_needed(
    serve: Serve, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    make_run(tmp_path / "root" / "run", {"m": [review("a#0")]})
    viewer = serve(tmp_path / "root", "0.0.0.0")
    token = viewer.address.partition("?token=")[2]
    assert len(token) >= 32
    assert viewer.get("/api/all")[0] == 403
    assert viewer.get("/static/app.js")[0] == 403
    assert viewer.get("/?token=wrong")[0] == 403
    assert viewer.get(f"/api/all?token={token}")[0] == 403
    status, headers, body = viewer.get(f"/?token={token}")
    assert (status, headers["location"]) == (303, "/")
    assert token.encode() not in body
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower()
    assert viewer.get("/api/all", {"Cookie": cookie.partition(";")[0]})[0] == 200
    assert viewer.get("/api/all", {"Cookie": cookie.partition(";")[0], "Host": f"evil.example:{viewer.port}"})[0] == 421
    assert token not in "".join(capfd.readouterr()) + caplog.text, "nothing is logged"


def test_loopback_is_where_it_listens_unless_asked() -> None:
    place = listen(None, None)
    with place.listening:
        assert place.listening.getsockname()[0] == "127.0.0.1"
        assert place.token is None


def test_port_80_may_be_left_out() -> None:
    assert loopback_names(80).allow("localhost")
    assert not loopback_names(8080).allow("localhost")
