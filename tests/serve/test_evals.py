"""Evals and runs over plain HTTP: what is posted comes back, lists have pages, wrong requests hear why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import Api, an_eval, over, rows_of, same, serving

PAIRS = [("a", "a"), ("b", "c"), ("d", "d"), ("e", "f"), ("g", "g")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve") / "dir"


@pytest.fixture(scope="module")
def api(folder: Path) -> Iterator[Api]:
    with serving(folder) as served:
        yield served


@pytest.fixture(scope="module")
def done(api: Api) -> tuple[Any, Any]:
    """An eval and a run of it that is over: the last row has no gold."""
    made = api.post("/evals", an_eval(same(), same("other", "{{item.word}}", "a")))
    rows = [*rows_of(*PAIRS), {"item": {"word": 7}}]
    run = api.post(f"/evals/{made['id']}/runs", over(rows, metadata={"k": "v"}))
    return made, api.wait(made["id"], run["id"])


def test_what_is_posted_comes_back_and_every_criterion_has_an_id(api: Api) -> None:
    made = api.post("/evals", an_eval(same(), metadata={"a": "b"}, evaluation_level="conversation", sampled=True))
    assert made["object"] == "eval" and made["metadata"] == {"a": "b"} and made["evaluation_level"] == "conversation"
    schema = made["data_source_config"]["schema"]
    assert set(schema["properties"]) == {"item", "sample"}
    [criterion] = made["testing_criteria"]
    assert criterion["id"].startswith("same-") and {**criterion, "id": ""} == {**same(), "id": ""}
    assert api.get(f"/evals/{made['id']}") == made


def test_a_run_counts_what_a_script_counts_by_hand(done: tuple[Any, Any]) -> None:
    made, run = done
    assert run["status"] == "completed" and run["error"] is None and run["metadata"] == {"k": "v"}
    right = sum(word == gold for word, gold in PAIRS)
    both = sum(word == gold == "a" for word, gold in PAIRS)
    assert run["result_counts"] == {"total": 6, "passed": both, "failed": 5 - both, "errored": 1}
    [note] = run["notes"]
    assert "1 row" in note and "word" in note  # the last one has a number where the schema says text
    first, second = (each["id"] for each in made["testing_criteria"])
    assert run["per_testing_criteria_results"] == [
        {"testing_criteria": first, "passed": right, "failed": 5 - right},
        {"testing_criteria": second, "passed": 1, "failed": 5},
    ]


def test_output_items_hold_one_result_per_criterion_with_the_same_keys(api: Api, done: tuple[Any, Any]) -> None:
    made, run = done
    items = api.items(made["id"], run["id"])
    assert [item["datasource_item_id"] for item in items] == list(range(6))
    ids = [each["id"] for each in made["testing_criteria"]]
    keys = {frozenset(result) for item in items for result in item["results"]}
    assert len(keys) == 1
    for item in items:
        assert [result["name"] for result in item["results"]] == ids
        assert all(isinstance(result["passed"], bool) for result in item["results"])
    bad = items[-1]["results"]
    assert bad[0]["error"]["code"] == "invalid_variable_error" and bad[0]["score"] == 0 and bad[1]["error"] is None
    assert api.get(f"/evals/{made['id']}/runs/{run['id']}/output_items/{items[2]['id']}") == items[2]


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("status", ["", "pass", "fail", "passed", "failed"])
def test_pages_of_output_items_are_the_whole_list(api: Api, done: tuple[Any, Any], order: str, status: str) -> None:
    made, run = done
    everything = api.items(made["id"], run["id"])
    wanted = [item for item in everything if not status or item["status"] == status[:4]]
    if order == "desc":
        wanted.reverse()
    query = f"order={order}" + (f"&status={status}" if status else "")
    for limit in (1, 2, 100):
        assert api.items(made["id"], run["id"], f"{query}&limit={limit}") == wanted


def test_lists_of_evals_and_runs_have_pages(api: Api) -> None:
    made = [api.post("/evals", an_eval(same(), name=f"n{number}"))["id"] for number in range(3)]
    page = api.get("/evals?limit=2&order=desc")
    assert [each["id"] for each in page["data"]] == [made[2], made[1]] and page["has_more"]
    after = api.get(f"/evals?limit=1&order=desc&after={page['last_id']}")
    assert after["data"][0]["id"] == made[0]
    api.post(f"/evals/{made[0]}", {"name": "anew"})
    assert api.get("/evals?order_by=updated_at&order=desc&limit=1")["data"][0]["name"] == "anew"
    runs = [api.post(f"/evals/{made[0]}/runs", over(rows_of(("a", "a"))))["id"] for _ in range(2)]
    for run in runs:
        api.post(f"/evals/{made[0]}/runs/{run}/cancel")
    assert [each["id"] for each in api.get(f"/evals/{made[0]}/runs")["data"]] == runs
    assert len(api.get(f"/evals/{made[0]}/runs?status=canceled")["data"]) == 2
    assert api.get(f"/evals/{made[0]}/runs?status=failed")["data"] == []


@pytest.mark.parametrize(
    ("path", "body", "param"),
    [
        ("/evals", {"testing_criteria": [same()]}, "data_source_config"),
        ("/evals", an_eval(), "testing_criteria"),
        ("/evals", an_eval({**same(), "operation": "likes"}), "testing_criteria[0].operation"),
        ("/evals", an_eval(same(given="{{thing.x}}")), "testing_criteria[0].input"),
        ("/evals", {**an_eval(same()), "data_source_config": {"type": "logs"}}, "data_source_config.type"),
        ("/evals", {**an_eval(same()), "name": 3}, "name"),
        ("RUNS", {}, "data_source"),
        ("RUNS", over([]), "data_source.source.content"),
        ("RUNS", over([{"word": "a"}]), "data_source.source.content[0]"),
        ("RUNS", {"data_source": {"type": "azure_ai_red_team"}}, "data_source.type"),
        (
            "RUNS",
            {"data_source": {"type": "jsonl", "source": {"type": "stored_completions"}}},
            "data_source.source.type",
        ),
        (
            "RUNS",
            {"data_source": {"type": "completions", "source": {"type": "file_id", "id": "x"}, "model": "m"}},
            "data_source.model",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_field(api: Api, path: str, body: Any, param: str) -> None:
    if path == "RUNS":
        path = f"/evals/{api.post('/evals', an_eval(same()))['id']}/runs"
    answer = api.ask("POST", path, body)
    assert answer.status in (400, 404)
    assert answer.error["param"] == param and answer.error["message"] and answer.error["type"]


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=x", "order=up", "after=eval_none", "order_by=name"],
)
def test_a_wrong_query_is_400(api: Api, query: str) -> None:
    answer = api.ask("GET", f"/evals?{query}")
    assert answer.status == 400 and answer.error["param"] == query.partition("=")[0]


def test_what_is_not_there_is_404(api: Api, done: tuple[Any, Any]) -> None:
    made, run = done
    other = api.post("/evals", an_eval(same()))["id"]
    paths = [
        "/evals/eval_none",
        "/evals/..%2F..%2Fetc",
        f"/evals/{other}/runs/{run['id']}",
        f"/evals/{made['id']}/runs/{run['id']}/output_items/outputitem_x_0",
        f"/evals/{made['id']}/runs/{run['id']}/output_items/../../../../serve.json",
        "/files/none",
        "/files/%2e%2e/content",
        "/batches",
        "/fine_tuning/jobs",
        "/nothing",
        "/chat/completions?limit=5",
        "/responses/resp_1/input_items",
    ]
    for path in paths:
        answer = api.ask("GET", path)
        assert (answer.status, bool(answer.error["message"])) == (404, True), path


def test_deleting_takes_everything_away(api: Api) -> None:
    made = api.post("/evals", an_eval(same()))["id"]
    run = api.post(f"/evals/{made}/runs", over(rows_of(("a", "a"))))["id"]
    assert api.delete(f"/evals/{made}/runs/{run}") == {"object": "eval.run.deleted", "deleted": True, "run_id": run}
    assert api.ask("GET", f"/evals/{made}/runs/{run}").status == 404
    assert api.delete(f"/evals/{made}") == {"object": "eval.deleted", "deleted": True, "eval_id": made}
    assert api.ask("GET", f"/evals/{made}").status == 404


def test_a_request_that_says_it_is_a_retry_gets_what_was_made(api: Api) -> None:
    body = an_eval(same(), name="once")
    first = api.post("/evals", body)
    assert api.post("/evals", body, **{"x-stainless-retry-count": "1"}) == first
    assert api.post("/evals", body, **{"x-stainless-retry-count": "0"})["id"] != first["id"]
    run = api.post(f"/evals/{first['id']}/runs", over(rows_of(("a", "a"))))
    again = api.post(f"/evals/{first['id']}/runs", over(rows_of(("a", "a"))), **{"x-stainless-retry-count": "2"})
    assert again["id"] == run["id"]
    api.delete(f"/evals/{first['id']}")


@pytest.mark.parametrize("prefix", ["/v1", "/openai/v1", "/openai", "/openai/deployments/m"])
def test_every_prefix_of_the_clients_is_answered(api: Api, prefix: str) -> None:
    other = Api(api.port, prefix)
    assert other.get("/evals?api-version=2025-01-01-preview")["object"] == "list"


def test_the_viewer_shows_the_run_under_its_report_url(api: Api, done: tuple[Any, Any]) -> None:
    address = done[1]["report_url"]
    assert address.startswith(f"http://127.0.0.1:{api.port}/#/run/")
    page = Api(api.port, "")
    assert b"evalwright" in page.ask("GET", "/").body
    shown = page.get(f"/api/runs/{address.rpartition('/')[2]}")
    assert json.dumps(shown)
    assert page.ask("POST", "/api/marks", {}).status in (404, 405)


def test_large_rows_are_echoed_as_the_file_they_are_kept_in(api: Api) -> None:
    made = api.post("/evals", an_eval(same()))["id"]
    rows = rows_of(*(("w" * 300, "w" * 300) for _ in range(2000)))
    run = api.post(f"/evals/{made}/runs", over(rows))
    source = run["data_source"]["source"]
    assert source["type"] == "file_id"
    kept = api.ask("GET", f"/files/{source['id']}/content").body.splitlines()
    assert [json.loads(line) for line in kept] == rows
    assert api.delete(f"/evals/{made}")["deleted"]


def test_the_directory_is_for_its_owner_alone(api: Api, folder: Path, done: tuple[Any, Any]) -> None:
    assert list((folder / "outputs").iterdir())
    everything = [folder, *folder.rglob("*")]
    assert [path for path in everything if path.exists() and path.stat().st_mode & 0o077] == []
