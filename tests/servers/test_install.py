"""`make servers`: what is there is not installed again, and what cannot be had is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import install as installer
from . import kit
from .kit import SERVERS

NPM = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in *server-memory*) echo "no such package" >&2; exit 1;; esac
mkdir -p "{bin}"
for name in everything filesystem sequential-thinking; do
  case "$*" in *server-$name@*) : > "{bin}/mcp-server-$name";; esac
done
"""
OF_NPM = [server.name for server in SERVERS if server.registry == "npm"]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose npm knows three of the four packages; what it was asked for."""
    place = tmp_path / ".servers"
    for module in (kit, installer):
        monkeypatch.setattr(module, "PLACE", place)
        monkeypatch.setattr(module, "NODE", place / "node")
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(NPM.format(log=tmp_path / "log", bin=place / "node/node_modules/.bin"), encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{npm.parent}:/usr/bin:/bin")
    return tmp_path / "log"


def test_one_that_cannot_be_had_is_named_and_costs_itself_alone(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert installer.main(OF_NPM) == 1
    told = capsys.readouterr().out
    assert "memory: missing: no such package" in told
    assert "missing: memory; their tests are left out" in told
    assert "sequential-thinking: there" in told
    assert "memory" in kit.missing_servers() and "everything" not in kit.missing_servers()


def test_what_is_there_is_not_installed_again(log: Path) -> None:
    installer.main(["everything"])
    assert installer.main(["everything"]) == 0
    assert len(log.read_text(encoding="utf-8").splitlines()) == 1


def test_another_version_is_installed_anew(log: Path) -> None:
    installer.main(["everything"])
    SERVERS[0].stamp.write_text("an older one\n", encoding="utf-8")
    assert installer.main(["everything"]) == 0
    assert len(log.read_text(encoding="utf-8").splitlines()) == 2


def test_an_unknown_name_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert installer.main(["weather"]) == 2
    assert "there is no server weather; choose from everything, filesystem" in capsys.readouterr().out
