"""The verb `synth`: files, words, JSON and exit codes as the README promises them."""

from __future__ import annotations

import json
from pathlib import Path

from ..conftest import Run


def test_files_page_and_words(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", "shop", "-n", "12", "--seed", "7", "--lang", "en,zh", "-o", str(tmp_path / "数据"))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "数据").iterdir()) == [
        "manifest.json",
        "report.html",
        "train.jsonl",
        "valid.jsonl",
    ]
    assert "12 conversations" in done.stdout
    page = (tmp_path / "数据" / "report.html").read_text(encoding="utf-8")
    assert "find_user_id" in page and "<script" not in page


def test_json_is_one_document(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", "-n", "3", "-o", str(tmp_path / "a"), "--json")
    told = json.loads(done.stdout)
    assert told["made"] == told["wanted"] == 3
    assert told["files"] == {"train.jsonl": 3, "valid.jsonl": 0}
    assert told["simulated"] is False


def test_a_bad_setting_is_said_in_one_line(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", "shop", "--lang", "fr", "-o", str(tmp_path / "a"))
    assert done.returncode == 2
    assert done.stderr.strip() == "evalwright: there is no language 'fr'. Choose from: en, zh"
    assert not (tmp_path / "a").exists()


def test_a_wording_by_a_model_needs_one(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", "shop", "--wording", "paraphrase", "-o", str(tmp_path / "a"))
    assert done.returncode == 2
    assert "--model" in done.stderr
    assert not (tmp_path / "a").exists()


def test_a_source_that_is_none(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", str(tmp_path / "nothing.json"), "-o", str(tmp_path / "a"))
    assert done.returncode == 2
    assert "nothing.json" in done.stderr
    assert not (tmp_path / "a").exists()
