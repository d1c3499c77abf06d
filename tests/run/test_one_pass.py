"""How often a data file is read for an evaluation: it is parsed at most three times and hashed once.

The page that is written at the end parses the lines of failing items again, and no others.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.data import SharedTools, rows, sha256_of
from evalwright.report.html import item_records
from evalwright.run import sources
from tests.conftest import write_jsonl

ITEMS = [{"id": f"q{n}", "query": f"What is {n}?", "response": f"It is {n}"} for n in range(6)]


class Counted:
    """What happens to one file."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.parsed: Counter[str] = Counter()
        self.parsed_for_page = 0
        self.hashed = 0
        self.path = os.path.realpath(path)
        parse, digest = rows.Row, hashlib.file_digest

        def row(line: int, value: Any) -> Any:
            if isinstance(value, dict) and "query" in value:
                self.parsed[value["query"]] += 1
            return parse(line, value)

        def file_digest(stream: Any, name: str) -> Any:
            self.hashed += os.path.realpath(stream.name) == self.path
            return digest(stream, name)

        class PageLoads(SharedTools):
            def loads(tools, line: bytes) -> Any:  # noqa: N805
                self.parsed_for_page += 1
                return super().loads(line)

        monkeypatch.setattr(rows, "Row", row)
        monkeypatch.setattr(item_records, "SharedTools", PageLoads)
        monkeypatch.setattr(hashlib, "file_digest", file_digest)


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize("items", [ITEMS[:1], ITEMS], ids=["one", "several"])
def test_a_data_file_is_parsed_at_most_three_times_and_hashed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, items: list[dict[str, Any]], small: bool
) -> None:
    if not small:
        monkeypatch.setattr(sources, "_SMALL", 0)
    data = write_jsonl(tmp_path / "qa.jsonl", items)
    said = ["no", *(each["response"] for each in items[1:])]  # the first one is wrong
    answers = [
        {"id": each["id"], "output_text": text, "output_tools": None} for each, text in zip(items, said, strict=True)
    ]
    samples = write_jsonl(tmp_path / "samples.jsonl", answers)
    time.sleep(0.03)  # a file that was written this very moment is hashed whenever it is asked for
    counted = Counted(data, monkeypatch)
    made = evaluate(
        EvalConfig(data=(str(data),), task="general_qa", models=(f"replay:{samples}",), run=tmp_path / "run")
    )
    assert made.reports[0]["metrics"][0]["num"] == len(items)
    assert "What is 0?" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert counted.hashed == 1
    assert set(counted.parsed) == {each["query"] for each in items}
    assert max(counted.parsed.values()) <= (1 if small else 3)
    assert counted.parsed_for_page == 1


def test_several_models_share_what_was_read_of_a_small_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_jsonl(tmp_path / "qa.jsonl", ITEMS)
    answers = [{"id": each["id"], "output_text": each["response"], "output_tools": None} for each in ITEMS]
    models = tuple(f"replay:{write_jsonl(tmp_path / f'{name}.jsonl', answers)}" for name in "abc")
    counted = Counted(data, monkeypatch)
    evaluate(EvalConfig(data=(str(data),), models=models, run=tmp_path / "run", limit=0.5))
    assert max(counted.parsed.values()) <= 2  # the first record says what the file is for


def test_a_hash_that_is_remembered_is_the_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("one", "two", "six", "ten"):  # of the same length, as quickly as can be
        path.write_text(text, encoding="utf-8")
        assert sha256_of(path) == hashlib.sha256(text.encode()).hexdigest()
    time.sleep(0.03)
    assert sha256_of(path) == sha256_of(path)
    stamp = path.stat()
    path.write_text("TEN", encoding="utf-8")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # its date can be forged
    assert sha256_of(path) == hashlib.sha256(b"TEN").hexdigest()


def test_failing_items_are_found_again_by_id_place_and_escape(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "query": "0"},
        {"query": "1"},
        {"id": "1", "query": "2"},
        {"id": "twice", "query": "3"},
        {"id": "twice", "query": "4"},
        {"id": "\u00e9", "query": "5"},
        {"id": 77, "query": "6"},
    ]
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "not json\n", encoding="utf-8")
    wanted = {"a", "1~", "1", "3", "\u00e9", "77", "7"}
    found = [(name, record["query"]) for name, record in item_records.wanted_records(path, None, wanted)]
    assert found == [("a", "0"), ("1~", "1"), ("1", "2"), ("3", "3"), ("\u00e9", "5"), ("77", "6")]
    assert list(item_records.wanted_records(path, 1, wanted)) == [("a", lines[0])]
