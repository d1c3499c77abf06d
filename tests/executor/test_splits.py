"""Splits of a file: from its bytes alone, at lines, with the rows before them counted."""

from __future__ import annotations

import io

import pytest

from evalwright.executor import Split, cut_lines

SIZE = 10


def splits(raw: bytes) -> list[Split]:
    return list(cut_lines(io.BytesIO(raw), "rows.jsonl", SIZE))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"1\n2\n3\n",
        b"1\n2\n3",
        b"\n\n   \n1\n\t\n" * 9,
        b"\xef\xbb\xbf1\n2\n" * 7,
        b"\xef\xbb\xbf\n\n1\n",
        b"x" * 35 + b"\n" + b"y" * 3 + b"\n" + b" " * 25 + b"\nz\n",
        b" " * 25 + b"x\n" + b"\r\n" * 20 + b"1",
        b"\n".join(b"%d" % number for number in range(200)),
    ],
)
def test_splits_cover_every_line_once_and_know_what_is_before_them(raw: bytes) -> None:
    made = splits(raw)
    assert b"".join(raw[each.start : each.end] for each in made) == raw
    for number, each in enumerate(made):
        before = raw[: each.start].removeprefix(b"\xef\xbb\xbf")
        lines = before.split(b"\n")[:-1]
        assert each.number == number
        assert not before or before.endswith(b"\n")
        assert each.end > each.start
        here = raw[each.start : each.end].removeprefix(b"\xef\xbb\xbf").split(b"\n")
        assert each.rows == sum(bool(line.strip()) for line in here) or number
        assert (each.first_line, each.first_row) == (len(lines), sum(bool(line.strip()) for line in lines))


def test_a_split_ends_at_the_first_line_end_behind_each_multiple_of_the_size() -> None:
    raw = b"aaaa\nbbbbbbb\ncc\ndddddddddddddddddddddddd\ne\n"
    assert [raw[each.start : each.end] for each in splits(raw)] == [
        b"aaaa\nbbbbbbb\n",
        b"cc\ndddddddddddddddddddddddd\n",
        b"e\n",
    ]


def test_a_file_in_another_encoding_is_one_split() -> None:
    assert [(each.start, each.end) for each in splits("1\n2\n".encode("utf-16") * 9)] == [(0, 90)]
