"""Files of any origin are read as plain values, or refused with the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError
from evalwright.synth.sources.documents import MAX_BYTES, read_document


def read(tmp_path: Path, content: str | bytes, name: str = "file.yaml") -> Any:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_document(path)


@pytest.mark.parametrize("name", ["file.json", "file.yaml", "file"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_is_json_whatever_its_name_and_mark(tmp_path: Path, name: str, encoding: str) -> None:
    assert read(tmp_path, '{"a": [1, "é"]}'.encode(encoding), name) == {"a": [1, "é"]}


def test_yaml_words_mean_what_yaml_1_2_says(tmp_path: Path) -> None:
    text = "zip: 01234\nno: no\non: 2026-02-11\ntime: 12:30\ntrue: TRUE\nnone: ~\nnumbers: [1, -2.5, 1e3]\n200: ok\n"
    assert read(tmp_path, text) == {
        "zip": "01234",
        "no": "no",
        "on": "2026-02-11",
        "time": "12:30",
        "true": True,
        "none": None,
        "numbers": [1, -2.5, 1000.0],
        "200": "ok",
    }


def test_aliases_are_written_out(tmp_path: Path) -> None:
    assert read(tmp_path, "a: &x {b: 1}\nc: [*x, *x]\n") == {"a": {"b": 1}, "c": [{"b": 1}, {"b": 1}]}


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
MERGES = "a0: &a0 {x: 1}\n" + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 40))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (BOMB, "too large"),
        (MERGES, "too large"),
        ("a: &a [*a]\n", "too large"),
        ("[" * 5000, "nested deeper"),
        ("- " * 5000 + "x", "nested deeper"),
        ("a: [1\nb: 2", "is not YAML"),
        ("a: !!python/object/apply:os.system [true]", "is not YAML"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"a: \x00", "is not YAML"),
        ("? [a, b]\n: c\n", "is not YAML"),
    ],
)
def test_what_would_do_harm_is_refused(tmp_path: Path, content: str | bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read(tmp_path, content)


def test_broken_json_says_where(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is not JSON: .* at character 9"):
        read(tmp_path, '{"a": 1,}', "tools.json")


def test_a_file_has_a_size_limit(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(InputError, match="larger than 20 MB"):
        read_document(path)
