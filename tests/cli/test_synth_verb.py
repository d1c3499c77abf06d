"""The verb `synth`: files, words, JSON and exit codes as the README promises them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalwright.cli import main
from evalwright.errors import InputError, UsageError
from evalwright.synth import Settings, prove, synthesise
from evalwright.synth.writing import open_rows

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


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["-n", "0"], "-n must be at least 1"),
        (["--seed", str(2**63)], "--seed has more than 63 bits"),
        (["--users", "100001"], "--users 100001 is too many"),
        (["--users", "1"], "one user cannot be on both sides"),
        (["--lang", "zh,zh"], "--lang names a language twice"),
        (["--base-url", "http://127.0.0.1:9"], "--base-url is for servers and services"),
        (["--known", "x"], "knows its users by itself: --known is not used"),
        (["--api-url", "http://127.0.0.1:9"], "--api-url is about a model, and none is given"),
        (["-m", "m@http://127.0.0.1:9", "--wording", "simulate", "--timeout", "0"], "--timeout must be more than 0"),
        (["-o", ""], "-o names no folder"),
        (["-o", "x" * 300], "File name too long"),
    ],
)
def test_a_setting_that_cannot_be_or_would_do_nothing(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: list[str],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["synth", "shop", "-n", "2", "-o", "a", *options])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert complaint in said.err and len(said.err.splitlines()) == 1
    assert ". " in said.err, "it says what to do"
    assert list(tmp_path.iterdir()) == []


def test_languages_may_be_named_one_by_one(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("synth", "-n", "2", "--lang", "en", "--lang", "zh", "-o", "a", "--json")
    assert json.loads(done.stdout)["coverage"]["by_lang"] == {"en": 1, "zh": 1}


def test_what_tools_say_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hostile = {"name": "get_\x1b[2Jthing", "description": "\x1b]0;x\x07", "parameters": {"type": "object"}}
    unused = {
        "name": "set_level",
        "parameters": {"type": "object", "properties": {"n": {"enum": []}}, "required": ["n"]},
    }
    (tmp_path / "tools.json").write_text(json.dumps([hostile, unused]))
    with pytest.raises(SystemExit):
        main(["synth", str(tmp_path / "tools.json"), "-n", "2", "-o", str(tmp_path / "a")])
    said = capsys.readouterr()
    assert "is called get__2Jthing here" in said.err
    assert "set_level: left out" in said.err
    assert "\x1b" not in said.out + said.err


NAMES = ["manifest.json", "negatives.jsonl", "report.html", "train.jsonl", "valid.jsonl"]


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(UsageError, match=f"{name} was not written by synth"), open_rows(tmp_path, twins=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_data_set_stays_whole_until_the_next_one_is(tmp_path: Path) -> None:
    synthesise(Settings(out=tmp_path / "a", n=2, negatives=True))
    assert prove(tmp_path / "a").ok
    leftover = tmp_path / "a" / ".train.jsonl.1.tmp"
    leftover.write_text("of a process that was killed")
    with pytest.raises(KeyboardInterrupt), open_rows(tmp_path / "a", twins=False) as files:
        files["train"].write(b"{}", "")
        raise KeyboardInterrupt
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == sorted(set(NAMES) - {"report.html"})
    assert prove(tmp_path / "a").ok
    with open_rows(tmp_path / "a", twins=False) as files:
        files["train"].write(b"{}", "")
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["manifest.json", "train.jsonl", "valid.jsonl"]
    with pytest.raises(InputError, match="was broken off"):
        prove(tmp_path / "a")
    synthesise(Settings(out=tmp_path / "a", n=2))
    assert prove(tmp_path / "a").ok


def test_what_fails_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), open_rows(tmp_path / "a" / "b", twins=False):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_two_do_not_write_to_one_folder(tmp_path: Path) -> None:
    refused = pytest.raises(UsageError, match="is being written by another process")
    with open_rows(tmp_path / "a", twins=False), refused, open_rows(tmp_path / "a", twins=False):
        pass
