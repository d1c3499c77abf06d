"""How tools, parameters and results are said, in English and Chinese."""

from __future__ import annotations

import random
from typing import Any

import pytest

from evalwright.synth.generic import tool_words_en as phrases_en
from evalwright.synth.generic import tool_words_zh as phrases_zh
from evalwright.synth.generic.clean import clean, first_sentence
from evalwright.synth.generic.result_summary import told_of
from evalwright.synth.generic.toolview import ToolView, views_of

from .tool_files import text, tool


def view(name: str, description: str = "", **params: dict[str, object]) -> ToolView:
    return views_of([tool(name, description, params)])[name]


def said(made: ToolView, lang: str = "en", role: str = "user") -> set[str]:
    rngs = [random.Random(seed) for seed in range(40)]
    if lang == "zh":
        return {phrases_zh.action(made, rng, role) for rng in rngs}
    return {phrases_en.action(made, rng, "my" if role == "user" else "your") for rng in rngs}


class TestEnglish:
    def test_a_name_becomes_an_instruction(self) -> None:
        assert said(view("cancel_pending_order")) == {"cancel my pending order", "call off my pending order"}
        assert said(view("cancel_pending_order"), role="assistant") >= {"cancel your pending order"}
        assert "create a ticket" in said(view("create_ticket"))
        assert "search for books" in said(view("search_books"))

    def test_a_description_becomes_an_instruction(self) -> None:
        made = said(view("get_x", "Get the status of an order. If it fails, try again."))
        assert "look up the status of my order" in made
        assert "get the books that I have at home" in said(
            view("get_loans", "Get the books that a member has at home.")
        )

    def test_who_is_transferred_wants_to_be(self) -> None:
        made = view("transfer_to_human_agents", "Transfer the user to a human agent.")
        wanted = {phrases_en.wanted(made, random.Random(seed)) for seed in range(20)}
        assert "be transferred to a human agent" in wanted

    @pytest.mark.parametrize(
        ("name", "label"),
        [
            ("address1", "street address"),
            ("weight_kg", "weight in kg"),
            ("from_city", "starting city"),
            ("zip", "zip code"),
        ],
    )
    def test_labels(self, name: str, label: str) -> None:
        param = view("do_it", "", **{name: text()}).params[0]
        assert phrases_en.label(param, random.Random(1)) == label


class TestChinese:
    def test_a_name_becomes_an_instruction(self) -> None:
        assert said(view("cancel_pending_order"), "zh") == {"取消待处理订单", "取消我的待处理订单"}
        assert "查一下天气" in said(view("get_weather"), "zh")

    def test_unknown_words_stay_as_they_are(self) -> None:
        assert "查一下frobnicator" in {made.replace(" ", "") for made in said(view("get_frobnicator"), "zh")}

    def test_a_chinese_description_is_used(self) -> None:
        assert said(view("get_w", "用于查询指定城市的天气预报，返回温度。"), "zh") == {
            "查询城市的天气预报",
            "查一下城市的天气预报",
        }

    def test_labels(self) -> None:
        param = view("do_it", "", order_id=text(), city=text(), 航班号=text()).params
        assert [phrases_zh.label(each) for each in param] == ["订单号", "城市", "航班号"]


class TestClean:
    def test_what_is_hidden_or_marked_up_goes(self) -> None:
        assert clean("a\x00b\u202ec\n d", 50) == "a b c d"
        assert first_sentence("Get <b>it</b>.", 70) is None
        assert first_sentence("Get it. Then more.", 70) == "Get it"
        assert first_sentence("x" * 400, 70) is None


class TestOutcome:
    def test_a_few_values_that_matter(self) -> None:
        value = {"order_id": "#W1", "zip": "1", "status": "pending", "price": 3, "note": "x" * 200, "list": [1]}
        told = told_of(value, view("get_order", "", order_id=text()), random.Random(1))
        assert set(dict(told["fields"])) <= {"status", "price", "zip"} and dict(told["fields"])["status"] == "pending"

    def test_a_list_is_told_by_names(self) -> None:
        rows = [{"book_id": "b", "title": f"T{number}", "price": number} for number in range(5)]
        told = told_of({"books": rows, "total": 5}, view("search_books"), random.Random(1))
        assert told["found"][0] == ("T0", ("price", 0)) and told["more"]

    def test_nobody_says_the_seconds_since_1970(self) -> None:
        value = {"temperature": 9.5, "observed_at": 1794814530.25, "timestamp": 1794814530, "serial": 1794814530}
        told = told_of(value, view("get_weather"), random.Random(1))
        assert set(dict(told["fields"])) == {"temperature", "serial"}

    @pytest.mark.parametrize(
        ("name", "noun"), [("created_at", "creation date"), ("observed_at", "time observed"), ("price", "price")]
    )
    def test_a_moment_has_a_noun(self, name: str, noun: str) -> None:
        assert phrases_en.field_noun(name) == noun

    def test_nothing_found_is_said(self) -> None:
        assert told_of([], view("search_books"), random.Random(1))["empty"]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("Buy milk\nand eggs.", {"quote": "Buy milk\nand eggs."}),
        ("x" * 90, {"quote": "x" * 90}),
        ("word " * 200, {"quote": ("word " * 120).rstrip(), "cut": True}),
        ("Buy milk and eggs", {"fields": [("", "Buy milk and eggs")]}),
        ({"content": "Buy milk\nand eggs."}, {"quote": "Buy milk\nand eggs."}),
        ({"success": True}, {}),
        ({"insured": True}, {"fields": [("insured", True)]}),
        ({"a": {"b": {"c": {"town": "Hill"}}}}, {"fields": [("town", "Hill")]}),
        ([[["Hill"]]], {"fields": [("", "Hill")]}),
        (True, {"fields": [("", True)]}),
        ("Status: x\nTown: Hill", {"fields": [("Status", "x"), ("Town", "Hill")]}),
        ("- P-1: blue\n- P-2: red", {"found": [("P-1", ("", "blue")), ("P-2", ("", "red"))]}),
        ({}, {}),
        ("", {}),
        (None, {}),
    ],
)
def test_a_result_is_told_or_quoted_and_never_passed_over(value: Any, told: dict[str, Any]) -> None:
    assert {name: each for name, each in told_of(value, view("read_file"), random.Random(1)).items() if each} == told
