"""Damage on disk: not one flipped bit is used in silence, and `repair` says what is owed."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from evalwright.data import SamplesFile
from evalwright.errors import EvalwrightError, InputError
from evalwright.report import open_run
from evalwright.rundir import require_sound
from tests.conftest import Run, read_jsonl, write_jsonl

from .run_help import config_of, grow, items_file, samples_file

FLIPS = 200


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fsync", "fdatasync"):  # hundreds of runs, and no power cut among them
        monkeypatch.setattr(os, name, lambda handle: None)


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A run of ten items, one of which was not answered; items and samples."""
    items = items_file(tmp_path / "items.jsonl", 10)
    samples = samples_file(tmp_path / "samples.jsonl", items)
    write_jsonl(samples, read_jsonl(samples)[:9])
    grow(tmp_path / "run", items, samples, "m")
    return tmp_path / "run", items, samples


def flipped(content: bytes, chance: random.Random) -> bytes:
    place, bit = chance.randrange(len(content)), chance.randrange(8)
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


@pytest.mark.usefixtures("quick_disk")
@pytest.mark.parametrize("folder", ["predictions", "reviews"])
def test_no_flipped_bit_is_used_in_silence(made: tuple[Path, Path, Path], folder: str) -> None:
    run, items, samples = made
    file = run / folder / "m/next_call_items.jsonl"
    whole, reviews = file.read_bytes(), (run / "reviews/m/next_call_items.jsonl").read_bytes()
    chance = random.Random(20261116)
    unnoticed = silent = 0
    for _ in range(FLIPS):
        file.write_bytes(flipped(whole, chance))
        with pytest.raises(InputError, match=r"items\.jsonl:\d+: is damaged.*evalwright repair"):
            require_sound(run)  # as `report` does
        try:
            if folder == "reviews":
                list(open_run(run).parts[0].read_reviews())
            else:
                grow(run, items, samples, "m")
        except EvalwrightError as error:
            assert "evalwright repair" in str(error)
        else:
            unnoticed += 1
            silent += (run / "reviews/m/next_call_items.jsonl").read_bytes() != reviews
            silent += folder == "reviews" or file.read_bytes() != whole
        (run / "reviews/m/next_call_items.jsonl").write_bytes(reviews)
    assert silent == 0
    assert unnoticed < FLIPS / 50, "the end of the file's last line, which is cut off and asked again"


@pytest.mark.usefixtures("quick_disk")
def test_no_flipped_bit_of_a_report_shows_another_number(made: tuple[Path, Path, Path]) -> None:
    run, _, _ = made
    file = run / "reports/m/next_call.json"
    whole, told = file.read_bytes(), open_run(run).reports()
    chance = random.Random(20261116)
    for _ in range(FLIPS):
        file.write_bytes(flipped(whole, chance))
        try:
            assert open_run(run).reports() == told
        except InputError as error:
            assert "next_call.json" in str(error)


def test_a_report_whose_checksum_lost_its_name_is_damaged(made: tuple[Path, Path, Path]) -> None:
    run, _, _ = made
    file = run / "reports/m/next_call.json"
    file.write_bytes(file.read_bytes().replace(b'"crc"', b'"csc"'))
    with pytest.raises(InputError, match=r"next_call\.json"):
        open_run(run).reports()


def test_a_damaged_report_is_set_aside_and_made_again(
    evalwright: Run, made: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    run, items, samples = made
    file = run / "reports/m/next_call.json"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"score": 1', b'"score": 0', 1))
    refused = evalwright("report", run)
    assert refused.returncode == 2 and "evalwright repair" in refused.stderr
    mended = evalwright("repair", run)
    assert mended.returncode == 3 and "reports/m/next_call.json" in mended.stdout
    assert (run / "damaged/reports/m/next_call.json").is_file() and not file.exists()
    grow(run, items, samples, "m")
    assert file.read_bytes() == whole and evalwright("report", run).returncode == 0


def damage(run: Path, file: str, line: int) -> None:
    """Turn one letter inside a line into another."""
    path = run / file
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"id":"i', b'"id":"j', 1)
    path.write_bytes(b"".join(lines))


PREDICTIONS = "predictions/m/next_call_items.jsonl"


def test_every_reader_names_the_line_and_the_cure(evalwright: Run, made: tuple[Path, Path, Path]) -> None:
    run, items, samples = made
    damage(run, PREDICTIONS, 3)
    grow(run, items, samples, "n")  # which reads nothing of it
    with pytest.raises(InputError, match=r"items\.jsonl:3: is damaged"):
        grow(run, items, samples, "m")
    for verb in ("report", "compare"):
        done = evalwright(verb, run)
        assert done.returncode == 2 and f"{PREDICTIONS}:3: is damaged" in done.stderr and "repair" in done.stderr
    done = evalwright("grade", items, run / PREDICTIONS)
    assert done.returncode == 2 and f"{PREDICTIONS}:3: not JSON: its checksum is wrong" in done.stderr


def test_repair_sets_bad_lines_aside_and_the_next_eval_owes_just_those(
    evalwright: Run, made: tuple[Path, Path, Path]
) -> None:
    run, items, samples = made
    before = {
        path: path.read_bytes() for path in run.rglob("*") if path.is_file() and path.name not in (".lock", ".seal")
    }
    damage(run, PREDICTIONS, 3)
    damage(run, PREDICTIONS, 4)
    done = evalwright("repair", run)
    assert done.returncode == 3
    assert f"{PREDICTIONS}:3: set aside (its checksum is wrong)" in done.stdout
    assert "m on items: 3 answers are owed" in done.stdout, "two that were damaged, and the one that was never there"
    assert len((run / "damaged" / PREDICTIONS).read_bytes().splitlines()) == 2
    assert read_jsonl(run / "damaged/notes.jsonl") == [
        {"file": PREDICTIONS, "line": number, "reason": "checksum"} for number in (3, 4)
    ]
    assert not (run / "reviews/m/next_call_items.jsonl").exists() and not (run / "report.html").exists()
    again = evalwright("repair", run, "--json")
    assert again.returncode == 3 and json.loads(again.stdout)["set_aside"] == []
    assert json.loads(again.stdout)["owed"] == [
        {"model": "m", "dataset": "next_call", "subset": "items", "answers": 3, "verdicts": 0, "scores": True}
    ]
    grow(run, items, samples, "m")
    after = {path: path.read_bytes() for path in before}
    assert after == before, "as if nothing had ever been damaged"


def test_a_damaged_answer_that_no_score_rests_on_is_not_owed(evalwright: Run, made: tuple[Path, Path, Path]) -> None:
    """Going back to earlier settings costs nothing, so a journal also holds answers that are not in use."""
    run, items, samples = made
    before = len(read_jsonl(run / PREDICTIONS))
    grow(run, items, samples, "m", generation_config={"temperature": 0.5}, replace=True)
    assert len(read_jsonl(run / PREDICTIONS)) > before, "the earlier answers stand before those in use"
    damage(run, PREDICTIONS, 2)
    done = evalwright("repair", run)
    assert "m on items: 1 answer is owed" in done.stdout, "the one that was never there, and not the one of before"
    grow(run, items, samples, "m", generation_config={"temperature": 0.5})
    damage(run, PREDICTIONS, before + 2)
    assert "m on items: 2 answers are owed" in evalwright("repair", run).stdout


def test_damaged_scores_are_made_again_and_nobody_is_asked(evalwright: Run, made: tuple[Path, Path, Path]) -> None:
    run, items, samples = made
    write_jsonl(samples, read_jsonl(samples_file(samples, items)))
    grow(run, items, samples, "m")
    damage(run, "reviews/m/next_call_items.jsonl", 2)
    done = evalwright("repair", run)
    assert done.returncode == 3 and "m on items: to be scored again, nobody is asked" in done.stdout
    grow(run, items, samples, "m")
    done = evalwright("repair", run)
    assert done.returncode == 0 and "none damaged" in done.stdout


def test_repair_of_what_is_no_run_is_one_line(evalwright: Run, tmp_path: Path) -> None:
    done = evalwright("repair", tmp_path)
    assert done.returncode == 2 and "is no run directory" in done.stderr


def test_answers_of_a_run_are_a_samples_file_and_older_ones_are_read(made: tuple[Path, Path, Path]) -> None:
    run, items, _ = made
    evaluation, _ = grow(run, items, run / PREDICTIONS, "again")
    assert evaluation.reports[0]["num"] == 9 and evaluation.reports[0]["metrics"][1]["score"] == 1.0
    rows = [{key: row[key] for key in row if key != "crc"} for row in read_jsonl(run / PREDICTIONS)]
    bare = write_jsonl(run.parent / "bare.jsonl", rows)
    samples = SamplesFile(bare)
    assert len(samples) == 9
    samples.close()


def test_lines_without_a_checksum_are_read_and_said_to_be_unprotected(
    evalwright: Run, made: tuple[Path, Path, Path]
) -> None:
    run, items, samples = made
    rows = [{key: row[key] for key in row if key != "crc"} for row in read_jsonl(run / PREDICTIONS)]
    write_jsonl(run / PREDICTIONS, rows)
    done = evalwright("report", run)
    assert done.returncode == 0 and done.stderr.count("10 lines were written without a checksum") == 1
    assert "10 lines have no checksum" in evalwright("repair", run).stdout
    _, said = grow(run, items, samples, "m")
    assert len(said) == 1 and "without a checksum" in said[0]
    assert grow(run, items, samples, "m")[1] == [], "they have one now"
    assert config_of(run)["format"] == 2
