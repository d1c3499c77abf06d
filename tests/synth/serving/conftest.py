"""The shop, served by a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from evalwright.synth.serving import Served, open_served

from ...conftest import ROOT

START = (
    "from evalwright.synth.serving import open_served, serve_http, serve_stdio\nserved = open_served('shop', 7, 'en')\n"
)
HTTP = f"{START}serve_http(served, host='127.0.0.1', port=0, tell=lambda address: print(address, flush=True))"
STDIO = f"{START}serve_stdio(served)"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


@pytest.fixture(scope="session")
def served() -> Served:
    """The same shop in this process."""
    return open_served("shop", 7, "en")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the shop is served over HTTP."""
    with subprocess.Popen(
        [sys.executable, "-c", HTTP], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()
