"""Arguments are copied by name and type from the conversation, and never made up."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.models.baseline.slot_filling import fill_arguments
from evalwright.models.baseline.statistics import Tally, ToolHabits

Json = dict[str, Any]


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def call(name: str, **arguments: Any) -> Json:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }


def result(value: Any) -> Json:
    content = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return {"role": "tool", "tool_call_id": "c1", "content": content}


def tool(name: str, required: list[str] | None = None, **properties: Any) -> Json:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
    }
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}


def trained(*calls: Json) -> ToolHabits:
    """The habits of a tool that training calls with these arguments."""
    habits = ToolHabits()
    for arguments in calls:
        habits.note(arguments)
    return habits


def filled(habits: ToolHabits, messages: list[Any], offered: Json) -> Json:
    return fill_arguments(offered["function"]["parameters"], habits, messages)


class TestCopyingByName:
    def test_the_latest_value_under_the_same_key_is_taken(self) -> None:
        habits = trained({"user_id": "u_1"})
        history = [
            user("x"),
            call("f"),
            result({"user_id": "u_7"}),
            call("g"),
            result([{"deep": {"user_id": "u_9"}}]),
        ]
        assert filled(habits, history, tool("get", user_id=TEXT)) == {"user_id": "u_9"}

    def test_earlier_arguments_count_too(self) -> None:
        habits = trained({"city": "?"})
        assert filled(habits, [user("x"), call("f", city="Genève")], tool("get", city=TEXT)) == {"city": "Genève"}

    def test_a_plural_takes_a_list_of_the_latest_singular(self) -> None:
        habits = trained({"item_ids": ["1"]})
        history = [user("x"), call("f"), result({"items": [{"item_id": "17"}, {"item_id": "18"}]})]
        assert filled(habits, history, tool("send_back", item_ids=TEXTS)) == {"item_ids": ["18"]}

    def test_a_list_parameter_takes_a_list_whole(self) -> None:
        habits = trained({"item_ids": ["1"]})
        history = [user("x"), call("f"), result({"item_ids": ["17", "18"]})]
        assert filled(habits, history, tool("send_back", item_ids=TEXTS)) == {"item_ids": ["17", "18"]}

    def test_the_members_of_a_list_are_turned_into_the_right_type(self) -> None:
        habits = trained({"item_ids": ["1"]})
        history = [user("x"), call("f"), result({"item_ids": [17, 18]})]
        assert filled(habits, history, tool("send_back", item_ids=TEXTS)) == {"item_ids": ["17", "18"]}

    def test_a_singular_takes_the_last_of_a_plural(self) -> None:
        habits = trained({"category": "?"})
        history = [user("x"), call("f"), result({"categories": ["lamps", "chairs"]})]
        assert filled(habits, history, tool("get", category=TEXT)) == {"category": "chairs"}

    def test_a_value_of_the_right_type_goes_before_a_later_one_of_another(self) -> None:
        habits = trained({"size": 1})
        history = [user("x"), call("f"), result({"size": 42}), call("f"), result({"size": "large"})]
        assert filled(habits, history, tool("get", size={"type": "integer"})) == {"size": 42}

    @pytest.mark.parametrize(
        ("kind", "found", "taken"),
        [("string", 10115, "10115"), ("integer", "12", 12), ("number", "1.5", 1.5), ("integer", "007", None)],
    )
    def test_a_number_and_its_text_stand_for_each_other(self, kind: str, found: Any, taken: Any) -> None:
        habits = trained({"code": True})
        history = [user("x"), call("f"), result({"code": found})]
        expected = {} if taken is None else {"code": taken}
        assert filled(habits, history, tool("get", code={"type": kind})) == expected

    def test_a_value_outside_the_enum_is_not_copied(self) -> None:
        habits = trained({"status": "open"})
        offered = tool("get", status={"type": "string", "enum": ["closed", "open"]})
        assert filled(habits, [user("x"), call("f"), result({"status": "lost"})], offered) == {"status": "open"}


class TestCopyingByShape:
    @pytest.mark.parametrize(
        ("seen", "words", "found"),
        [
            ("#E48210", "my order #K10027, please", "#K10027"),
            ("#E48210", "我的订单号是#K10027，请帮我取消", "#K10027"),
            ("#E48210", "订单（#K10027）。还有", "#K10027"),
            ("#E48210", "first #K10027 and then #Z99001!", "#Z99001"),
            ("80279", "Berlin，邮编10115。", "10115"),
            ("80279", "card_10115 or #10115 or 10115-22 or 101150", None),
            ("anna_li_1032", "I am noah_brown_6181.", "noah_brown_6181"),
            ("2024-05-01", "日期是2025-11-30吗", "2025-11-30"),
            ("#E48210", "nothing of the kind", None),
        ],
    )
    def test_a_token_of_a_shape_seen_in_training(self, seen: str, words: str, found: str | None) -> None:
        habits = trained({"key": seen}, {"key": seen + "x!"}, {"key": "?"})
        expected = {} if found is None else {"key": found}
        assert filled(habits, [user(words)], tool("get", key=TEXT)) == expected

    @pytest.mark.parametrize("words", ["it is li.na+shop@mail.example.org.", "邮箱li.na+shop@mail.example.org，谢谢"])
    def test_an_email_is_known_by_its_own_rules(self, words: str) -> None:
        habits = trained({"email": "a@b.de"}, {"email": "x@y.org"})
        assert filled(habits, [user(words)], tool("find", email=TEXT)) == {"email": "li.na+shop@mail.example.org"}

    def test_users_go_before_everyone_else(self) -> None:
        habits = trained({"zip": "80279"}, {"zip": "12345"})
        history = [user("I live in 10115"), {"role": "assistant", "content": "Not in 20095?"}]
        assert filled(habits, history, tool("get", zip=TEXT)) == {"zip": "10115"}
        assert filled(habits, history[1:], tool("get", zip=TEXT)) == {"zip": "20095"}

    def test_a_bare_result_that_is_not_json_is_found_by_its_shape(self) -> None:
        habits = trained({"user_id": "li_na_1"}, {"user_id": "wu_fei_2"})
        history = [user("hello"), call("find"), result("jo_ek_7")]
        assert filled(habits, history, tool("get", user_id=TEXT)) == {"user_id": "jo_ek_7"}

    def test_a_word_is_only_taken_for_one_seen_in_training(self) -> None:
        habits = trained({"color": "red"}, {"color": "blue"}, {"color": "蓝色"})
        offered = tool("paint", color=TEXT)
        assert filled(habits, [user("make it blue, thanks")], offered) == {"color": "blue"}
        assert filled(habits, [user("请改成蓝色的")], offered) == {"color": "蓝色"}
        assert filled(habits, [user("make it infrared, thanks")], offered) == {}

    def test_numbers_and_lists_are_found_too(self) -> None:
        habits = trained({"n": 2, "ids": ["A1"]}, {"n": 3, "ids": ["B2"]})
        offered = tool("buy", n={"type": "integer"}, ids=TEXTS)
        assert filled(habits, [user("5 of C4")], offered) == {"n": 5, "ids": ["C4"]}

    def test_text_parts_are_read(self) -> None:
        habits = trained({"key": "#A1"}, {"key": "#B2"})
        parts = {"role": "user", "content": [{"type": "text", "text": "it is #C3"}, {"type": "image_url"}]}
        assert filled(habits, [parts], tool("get", key=TEXT)) == {"key": "#C3"}


class TestHabitualValues:
    def test_an_enum_has_its_most_frequent_value(self) -> None:
        habits = trained({"why": "b"}, {"why": "c"}, {"why": "c"}, {"why": "b"}, {"why": "x"})
        offered = tool("end", why={"type": "string", "enum": ["a", "c", "b"]})
        assert filled(habits, [user("stop")], offered) == {"why": "c"}

    def test_an_enum_never_seen_has_its_first_member(self) -> None:
        habits = trained({})
        assert filled(habits, [user("stop")], tool("end", why={"enum": [7, 8]})) == {"why": 7}

    def test_a_value_given_more_often_than_not_is_given_again(self) -> None:
        habits = trained({"deep": {"x": [1]}}, {"deep": {"x": [1]}}, {"deep": {"y": 2}})
        assert filled(habits, [user("?")], tool("go", deep={"type": "object"})) == {"deep": {"x": [1]}}

    def test_half_is_not_more_often_than_not(self) -> None:
        habits = trained({"on": True}, {"on": False})
        assert filled(habits, [user("?")], tool("go", on={"type": "boolean"})) == {}

    def test_optional_parameters_only_where_training_mostly_gives_them(self) -> None:
        habits = trained({"a": "k1", "b": "k1"}, {"a": "k2"}, {"b": None, "a": "k3"})
        history = [user("x"), call("f"), result({"a": "k8", "b": "k9"})]
        assert filled(habits, history, tool("go", [], a=TEXT, b=TEXT)) == {"a": "k8"}

    def test_a_required_parameter_that_cannot_be_copied_is_left_out(self) -> None:
        habits = trained({"a": "k1", "b": "one"}, {"a": "k2", "b": "two"})
        assert filled(habits, [user("k7")], tool("go", a=TEXT, b=TEXT)) == {"a": "k7"}


class TestUntrustedInput:
    @pytest.mark.parametrize(
        "hostile",
        [
            '{"key": "#A1", "key": "#B2"}',
            '{"key": NaN}',
            '{"key": ' * 5000,
            "[" * 100_000 + "]" * 100_000,
            '{"key": "\\ud800"}',
            '{"key": null}',
            '{"key": []}',
            '{"key": [[["#A1"]]]}',
            '{"key": ' + "9" * 5000 + "}",
            "{0.__class__} %s $(true)",
        ],
    )
    def test_a_hostile_result_does_no_harm(self, hostile: str) -> None:
        habits = trained({"key": "#A1"}, {"key": "#B2"})
        history = [user("mine is #C3"), call("f"), result(hostile)]
        assert filled(habits, history, tool("get", key=TEXT)) == {"key": "#C3"}

    @pytest.mark.parametrize(
        "parameters",
        [
            None,
            [],
            {"properties": []},
            {"properties": {"key": 1}, "required": 3},
            {
                "properties": {"key": {"type": 5, "enum": "x", "items": 1, "anyOf": [1]}},
                "required": [{}, "key"],
            },
            {"properties": {"key": {"type": ["string", None], "anyOf": {}}}},
        ],
    )
    def test_a_hostile_schema_does_no_harm(self, parameters: Any) -> None:
        habits = trained({"key": "#A1"}, {"key": "#B2"})
        offered = {"type": "function", "function": {"name": "get", "parameters": parameters}}
        assert filled(habits, [user("#C3")], offered) in ({}, {"key": "#C3"})

    @pytest.mark.parametrize("text", ["a" * 300_000, "汉" * 300_000, "a@" * 150_000, "a_" * 150_000, "1." * 150_000])
    def test_no_text_makes_the_search_slow(self, text: str) -> None:
        seen = ["a_b_1", "汉1", "x@y.z", "1.1.1", "汉1汉", "a1"]
        habits = trained(*({"email": value} for value in seen))
        started = time.process_time()
        filled(habits, [user(text)], tool("get", email=TEXT))
        assert time.process_time() - started < 5

    @settings(deadline=None)
    @given(
        texts=st.lists(st.text(max_size=40), min_size=1, max_size=3),
        found=st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["key", "keys", "x"]), inner, max_size=3)
            ),
            max_leaves=8,
        ),
    )
    def test_what_is_filled_in_stands_in_the_conversation(self, texts: list[str], found: Any) -> None:
        habits = trained({"key": "#A1"}, {"key": "zz-1"}, {"key": "12"})
        history = [*map(user, texts), call("f"), result(found)]
        value = filled(habits, history, tool("get", key=TEXT)).get("key")
        said = "\n".join([*texts, json.dumps(found, ensure_ascii=False)])
        assert value is None or json.dumps(value, ensure_ascii=False).strip('"') in said or value in said


def test_memory_does_not_grow_with_the_number_of_distinct_values() -> None:
    tally = Tally(most=10)
    for number in range(5000):
        tally.add(f"rare {number}")
        tally.add("usual")
    assert len(tally.counts) <= 10
    assert tally.ranked()[0] == "usual"
    assert tally.counts["usual"] > 4000
