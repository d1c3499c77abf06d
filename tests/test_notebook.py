"""Results as Python and notebooks meet them: verbs as functions, short reprs, markup that is safe."""

from __future__ import annotations

import asyncio
import inspect
import json
import pydoc
import re
import sys
import traceback
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import evalwright
from evalwright import (
    EvalConfig,
    audit,
    compare,
    evaluate,
    expand_file,
    open_run,
    plan,
    report,
    stats,
    synthesise,
    verify,
)
from tests.conftest import ROOT
from tests.report.hostile import HOSTILE
from tests.server import FaultServer, item

RETAIL = ROOT / "examples" / "retail"
ALLOWED = {"div", "p", "b", "table", "thead", "tbody", "tr", "th", "td"}


class Strict(HTMLParser):
    """Notes every element and attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= set(attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(markup: str) -> Strict:
    """The markup, once it is known to hold nothing but a table and its words."""
    reader = Strict()
    reader.feed(markup)
    assert reader.tags <= ALLOWED
    assert reader.attributes <= {("style", "text-align:left"), ("style", "text-align:right")}
    return reader


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of baselines on the bundled example."""
    folder = tmp_path_factory.mktemp("runs")
    expand_file(RETAIL / "valid.jsonl", folder / "eval.jsonl")
    for name in ("majority", "bigram"):
        evaluate(
            EvalConfig(
                data=(str(folder / "eval.jsonl"),),
                models=(f"baseline:{name}:{RETAIL / 'train.jsonl'}",),
                run=folder / name,
            )
        )
    return folder


def test_two_runs_are_compared_by_their_names(runs: Path) -> None:
    found = compare(runs / "majority", str(runs / "bigram"))
    assert found.sentence.startswith("baseline:bigram is better than baseline:majority by ")
    assert found.difference is not None and found.ci95 is not None and found.p is not None
    assert found.ci95[0] < found.difference < found.ci95[1]
    assert found.outcome == "better"
    assert found.metric == "next_call_exact"
    document = found.to_dict()["comparisons"][0]
    assert [each["id"] for each in found.fixed] == [each["id"] for each in document["fixed"]]
    assert len(found.fixed) - len(found.broken) == round(found.difference * document["num"])
    assert repr(found) == f"Comparison({found.sentence})"
    text = parsed(found._repr_html_()).text
    assert found.sentence in text and str(found.fixed[0]["id"]) in text
    assert len(found.parts) == 1
    assert found.to_html().startswith("<!") and "next_call_exact" in found.to_markdown()


def test_a_plan_says_what_it_takes(runs: Path) -> None:
    found = plan(runs / "majority", runs / "bigram", delta=0.05)
    assert isinstance(found.conversations, int) and isinstance(found.items, int)
    assert str(found.conversations) in found.sentence
    assert f"{found.items:,}" in parsed(found._repr_html_()).text
    assert len(repr(found)) < 300


def test_a_report_shows_itself_and_is_written_where_told(runs: Path, tmp_path: Path) -> None:
    found = report(runs / "bigram", html=tmp_path / "r.html", markdown=tmp_path / "r.md", csv=tmp_path / "r.csv")
    assert repr(found).startswith(f"StoredRun({runs / 'bigram'}: baseline:bigram / next_call: next_call_exact 0.")
    assert "baseline:bigram" in parsed(found._repr_html_()).text
    assert {path.name for path in tmp_path.iterdir()} == {"r.html", "r.md", "r.csv"}
    assert evalwright.report.open_run is open_run, "the room of the same name stays what it was"
    assert open_run(runs / "bigram") == found


def test_an_evaluation_is_short_and_has_its_table(runs: Path) -> None:
    config = EvalConfig(
        data=(str(runs / "eval.jsonl"),), models=(f"baseline:bigram:{RETAIL / 'train.jsonl'}",), run=runs / "bigram"
    )
    found = evaluate(config)
    assert len(repr(found)) < 300 and "next_call_exact" in repr(found) and "\n" not in repr(found)
    assert "| Model" in str(found)
    assert "[0." in parsed(found._repr_html_()).text
    assert compare(runs / "majority", found).sentence == compare(runs / "majority", runs / "bigram").sentence


def test_data_is_made_proved_and_looked_at(tmp_path: Path) -> None:
    made = synthesise("shop", out=tmp_path / "data", n=6, seed=3, lang="en,zh", options={"users": 40, "orders": 80})
    assert repr(made) == f"Synthesis({tmp_path / 'data'}: 6 of 6 conversations: 5 in train.jsonl, 1 in valid.jsonl)"
    assert "get_user_details" in parsed(made._repr_html_()).text
    assert (tmp_path / "data" / "report.html").is_file()
    proved = verify(str(tmp_path / "data"))
    assert proved.ok and repr(proved) == f"Verified({tmp_path / 'data'}: 6 rows, replayed, ok)"
    assert parsed(proved._repr_html_())
    train = tmp_path / "data" / "train.jsonl"
    train.write_text(train.read_text(encoding="utf-8").replace("get_user_details", "get_user"), encoding="utf-8")
    assert not verify(tmp_path / "data").ok
    from evalwright.synth import prove

    assert prove is verify, "the old name is the same"


def test_audit_and_stats_are_short_and_have_their_tables() -> None:
    looked = audit(str(RETAIL / "train.jsonl"))
    assert re.fullmatch(r"Audit\(\d+ conversations, \d+ errors, \d+ warnings\)", repr(looked))
    assert "conversations without an error" in parsed(looked._repr_html_()).text
    counted = stats([str(RETAIL / "train.jsonl"), str(RETAIL / "valid.jsonl")])
    assert repr(counted).count("conversations") == 2
    assert "tool_calls" in parsed(counted._repr_html_()).text
    assert parsed(stats(iter([{"messages": []}]))._repr_html_())


@pytest.mark.parametrize("text", [hostile for hostile in HOSTILE if hostile][:12])
def test_nothing_from_data_becomes_markup(tmp_path: Path, text: str) -> None:
    row: dict[str, Any] = item("a")
    row["messages"].append({"role": "assistant", "content": None, "tool_calls": [{"function": {"name": text}}]})
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    for shown in (audit(str(path)), stats([row, row])):
        assert parsed(shown._repr_html_())
        assert "\x1b" not in repr(shown) and "\n" not in repr(shown)


def test_a_loop_that_runs_in_the_thread_is_no_obstacle(tmp_path: Path) -> None:
    """As in Jupyter, where every cell is carried out inside a running loop."""
    items = tmp_path / "items.jsonl"
    items.write_text("".join(json.dumps(item(f"i{at}")) + "\n" for at in range(4)), encoding="utf-8")

    async def cell(url: str) -> Any:
        first = evaluate(EvalConfig(data=(str(items),), models=(f"m@{url}",), run=tmp_path / "a"))
        evaluate(EvalConfig(data=(str(items),), models=(f"m@{url}",), run=tmp_path / "b"))
        made = synthesise(f"mcp+stdio:{sys.executable} -m evalwright shop --stdio", out=tmp_path / "data", n=2)
        return first, compare(tmp_path / "a", tmp_path / "b"), made, verify(tmp_path / "data")

    with FaultServer() as server:
        first, compared, made, proved = asyncio.run(cell(server.url))
    assert "next_call_exact 1" in repr(first)
    assert compared.outcome == "no_difference"
    assert made.made == 2
    assert proved.ok


def test_functions_are_called_what_users_call_them() -> None:
    from evalwright.report import compare_runs, plan_runs, report_run, synthesise_data

    functions = [name for name in evalwright.__all__ if inspect.isfunction(getattr(evalwright, name))]
    assert {"compare", "plan", "synthesise", "verify"} <= set(functions)
    assert [name for name in functions if getattr(evalwright, name).__name__ != name] == []
    assert (compare_runs, plan_runs, synthesise_data) == (evalwright.compare, evalwright.plan, evalwright.synthesise)
    assert report_run.__name__ == "report"
    with pytest.raises(evalwright.EvalwrightError) as caught:
        evalwright.compare("nowhere")
    assert "compare" in {frame.name for frame in traceback.extract_tb(caught.value.__traceback__)}
    assert pydoc.render_doc(evalwright.compare, renderer=pydoc.plaintext).splitlines()[2].startswith("compare(")
