"""Sealed lines: a checksum behind every record, and not one flipped bit that it does not notice."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.chat import JsonError
from evalwright.data import Seal, loads_sealed, seal_of, sealed

RECORD = {"id": "i0", "digest": "00" * 16, "sample": {"output_text": 'Guten Tag, 你好 "x" \\ \u2028', "n": 10**25}}


def test_a_sealed_line_is_plain_json_with_its_checksum_last() -> None:
    line = sealed(RECORD)
    value = json.loads(line)
    assert list(value) == ["id", "digest", "sample", "crc"] and len(value["crc"]) == 8
    assert seal_of(line) is seal_of(line + b"\n") is Seal.SOUND
    assert sealed(value) == line, "a line that is sealed again is the same line"
    assert loads_sealed(line) == value


def test_every_single_flipped_bit_is_noticed_also_in_the_seal_itself() -> None:
    line = sealed(RECORD)
    for place in range(len(line)):
        for bit in range(8):
            flipped = line[:place] + bytes([line[place] ^ 1 << bit]) + line[place + 1 :]
            assert seal_of(flipped) is Seal.DAMAGED, (place, bit)
            with pytest.raises(JsonError, match="checksum"):
                loads_sealed(flipped)


@given(st.dictionaries(st.text(), st.integers() | st.text(), min_size=1))
def test_what_was_never_sealed_says_so(record: dict[str, object]) -> None:
    record.pop("crc", None)
    line = json.dumps(record).encode()
    assert seal_of(line) is Seal.NONE
    assert loads_sealed(line) == record
