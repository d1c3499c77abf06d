"""Commands in processes of their own that do not begin by loading Python: forked from one that has all modules.

A command of ours is a fraction of a second of imports before it does anything, and the tests run thousands. Here a
server with everything loaded forks one process for each command: it gets the command's arguments, folder, environment
and streams, runs `main()` and ends as the interpreter ends. What would differ in a fork (another language, settings of
the interpreter) is run the ordinary way; tests of starting, killing and signals do that by themselves.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.warm_client import ask

ROOT = Path(__file__).resolve().parents[1]
COLD = [sys.executable, "-c", "from evalwright.cli import main; main()"]

_DECIDED_AT_START = ("PYTHON", "LC_", "LD_", "MALLOC", "TZ")
"""Variables that are read before `main()` begins."""


class WarmProcess:
    """The server, seen from the tests: `run` is `subprocess.run` of one command."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="warm")
        self._address = str(Path(self._folder.name) / "socket")
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, str(ROOT / "tests" / "warm_server.py"), self._address]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, env=self.environment)
        assert self._server.stdout is not None
        self._server.stdout.readline()

    def suits(self, environment: Mapping[str, str]) -> bool:
        """Whether a process with this environment could have been started by this server."""
        return all(
            environment.get(name) == self.environment.get(name)
            for name in {*environment, *self.environment}
            if name.startswith(_DECIDED_AT_START)
        )

    def run(
        self, arguments: list[str], *, cwd: Path, env: Mapping[str, str], timeout: float, input: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        with contextlib.ExitStack() as files:
            streams = [files.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write((input or "").encode())
            streams[0].seek(0)
            descriptors = [stream.fileno() for stream in streams]
            try:
                code = ask(self._address, [arguments, str(cwd), dict(env)], descriptors, timeout)
            except TimeoutError:
                raise subprocess.TimeoutExpired(arguments, timeout) from None
            told = []
            for stream in streams[1:]:
                stream.seek(0)
                told.append(stream.read().decode("utf-8").replace("\r\n", "\n"))
        return subprocess.CompletedProcess(arguments, code, *told)

    def close(self) -> None:
        self._server.communicate()
        self._folder.cleanup()
