"""evalwright shop: a server for any MCP client, or the document of one."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys

import pytest

from ..conftest import ROOT, Run

COMMAND = [sys.executable, "-c", "from evalwright.cli import main; main()", "shop"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def test_openapi_prints_the_document_of_the_shop(evalwright: Run) -> None:
    done = evalwright("shop", "--openapi", "--lang", "zh", "--mini")
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert document["openapi"] == "3.1.0"
    assert any("\u4e00" <= character <= "\u9fff" for character in document["info"]["description"])
    assert "/tools/find_user_id_by_email" in document["paths"]


def test_stdio_carries_the_protocol_alone_and_ends_with_its_input() -> None:
    lines = f"not a message\n{json.dumps(HELLO)}\n"
    done = subprocess.run(
        [*COMMAND, "--stdio"], input=lines, capture_output=True, text=True, env=ENVIRONMENT, timeout=60, check=False
    )
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["jsonrpc"] for each in answers] == ["2.0"] * len(answers)
    assert answers[-1]["result"]["serverInfo"]["name"] == "evalwright-shop"
    assert done.stderr == ""


def test_stdio_ends_quietly_when_nobody_reads_its_answers() -> None:
    with subprocess.Popen(
        [*COMMAND, "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(f"{json.dumps(HELLO)}\n")
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


def test_http_says_where_it_listens_and_ends_quietly_with_ctrl_c() -> None:
    with subprocess.Popen(
        [*COMMAND, "--http", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        first = process.stderr.readline()
        assert first.startswith("MCP: http://127.0.0.1:")
        assert first.rstrip().endswith("/mcp")
        assert process.stderr.readline().startswith("OpenAPI: http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stdout.read() == ""
        assert process.stderr.read().strip() == ""


def test_on_all_addresses_it_answers_to_its_own_name_and_to_no_other_site() -> None:
    with subprocess.Popen(
        [*COMMAND, "--http", "0", "--host", "0.0.0.0"], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stderr is not None
        try:
            port = int(process.stderr.readline().rsplit(":", 1)[1].split("/")[0])

            def status(host: str = "", **headers: str) -> int:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                try:
                    names = {"Host": host or f"127.0.0.1:{port}", **headers}
                    connection.request("GET", "/openapi.json", headers=names)
                    return connection.getresponse().status
                finally:
                    connection.close()

            assert status() == 200
            assert status(f"evil.example:{port}") == 421
            assert status(Origin="http://evil.example") == 403
            assert status(**{"Sec-Fetch-Site": "cross-site"}) == 403
        finally:
            process.kill()


@pytest.mark.parametrize("options", [[], ["--stdio", "--openapi"], ["--stdio", "--http", "0"]])
def test_one_way_of_serving_is_given(evalwright: Run, options: list[str]) -> None:
    done = evalwright("shop", *options)
    assert done.returncode == 2
    assert "Give one of --stdio, --http PORT, --openapi" in done.stderr
