"""show: finding the conversation, what the trace says about every value, and the drawing of it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.errors import InputError, UsageError
from evalwright.text.wrapping import width, wrap
from evalwright.workbench.show import show
from evalwright.workbench.show_text import trace_text

from ..conftest import ROOT, write_jsonl

HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202e\u2066<script>alert(1)</script><img src=x onerror=alert(1)>\x9b31m\r\x00"


def call(number: int, name: str, arguments: Any) -> dict[str, Any]:
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": written}}


def talk(value: str = "#W1234", **more: Any) -> dict[str, Any]:
    """A user gives an order id, the assistant looks up `value`."""
    return {
        "messages": [
            {"role": "system", "content": "Be kind.\n" * 30},
            {"role": "user", "content": "Where is my order #W1234?"},
            {"role": "assistant", "content": None, "tool_calls": [call(1, "get_order", {"order_id": value})]},
            {"role": "tool", "tool_call_id": "c1", "content": '{"status": "shipped"}'},
            {"role": "assistant", "content": "It is on its way."},
        ],
        "tools": [],
        **more,
    }


class TestFinding:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        calls = [call(1, "a", {}), call(2, "a", {})]
        more = {"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": calls}], "id": "two"}
        return write_jsonl(tmp_path / "talks.jsonl", [talk(id="first"), more, talk(), talk(id="same"), talk(id="same")])

    def test_the_first_one_unless_told_otherwise(self, file: Path) -> None:
        found = show(file)
        assert (found.id, found.index, found.line, found.file) == ("first", 0, 1, str(file))

    def test_by_position_by_id_and_by_calls(self, file: Path) -> None:
        assert show(file, index=2).line == 3
        assert show(file, id="two").index == 1
        assert show(file, id="2").index == 2
        assert show(file, most_calls=True).id == "two"

    def test_a_position_too_far_says_how_many_there_are(self, file: Path) -> None:
        with pytest.raises(InputError, match=r"no conversation 9: the file holds 5\. Give --index 0 to 4"):
            show(file, index=9)

    def test_an_unknown_id_names_the_nearest(self, file: Path) -> None:
        with pytest.raises(InputError, match='Did you mean "first"'):
            show(file, id="frist")

    def test_an_id_that_stands_twice_names_its_places(self, file: Path) -> None:
        with pytest.raises(InputError, match=r"stands there 2 times.*--index 3 or --index 4"):
            show(file, id="same")

    def test_two_ways_of_choosing_are_one_too_many(self, file: Path) -> None:
        with pytest.raises(UsageError, match="exclude one another"):
            show(file, index=1, most_calls=True)

    def test_a_bad_row_is_an_error_only_where_it_is_asked_for(self, tmp_path: Path) -> None:
        path = tmp_path / "bad.jsonl"
        path.write_text("{broken\n" + '{"messages": 3}\n' + json.dumps(talk()) + "\n", encoding="utf-8")
        assert show(path, index=2).calls == 1
        assert show(path, most_calls=True).index == 2
        for index in (0, 1):
            with pytest.raises(InputError, match=f"bad.jsonl:{index + 1}:"):
                show(path, index=index)

    def test_a_file_of_bad_rows_has_none_with_most_calls(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no row is a conversation"):
            show(write_jsonl(tmp_path / "bad.jsonl", [1, {}]), most_calls=True)

    def test_a_record_can_be_given(self) -> None:
        assert show(talk(id="mine")).id == "mine"
        with pytest.raises(InputError):
            show({"messages": 1})


class TestTrace:
    def test_a_value_says_where_it_came_from(self) -> None:
        (argument,) = show(talk()).steps[2].calls[0].arguments
        assert (argument.path, argument.value, argument.source.kind, argument.source.message) == (
            "order_id", "#W1234", "user", 1,
        )  # fmt: skip

    def test_an_invented_value_comes_from_nowhere(self) -> None:
        found = show(talk("#W9999"))
        assert found.ungrounded == 1
        assert found.to_dict()["steps"][2]["calls"][0]["arguments"][0]["source"]["kind"] == "nowhere"

    def test_a_result_knows_its_tool(self) -> None:
        assert show(talk()).steps[3].tool == "get_order"

    def test_a_call_that_cannot_be_read_is_shown_as_it_is(self) -> None:
        record = talk()
        record["messages"][2]["tool_calls"][0]["function"]["arguments"] = '{"order_id": '
        text = str(show(record))
        assert "cannot be read: its arguments are not JSON" in text
        assert '{"order_id":' in text

    def test_endless_arguments_are_traced_in_bounds(self) -> None:
        record = talk()
        record["messages"][2]["tool_calls"] = [call(1, "a", {"ids": [f"id-{number}" for number in range(50_000)]})]
        started = time.monotonic()
        found = show(record)
        assert time.monotonic() - started < 5
        assert found.steps[2].calls[0].more == 50_000 - 300
        assert "and 49,700 more values" in str(found)


class TestDrawing:
    def test_it_is_the_seeds_drawing(self) -> None:
        lines = str(show(talk())).splitlines()
        assert lines[0] == "conversation 0: 5 messages, 1 call, values: none ungrounded"
        start = lines.index("ASSISTANT  --(calls get_order)-->  [2]")
        assert lines[start : start + 8] == [
            "ASSISTANT  --(calls get_order)-->  [2]",
            "    TOOL CALL: get_order",
            '        order_id = "#W1234"  <- user message 1',
            "          |",
            "          v",
            "TOOL  [3]",
            "    get_order",
            '    {"status": "shipped"}',
        ]
        assert lines[-1] == "[END OF TRACE]"

    def test_long_texts_are_folded_unless_all_is_asked_for(self) -> None:
        found = show(talk())
        assert trace_text(found).count("Be kind.") == 3
        assert "... (270 characters in all; --full shows them)" in trace_text(found)
        assert trace_text(found, full=True).count("Be kind.") == 30

    def test_what_comes_from_nowhere_is_red_and_said_in_words(self) -> None:
        found = show(talk("#W9999"))
        assert "<- NOWHERE" in trace_text(found)
        assert re.search(
            r'\x1b\[1;31morder_id = "#W9999"\x1b\[0m  \x1b\[1;31m<- NOWHERE', trace_text(found, color=True)
        )
        assert "31m" not in trace_text(show(talk()), color=True)

    def test_without_colour_there_is_no_escape(self) -> None:
        assert "\x1b" not in trace_text(show(talk("#W9999")))

    @pytest.mark.parametrize("columns", [30, 47, 80])
    def test_no_line_is_wider_than_the_terminal(self, columns: int) -> None:
        long = "这是一个很长的句子，没有空格" * 20 + "x" * 300
        record = talk("长" * 100)
        record["messages"][1]["content"] = long
        for full in (False, True):
            text = trace_text(show(record), columns=columns, full=full)
            content = [line for line in text.splitlines() if line.startswith("    ")]
            assert max(width(line) for line in content) <= columns


class TestWrap:
    @given(st.text(alphabet=st.sampled_from("ab 长，\u0301\n\t\x1b\u202eé"), max_size=200), st.integers(4, 40))
    def test_nothing_is_lost_but_spaces_at_the_ends_of_lines(self, text: str, columns: int) -> None:
        found = wrap(text, columns)
        assert found.whole
        joined = "".join(found.lines).replace(" ", "")
        expected = text.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
        assert joined == re.sub(r"\s", "", expected)
        assert all(width(line) <= columns for line in found.lines)

    def test_lines_end_between_words_and_between_chinese_characters(self) -> None:
        assert wrap("one two three", 8).lines == ["one two", "three"]
        assert wrap("ab 中文字，好", 7).lines == ["ab 中文", "字，好"]
        assert wrap("中文字，好", 6).lines == ["中文", "字，好"]

    def test_only_as_much_is_looked_at_as_is_shown(self) -> None:
        started = time.monotonic()
        found = wrap("x" * 50_000_000, 80, 3)
        assert time.monotonic() - started < 1
        assert found.lines == ["x" * 80] * 3
        assert not found.whole

    def test_a_pile_of_marks_does_not_make_an_endless_line(self) -> None:
        assert max(len(line) for line in wrap("a" + "\u0301" * 10_000, 20).lines) <= 80


class _Page(HTMLParser):
    """The elements of a page and what stands in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "action", "data"):
                self.links.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(name)


class TestPage:
    def test_it_has_everything_and_needs_nothing(self) -> None:
        page = show(talk("#W9999", id="a<b")).to_html()
        found = _Page(page)
        assert found.tags.isdisjoint({"script", "link", "img", "iframe", "object"})
        assert not found.handlers
        assert all(link.startswith("#") for link in found.links)
        assert "//" not in page.replace("<!doctype", "")
        assert "<title>a&lt;b</title>" in page
        assert 'class="bad"' in page

    def test_the_policy_allows_its_own_style_alone(self) -> None:
        page = show(talk()).to_html()
        (style,) = re.findall(r"<style>(.*?)</style>", page, re.S)
        mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"default-src 'none'; style-src 'sha256-{mark}'" in page
        assert "prefers-color-scheme: dark" in style
        assert 'name="viewport"' in page

    def test_a_source_links_to_its_message(self) -> None:
        page = show(talk()).to_html()
        assert '<a href="#m1">user message 1</a>' in page
        assert 'id="m1"' in page


class TestHostileText:
    @pytest.fixture
    def record(self) -> dict[str, Any]:
        made = talk(HOSTILE, id="id" + HOSTILE)
        made["messages"][1]["content"] = HOSTILE + "A" * 10**6
        made["messages"][2]["tool_calls"][0]["function"]["name"] = "tool" + HOSTILE
        made["messages"][3]["content"] = HOSTILE + "B" * 10**6
        made["messages"].append({"role": "assistant", "tool_calls": [call(9, "n" + HOSTILE, HOSTILE)]})
        made["messages"].append({"role": "tool", "tool_call_id": "c9", "content": "\u0301" * 10**5})
        return made

    @pytest.mark.parametrize("full", [False, True])
    def test_the_terminal_shows_it_and_does_not_obey(self, record: dict[str, Any], full: bool) -> None:
        text = trace_text(show(record), full=full)
        assert not set(re.findall(r"[^\n\x20-\x7e\u0301…]", text))
        assert "\\x1b[2J" in text
        assert len(text) < 10_000 or full
        assert max(len(line) for line in text.splitlines()) <= 500

    def test_only_our_colours_are_in_a_coloured_drawing(self, record: dict[str, Any]) -> None:
        text = trace_text(show(record), color=True)
        assert set(re.findall(r"\x1b[^m]*m", text)) <= {
            f"\x1b[{code}m" for code in ("0", "1", "2", "33", "1;31", "1;32", "1;35", "1;36")
        }

    def test_the_page_holds_it_as_text(self, record: dict[str, Any]) -> None:
        page = show(record).to_html()
        found = _Page(page)
        assert found.tags.isdisjoint({"script", "img"})
        assert not found.handlers
        assert not set(re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page))

    @given(st.text(max_size=60))
    def test_no_text_makes_an_element(self, text: str) -> None:
        try:
            record = talk(text.encode("utf-8", "ignore").decode(), id="x" + text)
            found = show(record)
        except InputError:
            return
        expected = {"html", "head", "meta", "title", "style", "body", "h1", "p", "ol", "li", "span", "div", "code", "b"}
        assert _Page(found.to_html()).tags <= expected | {"details", "summary", "dl", "dt", "dd", "a"}


def test_nothing_in_the_examples_comes_from_nowhere() -> None:
    path = ROOT / "examples" / "retail" / "valid.jsonl"
    assert [show(path, index=index).ungrounded for index in range(16)] == [0] * 16
