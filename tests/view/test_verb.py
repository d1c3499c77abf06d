"""The verb: what it says when there is nothing to show, the address it prints, and how it ends."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from evalwright.data import read_marks

from ..conftest import ROOT, Run
from .conftest import Served
from .runs import item, make_run, review, write
from .test_marks import Marking, made_run


@pytest.mark.parametrize("path", [[], ["nowhere"], ["empty"], ["no-data.txt.d"]])
def test_nothing_to_show_is_one_line_with_the_cure(evalwright: Run, tmp_path: Path, path: list[str]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "no-data.txt.d").mkdir()
    (tmp_path / "no-data.txt.d" / "notes.txt").write_text("no data")
    ended = evalwright("view", *path, "--no-open")
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "evalwright demo" in ended.stderr


def test_a_port_that_is_taken_is_said(evalwright: Run, tmp_path: Path) -> None:
    make_run(tmp_path / "outputs" / "run", {"m": [review("a")]})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = evalwright("view", "--no-open", "--port", str(taken.getsockname()[1]))
    assert ended.returncode == 2
    assert "--port" in ended.stderr


@pytest.mark.parametrize("what", ["outputs", "talk.jsonl"])
def test_it_prints_its_address_and_ends_quietly(tmp_path: Path, what: str) -> None:
    make_run(tmp_path / "outputs" / "run", {"m": [review("a")]})
    write(tmp_path / "talk.jsonl", [item("a")])
    code = "from evalwright.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, "view", what, "--no-open"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert address is not None
        connection = http.client.HTTPConnection("127.0.0.1", int(address[1]), timeout=10)
        connection.request("GET", "/api/all")
        answer = connection.getresponse()
        assert answer.status == 200 and b'"id"' in answer.read()
        connection.close()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=10)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0
    assert said.strip() == ""


def test_on_all_addresses_only_the_token_that_it_printed_opens_it(tmp_path: Path) -> None:
    make_run(tmp_path / "outputs" / "run", {"m": [review("a")]})
    code = "from evalwright.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "view", "outputs", "--no-open", "--host", "0.0.0.0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def get(path: str, host: str = "127.0.0.2", **headers: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection(host, port, timeout=10)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader("set-cookie") or ""
        finally:
            connection.close()

    try:
        assert process.stdout is not None
        address = re.search(r"http://[^/]+:(\d+)/\?token=([\w-]{32,})", process.stdout.readline())
        assert address is not None, "the address that is printed holds the token"
        port = int(address[1])
        paths = ("/", "/api/all", "/static/app.js", "/?token=wrong", "/?token=")
        assert {path: get(path)[0] for path in paths} == dict.fromkeys(paths, 403), "from another address"
        assert get("/api/all", "127.0.0.1")[0] == 403, "from here too"
        status, cookie = get(f"/?token={address[2]}")
        assert status == 303 and get("/api/all", Cookie=cookie.partition(";")[0])[0] == 200
    finally:
        process.kill()
        process.communicate()


def test_a_mark_is_kept_in_the_folder_that_is_looked_at(tmp_path: Path) -> None:
    made_run(tmp_path / "outputs")
    code = "from evalwright.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", code, "view", "outputs", "--no-open"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert address is not None
        viewer = Served(address[0], int(address[1]))
        marks = tmp_path / "outputs" / "run-data" / "marks.jsonl"
        marking = Marking(viewer, viewer.json("/api/all")["runs"][0]["id"], marks)
        for mark in ("also_right", "unfair"):  # the second one changes a file that is there
            status, told = marking.send(marking.wish(mark=mark))
            assert status == 200, told
        assert [each["mark"] for each in read_marks(marks)["marks"]] == ["also_right", "unfair"]
    finally:
        process.kill()
        process.communicate()
