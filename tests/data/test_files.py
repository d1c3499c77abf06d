"""Writing: whole or not at all, and names from data that cannot leave their folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.data import safe_name, write_atomic
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


@pytest.mark.parametrize("name", ["gpt-4.1-mini", "eval", "模型", "a_b-c.d"])
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert safe_name(name) == name


def test_common_model_names_stay_readable() -> None:
    assert safe_name("Qwen/Qwen2-0.5B-Instruct") == "Qwen_Qwen2-0.5B-Instruct"
    assert safe_name("baseline:bigram") == "baseline_bigram"


@pytest.mark.parametrize("name", ["..", ".", "", "../../etc/passwd", "a\x00b", "con", "x" * 500, "<img src=x>", "a."])
def test_an_unsafe_name_becomes_one_that_is(name: str) -> None:
    safe = safe_name(name)
    assert safe != name
    assert "/" not in safe and not safe.startswith(".") and 0 < len(safe.encode()) < 200


@given(st.text(max_size=300))
def test_no_name_leaves_its_folder(name: str) -> None:
    safe = safe_name(name)
    assert Path("folder", safe).parent == Path("folder")
    assert Path(safe).name == safe and safe not in (".", "..")
    assert len(safe.encode("utf-8", "surrogatepass")) < 200


def test_names_that_differ_in_unsafe_characters_stay_apart() -> None:
    assert len({safe_name(name) for name in ("a b", "a*b", "a?b", "a_b")}) == 4
