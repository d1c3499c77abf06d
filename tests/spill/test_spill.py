"""Tables beyond memory answer as a dict does, leave nothing on the disk, and say so when it is full."""

from __future__ import annotations

import errno
import os
import pickle
import random
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.errors import StorageError
from evalwright.executor import stable_hash
from evalwright.spill import SpilledRecords, SpilledTable, sent_by_value

SMALL = {"memory_keys": 1, "memory_bytes": 100, "memory_slots": 1}
"""So little memory that everything is in files."""
ROOMS = [{}, SMALL, {"memory_keys": 9, "memory_bytes": 5_000, "memory_slots": 1 << 12}]


@pytest.mark.parametrize("room", ROOMS)
def test_a_table_is_a_dict_whatever_fits_into_memory(room: dict[str, int]) -> None:
    told, table, plain = random.Random(7), SpilledTable(**room), dict[int, int]()
    for number in range(4_000):
        key, way = stable_hash(str(told.randrange(3_000))), told.random()
        if way < 0.6:
            assert table.put_new(key, number) == plain.get(key)
            plain.setdefault(key, number)
        elif way < 0.8:
            table.put(key, number)
            plain[key] = number
        else:
            assert table.get(key) == plain.get(key)
            assert (key in table) == (key in plain)
    assert len(table) == len(plain)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(0, 3))))
def test_keys_that_fall_together_are_told_apart(parts: list[tuple[int, int, int]]) -> None:
    table, plain = SpilledTable(1, **SMALL), dict[int, int]()
    for number, (high, middle, low) in enumerate(parts):
        key = high << 100 | middle << 61 | low  # near or in the same slot, with the same hash or not
        assert table.put_new(key, number % 256) == plain.get(key)
        plain.setdefault(key, number % 256)
    assert {key: table.get(key) for key in plain} == plain


def test_values_may_be_wide_or_nothing() -> None:
    wide, bare = SpilledTable(24, **SMALL), SpilledTable(0, **SMALL)
    assert wide.put_new(5, 1 << 190) is None
    assert wide.get(5) == 1 << 190
    assert bare.put_new(5) is None
    assert bare.put_new(5) == 0
    assert 6 not in bare


@pytest.mark.parametrize("room", [1, 50, 1 << 20])
def test_records_by_number_in_order_and_changed(room: int) -> None:
    records = SpilledRecords(4, room)
    numbers = [records.append(number.to_bytes(4, "big")) for number in range(100)]
    records[3] = records[97] = b"abcd"
    assert numbers == list(range(100))
    assert len(records) == 100
    assert [records[number] for number in numbers] == list(records)
    assert [records[3], records[97], records[98]] == [b"abcd", b"abcd", (98).to_bytes(4, "big")]


@pytest.mark.parametrize("by_value", [False, True])
def test_a_table_can_be_read_by_others(by_value: bool) -> None:
    table = SpilledTable(**SMALL)
    for number in range(50):
        table.put_new(stable_hash(str(number)), number)
    with sent_by_value() if by_value else nullcontext():
        raw = pickle.dumps(table)
    assert (b"/proc/" in raw) is not by_value
    sent = pickle.loads(raw)  # noqa: S301 - our own
    assert [sent.get(stable_hash(str(number))) for number in range(51)] == [*range(50), None]


def test_nothing_has_a_name_and_a_full_disk_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    table = SpilledTable(**SMALL)
    for key in range(3):
        table.put_new(key << 61, 1)
    assert list(tmp_path.iterdir()) == []

    def is_full(*given: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.pwrite", is_full)
    with pytest.raises(StorageError, match=r"No space left on device.*TMPDIR"):
        table.put_new(3 << 61, 1)
