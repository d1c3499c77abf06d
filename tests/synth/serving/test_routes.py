"""The shop answers plain requests as its OpenAPI document says, and answers nobody else."""

from __future__ import annotations

import json
import socket
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth import Settings, prove, synthesise
from evalwright.synth.serving import Served, openapi_document
from evalwright.synth.sources import read_source

NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(url: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
    """The status and the value of the answer; a body makes it a POST."""
    names = {"content-type": "application/json"} | {key.replace("_", "-"): value for key, value in headers.items()}
    try:
        with NO_PROXY.open(urllib.request.Request(url, body, names), timeout=10) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        raw = error.read()
        return error.code, json.loads(raw) if raw.startswith(b"{") else raw.decode()


def test_the_document_read_back_gives_the_shops_own_tools(served: Served, tmp_path: Path) -> None:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(openapi_document(served, "http://127.0.0.1:1")))
    source, native = read_source(str(path)), read_source("shop")
    assert source.names() == native.names()
    for read, own in zip(source.tools, native.tools, strict=True):
        assert read["function"]["description"] == own["function"]["description"]
        assert read["function"]["parameters"]["properties"] == own["function"]["parameters"]["properties"]
        assert sorted(read["function"]["parameters"]["required"]) == sorted(
            own["function"]["parameters"].get("required", [])
        )
        assert read["function"]["parameters"]["additionalProperties"] is False
    assert source.effects == native.effects
    assert source.output_schemas == native.output_schemas
    assert source.policy == native.policy
    assert source.notes == []
    operation = source.operations["calculate"]
    assert (operation.method, operation.server + operation.path) == ("post", "http://127.0.0.1:1/tools/calculate")


def test_requests_are_answered_from_one_state_that_can_be_put_back(served: Served, address: str) -> None:
    orders = served.environment.world.orders.values()  # type: ignore[attr-defined]
    order = next(each for each in orders if each["status"] == "pending")
    arguments = {"order_id": order["order_id"], "reason": "no longer needed"}
    body = json.dumps(arguments).encode()
    own = served.environment.fork()
    start = {"environment": "shop", "seed": 7, "locale": "en", "hash": own.hash()}
    assert ask(f"{address}/state") == (200, start)
    url = f"{address}/tools/cancel_pending_order"
    assert ask(url, body) == (200, own.call("cancel_pending_order", arguments).value)
    refusal = own.call("cancel_pending_order", arguments).content.removeprefix("Error: ")
    assert ask(url, body) == (422, {"error": refusal})
    assert ask(f"{address}/state")[1]["hash"] == own.hash()
    assert ask(f"{address}/reset", b"") == (200, start)
    status, document = ask(f"{address}/openapi.json")
    assert (status, document) == (200, openapi_document(served, address))


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("no_such_tool", b"{}", 404),
        ("calculate", b"{", 400),
        ("calculate", b"[]", 400),
        ("calculate", b"\xff", 400),
        ("calculate", b'{"expression": "1+"}', 422),
        ("calculate", b'{"expression": 1, "more": {}}', 422),
        ("calculate", b" " * 1_100_000, 413),
    ],
)
def test_a_request_that_cannot_be_answered_says_why(address: str, name: str, body: bytes, status: int) -> None:
    answered, value = ask(f"{address}/tools/{name}", body)
    assert answered == status
    assert value["error"]


@pytest.mark.parametrize("path", ["state", "openapi.json", "mcp"])
def test_another_sites_page_or_name_gets_nothing(address: str, path: str) -> None:
    body = b"{}" if path == "mcp" else None
    assert ask(f"{address}/{path}", body, host="evil.example")[0] == 421
    assert ask(f"{address}/{path}", body, origin="http://evil.example")[0] == 403
    assert ask(f"{address}/tools/calculate", b'{"expression": "1"}', content_type="text/plain")[0] == 400


@pytest.mark.parametrize("path", ["reset", "tools/calculate", "mcp"])
def test_a_form_of_another_site_changes_nothing(address: str, path: str) -> None:
    before = ask(f"{address}/state")
    assert ask(f"{address}/{path}", b"{}", sec_fetch_site="cross-site")[0] == 403
    assert ask(f"{address}/{path}", b"{}", origin="null")[0] == 403
    assert ask(f"{address}/state") == before


def spoken(address: str, text: str, seconds: float = 5.0) -> bytes:
    """What comes back for these words."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=seconds) as connection:
        connection.sendall(text.replace("OWN", f"{host}:{port}").encode())
        return connection.recv(1000)


@pytest.mark.parametrize(
    "lines",
    ["Host: OWN\r\nHost: evil.example", "Host: OWN\r\nHost: OWN", "Host: evil.example\r\nHost: OWN", "X: no host"],
)
@pytest.mark.parametrize("path", ["/state", "/mcp", "http://evil.example/state"])
def test_a_request_names_one_host_that_is_ours(address: str, path: str, lines: str) -> None:
    assert spoken(address, f"GET {path} HTTP/1.1\r\n{lines}\r\n\r\n")[9:12] in (b"400", b"403")


def test_conversations_made_through_the_document_are_true(address: str, tmp_path: Path) -> None:
    with NO_PROXY.open(f"{address}/known", timeout=10) as known:
        (tmp_path / "known.jsonl").write_bytes(known.read())
    (tmp_path / "api.json").write_text(json.dumps(ask(f"{address}/openapi.json")[1]))
    settings = Settings(
        out=tmp_path / "data",
        source=str(tmp_path / "api.json"),
        n=20,
        base_url=address,
        reset_path="/reset",
        known=tmp_path / "known.jsonl",
    )
    done = synthesise(settings)
    assert (done.made, done.manifest["simulated"]) == (20, False)
    # All that look something up, and a change; where an address is to be changed, nobody says to what.
    assert done.manifest["coverage"]["tools_used"] >= 7
    assert "cancel_pending_order" in done.manifest["coverage"]["by_tool"]
    proof = prove(done.out, run=True)
    assert (proof.replayed, proof.errors) == (True, 0)
