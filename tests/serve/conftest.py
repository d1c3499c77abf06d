"""A server of the evals API for each test: in a thread, or as a process that can be killed; and a plain HTTP client."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evalwright.serve import ModelsFile, Quotas, ServeConfig, opened

from ..conftest import ROOT

ENDED = ("completed", "failed", "canceled")


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> dict[str, Any]:
        return self.json["error"]


@dataclass
class Api:
    """A running server, by its port."""

    port: int
    prefix: str = "/v1"
    headers: dict[str, str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """One request; a body that is not bytes goes as JSON."""
        sent = {**(self.headers or {}), **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, self.prefix + path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Any:
        answer = self.ask("GET", path, headers=headers)
        assert answer.status == 200, (path, answer.status, answer.body[:500])
        return answer.json

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.ask("POST", path, {} if body is None else body, headers)
        assert answer.status == 200, (path, answer.status, answer.body[:500])
        return answer.json

    def delete(self, path: str) -> Any:
        answer = self.ask("DELETE", path)
        assert answer.status == 200, (path, answer.status, answer.body[:500])
        return answer.json

    def upload(self, content: bytes, name: str = "rows.jsonl", purpose: str = "evals", **headers: str) -> Answer:
        """A file, as clients send it."""
        mark = "a-boundary-of-the-tests"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n{purpose}\r\n--{mark}\r\n'
        head += f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n'
        head += "Content-Type: application/octet-stream\r\n\r\n"
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self.ask("POST", "/files", body, {"Content-Type": f"multipart/form-data; boundary={mark}", **headers})

    def wait(self, eval_id: str, run_id: str, seconds: float = 180.0) -> Any:
        """The run once it is over."""
        until = time.monotonic() + seconds
        while True:
            run = self.get(f"/evals/{eval_id}/runs/{run_id}")
            if run["status"] in ENDED or time.monotonic() > until:
                return run
            time.sleep(0.05)

    def items(self, eval_id: str, run_id: str, query: str = "limit=100") -> list[Any]:
        """Every output item, page by page."""
        found: list[Any] = []
        after = ""
        while True:
            page = self.get(f"/evals/{eval_id}/runs/{run_id}/output_items?{query}{after}")
            found += page["data"]
            if not page["has_more"]:
                return found
            after = f"&after={page['last_id']}"


@contextmanager
def serving(
    folder: Path, models: ModelsFile | None = None, quotas: Quotas | None = None, **options: Any
) -> Iterator[Api]:
    """A server in a thread of this process, for as long as the block lasts."""
    config = ServeConfig(folder, models or ModelsFile(), quotas=quotas or Quotas(), port=free_port(), **options)
    with opened(config) as running:
        thread = threading.Thread(target=running.server.run, kwargs={"sockets": [running.place.listening]}, daemon=True)
        thread.start()
        until = time.monotonic() + 10
        while not running.server.started and time.monotonic() < until:
            time.sleep(0.005)
        try:
            yield Api(running.place.listening.getsockname()[1])
        finally:
            running.server.should_exit = True
            thread.join(10)


def free_port() -> int:
    import socket

    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


class Process:
    """`evalwright serve` as a process of its own."""

    def __init__(self, folder: Path, *arguments: str, port: int | None = None) -> None:
        self.port = port or free_port()
        code = "from evalwright.cli import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", str(folder), "--port", str(self.port), *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+/v1", self.said), self.said + self._process.stdout.read()
        self.api = Api(self.port)

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> int:
        """As Ctrl-C does; the exit code."""
        self._process.send_signal(signal.SIGINT)
        try:
            code = self._process.wait(30)
        finally:
            self.kill()
        return code


Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start servers that end with the test."""
    with ExitStack() as stack:

        def begin(folder: Path, *arguments: str, port: int | None = None) -> Process:
            process = Process(folder, *arguments, port=port)
            stack.callback(process.kill)
            return process

        yield begin


SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}, "gold": {"type": "string"}}}


def an_eval(*criteria: dict[str, Any], sampled: bool = False, **more: Any) -> dict[str, Any]:
    """The body of a new eval."""
    config = {"type": "custom", "item_schema": SCHEMA, "include_sample_schema": sampled}
    return {"name": "an eval", "data_source_config": config, "testing_criteria": list(criteria), **more}


def same(name: str = "same", given: str = "{{item.word}}", reference: str = "{{item.gold}}") -> dict[str, Any]:
    """A criterion that compares two texts."""
    return {"type": "string_check", "name": name, "input": given, "reference": reference, "operation": "eq"}


def rows_of(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    """Rows with a word and what it should be."""
    return [{"item": {"word": word, "gold": gold}} for word, gold in pairs]


def over(rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """The body of a new run over rows that hold what is graded."""
    return {
        "name": "a run",
        "data_source": {"type": "jsonl", "source": {"type": "file_content", "content": rows}},
        **more,
    }
