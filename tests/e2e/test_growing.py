"""A run grows: every name has its own place, nothing is replaced unasked, and what changed is said."""

from __future__ import annotations

import json
import stat
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from evalwright import EvalConfig, TaskConfig, evaluate, run_task
from evalwright.errors import UsageError
from evalwright.report import compare_models, find_data, matches, open_run
from tests.conftest import Run, read_jsonl, write_jsonl
from tests.server import FaultServer, item

from .run_help import config_of, grow, items_file, make_older, samples_file


@pytest.fixture
def items(tmp_path: Path) -> Path:
    return items_file(tmp_path / "items.jsonl")


@pytest.fixture
def right(tmp_path: Path, items: Path) -> Path:
    return samples_file(tmp_path / "right.jsonl", items)


@pytest.fixture
def wrong(tmp_path: Path, items: Path) -> Path:
    return samples_file(tmp_path / "wrong.jsonl", items, right=False)


def exact(run: Path) -> dict[tuple[str, str], float]:
    """The rate of exact calls by model and subset, as the reports say."""
    reports = open_run(run).reports()
    return {
        (report["model"], row["subset"]): row["score"]
        for report in reports
        for row in report["metrics"]
        if row["metric"] == "next_call_exact"
    }


@pytest.mark.parametrize(
    ("one", "other"), [("org/m", "org_m"), ("M", "m"), ("caf\u00e9", "cafe\u0301"), ("a:b", "a b")]
)
def test_models_with_names_alike_keep_their_own_scores(
    tmp_path: Path, items: Path, right: Path, wrong: Path, one: str, other: str
) -> None:
    run = tmp_path / "run"
    grow(run, items, right, one)
    grow(run, items, wrong, other)
    assert exact(run) == {(one, "items"): 1.0, (other, "items"): 0.0}
    found = compare_models(matches([open_run(run)]))["comparisons"][0]
    assert found["counts"]["broken"] == 6
    folders = [unicodedata.normalize("NFC", path.name) for path in (run / "predictions").iterdir()]
    assert len(set(folders)) == 2


def test_where_the_disk_takes_two_names_for_one_the_second_is_refused(
    tmp_path: Path, items: Path, right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalwright.run.run_growth.tells_case", lambda run: False)
    run = tmp_path / "run"
    grow(run, items, right, "M")
    before = sorted(path.name for path in run.rglob("*"))
    with pytest.raises(UsageError, match="would share a file"):
        grow(run, items, right, "m")
    assert sorted(path.name for path in run.rglob("*")) == before


def test_data_files_with_names_alike_keep_their_own_scores(tmp_path: Path) -> None:
    names = ["a:b", "a_b", "A_b", "x" * 200]
    files = [items_file(tmp_path / f"{name}.jsonl", count) for count, name in enumerate(names, 3)]
    samples = samples_file(tmp_path / "s.jsonl", files[-1])
    for file in files:
        grow(tmp_path / "run", file, samples, "m")
    assert [part.settings.rows for part in open_run(tmp_path / "run").parts] == [3, 4, 5, 6]
    assert exact(tmp_path / "run")["m", "OVERALL"] == 1.0
    assert len(list((tmp_path / "run").glob("reviews/m/*.jsonl"))) == 4


def test_the_commands_of_the_readme_leave_a_run_with_all_three_models(
    evalwright: Run, tmp_path: Path, items: Path, right: Path, wrong: Path
) -> None:
    both = ("-m", f"replay:{right}", "-m", f"replay:{wrong}")
    assert evalwright("eval", items, *both, "-o", "run").returncode == 0
    third = samples_file(tmp_path / "third.jsonl", items)
    done = evalwright("eval", items, "-m", f"replay:{third}", "-o", "run")
    assert done.returncode == 0, done.stderr
    assert "run also holds: replay:right on items, replay:wrong on items" in done.stdout
    assert "replay:right" not in done.stdout.partition("also holds")[0], "the table shows what was asked now"
    names = ["replay:right", "replay:wrong", "replay:third"]
    assert [model["name"] for model in config_of(tmp_path / "run")["models"]] == names
    page = (tmp_path / "run/report.html").read_text(encoding="utf-8")
    assert all(name in page for name in names)
    assert all(name in evalwright("report", "run").stdout for name in names)
    as_json = json.loads(evalwright("eval", items, "-m", f"replay:{third}", "-o", "run", "--json").stdout)
    assert [each["model"] for each in as_json["also"]] == names[:2] and len(as_json["reports"]) == 1
    assert len(json.loads(evalwright("compare", "run", "--json").stdout)["comparisons"]) == 2


def test_subsets_asked_one_after_the_other_are_pooled_as_if_they_were_asked_together(
    tmp_path: Path, items: Path
) -> None:
    more = items_file(tmp_path / "more.jsonl", 4)
    samples = write_jsonl(tmp_path / "s.jsonl", read_jsonl(samples_file(tmp_path / "all.jsonl", items))[:5])
    evaluate(EvalConfig(data=(str(items), str(more)), models=(f"replay:{samples}",), run=tmp_path / "together"))
    grow(tmp_path / "grown", items, samples)
    grow(tmp_path / "grown", more, samples)
    reports = [next((tmp_path / name).glob("reports/*/*.json")).read_bytes() for name in ("together", "grown")]
    assert reports[0] == reports[1]
    assert json.loads(reports[0])["errors"] == 1
    configs = [config_of(tmp_path / name) for name in ("together", "grown")]
    assert configs[0]["parts"] == configs[1]["parts"] and configs[0]["digest"] == configs[1]["digest"]


def test_models_of_a_grown_run_are_compared_on_what_both_were_asked(tmp_path: Path, items: Path, right: Path) -> None:
    more = items_file(tmp_path / "more.jsonl", 4)
    grow(tmp_path / "run", items, right, "a")
    grow(tmp_path / "run", more, right, "a")
    grow(tmp_path / "run", items, right, "b")
    found = compare_models(matches([open_run(tmp_path / "run")]))["comparisons"][0]
    assert found["num"] == 6 and found["notes"][0] == {"setting": "subsets", "a": ["items", "more"], "b": ["items"]}


CHANGES: dict[str, dict[str, Any]] = {
    "generation.temperature": {"generation_config": {"temperature": 1}},
    "options.match": {"match": "exact"},
    "limit": {"limit": 2},
    "stream": {"stream": True},
}


@pytest.mark.parametrize("setting", CHANGES)
def test_another_setting_does_not_replace_scores_unless_it_is_asked_for(
    tmp_path: Path, items: Path, right: Path, setting: str
) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "m")
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    with pytest.raises(UsageError, match=rf"{setting}.*another -o.*--replace"):
        grow(run, items, right, "m", **CHANGES[setting])
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before
    grow(run, items, right, "m", replace=True, **CHANGES[setting])
    grow(run, items, right, "other")  # whom the settings do not concern
    parts = {part["model"]: part for part in config_of(run)["parts"]}
    name = setting.partition(".")[0]
    assert parts["m"][name] != parts["other"][name]
    assert name not in config_of(run), "what the parts do not share is not claimed for all"


def test_another_address_does_not_take_the_place_of_a_model_unasked(tmp_path: Path, items: Path) -> None:
    with FaultServer() as one, FaultServer() as two:
        evaluate(EvalConfig(data=(str(items),), models=("m",), api_url=one.url, run=tmp_path / "run"))
        with pytest.raises(UsageError, match="model url"):
            evaluate(EvalConfig(data=(str(items),), models=("m",), api_url=two.url, run=tmp_path / "run"))
        assert len(two.ledger) == 0


def test_more_of_the_same_needs_no_leave_and_is_said(tmp_path: Path, items: Path, right: Path) -> None:
    grow(tmp_path / "run", items, right, "m", limit=2)
    evaluation, said = grow(tmp_path / "run", items, right, "m")
    assert evaluation.reports[0]["num"] == 6 and "limit was 2" in said[0]
    _, said = grow(tmp_path / "run", items, right, "m", repeats=2)
    assert "2 times" in said[0]


def test_captured_answers_that_are_completed_need_no_leave(tmp_path: Path, items: Path, right: Path) -> None:
    rows = read_jsonl(right)
    write_jsonl(right, rows[:4])
    first, _ = grow(tmp_path / "run", items, right)
    assert first.run.incomplete
    write_jsonl(right, rows)
    assert not grow(tmp_path / "run", items, right)[0].run.incomplete


def test_an_edited_record_is_said_with_how_many_are_asked_again(tmp_path: Path, items: Path, right: Path) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "m")
    grow(run, items, right, "n")
    records = read_jsonl(items)
    records[2]["messages"].append({"role": "user", "content": "Please."})
    write_jsonl(items, records)
    _, said = grow(run, items, right, "m")
    assert f"{items} has changed since it was asked: 1 of 6 items is asked now" in said[-1]
    assert "items has changed since it was asked of n;" in said[0]
    hashes = {part["model"]: part["sha256"] for part in config_of(run)["parts"]}
    assert hashes["m"] != hashes["n"], "each part says from which state of the file it was asked"
    assert grow(run, items, right, "m")[1] == said[:1]


def test_until_it_is_scored_anew_a_part_is_described_as_it_was_scored(
    tmp_path: Path, items: Path, right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "m")
    before = config_of(run)["parts"]

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["evalwright.run.execution"], "score", killed)
    with pytest.raises(KeyboardInterrupt):
        grow(run, items, right, "m", match="exact", replace=True)
    assert config_of(run)["parts"] == before
    monkeypatch.undo()
    grow(run, items, right, "m", match="exact", replace=True)
    assert config_of(run)["parts"][0]["options"]["match"] == "exact"


def test_another_file_of_the_same_name_is_another_data_set(tmp_path: Path, items: Path, right: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    other = items_file(folder / "items.jsonl", 3)
    for file in (items, other, items, other):
        grow(tmp_path / "run", file, right, "m")
    assert [(part.subset, part.settings.rows) for part in open_run(tmp_path / "run").parts] == [
        ("items", 6),
        ("items-2", 3),
    ]


def test_the_same_file_twice_in_one_command_stays_two_subsets(evalwright: Run, items: Path, right: Path) -> None:
    for _ in range(2):
        done = evalwright("eval", items, items, "-m", f"replay:{right}", "-o", "run", "--json")
        subsets = [row["subset"] for row in json.loads(done.stdout)["reports"][0]["metrics"][:3]]
        assert subsets == ["items", "items-2", "OVERALL"]


def test_two_runs_begun_in_the_same_second_have_two_folders(
    tmp_path: Path, items: Path, right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda *_: "20260817_120000")
    config = {
        "model": f"replay:{right}",
        "datasets": ["next_call"],
        "dataset_args": {"next_call": {"local_path": str(items)}},
    }
    for _ in range(3):
        run_task(TaskConfig(**config))
    names = sorted(path.name for path in (tmp_path / "outputs").iterdir())
    assert names == ["20260817_120000", "20260817_120000-2", "20260817_120000-3"]
    assert len(list(tmp_path.glob("outputs/*/reports/*/*"))) == 3


def test_eval_without_a_run_makes_a_new_one_every_time(
    evalwright: Run, tmp_path: Path, items: Path, right: Path
) -> None:
    runs = {json.loads(evalwright("eval", items, "-m", f"replay:{right}", "--json").stdout)["run"] for _ in range(2)}
    assert len(runs) == 2 == len(list((tmp_path / "outputs").iterdir()))


def test_a_run_of_a_newer_format_is_refused_with_the_cure_and_not_touched(
    evalwright: Run, tmp_path: Path, items: Path, right: Path
) -> None:
    run = tmp_path / "run"
    grow(run, items, right)
    config = config_of(run)
    assert config["format"] == 2 and config["name"] == "run" and config["created"].endswith("Z")
    (run / "config.json").write_text(json.dumps({**config, "format": 3}))
    (run / ".lock").unlink()
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    eval_again = ("eval", items, "-m", f"replay:{right}", "-o", run)
    for command in (eval_again, ("report", run), ("compare", run), ("repair", run), ("plan", run)):
        done = evalwright(*command)
        assert done.returncode == 2 and "Upgrade" in done.stderr, command
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before


def test_the_date_and_the_name_are_set_once(tmp_path: Path, items: Path, right: Path) -> None:
    run = tmp_path / "run"
    evaluate(EvalConfig(data=(str(items),), models=(f"replay:{right}",), run=run, name="Tuesday"))
    config = config_of(run)
    config["created"] = "2001-02-03T04:05:06Z"
    (run / "config.json").write_text(json.dumps(config))
    grow(run, items, right, "n")
    assert config_of(run)["created"] == "2001-02-03T04:05:06Z" and config_of(run)["name"] == "Tuesday"


def test_a_wrong_key_takes_away_what_it_made_and_nothing_else(evalwright: Run, tmp_path: Path) -> None:
    refused = write_jsonl(tmp_path / "items.jsonl", [item("i0", "echo:401")])
    (tmp_path / "mine").mkdir()
    (tmp_path / "empty").mkdir()
    with FaultServer() as server:
        for run in ("mine/run", "mine/a/b/run", "empty"):
            done = evalwright("eval", refused, "-m", "m", "--api-url", server.url, "-o", run)
            assert done.returncode == 2, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "items.jsonl", "mine"]
    assert list((tmp_path / "mine").iterdir()) == [] and list((tmp_path / "empty").iterdir()) == []


def test_a_wrong_key_leaves_a_run_that_was_there_as_it_was(tmp_path: Path, items: Path, right: Path) -> None:
    run = tmp_path / "run"
    grow(run, items, right)
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file() and path.name != ".lock"}
    refused = write_jsonl(tmp_path / "refused.jsonl", [item("i0", "echo:401")])
    with FaultServer() as server, pytest.raises(UsageError):
        evaluate(EvalConfig(data=(str(refused),), models=("m",), api_url=server.url, run=run, keep_data=True))
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file() and path.name != ".lock"} == before


def modes(run: Path) -> set[str]:
    return {stat.filemode(path.lstat().st_mode) for path in (run, *run.rglob("*"))}


def test_a_private_run_is_for_its_owner_alone_and_stays_so(tmp_path: Path, items: Path, right: Path) -> None:
    grow(tmp_path / "run", items, right, "m", private=True, keep_data=True)
    assert modes(tmp_path / "run") == {"drwx------", "-rw-------"}
    grow(tmp_path / "run", items, right, "n")
    assert modes(tmp_path / "run") == {"drwx------", "-rw-------"}
    grow(tmp_path / "open", items, right, "m")
    assert "-rw-r--r--" in modes(tmp_path / "open")
    grow(tmp_path / "open", items, right, "n", private=True)
    assert modes(tmp_path / "open") == {"drwx------", "-rw-------"}


def found(run: Path) -> str:
    stored = open_run(run)
    return find_data(stored, stored.parts[0]).state


def test_data_is_found_from_any_folder_and_when_it_moved_with_its_run(
    evalwright: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "家" / "project"
    home.mkdir(parents=True)
    items = items_file(home / "items.jsonl")
    samples_file(home / "s.jsonl", items, right=False)
    done = evalwright("eval", "items.jsonl", "-m", "replay:s.jsonl", "-o", "outputs/run", cwd=home)
    assert done.returncode == 0, done.stderr
    pages = []
    for number, (folder, run) in enumerate([(home, Path("outputs/run")), (tmp_path, home / "outputs/run")]):
        monkeypatch.chdir(folder)
        assert evalwright("report", run, "-o", tmp_path / f"{number}.html", cwd=folder).returncode == 0
        pages.append((tmp_path / f"{number}.html").read_bytes())
    assert b"i0 ok" in pages[0], "the page quotes what was asked"
    home.rename(tmp_path / "moved")
    moved = tmp_path / "moved/outputs/run"
    assert found(moved) == "found"
    assert evalwright("report", moved, "-o", tmp_path / "2.html").returncode == 0
    pages.append((tmp_path / "2.html").read_bytes())
    assert pages[0] == pages[1] == pages[2]
    with (tmp_path / "moved/items.jsonl").open("a") as stream:
        stream.write("\n")
    assert found(moved) == "changed"
    done = evalwright("report", moved, "-o", tmp_path / "3.html")
    assert "has changed since it was asked" in done.stderr
    page = (tmp_path / "3.html").read_text(encoding="utf-8")
    assert "has changed since it was asked" in page and str(tmp_path) not in page
    (tmp_path / "moved/items.jsonl").unlink()
    assert found(moved) == "missing"
    assert "not there any more" in evalwright("report", moved, "-o", tmp_path / "4.html").stderr


def test_a_run_that_carries_its_data_needs_no_other(evalwright: Run, tmp_path: Path, items: Path, right: Path) -> None:
    grow(tmp_path / "run", items, right, "m", keep_data=True)
    kept = list((tmp_path / "run/data").iterdir())
    assert [path.read_bytes() for path in kept] == [items.read_bytes()] and kept[0].suffix == ".jsonl"
    write_jsonl(items, [*read_jsonl(items), item("new")])
    grow(tmp_path / "run", items, right, "n")
    assert len(list((tmp_path / "run/data").iterdir())) == 2, "each part finds the file that it was asked from"
    items.unlink()
    (tmp_path / "run").rename(tmp_path / "elsewhere")
    stored = open_run(tmp_path / "elsewhere")
    assert [find_data(stored, part).state for part in stored.parts] == ["found", "found"]


def test_the_copy_that_a_run_carries_is_the_data_set_that_the_run_has(tmp_path: Path, items: Path, right: Path) -> None:
    grow(tmp_path / "run", items, right, "m", keep_data=True)
    (copy,) = (tmp_path / "run/data").iterdir()
    grow(tmp_path / "run", copy, right, "n")
    grow(tmp_path / "run", copy, right, "m")
    stored = open_run(tmp_path / "run")
    assert [(part.model, part.subset) for part in stored.parts] == [("m", "items"), ("n", "items")]
    assert [(entry.subset, entry.path) for entry in stored.data] == [("items", str(items))], "where it came from stays"
    write_jsonl(items, [*read_jsonl(items), item("new")])
    grow(tmp_path / "run", items, right, "m")
    assert {part.subset for part in open_run(tmp_path / "run").parts} == {"items"}


def test_standard_input_is_one_data_set_and_can_be_carried(
    evalwright: Run, tmp_path: Path, items: Path, right: Path
) -> None:
    for _ in range(2):
        command = ("eval", "-", "-m", f"replay:{right}", "-o", "run", "--keep-data", "--json")
        done = evalwright(*command, input=items.read_text())
        assert done.returncode == 0, done.stderr
    assert [
        (part.subset, find_data(open_run(tmp_path / "run"), part).state) for part in open_run(tmp_path / "run").parts
    ] == [("stdin", "found")]


def test_runs_of_the_first_format_are_read_resumed_and_protected_from_then_on(
    tmp_path: Path, items: Path, right: Path, wrong: Path
) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "org/m")
    grow(run, items, wrong, "B")
    new = {path.relative_to(run): path.read_bytes() for path in run.rglob("*.jsonl")}
    make_older(run)
    assert (run / "predictions/org_m").is_dir()
    before = exact(run)
    assert before == {("org/m", "items"): 1.0, ("B", "items"): 0.0}
    assert [len(list(part.read_reviews())) for part in open_run(run).parts] == [6, 6]
    _, said = grow(run, items, wrong, "B")
    assert "6 lines were written without a checksum" in said[0] and len(said) == 1
    assert exact(run) == before and config_of(run)["format"] == 2
    assert not (run / "predictions/org_m").exists(), "files lie where they are looked for now"
    assert {path.relative_to(run) for path in run.rglob("*.jsonl")} == set(new)
    protected = run / "predictions"
    assert all(b'"crc"' in line for path in protected.glob("B-*/*") for line in path.read_bytes().splitlines())


def test_a_place_that_two_names_shared_is_nobodys(tmp_path: Path, items: Path, right: Path, wrong: Path) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "org/m")
    grow(run, items, wrong, "org_m")
    make_older(run)  # one of the two wrote over the other
    assert [part.reviews.is_file() for part in open_run(run).parts] == [False, False]
    grow(run, items, wrong, "org_m")
    assert exact(run) == {("org_m", "items"): 0.0}
    grow(run, items, right, "org/m")
    assert exact(run) == {("org/m", "items"): 1.0, ("org_m", "items"): 0.0}


def test_a_new_name_takes_no_place_that_an_older_run_gave_to_another(
    tmp_path: Path, items: Path, right: Path, wrong: Path
) -> None:
    run = tmp_path / "run"
    grow(run, items, right, "org/m")
    make_older(run)
    grow(run, items, wrong, "org_m")
    assert exact(run) == {("org/m", "items"): 1.0, ("org_m", "items"): 0.0}


def test_a_subset_name_that_no_file_can_have_is_one_line(
    evalwright: Run, tmp_path: Path, items: Path, right: Path
) -> None:
    arguments = json.dumps({"next_call": {"local_path": str(tmp_path), "subset_list": ["x" * 300]}})
    done = evalwright("eval", "--datasets", "next_call", "--dataset-args", arguments, "-m", f"replay:{right}")
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
    assert "has no file for the subset" in done.stderr
