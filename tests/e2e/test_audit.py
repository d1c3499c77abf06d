"""evalwright audit as a user meets it: words, JSON, a page, exit codes, and text that means harm."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT, Run, write_jsonl

VALID = ROOT / "examples" / "retail" / "valid.jsonl"
TRAIN = ROOT / "examples" / "retail" / "train.jsonl"
HOSTILE = (
    "\x1b]0;owned\x07\x1b[2J\u202e\u2066<script>alert(1)</script><img src=x onerror=alert(1)>\x9b31m\r\n" + "A" * 10**6
)


def talk(value: str) -> dict[str, Any]:
    function = {"name": "open" + value[:200], "arguments": json.dumps({"key" + value[:50]: value})}
    call = {"id": value[:100], "type": "function", "function": function}
    return {
        "id": "row" + value[:300],
        "messages": [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "none" + value[:100], "content": value},
            {"role": "user", "content": value, "name": value[:80]},
        ],
        "tools": [{"type": "function", "function": {"name": "x" + value[:90], "parameters": {"type": "object"}}}],
    }


def test_good_data_ends_with_0(evalwright: Run) -> None:
    done = evalwright("audit", str(VALID), "--against", str(TRAIN))
    assert done.returncode == 0, done.stderr
    assert "16 conversations, " in done.stdout
    assert "0 errors" in done.stdout


def test_an_invented_value_ends_with_1_and_is_named(evalwright: Run, tmp_path: Path) -> None:
    records = [json.loads(line) for line in VALID.read_text("utf-8").splitlines()]
    text = json.dumps(records[0], ensure_ascii=False)
    order = re.findall(r"#E\d{5}", text)[0]
    records[0] = json.loads(text.replace(f'order_id\\": \\"{order}', 'order_id\\": \\"#E00001', 1))
    write_jsonl(tmp_path / "bad.jsonl", records)
    done = evalwright("audit", str(tmp_path / "bad.jsonl"), "--json")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert set(document) == {"conversations", "findings", "summary"}
    assert document["conversations"] == 16
    errors = [finding for finding in document["findings"] if finding["severity"] == "error"]
    assert [(finding["rule"], finding["line"]) for finding in errors] == [("ungrounded-argument", 1)]
    assert errors[0]["path"].endswith("function.arguments.order_id")
    assert set(errors[0]) == {"rule", "severity", "file", "line", "conversation", "message", "path", "text"}


def test_an_unknown_rule_is_a_usage_error(evalwright: Run) -> None:
    done = evalwright("audit", str(VALID), "--ignore", "near-duplicates")
    assert done.returncode == 2
    assert "Did you mean 'near-duplicate'?" in done.stderr


def test_bad_rows_do_not_stop_it(evalwright: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"messages": [\n' + VALID.read_text("utf-8"), encoding="utf-8")
    done = evalwright("audit", str(tmp_path / "bad.jsonl"))
    assert done.returncode == 1
    assert "bad.jsonl:1" in done.stdout
    assert "16 conversations" in done.stdout


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_hostile_text_does_not_reach_the_terminal(evalwright: Run, tmp_path: Path, options: list[str]) -> None:
    write_jsonl(tmp_path / "evil.jsonl", [talk(HOSTILE)])
    done = evalwright("audit", str(tmp_path / "evil.jsonl"), *options, "--html", str(tmp_path / "page.html"))
    assert done.returncode == 1, done.stderr
    seen = done.stdout + done.stderr
    assert all(line.isprintable() for line in seen.splitlines())
    assert len(seen) < 100_000


def test_the_page_runs_nothing_and_fetches_nothing(evalwright: Run, tmp_path: Path) -> None:
    write_jsonl(tmp_path / "evil.jsonl", [talk(HOSTILE), talk("\"'><svg onload=alert(2)>")])
    evalwright("audit", str(tmp_path / "evil.jsonl"), "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "default-src 'none'" in page
    assert "ungrounded-argument" in page
    tags = set(re.findall(r"<\s*/?!?([a-zA-Z0-9]+)", page))
    assert tags <= {
        *("doctype", "html", "head", "meta", "title", "style", "body", "h1", "p", "table", "thead", "tbody", "tr"),
        *("th", "td", "code", "details", "summary"),
    }
    assert "http://" not in page and "https://" not in page
    assert "\x1b" not in page and "\u202e" not in page
    assert len(page) < 100_000
