"""Sentences that are stored in English and shown in the reader's language."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from evalwright.chat import JsonError, loads, read_call, toolbox
from evalwright.scoring import grade_tool_calls, review_in_words
from evalwright.tasks import make_task
from evalwright.text import (
    Sentence,
    in_words,
    listed,
    localized,
    phrase,
    recognised,
    said_again,
    said_by,
    stored_words,
    to_store,
    use_language,
)
from evalwright.workbench import Provenance


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def test_a_sentence_is_english_text_and_can_be_said_again() -> None:
    inner = phrase("review.not_made", tools=listed(["a", phrase("review.unnamed_tool")]))
    text = listed([phrase("review.count", made=1, due=3), inner], "semicolon")
    assert text == "1 call made where 3 were due; missing: a, an unnamed tool"
    assert in_words(text, "zh") == "应有 3 次调用，实有 1 次；缺少：a、未命名的工具"
    stored = json.loads(json.dumps(text.told()))
    assert said_again(stored) == text
    assert in_words(copy.deepcopy(text), "zh") == in_words(text, "zh")


def test_values_are_never_templates() -> None:
    text = phrase("chat.no_role", role="{role.__class__} {0}")
    assert text == "{role.__class__} {0} is no role"
    assert in_words(text, "zh") == "{role.__class__} {0} 不是角色"
    again = said_again({"key": "chat.no_role", "values": {"role": "{role}"}})
    assert again == "{role} is no role"


@pytest.mark.parametrize(
    "told",
    [
        None,
        "review.right",
        [],
        {"key": "no.such.key"},
        {"key": "review"},
        {"key": 7},
        {"key": "review.called"},
        {"key": "review.called", "values": [1]},
        {"key": "review.called", "values": {"tools": None, "expected": "b"}},
        {"key": "lists.comma", "values": {"items": "ab"}, "more": 1},
    ],
)
def test_what_is_no_sentence_of_ours_is_shown_as_it_stands(told: Any) -> None:
    with use_language("zh"):
        assert stored_words({"reason": "some text", "details": {"said": {"reason": told}}}) == "some text"
        assert stored_words({"reason": "some text", "said": told}) == "some text"


def test_a_sentence_that_says_something_else_than_the_text_does_not_count() -> None:
    record = {"reason": "no call was due and none was made", **to_store(reason=phrase("review.right"))}
    assert stored_words(record, lang="zh") == "no call was due and none was made"
    record["reason"] = "right tool and arguments"
    assert stored_words(record, lang="zh") == "工具和参数都正确"
    assert stored_words(record, lang="en") == "right tool and arguments"


def test_endless_nesting_is_no_sentence() -> None:
    told: dict[str, Any] = {"key": "review.right"}
    for _ in range(3000):
        told = {"key": "review.by_rules", "values": {"right": told, "rules": "x"}}
    assert said_again(told) is None


def test_errors_keep_their_sentence() -> None:
    with pytest.raises(JsonError) as broken:
        loads('{"a": 1, "a": 2}')
    assert str(broken.value) == 'the key "a" stands twice in one object'
    assert in_words(broken.value, "zh") == '键 "a" 在同一对象中出现两次'
    assert isinstance(said_by(broken.value), Sentence)
    assert in_words(ValueError("anything"), "zh") == "anything"
    assert localized("bad_row.not_json", "zh", problem=broken.value) == '不是 JSON：键 "a" 在同一对象中出现两次'


@pytest.mark.parametrize(
    "text", ["", "{", "[1", '{"a"', '{"a":', '{"a":1', '{"a":1,}', '"a', "1 2", "tru", "[1,]", '"\\u12"']
)
def test_what_the_parser_says_is_said_in_chinese(text: str) -> None:
    with pytest.raises(JsonError) as broken:
        loads(text)
    assert "个字符处）" in in_words(broken.value, "zh") and "xpect" not in in_words(broken.value, "zh")


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"required": ["a"]}, {}),
        ({"properties": {"a": {"type": "integer"}}}, {"a": "x"}),
        ({"properties": {"a": {"type": ["integer", "null"]}}}, {"a": "x"}),
        ({"properties": {"a": {"enum": ["y", "z"]}}}, {"a": "x"}),
        ({"properties": {"a": {"const": 3}}}, {"a": 4}),
        ({"properties": {"a": {"pattern": "^x"}}}, {"a": "b"}),
        ({"properties": {"a": {"minLength": 3}}}, {"a": "b"}),
        ({"properties": {"a": {"maxLength": 1}}}, {"a": "bcd"}),
        ({"properties": {"a": {"minimum": 3}}}, {"a": 1}),
        ({"properties": {"a": {"exclusiveMaximum": 3}}}, {"a": 3}),
        ({"properties": {"a": {"maxItems": 1}}}, {"a": [1, 2]}),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": [1, 1]}),
        ({"properties": {"a": {"multipleOf": 2}}}, {"a": 3}),
        ({"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}, {"a": 1}),
        ({"properties": {}, "additionalProperties": False}, {"b": 1}),
    ],
)
def test_what_is_wrong_with_arguments_is_said_in_chinese(schema: dict[str, Any], value: dict[str, Any]) -> None:
    tool = {"type": "function", "function": {"name": "t", "parameters": {"type": "object", **schema}}}
    problem = toolbox([tool]).problem("t", value)
    assert isinstance(problem, Sentence)
    said = in_words(problem, "zh")
    assert said != problem and not any(word in said for word in (" is ", " has ", " not ", "than"))


def test_a_text_of_others_that_is_not_known_stays_as_it_is() -> None:
    assert recognised("something new in the next version", "schema.fault") == "something new in the next version"


def test_a_review_is_shown_in_chinese_and_stored_in_english() -> None:
    messages: list[Any] = [{"role": "user", "content": "Where is #W2?"}]
    review = grade_tool_calls([call("get", id="#W2")], [call("get", id="#W1")], source=Provenance(messages).source)
    line = {"reason": review.reason, "details": review.details}
    stored = json.loads(json.dumps(line))
    assert stored["reason"].startswith('right tool, but id is "#W1", which stands nowhere in the conversation;')
    with use_language("zh"):
        shown = review_in_words(stored)
        old = review_in_words({"reason": stored["reason"], "details": {"arguments": [{"path": "id"}]}})
    assert shown["reason"] == '工具正确，但参数 id 为 "#W1"（对话中没有出处），应为 "#W2"（见于：用户消息 0）'
    assert shown["details"]["arguments"][0]["expected_source"] == "用户消息 0"
    assert shown["details"]["arguments"][0]["given_source"] == "没有出处"
    assert old["reason"] == stored["reason"]
    assert review_in_words(stored) == stored


def test_an_unreadable_call_says_why_in_chinese() -> None:
    broken = {"type": "function", "function": {"name": "get", "arguments": '{"id": }'}}
    review = grade_tool_calls([call("get", id="1")], [broken])
    with use_language("zh"):
        shown = review_in_words({"reason": review.reason, "details": review.details})
    assert shown["reason"] == "对 get 的调用无法读取：参数不是 JSON：此处应有一个值（第 8 个字符处）"
    assert shown["details"]["given"][0]["unreadable"].startswith("参数不是 JSON")
    assert in_words(read_call({"name": ""}).reason, "zh") == "没有工具名"


@pytest.mark.parametrize(
    ("task", "record", "sample", "said"),
    [
        (
            "general_mcq",
            {"question": "2+2?", "A": "3", "B": "4", "answer": "B"},
            {"output_text": "答案是：A"},
            "选了 A（明确给出的答案：“答案是:A”），应选 B",
        ),
        (
            "general_mcq",
            {"question": "2+2?", "A": "3", "B": "4", "answer": "B"},
            {"output_text": ""},
            "没有作出选择（回复为空），应选 B",
        ),
        (
            "general_qa",
            {"query": "首都?", "response": "北京"},
            {"output_text": ""},
            "与 1 个参考答案中最接近的相比，Rouge-L-F 为 0.0000（回答为空）",
        ),
        ("general_qa", {"query": "首都?"}, {"output_text": "北京"}, "没有可比较的参考答案"),
        (
            "general_fc",
            {"messages": [{"role": "user", "content": "hi"}], "tools": [], "should_call_tool": False},
            {"output_tools": [call("x")]},
            '调用了工具，但不应调用；没有名为 "x" 的工具。',
        ),
        (
            "general_fc",
            {"messages": [{"role": "user", "content": "hi"}], "tools": [], "should_call_tool": True},
            {"output_text": "hello"},
            "没有调用工具，但应当调用",
        ),
    ],
)
def test_reasons_of_every_task(task: str, record: dict[str, Any], sample: Any, said: str) -> None:
    made = make_task(task, {})
    review = json.loads(json.dumps(made.review(made.read(record, "1"), sample)))
    assert review["reason"].isascii() or "“" in review["reason"]
    with use_language("zh"):
        assert review_in_words(review)["reason"] == said
