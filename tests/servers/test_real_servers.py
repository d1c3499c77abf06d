"""Servers that others wrote, as `make servers` installs them: what synth writes with nothing given must hold.

A set that is written passes `verify --run` and `audit`; a tool that is not used is named with the reason; where no
conversation can be made, nothing is written.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run, read_jsonl

from .kit import SERVERS, Server
from .measures import measured
from .workplace import text_of, work_on

pytestmark = pytest.mark.slow
THERE = [server for server in SERVERS if server.is_installed()]
SLOW = 500
"""Seconds: server-everything has a tool that takes ten."""
each_server = pytest.mark.parametrize("server", THERE, ids=lambda server: server.name)


@each_server
def test_tools_lists_what_a_server_offers(server: Server, tmp_path: Path, evalwright: Run) -> None:
    listed = evalwright("tools", server.source(work_on(server, tmp_path / "work")), "--json")
    assert listed.returncode == 0, listed.stderr
    assert set(server.tools) <= {tool["function"]["name"] for tool in json.loads(listed.stdout)["tools"]}


@each_server
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_written_holds_and_what_is_left_out_is_named(
    server: Server, seed: int, tmp_path: Path, evalwright: Run
) -> None:
    place = work_on(server, tmp_path / "work")
    out = tmp_path / "made"
    made = evalwright("synth", server.source(place), "-n", "24", "--seed", str(seed), "-o", out, timeout=SLOW)
    if made.returncode == 2:
        assert [path.name for path in out.iterdir()] == ["scenarios.yaml"]
        assert [name for name in server.tools if not re.search(rf"\b{name}(, [\w, -]+)?: ", made.stderr)] == []
        return
    assert made.returncode in (0, 1), made.stderr
    files = [out / "train.jsonl", out / "valid.jsonl"]
    proved = evalwright("verify", "--run", out, timeout=SLOW)
    assert proved.returncode == 0, proved.stdout
    audited = evalwright("audit", *files)
    assert audited.returncode == 0, audited.stdout
    rows = [row for path in files for row in read_jsonl(path)]
    _expect_honest(rows, json.loads((out / "manifest.json").read_text(encoding="utf-8")), text_of(place))


def _expect_honest(rows: list[Any], manifest: dict[str, Any], given: str) -> None:
    """What holds today for every server; benchmarks/own_servers.py shows what does not yet."""
    found = measured(rows, given)
    assert [each for each in found.invented if not each.startswith("echo: ")] == []
    noted = "\n".join(map(str, manifest["notes"]))
    unused = [tool["function"]["name"] for tool in rows[0]["tools"] if tool["function"]["name"] not in found.tools]
    assert [name for name in unused if f"{name}: " not in noted] == []
