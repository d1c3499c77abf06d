"""The documents behind the pages agree with the files, the reports and `compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from evalwright.report import compare_models, matches, open_run
from evalwright.run import EvalConfig, evaluate
from evalwright.rundir import RunDir
from evalwright.workbench import expand_file

from ..conftest import ROOT, read_jsonl
from .conftest import Serve, Served, running
from .runs import item, make_run, prediction, review, write


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real run of two baselines over the bundled conversations, with its data beside it."""
    folder, retail = tmp_path_factory.mktemp("demo") / "root", ROOT / "examples" / "retail"
    expand_file(retail / "valid.jsonl", folder / "eval.jsonl")
    models = tuple(f"baseline:{which}:{retail / 'train.jsonl'}" for which in ("majority", "bigram"))
    evaluate(EvalConfig(data=(str(folder / "eval.jsonl"),), models=models, run=folder / "run"))
    (folder / "valid.jsonl").write_bytes((retail / "valid.jsonl").read_bytes())
    return folder


@pytest.fixture(scope="module")
def viewer(demo: Path) -> Any:
    with running(demo) as served:
        yield served


@pytest.fixture(scope="module")
def run(viewer: Served) -> str:
    return str(viewer.json("/api/all")["runs"][0]["id"])


def test_the_list_shows_every_run_with_its_number(viewer: Served, demo: Path) -> None:
    listed = viewer.json("/api/all")
    assert {file["name"] for file in listed["files"]} == {"eval.jsonl", "valid.jsonl"}
    stored = open_run(demo / "run")
    for part in listed["runs"][0]["parts"]:
        report = stored.report(part["model"], part["dataset"])
        assert report is not None
        row = next(each for each in report["metrics"] if each["metric"] == "next_call_exact")
        shown = part["metrics"][0]
        assert (shown["metric"], shown["score"], shown["ci95"]) == ("next_call_exact", row["score"], row["ci95"])


def test_items_agree_with_the_reviews_file(viewer: Served, demo: Path, run: str) -> None:
    reviews = read_jsonl(RunDir(demo / "run").reviews("baseline:bigram", "next_call", "eval"))
    page = viewer.json(f"/api/runs/{run}/parts/1/items?size=200")
    assert page["total"] == page["matching"] == len(reviews) and page["complete"]
    assert [(each["id"], each["verdict"], each["score"]) for each in page["items"]] == [
        (each["id"], each["verdict"], each["score"]["next_call_score"]) for each in reviews
    ]
    for verdict in page["verdicts"]:
        found = viewer.json(f"/api/runs/{run}/parts/1/items?verdict={verdict['name']}")
        assert found["matching"] == verdict["num"] == sum(each["verdict"] == verdict["name"] for each in reviews)
    text = viewer.json(f"/api/runs/{run}/parts/1/items?q=%23e51092&size=200")
    assert {each["id"] for each in text["items"]} == {each["id"] for each in reviews if "#E51092" in json.dumps(each)}


def test_an_item_has_its_conversation_answer_and_request(viewer: Served, demo: Path, run: str) -> None:
    for record in read_jsonl(demo / "eval.jsonl")[::20]:
        page = viewer.json(f"/api/runs/{run}/parts/1/item?key={quote(record['id'], safe='')}")
        assert page["review"]["id"] == page["prediction"]["id"] == record["id"]
        assert len(page["record"]["trace"]["steps"]) == len(record["messages"])
        assert page["record"]["expected"] == record["expected_output"]
        body = page["curl"].partition("--data-binary ")[2]
        assert body.startswith("'") and body.endswith("'")
        sent = json.loads(body[1:-1].replace("'\"'\"'", "'"))
        assert sent["messages"] == record["messages"] and sent["tools"] == record["tools"]


def test_a_comparison_counts_what_compare_counts(viewer: Served, demo: Path, run: str) -> None:
    document = compare_models(matches([open_run(demo / "run")]))["comparisons"][0]
    page = viewer.json(f"/api/compare?a={run}.0&b={run}.1&size=200")
    assert {name: page["counts"][name] for name in ("fixed", "broken", "both_right", "both_wrong")} == {
        name: document["counts"][name] for name in ("fixed", "broken", "both_right", "both_wrong")
    }
    fixed = viewer.json(f"/api/compare?a={run}.0&b={run}.1&kind=fixed&size=200")
    assert [each["id"] for each in fixed["pairs"]] == [each["id"] for each in document["fixed"]]
    for kind in ("different", "both_wrong", "all"):
        assert viewer.json(f"/api/compare?a={run}.0&b={run}.1&kind={kind}")["matching"] == page["counts"][kind]
    for lang, word in (("en", "better"), ("zh", "好")):
        assert word in viewer.json(f"/api/compare/summary?a={run}.0&b={run}.1&lang={lang}")["sentence"]


def test_a_data_file_is_shown_with_sources_and_findings(viewer: Served, demo: Path) -> None:
    file = next(each["id"] for each in viewer.json("/api/all")["files"] if each["name"] == "valid.jsonl")
    records = read_jsonl(demo / "valid.jsonl")
    page = viewer.json(f"/api/files/{file}")
    assert page["total"] == len(records)
    assert [each["messages"] for each in page["rows"]] == [len(each["messages"]) for each in records]
    one = viewer.json(f"/api/files/{file}/rows/0")
    calls = [call for step in one["trace"]["steps"] for call in step.get("calls", [])]
    assert len(calls) == page["rows"][0]["calls"] > 0
    assert all(argument["source"]["kind"] for call in calls for argument in call["arguments"])


def test_an_invented_value_is_a_finding(serve: Serve, tmp_path: Path) -> None:
    record = item("made-up", "hello")
    messages = [
        *record["messages"],
        record.pop("expected_output"),
        {"role": "tool", "tool_call_id": "c", "content": "{}"},
        {"role": "assistant", "content": "done"},
    ]
    write(tmp_path / "talk.jsonl", [{**record, "messages": messages}])
    viewer = serve(tmp_path / "talk.jsonl")
    file = viewer.json("/api/all")["files"][0]["id"]
    assert viewer.json(f"/api/files/{file}")["rows"][0]["errors"] >= 1
    one = viewer.json(f"/api/files/{file}/rows/0")
    assert "ungrounded-argument" in [finding["rule"] for finding in one["findings"]]
    assert one["trace"]["ungrounded"] == 1


def test_a_run_that_goes_on_shows_its_answers(serve: Serve, tmp_path: Path) -> None:
    run = make_run(
        tmp_path / "run",
        {"m": None},
        predictions={"m": [prediction("0")]},
        data=[item(str(each)) for each in range(10)],
    )
    viewer = serve(tmp_path)
    entry = viewer.json("/api/all")["runs"][0]
    assert entry["state"] == "running"
    page = viewer.json(f"/api/runs/{entry['id']}/parts/0/items")
    assert (page["of"], page["total"], page["due"]) == ("predictions", 1, 10)
    with RunDir(run).predictions("m", "next_call", "eval").open("a") as journal:
        journal.write(
            json.dumps(prediction("1"))
            + "\n"
            + json.dumps({"id": "2", "digest": "00", "error": {"kind": "timeout", "message": "too slow"}})
            + "\n"
        )
    page = viewer.json(f"/api/runs/{entry['id']}/parts/0/items")
    assert [each["verdict"] for each in page["items"]] == ["answered", "answered", "error"]
    part = viewer.json(f"/api/runs/{entry['id']}")["parts"][0]
    assert (part["answered"], part["failed"]) == (2, 1)
    one = viewer.json(f"/api/runs/{entry['id']}/parts/0/item?key=1")
    assert one["review"] is None and one["record"]["state"] == "found"
    write(RunDir(run).reviews("m", "next_call", "eval"), [review("0")])
    assert viewer.json(f"/api/runs/{entry['id']}/parts/0/items")["of"] == "reviews"


def test_a_comparison_needs_reviews_and_the_same_task(serve: Serve, tmp_path: Path) -> None:
    make_run(tmp_path / "run", {"a": [review("0")], "b": None})
    viewer = serve(tmp_path)
    run = viewer.json("/api/all")["runs"][0]["id"]
    assert viewer.get(f"/api/compare?a={run}.0&b={run}.1")[0] == 409
    assert viewer.get(f"/api/compare?a={run}.0&b={run}.7")[0] == 404
    assert viewer.get("/api/compare")[0] == 404


def test_answers_to_the_same_item_are_told_apart_and_averaged(serve: Serve, tmp_path: Path) -> None:
    right, wrong = review("0", repeat=0), review("0", right=False, repeat=1)
    make_run(tmp_path / "run", {"a": [right, wrong, wrong], "b": [right, right, wrong]}, data=[item("0")])
    viewer = serve(tmp_path)
    run = viewer.json("/api/all")["runs"][0]["id"]
    assert viewer.json(f"/api/runs/{run}/parts/0/item?key=0&copy=1")["review"]["repeat"] == 1
    page = viewer.json(f"/api/compare?a={run}.0&b={run}.1")
    assert (page["counts"]["all"], page["counts"]["fixed"]) == (1, 1)


def test_ten_megabytes_of_answer_are_cut_with_a_mark(serve: Serve, tmp_path: Path) -> None:
    long = {**prediction("0"), "sample": {"output_text": "x" * 10_000_000, "output_tools": None}}
    make_run(tmp_path / "run", {"m": [review("0", reason="y" * 1_000_000)]}, predictions={"m": [long]})
    viewer = serve(tmp_path)
    run = viewer.json("/api/all")["runs"][0]["id"]
    _, _, body = viewer.get(f"/api/runs/{run}/parts/0/item?key=0")
    assert len(body) < 1_000_000
    assert b"more characters" in body
    assert len(viewer.get(f"/api/runs/{run}/parts/0/items")[2]) < 5_000


@pytest.mark.parametrize(
    "query",
    ["page=-1", "page=x", "size=100000", "sort=rowid", "min=nan", "max=1e999", "min=x", "of=secrets", "q=" + "x" * 600],
)
def test_a_wrong_question_is_refused(viewer: Served, run: str, query: str) -> None:
    assert viewer.get(f"/api/runs/{run}/parts/0/items?{query}")[0] == 400


def test_numbers_and_characters_that_json_cannot_say_do_no_harm(serve: Serve, tmp_path: Path) -> None:
    make_run(tmp_path / "run", {"m": [review("0")]})
    path = RunDir(tmp_path / "run").reviews("m", "next_call", "eval")
    line = json.dumps(review("0", reason="REASON", big=10**40))
    path.write_text(
        line.replace("REASON", "\\ud800 half") + "\n" + line.replace('"0"', '"1"', 1) + "\n", encoding="utf-8"
    )
    viewer = serve(tmp_path)
    run = viewer.json("/api/all")["runs"][0]["id"]
    page = viewer.json(f"/api/runs/{run}/parts/0/items")
    assert (page["total"], page["unreadable"]) == (1, 1)  # half a character: said, not shown
    for identifier in ("0", "1"):
        assert viewer.get(f"/api/runs/{run}/parts/0/item?key={identifier}")[0] == 200


@pytest.mark.parametrize(
    "identifier", ["a b/c?d&e=f#g%00", "\x00\x1b\n", "x" * 10_000, "~tilde", "中文#0", "../../etc/passwd", "\u202e", ""]
)
def test_an_item_of_any_name_can_be_opened(serve: Serve, tmp_path: Path, identifier: str) -> None:
    make_run(
        tmp_path / "run", {"m": [review("other"), review(identifier)]}, data=[item("other"), item(identifier or "1")]
    )
    viewer = serve(tmp_path)
    run = viewer.json("/api/all")["runs"][0]["id"]
    listed = viewer.json(f"/api/runs/{run}/parts/0/items")["items"][1]
    page = viewer.json(f"/api/runs/{run}/parts/0/item?key={quote(listed['key'], safe='')}")
    assert page["review"]["id"] == identifier[:100_000]
    assert page["record"]["state"] == ("found" if identifier else "not_there")


def test_reasons_and_sources_come_in_the_language_of_the_browser(viewer: Served, run: str) -> None:
    def asked(path: str, language: str) -> Any:
        return json.loads(viewer.get(path, {"Accept-Language": language})[2])

    address = f"/api/runs/{run}/parts/1/items?size=200"
    english, chinese = asked(address, "en-GB,en"), asked(address, "zh-CN,zh;q=0.9,en;q=0.8")
    assert english == viewer.json(address) == asked(address, "../../x")
    wrong = next(at for at, each in enumerate(english["items"]) if each["verdict"] == "wrong_arguments")
    assert english["items"][wrong]["reason"].startswith("right tool, but ")
    assert chinese["items"][wrong]["reason"].startswith("工具正确，但参数 ")
    key = quote(chinese["items"][wrong]["key"])
    shown = asked(f"/api/runs/{run}/parts/1/item?key={key}", "zh-CN")["review"]
    assert shown["reason"].startswith("工具正确，但参数 ")
    sources = [each.get("expected_source") for each in shown["details"]["arguments"]]
    assert sources and all("message" not in source for source in sources if source)
    refused = viewer.get("/api/runs/none", {"Accept-Language": "zh"})
    assert json.loads(refused[2])["error"] == "没有这个运行"
