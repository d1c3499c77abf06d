"""What the tests of drafts share: servers that are explored once, and the command line in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from evalwright.cli import main
from evalwright.synth import ModelDraft, Settings, World, draft_with_model, explored, write_world

from ..rewrite.player import players, playing
from .author import Author

HERE = Path(__file__).parent


class Server(NamedTuple):
    """A server that writes down every call, and what exploring it found."""

    source: str
    log: Path
    world: World
    world_file: Path

    def settings(self, langs: tuple[str, ...] = ("en", "zh")) -> Settings:
        return Settings(out=self.log.parent, source=self.source, langs=langs, found=self.world)

    def draft(self, author: Author, folder: Path, langs: tuple[str, ...] = ("en", "zh")) -> ModelDraft:
        """What comes of it where this author is asked."""
        self.log.write_text("", encoding="utf-8")
        with playing(author) as server:
            return draft_with_model(self.settings(langs), players(server), folder / "s.yaml")


def explored_server(script: Path, folder: Path, *flags: str) -> Server:
    log = folder / "calls.jsonl"
    source = " ".join([f"mcp+stdio:{sys.executable}", str(script), *flags, "--log", str(log)])
    world = explored(Settings(out=folder, source=source))
    write_world(folder / "world.json", world)
    return Server(source, log, world, folder / "world.json")


@pytest.fixture(scope="package")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Notes that can be put back."""
    return explored_server(HERE.parent / "notes_server.py", tmp_path_factory.mktemp("notes"), "--resets")


@pytest.fixture(scope="package")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Notes that nothing puts back."""
    return explored_server(HERE.parent / "notes_server.py", tmp_path_factory.mktemp("lasting"))


@pytest.fixture(scope="package")
def tempting(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that would do harm."""
    return explored_server(HERE / "tempting_server.py", tmp_path_factory.mktemp("tempting"))


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run `evalwright`; gives its exit code, standard output and standard error."""

    def run(*args: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["evalwright", *map(str, args)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return run
