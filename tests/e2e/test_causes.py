"""Why requests failed is said: by cause, in the server's own words, with what helps, and no later than it is known."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run, read_jsonl, write_jsonl
from tests.server import FaultServer, item

QUICK = ("--retry-wait", 0.02, "--timeout", 5)
REPORT = "run/reports/m/next_call.json"


def ask(run: Run, server: FaultServer, modes: list[str], tmp_path: Path, *more: Any, **others: Any) -> Any:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    return run("eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", *QUICK, *more, **others)


@pytest.mark.parametrize(
    ("server_says", "cure"),
    [
        ("vllm", "--enable-auto-tool-choice --tool-call-parser NAME"),
        ("ollama", "supports tools"),
        ("context", "longer context"),
        ("max-tokens", "max_completion_tokens"),
        ("temperature", '{"temperature": null}'),
    ],
)
def test_a_cause_that_does_not_pass_ends_the_run_early_with_the_cure(
    evalwright: Run, server: FaultServer, tmp_path: Path, server_says: str, cure: str
) -> None:
    done = ask(evalwright, server, [f"fails:{server_says}"] * 155, tmp_path)
    assert done.returncode == 2 and len(server.ledger) <= 26, "one, and sixteen at once"
    line = done.stderr.strip().splitlines()[-1]
    assert "HTTP 400: " in line and cure in line and "asks just those" not in line
    assert not (tmp_path / "run").exists(), "nothing was answered, so nothing is left"


def test_a_server_without_jinja_is_said_too(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    done = ask(evalwright, server, ["fails:llama.cpp"] * 155, tmp_path)
    assert done.returncode == 3 and len(server.ledger) <= 40 and "Start it with --jinja" in done.stderr


def test_a_server_that_fails_everybody_is_asked_a_few_times_and_the_run_goes_on_later(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    done = ask(evalwright, server, ["status:500:1"] * 155, tmp_path, "--retry-wait", 5)
    assert done.returncode == 3, done.stderr
    assert len(server.ledger) <= 40, "and not 775"
    assert "20 requests in a row failed and none was answered: HTTP 500: as asked, 500" in done.stderr
    report = json.loads((tmp_path / REPORT).read_text())
    first, last = report["causes"][0], report["causes"][-1]
    assert (first["kind"], first["message"], first["may_pass"]) == ("http_500", "as asked, 500", True)
    assert last["kind"] == "not_asked" and first["count"] + last["count"] == 155
    again = ask(evalwright, server, ["status:500:1"] * 155, tmp_path, "--retry-wait", 0.02)
    assert again.returncode == 0, again.stderr


def test_what_failed_and_what_was_not_asked_are_counted_apart_everywhere(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    done = ask(evalwright, server, ["status:500"] * 155, tmp_path, "--concurrency", 1, "--tries", 1)
    assert done.returncode == 3 and len(server.ledger) == 20
    assert "155 items have no answer, 135 of them were not asked" in done.stderr
    assert "Errors |   Not asked |" in done.stdout and "     20 |         135 |" in done.stdout
    assert "m / next_call: 135 of 155 were not asked" in done.stdout
    assert (
        "nothing was answered" in done.stdout and "left out for want of an answer: 155 (not asked: 135)" in done.stdout
    )
    assert "independent" not in done.stdout and "counted as wrong" not in done.stdout, "nothing was counted"
    report = json.loads((tmp_path / REPORT).read_text())
    assert {(row["errors"], row["not_asked"]) for row in report["metrics"]} == {(155, 135)}
    page = (tmp_path / "run/report.html").read_text()
    assert "No request was answered: 20 failed, 135 were not asked" in page and "155 of 155 failed" not in page
    evalwright("report", tmp_path / "run", "--markdown", "report.md", "--junit", "junit.xml")
    assert "| 20 | 135 |" in (tmp_path / "report.md").read_text()
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()[0]
    assert (suite.get("errors"), suite.get("skipped")) == ("20", "1")
    assert suite[-1].get("name") == "135 more items" and "not asked" in (suite[-1][0].get("message") or "")


def test_what_is_owed_is_one_chinese_sentence(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    done = ask(evalwright, server, ["status:500"] * 30, tmp_path, "--tries", 1, "--lang", "zh")
    line = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 3 and "没有回答，其中" in line and "个未发送（已停止" in line and "）；用 -o" in line


def test_failures_are_grouped_by_cause_in_terminal_and_report(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    modes = ["ok"] * 6 + ["fails:context"] * 12 + ["status:503"] * 2
    done = ask(evalwright, server, modes, tmp_path, "--tries", 2)
    assert done.returncode == 3
    assert "12 of 20 requests failed: HTTP 400: This model's maximum context length is 4096 tokens" in done.stdout
    assert "2 of 20 requests failed: HTTP 503: as asked, 503" in done.stdout
    assert "asks just those" in done.stderr and "mend the cause" not in done.stderr, "503 may pass"
    evalwright("report", tmp_path / "run", "--markdown", tmp_path / "report.md")
    assert "12 of 20 requests failed" in (tmp_path / "report.md").read_text()
    causes = json.loads((tmp_path / REPORT).read_text())["causes"]
    assert [(cause["kind"], cause["count"], cause["ids"][:2], cause["may_pass"]) for cause in causes] == [
        ("http_400", 12, ["i6", "i7"], False),
        ("http_503", 2, ["i18", "i19"], True),
    ]
    assert causes[0]["cure_name"] == "context_length" and "longer context" in causes[0]["cure"]


def test_where_asking_again_cannot_help_it_is_not_advised(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    done = ask(evalwright, server, ["ok", "fails:context"], tmp_path)
    assert done.returncode == 3 and "asking again would fail alike: mend the cause first" in done.stderr


def test_a_second_run_does_not_stop_at_items_that_fail_for_good(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    """Twelve long items are owed for ever; the second model is asked all the same."""
    modes = ["fails:context"] * 12 + ["ok"] * 4
    mixed = ["ok", *modes]
    assert ask(evalwright, server, mixed, tmp_path).returncode == 3
    done = ask(evalwright, server, mixed, tmp_path, "-m", f"n@{server.url}")
    assert done.returncode == 3 and (tmp_path / "run/reviews/n").is_dir(), done.stderr


def test_an_answer_of_before_counts_though_the_run_stops_early(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    modes = ["status:500", *["ok"] * 30]
    assert ask(evalwright, server, modes, tmp_path, "--tries", 1).returncode == 3
    done = ask(evalwright, server, [*modes, *["ok"] * 10], tmp_path, "--tries", 1, "--max-requests", 1)
    report = json.loads((tmp_path / REPORT).read_text())
    assert done.returncode == 3 and report["num"] == 30, "and not 0, though item 0 was the first to be asked"


def test_what_one_model_answered_is_reported_though_the_next_is_refused(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    modes = ["status:401", *["ok"] * 3]
    replayed = write_jsonl(tmp_path / "known.jsonl", [{"id": f"i{n}", "output_text": "so"} for n in range(4)])
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    models = ("-m", f"replay:{replayed}", "-m", f"m@{server.url}")
    done = evalwright("eval", items, *models, "-o", tmp_path / "run")
    assert done.returncode == 3 and "No key was sent" in done.stderr and len(server.ledger) == 1
    assert (tmp_path / "run/report.html").exists() and "replay:known" in done.stdout


class TestBudgets:
    def test_requests(self, evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
        done = ask(evalwright, server, ["ok"] * 30, tmp_path, "--max-requests", 12)
        assert (done.returncode, len(server.ledger)) == (3, 12)
        assert "stopped by --max-requests 12: 12 requests were sent" in done.stderr
        again = ask(evalwright, server, ["ok"] * 30, tmp_path, "--max-requests", 18)
        assert (again.returncode, len(server.ledger)) == (0, 30)

    def test_requests_of_all_models_together(self, evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
        second = ("-m", f"n@{server.url}")
        done = ask(evalwright, server, ["ok"] * 10, tmp_path, *second, "--max-requests", 15)
        assert (done.returncode, len(server.ledger)) == (3, 15)

    def test_tokens(self, evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
        more = ("--max-tokens-total", 120, "--concurrency", 1)
        done = ask(evalwright, server, ["ok"] * 30, tmp_path, *more)
        assert done.returncode == 3 and "--max-tokens-total 120" in done.stderr
        assert len(server.ledger) <= 11, "an answer takes 12 tokens, as the server tells"

    @pytest.mark.parametrize("option", ["--max-requests", "--max-tokens-total", "--max-minutes"])
    def test_a_budget_of_nothing_is_a_wrong_setting(
        self, evalwright: Run, server: FaultServer, tmp_path: Path, option: str
    ) -> None:
        done = ask(evalwright, server, ["ok"], tmp_path, option, 0)
        assert done.returncode == 2 and option in done.stderr and not server.ledger


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
from evalwright.cli import main
main()
"""


def test_few_open_files_make_few_connections_and_no_failure(server: FaultServer, tmp_path: Path) -> None:
    server.latency = 0.05
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}") for n in range(120)])
    more = ("-o", tmp_path / "run", "--concurrency", 200)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "eval", *map(str, (items, "-m", "m", "--api-url", server.url, *more))],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "ulimit -n" in done.stderr and "Start the server" not in done.stderr
    assert 1 < server.most_at_once < 32 and len(read_jsonl(tmp_path / "run/reviews/m/next_call_items.jsonl")) == 120


def test_a_failure_in_our_own_words_is_stored_in_english_and_said_in_the_readers_language(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    done = ask(evalwright, server, ["ok", "body:empty-choices"], tmp_path, "--tries", 1, env={"EVALWRIGHT_LANG": "zh"})
    lines = read_jsonl(next(tmp_path.glob("run/predictions/**/*.jsonl")))
    stored = next(line["error"] for line in lines if "error" in line)
    assert stored["message"].startswith("the reply has no choices: ")
    assert "应答中没有 choices：" in done.stdout and "the reply has no choices" not in done.stdout
    cause = json.loads((tmp_path / REPORT).read_text())["causes"][0]
    assert cause["message"] == stored["message"] and cause["said"] == stored["said"]
    page = evalwright("report", tmp_path / "run", "-o", tmp_path / "page.html", "--lang", "zh")
    assert page.returncode == 0 and "应答中没有 choices：" in (tmp_path / "page.html").read_text(encoding="utf-8")
