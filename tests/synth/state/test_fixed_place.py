"""What a server works on is copied to one place, put back whatever was done to it, and known by what it holds."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.errors import UsageError
from evalwright.synth import state

MATERIAL = Path(__file__).parents[3] / "examples" / "servers" / "material.py"


@pytest.fixture(autouse=True)
def own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Places of this test alone."""
    root = tmp_path / "places"
    monkeypatch.setattr(state.fixed_place, "ROOT", root)
    return root


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    place = tmp_path / "bakery"
    subprocess.run([sys.executable, str(MATERIAL), "folder", str(place)], check=True)
    (place / "inside").symlink_to(place / "notes")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("not to be changed", encoding="utf-8")
    (place / "out").symlink_to(tmp_path / "outside")
    return place


@pytest.fixture
def place(bakery: Path) -> Iterator[state.FixedPlace]:
    made = state.FixedPlace(state.state_parts([str(bakery)]))
    yield made
    made.close()


def test_whatever_was_done_to_a_copy_is_undone(place: state.FixedPlace, bakery: Path) -> None:
    copy = place.parts[0].place
    before = state.state_digest(copy)
    (copy / "notes" / "todo.txt").write_text("sell the oven", encoding="utf-8")
    (copy / "README.md").unlink()
    (copy / "new").mkdir()
    (copy / "new" / "file").write_text("x", encoding="utf-8")
    shutil.rmtree(copy / "recipes")
    (copy / "recipes").write_text("a file now", encoding="utf-8")
    (copy / "orders").rename(copy / "elsewhere")
    assert place.is_changed() and state.state_digest(copy) != before
    assert place.put_back()
    assert state.state_digest(copy) == before == state.state_digest(place.parts[0].folder)
    assert not place.is_changed() and not place.put_back()
    assert (bakery / "notes" / "todo.txt").read_text(encoding="utf-8").startswith("Call")


def test_a_write_of_the_same_length_right_after_is_seen(place: state.FixedPlace) -> None:
    todo = place.parts[0].place / "notes" / "todo.txt"
    for _ in range(20):
        text = todo.read_bytes()
        todo.write_bytes(text[::-1])
        assert place.put_back()
        assert todo.read_bytes() == text


def test_only_what_changed_is_copied_again(place: state.FixedPlace) -> None:
    copy = place.parts[0].place
    untouched = (copy / "README.md").stat()
    (copy / "notes" / "todo.txt").write_text("x", encoding="utf-8")
    place.put_back()
    assert (copy / "README.md").stat().st_ino == untouched.st_ino


def test_every_file_has_one_time(place: state.FixedPlace) -> None:
    copy = place.parts[0].place
    (copy / "notes" / "todo.txt").write_text("x", encoding="utf-8")
    place.put_back()
    assert {path.lstat().st_mtime for path in copy.rglob("*")} == {state.state_copy.FIXED_TIME}


def test_nothing_outside_can_be_changed_through_a_link(place: state.FixedPlace, tmp_path: Path) -> None:
    copy = place.parts[0].place
    (copy / "out" / "secret.txt").write_text("changed", encoding="utf-8")
    (copy / "inside" / "todo.txt").write_text("changed", encoding="utf-8")
    assert (tmp_path / "outside" / "secret.txt").read_text(encoding="utf-8") == "not to be changed"
    assert (copy / "notes" / "todo.txt").read_text(encoding="utf-8") == "changed"


def test_the_places_are_for_their_owner_and_are_taken_away(bakery: Path, own_root: Path) -> None:
    made = state.FixedPlace(state.state_parts([str(bakery)]))
    assert own_root.stat().st_mode & 0o777 == 0o700
    made.close()
    assert [path.name for path in own_root.iterdir() if not path.name.endswith(".lock")] == []


def test_a_place_of_somebody_else_is_not_used(bakery: Path, own_root: Path) -> None:
    own_root.mkdir(mode=0o755)
    own_root.chmod(0o755)
    with pytest.raises(UsageError, match="belongs to somebody else"):
        state.FixedPlace(state.state_parts([str(bakery)]))


def test_one_process_at_a_time_uses_a_place(
    place: state.FixedPlace, bakery: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state.fixed_place, "_PATIENCE", 0.2)
    begun = time.monotonic()
    with pytest.raises(UsageError, match=r"Another process uses .*bakery"):
        state.FixedPlace(state.state_parts([str(bakery)]))
    assert time.monotonic() - begun < 5
    assert (place.parts[0].place / "README.md").is_file()


def test_a_database_is_put_back_with_what_it_keeps_beside(tmp_path: Path) -> None:
    file = tmp_path / "library.db"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE books (title TEXT)")
    made = state.FixedPlace(state.state_parts([str(file)]))
    try:
        copy = made.parts[0].place
        other = sqlite3.connect(copy)
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("INSERT INTO books VALUES ('Salt')")
        other.commit()
        assert copy.with_name("library.db-wal").exists()
        assert made.put_back() and not copy.with_name("library.db-wal").exists()
        other.close()
        made.put_back()
        with sqlite3.connect(copy) as again:
            assert again.execute("SELECT count(*) FROM books").fetchone() == (0,)
    finally:
        made.close()


def test_a_repository_made_twice_has_one_digest(tmp_path: Path) -> None:
    digests = []
    for name in ("one", "other"):
        subprocess.run([sys.executable, str(MATERIAL), "repository", str(tmp_path / name)], check=True)
        subprocess.run(["git", "status"], cwd=tmp_path / name, check=True, capture_output=True)
        os.utime(tmp_path / name / "README.md")
        digests.append(state.state_digest(tmp_path / name))
    assert digests[0] == digests[1]
    subprocess.run(["git", "add", "README.md"], cwd=tmp_path / "one", check=True)
    assert state.state_digest(tmp_path / "one") != digests[0]


def test_two_things_of_one_name_have_places_of_their_own(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder / "data").mkdir(parents=True)
    parts = state.state_parts([str(tmp_path / "a" / "data"), str(tmp_path / "b" / "data")])
    assert [part.name for part in parts] == ["data", "2-data"]


def test_on_another_machine_the_place_is_the_one_of_before(tmp_path: Path) -> None:
    (tmp_path / "my-own-copy").mkdir()
    (part,) = state.state_parts([str(tmp_path / "my-own-copy")], ["bakery"])
    assert part.place.name == "bakery"


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(UsageError, match="--state nowhere does not exist"):
        state.state_parts(["nowhere"])
