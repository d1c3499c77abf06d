"""The verb `audit` with an environment: rows of ours hold in it, and it is said what needs one."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalwright.cli import main
from evalwright.synth import Settings, synthesise

from ..conftest import ROOT

RETAIL = ROOT / "examples" / "retail" / "train.jsonl"


def run(*options: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["audit", *map(str, options)])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_made_rows_hold_in_the_shop_they_were_made_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = synthesise(Settings(out=tmp_path / "a", n=10, seed=3, langs=("en", "zh")))
    assert run(made.out / "train.jsonl", made.out / "valid.jsonl", "--env", "shop") == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


def test_rows_of_another_shop_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(RETAIL, "--env", "shop") == 1
    assert "replay-result" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--env", "nonsense"], "there is no environment 'nonsense'. Choose one of: "),
        (["--rule", "replay-result"], "the rule replay-result needs an environment to execute the calls in. Add --env"),
    ],
)
def test_an_environment_that_is_not_there(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert run(RETAIL, *options) == 2
    said = capsys.readouterr()
    assert complaint in said.err and said.out == ""


def test_a_page_without_findings_has_no_empty_table(tmp_path: Path) -> None:
    made = synthesise(Settings(out=tmp_path / "a", n=15, seed=3, valid_share=0))
    assert run(made.out / "train.jsonl", "--rule", "no-tools", "--html", tmp_path / "clean.html") == 0
    assert "<table" not in (tmp_path / "clean.html").read_text()
    run(RETAIL, "--env", "shop", "--html", tmp_path / "found.html")
    assert "<table" in (tmp_path / "found.html").read_text()
