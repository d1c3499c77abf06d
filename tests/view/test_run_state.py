"""How the viewer says a run stands: failed and incomplete ones with the cause, running ones with a score so far."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from evalwright.report import summarise, write_report
from evalwright.rundir import RunDir
from evalwright.scoring import NEXT_CALL_METRICS
from evalwright.text import phrase

from .conftest import Serve, Served
from .runs import item, make_run, prediction, review, write

SENTENCE = "tool choice requires --enable-auto-tool-choice"


def failed(identifier: str, message: str = SENTENCE) -> dict[str, Any]:
    return {"id": identifier, "digest": "00", "error": {"kind": "http_400", "message": message}}


def graded_run(path: Path, right: int, failures: int, *, model: str = "m", wrong: int = 0) -> Path:
    """A run that is over: so many answers right, so many requests failed."""
    reviews = [review(f"r{at}") for at in range(right)] + [review(f"w{at}", right=False) for at in range(wrong)]
    errors = [failed(f"f{at}") for at in range(failures)]
    made = [prediction(each["id"]) for each in reviews]
    run = make_run(path, {model: reviews}, predictions={model: [*made, *errors]})
    found = [{"id": each["id"], **each["error"]} for each in errors]
    report = summarise(
        reviews, model=model, dataset="next_call", metrics=NEXT_CALL_METRICS, subsets=["eval"], failures=found
    )
    write_report(report, RunDir(run).report(model, "next_call"))
    return run


def only_run(viewer: Served) -> dict[str, Any]:
    (found,) = viewer.json("/api/all")["runs"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("right", "failures", "state"), [(0, 155, "failed"), (100, 55, "incomplete"), (155, 0, "finished")]
)
def test_a_run_is_finished_only_where_everything_was_answered(
    serve: Serve, tmp_path: Path, right: int, failures: int, state: str
) -> None:
    graded_run(tmp_path / "run", right, failures)
    viewer = serve(tmp_path)
    found = only_run(viewer)
    assert (found["state"], found["missing"]) == (state, failures)
    page = viewer.json(f"/api/runs/{found['id']}")
    assert (page["state"], page["missing"], page["due"]) == (state, failures, 155 if failures else 0)


def test_a_run_that_failed_says_why_and_lists_what_failed(serve: Serve, tmp_path: Path) -> None:
    graded_run(tmp_path / "run", 0, 155)
    viewer = serve(tmp_path)
    run = only_run(viewer)["id"]
    (cause,) = viewer.json(f"/api/runs/{run}")["parts"][0]["causes"]
    assert (cause["count"], cause["message"], cause["kind"]) == (155, SENTENCE, "http_400")
    page = viewer.json(f"/api/runs/{run}/parts/0/items")
    assert (page["of"], page["total"]) == ("predictions", 155)
    assert SENTENCE in page["items"][0]["reason"]
    key = quote(cause["items"][0]["key"], safe="")
    assert viewer.json(f"/api/runs/{run}/parts/0/item?key={key}")["prediction"]["error"]["kind"] == "http_400"


def test_answers_by_how_they_ended_are_shown_where_the_report_has_them(serve: Serve, tmp_path: Path) -> None:
    run = graded_run(tmp_path / "run", 3, 0)
    path = RunDir(run).report("m", "next_call")
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(
        json.dumps(document | {"answers": {"stop": 2, "length": 1, "odd": "x"}, "crc": None}), encoding="utf-8"
    )
    viewer = serve(tmp_path)
    part = viewer.json(f"/api/runs/{only_run(viewer)['id']}")["parts"][0]
    assert part["answers"] == [{"name": "stop", "num": 2}, {"name": "length", "num": 1}]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "the judge is the model that it judges (m)"), ("zh", "裁判模型就是")]
)
def test_what_must_be_known_of_the_scores_is_told_in_the_readers_language(
    serve: Serve, tmp_path: Path, lang: str, words: str
) -> None:
    run = graded_run(tmp_path / "run", 3, 0)
    path, own = RunDir(run).report("m", "next_call"), phrase("notes.own_judge", model="m")
    told = {"notes": [own, "<b>by a stranger</b>"], "said": {"notes": [own.told(), None]}, "crc": None}
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | told), encoding="utf-8")
    viewer = serve(tmp_path)
    _, _, body = viewer.get(f"/api/runs/{only_run(viewer)['id']}", {"Accept-Language": lang})
    first, second = json.loads(body)["parts"][0]["notes"]
    assert words in first and second == "<b>by a stranger</b>"


def test_a_run_that_goes_on_has_a_score_so_far(serve: Serve, tmp_path: Path) -> None:
    wrong = prediction("2")
    wrong["sample"] = {**wrong["sample"], "output_tools": None, "output_text": "no"}
    run = make_run(
        tmp_path / "run",
        {"m": None},
        predictions={"m": [prediction("0"), prediction("1"), wrong, failed("3")]},
        data=[item(str(at)) for at in range(10)],
    )
    viewer = serve(tmp_path)
    (part,) = only_run(viewer)["parts"]
    assert part["live"] == {"metric": "next_call_exact", "score": pytest.approx(2 / 3), "num": 3}
    with RunDir(run).predictions("m", "next_call", "eval").open("a") as journal:
        journal.write(json.dumps(prediction("4")) + "\n")
    found = only_run(viewer)
    assert found["parts"][0]["live"]["num"] == 4
    assert viewer.json(f"/api/runs/{found['id']}")["parts"][0]["live"]["score"] == 0.75
    write(RunDir(run).reviews("m", "next_call", "eval"), [review("0")])
    assert viewer.json(f"/api/runs/{found['id']}")["parts"][0]["live"] is None


@pytest.mark.parametrize(
    "sample", [{}, {"output_tools": 3}, {"output_tools": [[]], "output_text": {}}, {"output_text": 1e308}]
)
def test_a_journal_of_any_shape_does_not_break_the_score_so_far(serve: Serve, tmp_path: Path, sample: Any) -> None:
    answers = [{"id": "0", "digest": "00", "sample": sample}, prediction("1")]
    make_run(tmp_path / "run", {"m": None}, predictions={"m": answers}, data=[item("0"), item("1")])
    viewer = serve(tmp_path)
    assert only_run(viewer)["parts"][0]["live"]["num"] in (1, 2)


def test_an_item_knows_its_neighbours_in_the_file(serve: Serve, tmp_path: Path) -> None:
    copies = [review("b", repeat=0), review("b", repeat=1)]
    make_run(tmp_path / "run", {"m": [review("a"), *copies, review("中 c#0")]})
    viewer = serve(tmp_path)
    address = f"/api/runs/{only_run(viewer)['id']}/parts/0/item"
    first = viewer.json(f"{address}?key=a")["beside"]
    assert first == {"previous": None, "next": {"key": "b", "copy": 0}}
    second = viewer.json(f"{address}?key=b&copy=1")["beside"]
    assert second == {"previous": {"key": "b", "copy": 0}, "next": {"key": "中 c#0", "copy": 0}}


def test_runs_are_searched_and_sorted(serve: Serve, tmp_path: Path) -> None:
    graded_run(tmp_path / "b-run", 9, 1, model="zebra", wrong=0)
    graded_run(tmp_path / "c-run", 5, 0, model="Ape", wrong=5)
    graded_run(tmp_path / "a-run", 0, 10, model="monkey")
    viewer = serve(tmp_path)

    def names(query: str, language: str = "en-GB") -> list[str]:
        found = json.loads(viewer.get(f"/api/all?{query}", {"accept-language": language})[2])
        assert found["all_runs"] == 3
        return [run["name"] for run in found["runs"]]

    assert names("sort=name") == ["a-run", "b-run", "c-run"]
    assert names("sort=model") == ["c-run", "a-run", "b-run"]
    assert names("sort=score") == ["b-run", "c-run", "a-run"]
    assert names("sort=state") == ["a-run", "c-run", "b-run"]
    assert names("q=ZEBRA") == ["b-run"]
    assert names("q=failed") == ["a-run"]
    assert names(f"q={quote('失败')}", "zh-CN,zh;q=0.9") == ["a-run"]
    assert names("q=next_call&sort=name") == ["a-run", "b-run", "c-run"]
    assert names("q=nobody") == []
    assert viewer.get("/api/all?sort=rowid")[0] == 400


def test_a_refused_comparison_counts_nothing(serve: Serve, tmp_path: Path) -> None:
    make_run(tmp_path / "one", {"m": [review("0"), review("1")]})
    make_run(tmp_path / "two", {"m": [review("0", right=False), review("other")]})
    viewer = serve(tmp_path)
    one, two = (run["id"] for run in viewer.json("/api/all?sort=name")["runs"])
    page = viewer.json(f"/api/compare?a={one}.0&b={two}.0")
    assert "no item" in page["refused"]
    assert "counts" not in page and "pairs" not in page
    assert viewer.json(f"/api/compare/summary?a={one}.0&b={two}.0")["sentence"] is None


def test_the_same_items_in_another_file_are_compared(serve: Serve, tmp_path: Path) -> None:
    make_run(tmp_path / "one", {"m": [review("0"), review("1")]})
    make_run(
        tmp_path / "two", {"m": [review("0", right=False), review("1")]}, data=[item("0", "other words"), item("1")]
    )
    viewer = serve(tmp_path)
    one, two = (run["id"] for run in viewer.json("/api/all?sort=name")["runs"])
    assert viewer.json(f"/api/compare?a={one}.0&b={two}.0")["counts"]["broken"] == 1
