"""Writing: whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.data import write_atomic
from evalwright.errors import UsageError


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "new" / "out.jsonl"
    with write_atomic(target) as out:
        out.write(b"half")
        assert not target.exists()
    assert target.read_bytes() == b"half"


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), write_atomic(target) as out:
        out.write(b"new")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_directory_cannot_be_written_to(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a directory"), write_atomic(tmp_path):
        pass
