"""stats: every number of the tables, counted by hand on small data, and against pandas' definition of describe."""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.chat import read_conversation
from evalwright.errors import InputError, UsageError
from evalwright.workbench.stats import END, START, stats
from evalwright.workbench.stats.tally import Tally, describe
from evalwright.workbench.stats.words import language_of, words_in

from ..conftest import ROOT, write_jsonl


def talk(
    *plan: str | list[str], opening: str = "Hello there", tools: tuple[str, ...] = ("a", "b", "c")
) -> dict[str, Any]:
    """A conversation that calls these tools in order; a list stands for calls in one message."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": opening}]
    for number, step in enumerate(plan):
        names = [step] if isinstance(step, str) else step
        calls = [
            {"id": f"c{number}.{at}", "type": "function", "function": {"name": name, "arguments": "{}"}}
            for at, name in enumerate(names)
        ]
        messages.append({"role": "assistant", "content": None, "tool_calls": calls})
        messages += [{"role": "tool", "tool_call_id": call["id"], "content": "ok"} for call in calls]
    messages.append({"role": "assistant", "content": "All done now"})
    declared = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in tools]
    return {"messages": messages, "tools": declared}


def document(*records: Any) -> dict[str, Any]:
    found: dict[str, Any] = stats(records).to_dict()["files"][0]
    return found


class TestDescribe:
    @given(st.lists(st.integers(0, 10**6), min_size=2, max_size=60))
    def test_it_is_what_pandas_gives(self, values: list[int]) -> None:
        found = describe(Counter(values))
        quartiles = statistics.quantiles(values, n=4, method="inclusive")  # linear interpolation, as in pandas
        assert (found.count, found.min, found.max) == (len(values), min(values), max(values))
        assert found.mean == pytest.approx(statistics.fmean(values))
        assert found.std == pytest.approx(statistics.stdev(values), abs=1e-9)
        assert [found.q25, found.q50, found.q75] == pytest.approx(quartiles)

    def test_one_value_has_no_deviation(self) -> None:
        assert describe(Counter([7])).to_dict() == {
            "count": 1, "mean": 7, "std": None, "min": 7, "25%": 7, "50%": 7, "75%": 7, "max": 7,
        }  # fmt: skip

    def test_no_value_has_no_numbers(self) -> None:
        assert set(describe(Counter()).to_dict().values()) == {0, None}

    def test_large_numbers_lose_nothing(self) -> None:
        big = 10**15
        assert describe(Counter([big, big + 1, big + 2])).std == 1.0


class TestCounts:
    def test_turns_are_messages_and_parallel_calls_count_each(self) -> None:
        found = document(talk("a", ["b", "c"]), talk())
        assert (found["conversations"], found["messages"], found["calls"]) == (2, 9, 3)
        assert found["num_turns"]["max"] == 7
        assert found["tool_calls"]["mean"] == 1.5
        assert found["without_calls"] == 1
        assert found["parallel"] == {"messages": 1, "calls": 2, "most_in_one_message": 2}

    def test_roles_and_words(self) -> None:
        found = document(talk("a", opening="我要退货 order 7"))
        assert found["roles"]["user"] == {"messages": 1, "words": 6, "words_per_message": 6}
        assert found["roles"]["assistant"] == {"messages": 2, "words": 3, "words_per_message": 1.5}
        assert found["roles"]["tool"]["words"] == 1
        assert found["roles"]["system"] == {"messages": 0, "words": 0, "words_per_message": None}

    def test_tools_with_their_share_and_those_never_called(self) -> None:
        found = document(talk("a", "a", "b"), talk("x"))
        rows = {row["tool"]: row for row in found["tools"]}
        assert rows["a"] == {"tool": "a", "calls": 2, "share": 0.5, "conversations": 1, "declared": 2}
        assert [row["tool"] for row in found["tools"]] == ["a", "b", "x", "c"]
        assert found["never_called"] == ["c"]
        assert found["not_declared"] == ["x"]

    def test_transitions_run_from_start_to_end(self) -> None:
        found = document(talk("a", "b"), talk("a", "c"))
        rows = {(row["from"], row["to"]): (row["count"], row["share"]) for row in found["transitions"]}
        assert rows == {
            (START, "a"): (2, 1.0),
            ("a", "b"): (1, 0.5),
            ("a", "c"): (1, 0.5),
            ("b", END): (1, 1.0),
            ("c", END): (1, 1.0),
        }

    def test_a_conversation_without_calls_goes_from_start_to_end(self) -> None:
        assert document(talk())["transitions"] == [{"from": START, "to": END, "count": 1, "share": 1.0}]

    def test_plans_and_how_many_there_effectively_are(self) -> None:
        found = document(talk("a", "b"), talk("a", "b"), talk("b"), talk("b"), talk())["plans"]
        assert found["distinct"] == 2
        assert found["effective"] == pytest.approx(2.0)
        assert found["most_common"][0] == {"plan": ["a", "b"], "conversations": 2, "share": 0.5}

    def test_one_plan_for_all_is_effectively_one(self) -> None:
        assert document(talk("a"), talk("a"))["plans"]["effective"] == pytest.approx(1.0)

    def test_first_last_and_position(self) -> None:
        found = document(talk("a", "b"), talk("a", "c"), talk("b"))
        assert found["first_call"] == {"a": 2, "b": 1}
        assert found["last_call"] == {"b": 2, "c": 1}
        first, second = found["positions"]
        assert first == {"position": 1, "calls": 3, "share": 0.6, "tool": "a", "tool_share": pytest.approx(2 / 3)}
        assert (second["calls"], second["share"]) == (2, 0.4)

    def test_openings_that_repeat_are_named(self) -> None:
        found = document(talk(opening="Hi"), talk(opening=" Hi\n"), talk(opening="Other"))["openings"]
        assert (found["conversations"], found["distinct"], found["duplicates"]) == (3, 2, 1)
        assert found["most_repeated"] == [{"text": "Hi", "conversations": 2}]


class TestLanguages:
    @pytest.mark.parametrize(
        ("texts", "language"),
        [
            (["Where is my order #W123?"], "en"),
            (["我的订单 #W0005862 到哪里了？邮箱 emily.park88@example.com"], "zh"),
            (["The name on it is 刘静, please check the order that I placed with it yesterday."], "en"),
            (["注文はどこですか。昨日お願いしました。"], "other"),
            (["주문한 상품이 어디에 있나요?"], "other"),
            (["Où est ma commande passée à côté de l'école ?"], "other"),
            (["Где мой заказ?"], "other"),
            (["123 !!", ""], "none"),
        ],
    )
    def test_by_characters(self, texts: list[str], language: str) -> None:
        assert language_of(texts) == language

    def test_words_are_runs_without_space_and_chinese_characters(self) -> None:
        assert words_in("two  words\n") == 2
        assert words_in("退货order#7 ok") == 4
        assert words_in("") == 0


class TestBounds:
    def test_a_full_tally_counts_what_it_leaves_out(self) -> None:
        tally: Tally[str] = Tally(limit=2)
        for key in ("a", "b", "c", "a", "d"):
            tally.add(key)
        assert tally.counts == {"a": 2, "b": 1}
        assert (tally.left_out, tally.total) == (2, 5)

    def test_long_names_and_plans_are_cut(self) -> None:
        found = document(talk(*["n" * 10**6] * 3000))
        (row,) = [row for row in found["tools"] if row["calls"]]
        assert row["tool"].startswith("nnn") and len(row["tool"]) < 300
        assert len(found["plans"]["most_common"][0]["plan"]) == 101
        assert found["positions"][-1] == {
            "position": 50, "calls": 2951, "share": pytest.approx(2951 / 3000), "tool": row["tool"], "tool_share": 1.0,
        }  # fmt: skip


class TestSources:
    def test_bad_rows_are_counted_and_named(self, tmp_path: Path) -> None:
        path = tmp_path / "mixed.jsonl"
        path.write_text(json.dumps(talk("a")) + "\n{broken\n" + '{"no": 1}\n', encoding="utf-8")
        found = stats(path).files[0]
        assert (found.conversations, found.bad_row_count) == (1, 2)
        assert [row.line for row in found.bad_rows] == [2, 3]
        assert f"{path}:2:" in found.to_dict()["bad_rows"]["first"][0]

    def test_files_stand_side_by_side(self, tmp_path: Path) -> None:
        one = write_jsonl(tmp_path / "one.jsonl", [talk("a")])
        two = write_jsonl(tmp_path / "two.jsonl", [talk("a"), talk("b")])
        assert [(each.file, each.conversations) for each in stats([one, two]).files] == [(str(one), 1), (str(two), 2)]

    def test_conversations_can_be_given(self) -> None:
        found = stats([read_conversation(talk("a")), talk("b")]).files
        assert [(each.file, each.calls) for each in found] == [("<given>", 2)]

    def test_tools_are_those_of_each_row(self, tmp_path: Path) -> None:
        long = tuple(f"tool_{number:03}" for number in range(60))
        rows = [talk("a", tools=long), talk("a", tools=long), talk("a", tools=("a",)), talk("a", tools=long)]
        found = stats(write_jsonl(tmp_path / "t.jsonl", rows)).files[0]
        assert found.declared.counts["tool_000"] == 3
        assert found.declared.counts["a"] == 1

    def test_nothing_is_a_usage_error(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="nothing to count"):
            stats([])
        with pytest.raises(InputError, match="no such file"):
            stats(tmp_path / "absent.jsonl")


class _Frame:
    """What is needed of a pandas table."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.index = ""

    def set_index(self, name: str) -> _Frame:
        self.index = name
        return self


class TestPandas:
    @pytest.fixture
    def pandas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pandas", type("pandas", (), {"DataFrame": _Frame})())

    @pytest.mark.usefixtures("pandas")
    def test_describe_is_the_seeds_table(self) -> None:
        table = stats([talk("a"), talk("a", "b", "c")]).to_pandas()
        assert table.index == "measure"
        assert table.rows[1] == {"measure": "mean", "num_turns": 6.0, "tool_calls": 2.0}

    @pytest.mark.usefixtures("pandas")
    def test_several_files_are_told_apart(self, tmp_path: Path) -> None:
        files = [write_jsonl(tmp_path / name, [talk("a", tools=("a",))]) for name in ("one.jsonl", "two.jsonl")]
        rows = stats(files).to_pandas("tools").rows
        assert [(row["file"], row["tool"]) for row in rows] == [(str(files[0]), "a"), (str(files[1]), "a")]

    def test_an_unknown_table_names_the_others(self) -> None:
        with pytest.raises(UsageError, match="describe, roles, tools"):
            stats(talk("a")).to_pandas("toolz")

    def test_without_pandas_the_cure_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(UsageError, match="pip install pandas"):
            stats(talk("a")).to_pandas()


def test_the_examples_have_both_languages_and_every_tool() -> None:
    found = stats(ROOT / "examples" / "retail" / "train.jsonl").to_dict()["files"][0]
    assert set(found["languages"]) == {"zh", "en"}
    assert found["never_called"] == found["not_declared"] == []
    assert found["bad_rows"]["count"] == 0
