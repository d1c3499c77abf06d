"""A hostile client: it hears 4xx or gets a failed criterion, the server goes on, and others' runs are untouched."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import Api, an_eval, over, rows_of, same, serving

FORKS = "import os\ndef grade(sample, item):\n    while True:\n        os.fork()\n"
WRITES = """import os, json
def grade(sample, item):
    for number in range(3, 64):
        try:
            os.write(number, b'{"score": 1.0}\\n1.0\\n')
        except OSError:
            pass
    return 0.0
"""
READS = "import pathlib\ndef grade(sample, item):\n    return float(len(list(pathlib.Path.home().iterdir())))\n"


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with serving(tmp_path_factory.mktemp("hostile") / "dir") as served:
        yield served


BRACES = "{{" * 400_000
TEMPLATES = [
    ("{{item.__class__.__mro__}}", None),
    ("{{item.word.format.__globals__}}", None),
    ("{{sample.__init__}}", None),
    ("{{self}}", 400),
    ("{{item['a'].b()}}", None),
    (BRACES, 200),
    ("{{item." + "a." * 5000 + "b}}", 400),
    ("{{item.word}}" * 20_000, 400),
    ("%s %n {0} {0.__class__} $(id) `id`", 200),
]


@pytest.mark.parametrize(("template", "status"), TEMPLATES, ids=lambda value: str(value)[:24])
def test_a_template_is_text_or_refused(api: Api, template: str, status: int | None) -> None:
    answer = api.ask("POST", "/evals", an_eval(same(given=template)))
    assert answer.status == (status or 200), answer.body[:300]
    if answer.status == 400:
        assert answer.error["param"] == "testing_criteria[0].input" and len(answer.error["message"]) < 2000


def test_attribute_walks_and_code_fail_alone_and_others_are_untouched(api: Api) -> None:
    evil = [
        same("walk", "{{item.word.__class__}}"),
        {"type": "python", "name": "forks", "source": FORKS},
        {"type": "python", "name": "writes", "source": WRITES},
        {"type": "python", "name": "reads", "source": READS},
        {"type": "python", "name": "fine", "source": "def grade(sample, item):\n    return 1.0\n"},
    ]
    theirs = api.post("/evals", an_eval(*evil))
    mine = api.post("/evals", an_eval(same()))
    bad = api.post(f"/evals/{theirs['id']}/runs", over(rows_of(("a", "a"))))["id"]
    good = api.post(f"/evals/{mine['id']}/runs", over(rows_of(("a", "a"), ("b", "c"))))["id"]
    run = api.wait(mine["id"], good, 120)
    assert run["result_counts"] == {"total": 2, "passed": 1, "failed": 1, "errored": 0}
    ended = api.wait(theirs["id"], bad, 300)
    assert ended["status"] == "completed", ended["error"]
    for item in api.items(theirs["id"], bad):
        walk, forks, writes, reads, fine = item["results"]
        assert walk["error"]["code"] == "invalid_variable_error"
        assert forks["error"] and not forks["passed"]
        assert not writes["passed"] and writes["score"] == 0
        assert not reads["passed"]
        assert fine["passed"] and fine["score"] == 1.0 and fine["error"] is None


def test_many_at_once_who_want_graders_hear_that_they_should_wait(api: Api) -> None:
    found: list[Any] = []
    body = {"grader": {"type": "python", "name": "p", "source": "def grade(sample, item):\n    return 0.5\n"}}

    def client() -> None:
        found.append(api.ask("POST", "/fine_tuning/alpha/graders/run", {**body, "model_sample": "x", "item": {}}))

    threads = [threading.Thread(target=client) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    statuses = {answer.status for answer in found}
    assert statuses <= {200, 429} and 200 in statuses
    for answer in found:
        assert answer.json["reward"] == 0.5 if answer.status == 200 else answer.error["code"] == "busy_graders"


def test_ids_and_cursors_lead_nowhere(api: Api) -> None:
    for text in ("..", "%2e%2e%2f%2e%2e", "%00", "a" * 1500, "eval_%0d%0aSet-Cookie:x", "*", "~", "%ff"):
        for path in (f"/evals/{text}", f"/evals/{text}/runs/{text}", f"/files/{text}/content"):
            answer = api.ask("GET", path)
            assert answer.status in (400, 404, 414), (path, answer.status)
            assert "set-cookie" not in answer.headers
        assert api.ask("GET", f"/evals?after={text}").status in (400, 414)
    assert api.ask("GET", "/evals?" + "a=b&" * 5000).status == 414


def test_what_the_server_keeps_for_itself_cannot_be_sent(api: Api) -> None:
    own = {
        "id": "../../x",
        "number": -5,
        "made_by": "m",
        "created_at": 1,
        "reviews": "/etc/passwd",
        "answers": "/etc/passwd",
    }
    own |= {"status": "completed", "eval_id": "e", "object": "o", "rows": 1, "updated_at": 9e18}
    made = api.post("/evals", an_eval(same(), **own))
    assert made["id"].startswith("eval_") and made["object"] == "eval" and made["created_at"] > 1
    run = api.post(f"/evals/{made['id']}/runs", {**over(rows_of(("a", "a"))), **own})
    assert run["id"].startswith("evalrun_") and run["status"] == "queued" and run["eval_id"] == made["id"]
    assert not {"reviews", "answers", "number", "made_by"} & {*run, *made}
    assert api.get(f"/evals/{made['id']}/runs/{run['id']}/output_items")["data"] == []
    api.delete(f"/evals/{made['id']}")
