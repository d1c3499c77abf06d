"""evalwright stats and show as a user meets them: words, JSON, pictures, pages, colours, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..conftest import ROOT, Run

VALID = ROOT / "examples" / "retail" / "valid.jsonl"
TRAIN = ROOT / "examples" / "retail" / "train.jsonl"


class TestStats:
    def test_the_tables_of_one_file(self, evalwright: Run) -> None:
        done = evalwright("stats", VALID)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("valid.jsonl: 16 conversations, 278 messages, 81 calls")
        for part in ("num_turns", "tool_calls", "75%", "Tools", "Transitions", "Plans", "Openings", "START"):
            assert part in done.stdout
        assert done.stderr == ""

    def test_two_files_side_by_side(self, evalwright: Run) -> None:
        done = evalwright("stats", TRAIN, VALID, "--top", "3")
        assert done.returncode == 0, done.stderr
        assert "num_turns train.jsonl" in done.stdout
        assert "tool_calls valid.jsonl" in done.stdout

    def test_json_is_one_document_and_carries_bad_rows(self, evalwright: Run, tmp_path: Path) -> None:
        path = tmp_path / "mixed.jsonl"
        path.write_text(VALID.read_text("utf-8") + "{broken\n", encoding="utf-8")
        done = evalwright("stats", path, "--json")
        assert done.returncode == 0
        (file,) = json.loads(done.stdout)["files"]
        assert (file["conversations"], file["bad_rows"]["count"]) == (16, 1)
        assert "mixed.jsonl:17: not JSON" in file["bad_rows"]["first"][0]
        assert "left out: " in done.stderr and "mixed.jsonl:17" in done.stderr

    def test_standard_input(self, evalwright: Run) -> None:
        done = evalwright("stats", "-", "--json", input=VALID.read_text("utf-8"))
        assert json.loads(done.stdout)["files"][0]["file"] == "<stdin>"

    def test_pictures(self, evalwright: Run, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib")
        done = evalwright("stats", TRAIN, VALID, "--plots", tmp_path / "plots", "--json")
        assert done.returncode == 0, done.stderr
        assert len(list((tmp_path / "plots").iterdir())) == 10
        assert "10 pictures in" in done.stderr
        assert json.loads(done.stdout)["files"]

    def test_a_missing_file_is_one_line(self, evalwright: Run) -> None:
        done = evalwright("stats", VALID.with_name("valid.json"))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1 and "valid.jsonl" in done.stderr


class TestShow:
    def test_a_trace(self, evalwright: Run) -> None:
        done = evalwright("show", VALID, "--most-calls")
        assert done.returncode == 0, done.stderr
        assert "ASSISTANT  --(calls " in done.stdout
        assert done.stdout.endswith("[END OF TRACE]\n")
        assert "\x1b" not in done.stdout

    def test_colours_are_for_those_who_ask(self, evalwright: Run) -> None:
        assert "\x1b[" in evalwright("show", VALID, "--color").stdout
        assert "\x1b[" not in evalwright("show", VALID, "--no-color").stdout

    def test_the_terminal_decides_the_width(self, evalwright: Run) -> None:
        lines = evalwright("show", VALID, env={"COLUMNS": "50"}).stdout.splitlines()
        assert max(len(line) for line in lines if not line.startswith("ASSISTANT")) <= 50

    def test_a_page_that_needs_nothing(self, evalwright: Run, tmp_path: Path) -> None:
        done = evalwright("show", VALID, "--index", "3", "--html", tmp_path / "trace.html")
        assert done.returncode == 0, done.stderr
        assert done.stdout == ""
        page = (tmp_path / "trace.html").read_text("utf-8")
        assert "default-src 'none'" in page and "<script" not in page

    def test_json(self, evalwright: Run) -> None:
        document = json.loads(evalwright("show", VALID, "--id", "retail-en-022", "--json").stdout)
        assert (document["id"], document["index"], document["ungrounded"]) == ("retail-en-022", 0, 0)
        assert document["steps"][0]["role"] == "system"

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--index", "99"], "the file holds 16"),
            (["--id", "retail-en-02"], 'Did you mean "retail-en-02'),
            (["--index", "1", "--most-calls"], "exclude one another"),
            (["--index", "-1"], "--index"),
        ],
    )
    def test_errors_are_one_line_with_the_cure(self, evalwright: Run, arguments: list[str], words: str) -> None:
        done = evalwright("show", VALID, *arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.count("\n") == 1 and words in done.stderr
