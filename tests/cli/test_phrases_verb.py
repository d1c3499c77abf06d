"""`evalwright phrases check`, as a translator meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

HI = "user/greet:\n  hi\n"


def pack(folder: Path, en: str, zh: str = HI) -> Path:
    for lang, text in (("en", en), ("zh", zh)):
        (folder / lang).mkdir(parents=True)
        (folder / lang / "talk.phrases").write_text(text, encoding="utf-8")
    return folder


def test_ours_are_clean(evalwright: Run) -> None:
    done = evalwright("phrases", "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": nothing is wrong.\n") and done.stdout.count("\n") == 1


def test_each_of_the_three_findings_has_its_place_and_the_exit_code_is_one(evalwright: Run, tmp_path: Path) -> None:
    mine = pack(tmp_path / "我的", f"{HI}  [nobody]\nalone:\n  x\nuser/bye:\n  bye\n")
    done = evalwright("phrases", "check", "我的")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "我的/en/talk.phrases:3: user/greet: [nobody]: there is no such rule",
        "我的/en/talk.phrases:4: alone: is never reached: no other rule refers to it",
        "我的/en/talk.phrases:6: user/bye: has no Chinese: no rule in zh has this name",
        "4 rules in 2 files: 3 faults.",
    ]
    chinese = evalwright("phrases", "check", mine, "--lang", "zh").stdout
    assert "没有这条规则" in chinese and "永远用不到" in chinese and "缺少中文" in chinese and "3 处问题" in chinese
    document = json.loads(evalwright("phrases", "check", mine, "--json", "--lang", "zh").stdout)
    assert [fault["kind"] for fault in document["faults"]] == ["unsayable", "unreached", "one_language"]
    assert document["faults"][0]["text"] == "[nobody]: there is no such rule"


def test_the_same_files_give_the_same_words_each_time(evalwright: Run, tmp_path: Path) -> None:
    pack(tmp_path / "mine", "user/want.status:\n  {order_id} [a]\na:\n  ?product x\n  [b]\nb:\n  [a]\n")
    said = {evalwright("phrases", "check", "mine", env={"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2", "3")}
    assert len(said) == 1


def test_a_path_without_phrases_is_one_line_with_the_cure(evalwright: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path, problem in (("nowhere", "is not there"), ("empty", "holds no phrase files (*.phrases)")):
        done = evalwright("phrases", "check", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert problem in done.stderr and done.stderr.count("\n") == 1


def test_what_stands_in_a_file_cannot_steer_the_terminal(evalwright: Run, tmp_path: Path) -> None:
    pack(tmp_path / "mine", f"{HI}  [\x1b[31mred]\n\x1b]0;title\x07:\n  x\n", f"{HI}  {{0.__class__}}\n")
    done = evalwright("phrases", "check", "mine")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout
    assert "{0.__class__}" in done.stdout


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_help_tells_what_is_checked(evalwright: Run, lang: str) -> None:
    told = evalwright("phrases", "--help", env={"EVALWRIGHT_LANG": lang, "COLUMNS": "80"}).stdout
    assert "[FILE_OR_FOLDER]" in told and "phrases.md" in told
