"""A run of 50,000 answers: the page stays small, and writing it takes little time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evalwright.report.html import write_html

from ..conftest import ROOT
from .html_help import call, island, make_run, parse, review

ANSWERS = 50_000
_MEASURED = """
import sys
from evalwright.report.html import write_html

def peak():  # not ru_maxrss: a child inherits its parent's there
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

before = peak()
write_html(sys.argv[1], sys.argv[2])
print((peak() - before) // 1024)
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    reviews = []
    items = []
    for at in range(ANSWERS):
        tool = f"tool_{at % 30}"
        expected = call(tool, {"order_id": f"W{at}", "note": "很长的说明 " * 10})
        verdict = ("exact", "wrong_arguments", "wrong_tool")[at % 3]
        given = {"wrong_tool": call(f"tool_{(at + at % 7) % 30}_x", {}), "exact": expected}.get(verdict)
        identifier = f"c{at // 10}#{at % 10}"
        reviews.append(
            review(identifier, verdict, expected, given or call(tool, {"order_id": "V"}), call_index=at % 10)
        )
        if at % 50 == 1:
            items.append({
                "id": identifier,
                "messages": [{"role": "user", "content": f"{text} {at}" * 100} for text in ("please", "请问", "more")],
                "tools": [],
                "expected_output": {"tool_calls": []},
            })  # fmt: skip
    return make_run(tmp_path_factory.mktemp("large") / "run", {"m": reviews}, items=items)


def test_the_file_is_small_and_soon_written(large: Path) -> None:
    start = time.perf_counter()
    path = write_html(large)
    assert time.perf_counter() - start < 30
    assert path.stat().st_size < 15_000_000
    page = parse(path)
    failures = island(page)["failures"]
    assert len(failures) == len(page.all("details", class_="failure"))
    assert 500 < len(failures) <= 1000
    counted = sum(int(each.attributes["data-num"] or "") for each in page.all("span", class_="count"))
    assert counted == sum(at % 3 != 0 for at in range(ANSWERS))
    assert f"{counted - len(failures)} failures are counted but not shown" in page.text


def test_writing_holds_a_few_failures_and_not_the_run(large: Path, tmp_path: Path) -> None:
    size = sum(file.stat().st_size for file in large.rglob("*.jsonl")) // 2**20
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, str(large), str(tmp_path / "page.html")],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    assert int(done.stdout) < 60, f"megabytes, for {size} of reviews"


def test_texts_at_their_longest_still_fit(tmp_path: Path) -> None:
    long = "<汉>" * 3000
    reviews = [
        review(
            f"c{at}#0",
            "wrong_arguments",
            call(f"t{at % 9}", {"a": long, "b": long}),
            call(f"t{at % 9}", {"a": f"{at}{long}"}),
        )
        for at in range(1500)
    ]
    path = write_html(make_run(tmp_path / "run", {"m": reviews}))
    assert path.stat().st_size < 15_000_000
    tools = [each["expected"][:2] for each in island(parse(path))["failures"]]
    assert len(set(tools)) == 9
    assert json.dumps(tools)
