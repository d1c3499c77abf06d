"""What servers work on is the same each time, so that rows made from it can be proved elsewhere."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from .kit import MATERIAL
from .workplace import text_of

LAST_COMMIT = "03de436"


def make(what: str, place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(MATERIAL), what, str(place)], check=False, capture_output=True, text=True
    )


def git(place: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=place, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("what", ["folder", "database", "memory"])
def test_it_is_made_the_same_each_time_in_two_languages(what: str, tmp_path: Path) -> None:
    one, other = tmp_path / "一" / what, tmp_path / "other" / what
    for place in (one, other):
        assert make(what, place).returncode == 0
    told = text_of(one).replace(str(one), "")
    assert told == text_of(other).replace(str(other), "")
    assert (any(char.isascii() and char.isalpha() for char in told) and "红" in told) or "山" in told


def test_files_have_one_time_whenever_they_are_made(tmp_path: Path) -> None:
    make("folder", tmp_path / "folder")
    assert {path.stat().st_mtime for path in (tmp_path / "folder").rglob("*")} == {1_709_539_200}


def test_the_database_holds_together(tmp_path: Path) -> None:
    make("database", tmp_path / "library")
    with sqlite3.connect(tmp_path / "library") as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT count(*) FROM loans JOIN books USING (book_id)").fetchone() == (6,)


def test_commits_have_the_same_names_on_every_machine(tmp_path: Path) -> None:
    make("repository", tmp_path / "repository")
    log = git(tmp_path / "repository", "log", "--all", "--format=%h %an")
    assert log.splitlines()[0] == f"{LAST_COMMIT} Mara Lind"
    assert len(log.splitlines()) == 6
    assert git(tmp_path / "repository", "status", "--short") == " M README.md\n"


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for place in (tmp_path, tmp_path / "notes.txt"):
        refused = make("folder", place)
        assert refused.returncode == 2 and "is there already" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
