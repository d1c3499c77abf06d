"""The room's door: its names are there, and opening it loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys

from evalwright import chat


def test_the_names_exist_once() -> None:  # ruff holds their order
    assert len(set(chat.__all__)) == len(chat.__all__)
    assert all(hasattr(chat, name) for name in chat.__all__)


def test_opening_it_loads_nothing_heavy() -> None:
    code = "import sys; from evalwright.chat import read_conversation; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "evalwright.chat.reader" in loaded
    assert not loaded & {"jsonschema_rs", "orjson", "aiohttp"}
