"""What the tests of wording share: the same stories told by code, and the command line in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.cli import main
from evalwright.synth import Settings, synthesise

from ...conftest import read_jsonl

SIZES = {"users": 60, "orders": 120}


def rows_of(folder: Path) -> list[Any]:
    """Every row of a data set, in the order of the stories; the manifest says which files there are."""
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    rows = [row for name in files for row in read_jsonl(folder / name)]
    return sorted(rows, key=lambda row: str(row["metadata"]["plan"]))


def settings(out: Path, wording: str = "grammar", *, n: int = 12, langs: tuple[str, ...] = ("en", "zh")) -> Settings:
    """Small stories of a small shop."""
    return Settings(out=out, n=n, seed=7, langs=langs, options=SIZES, wording=wording)


@pytest.fixture(scope="package")
def told_by_code(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The stories that all tests here are about, in the grammar's words."""
    out = tmp_path_factory.mktemp("grammar")
    synthesise(settings(out))
    return rows_of(out)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run `evalwright`; gives its exit code, standard output and standard error. The report's pictures are left out."""
    monkeypatch.setattr("evalwright.report.write_synthesis_page", lambda out: out / "report.html")

    def run(*args: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["evalwright", *map(str, args)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return run
