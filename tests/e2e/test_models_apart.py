"""A failure of one model is that model's: the others are asked, unless it is their address or their key that failed."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright import compare
from tests.conftest import Run, write_jsonl
from tests.run.scripted import ScriptedServer, scripted

REFUSALS: dict[str, dict[str, Any]] = {
    "gone": {"status": 404, "error": "The model `gone` does not exist."},
    "toolless": {"status": 400, "error": "toolless does not support tools"},
    "ill": {"status": 500, "error": "out of memory"},
    "keyless": {"status": 401, "error": "no such key"},
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with scripted(lambda body: REFUSALS.get(body["model"], {"content": "so"})) as running:
        yield running


@pytest.fixture
def nobody() -> Iterator[str]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


def ask(run: Run, tmp_path: Path, *models: str, number: int = 25, more: tuple[Any, ...] = ()) -> Any:
    data = write_jsonl(tmp_path / "q.jsonl", [{"query": f"why {n}?", "response": "so"} for n in range(number)])
    named = [each for model in models for each in ("-m", model)]
    return run("eval", data, *named, "-o", tmp_path / "run", "--tries", 1, "--retry-wait", 0.02, *more)


def report(tmp_path: Path, model: str) -> Any:
    return json.loads((tmp_path / f"run/reports/{model}/general_qa.json").read_text())


@pytest.mark.parametrize("name", ["gone", "toolless", "ill"])
def test_a_model_that_fails_leaves_the_others_to_be_asked(
    evalwright: Run, server: ScriptedServer, tmp_path: Path, name: str
) -> None:
    done = ask(evalwright, tmp_path, "before", name, "after", more=("--api-url", server.url))
    assert done.returncode == 3, done.stderr
    assert (server.asked("before"), server.asked("after")) == (25, 25) and server.asked(name) <= 25
    assert (report(tmp_path, "before")["num"], report(tmp_path, "after")["num"]) == (25, 25)
    assert report(tmp_path, name)["errors"] == 25, "it is counted, and nobody else is"
    assert f"{name} is not asked any further: " in done.stderr and "the other models go on" in done.stderr
    (owed,) = [line for line in done.stderr.splitlines() if line.startswith("incomplete: ")]
    assert f"({name}: " in owed and "25 items" in owed


@pytest.mark.parametrize("name", ["gone", "toolless"])
def test_also_where_the_first_one_is_refused(
    evalwright: Run, server: ScriptedServer, tmp_path: Path, name: str
) -> None:
    done = ask(evalwright, tmp_path, name, "after", more=("--api-url", server.url))
    assert done.returncode == 3 and report(tmp_path, "after")["num"] == 25, done.stderr
    rows = [row for row in done.stdout.splitlines() if row.startswith("|") and "Rouge-1-R" in row]
    assert [row.split()[1] for row in rows] == [name, "after"], "in order"
    kinds = report(tmp_path, name)["error_kinds"]
    assert sum(kinds.values()) == 25 and (name == "gone" or kinds["http_400"] >= 10), "what failed is not forgotten"


def test_where_all_are_refused_the_setting_is_wrong(evalwright: Run, server: ScriptedServer, tmp_path: Path) -> None:
    done = ask(evalwright, tmp_path, "gone", "toolless", more=("--api-url", server.url))
    assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith("evalwright: The model `gone`")
    assert not (tmp_path / "run").exists(), "nothing was answered, so nothing is left"


def test_an_address_where_nobody_listens_is_so_for_all_its_models(
    evalwright: Run, server: ScriptedServer, tmp_path: Path, nobody: str
) -> None:
    done = ask(evalwright, tmp_path, f"a@{nobody}", f"b@{nobody}", f"c@{server.url}")
    assert done.returncode == 3 and report(tmp_path, "c")["num"] == 25
    assert [report(tmp_path, name)["error_kinds"] for name in "ab"] == [{"not_asked": 25}] * 2
    (owed,) = [line for line in done.stderr.splitlines() if line.startswith("incomplete: ")]
    assert "50 items were not asked (a, b: cannot connect to" in owed and f"-m a@{nobody}" in owed
    again = ask(evalwright, tmp_path, f"c@{server.url}")
    assert again.returncode == 0 and server.asked("c") == 25


def test_two_who_answered_nothing_in_common_are_not_counted_against_each_other(
    evalwright: Run, server: ScriptedServer, tmp_path: Path
) -> None:
    assert ask(evalwright, tmp_path, "gone", "after", more=("--api-url", server.url)).returncode == 3
    done = evalwright("compare", "run", "--html", "page.html")
    assert done.returncode == 0 and "have no item with Rouge-L-F in common" in done.stdout
    assert "fixed" not in done.stdout and "By metric" not in done.stdout, "of nothing there is nothing to count"
    assert "both right" not in (tmp_path / "page.html").read_text() + (tmp_path / "run/report.html").read_text()
    assert "in common" in compare(tmp_path / "run")._repr_html_()


def test_a_key_that_is_refused_is_so_for_those_who_send_it(
    evalwright: Run, server: ScriptedServer, tmp_path: Path
) -> None:
    models = (f"keyless@{server.url}", f"same@{server.url}", f"other@{server.url}#OTHER_KEY")
    done = evalwright(
        "eval", write_jsonl(tmp_path / "q.jsonl", [{"query": "why?", "response": "so"}]),
        *(each for model in models for each in ("-m", model)), "-o", tmp_path / "run",
        env={"OTHER_KEY": "sk-other-0123456789"},
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert [server.asked(name) for name in ("keyless", "same", "other")] == [1, 0, 1]


def test_a_spent_budget_ends_it_for_everyone_and_all_are_counted(
    evalwright: Run, server: ScriptedServer, tmp_path: Path
) -> None:
    done = ask(evalwright, tmp_path, "a", "b", more=("--api-url", server.url, "--max-requests", 10))
    assert done.returncode == 3 and (server.asked("a"), server.asked("b")) == (10, 0)
    assert "incomplete: 40 items were not asked (a, b: stopped by --max-requests 10" in done.stderr
    assert report(tmp_path, "b")["error_kinds"] == {"not_asked": 25}


def test_a_dead_judge_costs_no_model_its_turn(
    evalwright: Run, server: ScriptedServer, tmp_path: Path, nobody: str
) -> None:
    judged = ("--judge-strategy", "llm", "--judge-model-args", json.dumps({"model_id": "j", "api_url": nobody}))
    done = ask(evalwright, tmp_path, "a", "b", number=3, more=("--api-url", server.url, *judged))
    assert done.returncode == 3 and (server.asked("a"), server.asked("b")) == (3, 3)
    assert "incomplete: 6 answers have no verdict" in done.stderr
    assert "mend the address in judge_model_args.api_url" in done.stderr
    assert "b / general_qa: 3 of 3 answers were not judged" in done.stdout and "the answers are there" in done.stdout
    assert "not asked" not in done.stdout + done.stderr
