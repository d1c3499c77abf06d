"""The verb `verify`: words, JSON and exit codes; what it finds is tested in tests/synth/checks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalwright.cli import main
from evalwright.synth import Settings, synthesise


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthesise(Settings(out=tmp_path_factory.mktemp("whole") / "data", n=10)).out


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A copy to be spoilt."""
    return Path(shutil.copytree(whole, tmp_path / "数据"))


def run(*options: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["verify", *map(str, options)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_what_is_as_it_was_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder) == 0
    assert capsys.readouterr().out == "10 rows, every call executed again: as it was written, 0 warnings\n"
    assert run(folder, "--no-replay", "--json") == 0
    said = capsys.readouterr()
    assert (json.loads(said.out)["ok"], json.loads(said.out)["replayed"], said.err) == (True, False, "")


def test_one_value_that_was_changed_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(rows[2])
    row["messages"][1]["content"] += "\x1b[2J"
    rows[2] = json.dumps(row, ensure_ascii=False)
    (folder / "train.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert run(folder) == 1
    said = capsys.readouterr().out
    assert "changed-row" in said and "train.jsonl:3 messages[1]" in said
    assert "\x1b" not in said


def test_a_directory_that_names_nothing_to_execute_in_is_not_proved(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    told["environment"]["name"] = "nowhere"
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    assert run(folder) == 1
    said = capsys.readouterr().out
    assert "not-replayed" in said and "--no-replay proves the rest" in said and "changed-manifest" in said


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("manifest.json", "{", "not JSON"),
        ("manifest.json", '{"format": 1, "evalwright": "0", "unfinished": true}', "the synthesis was broken off"),
        ("manifest.json", "[" * 100_000, "nested deeper"),
        ("manifest.json", None, "no such file"),
        ("manifest.json", Path("/dev/zero"), "no plain file"),
        ("train.jsonl", None, "no such file, though"),
        ("train.jsonl", Path("/dev/zero"), "no such file, though"),
    ],
)
def test_a_directory_that_is_none(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: str | Path | None, complaint: str
) -> None:
    (folder / name).unlink()
    if isinstance(content, Path):
        (folder / name).symlink_to(content)
    elif content is not None:
        (folder / name).write_text(content)
    assert run(folder) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert complaint in said.err and len(said.err.splitlines()) == 1


def test_a_name_that_no_directory_can_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("x" * 300) == 2
    assert "File name too long" in capsys.readouterr().err
