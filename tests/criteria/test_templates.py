"""Templates: what they name is put in, what is no name is text, and nothing in them costs more than its length."""

from __future__ import annotations

import json
import time

import pytest

from evalwright.criteria import CriteriaError, MissingVariableError, Template, variables_of

CALL = {"id": "c", "type": "function", "function": {"name": "quote", "arguments": '{"symbols": ["A", "B"], "n": 2}'}}
VARIABLES = variables_of(
    {"answer": "4", "n": 5, "ok": True, "none": None, "tags": ["x", "y"], "deep": {"a b": {"0": "zero"}}},
    {"output_text": '{"result": {"label": "good"}}', "output_tools": [CALL], "finish_reason": "stop"},
)


def fill(text: str) -> str:
    return Template(text, "input").fill(VARIABLES)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("plain", "plain"),
        ("{{item.answer}}", "4"),
        ("a {{ item.answer }} b {{item.n}} {{item.ok}} {{item.none}}", "a 4 b 5 true null"),
        ("{{item.tags}} {{item.tags[1]}}", '["x", "y"] y'),
        ("{{item.deep.a b.0}} {{item['deep'][\"a b\"].0}}", "zero zero"),
        ("{{sample.output_tools[0].function.name}}", "quote"),
        ("{{sample.output_tools[0].function.arguments}}", CALL["function"]["arguments"]),
        ("{{sample.output_tools[0].function.arguments.symbols}}", '["A", "B"]'),
        ("{{ sample.output_tools[0].function.arguments.symbols[1] }}", "B"),
        ("{{sample.output_json.result.label}}", "good"),
        ("{{sample.choices[0].message.content}}", '{"result": {"label": "good"}}'),
        ("{{sample.choices[0].finish_reason}}", "stop"),
    ],
)
def test_what_is_named_is_put_in(text: str, filled: str) -> None:
    assert fill(text) == filled


@pytest.mark.parametrize(
    "text", ["{{sample.output_text}", "{item.answer}}", "{{}}", '{{"a": 1}}', "{{ 3 }}", "{{{{", "}}}}", "{{\n}}"]
)
def test_what_names_nothing_is_text(text: str) -> None:
    assert fill(text) == text


def test_a_half_open_place_does_not_swallow_the_next() -> None:
    assert fill("{{sample.output_text} then {{item.answer}}") == "{{sample.output_text} then 4"


@pytest.mark.parametrize(
    "text",
    [
        "{{item.__class__}}",
        "{{item.tags.append}}",
        "{{item.tags[9]}}",
        "{{item.answer.x}}",
        "{{sample.output_tools[1]}}",
    ],
)
def test_what_a_row_does_not_have_is_an_error_of_the_row(text: str) -> None:
    with pytest.raises(MissingVariableError):
        fill(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{itm.answer}}", "'itm'"),
        ("{{self.__class__}}", "'self'"),
        ("{{item..x}}", "item..x"),
        ("{{item[-1]}}", "item[-1]"),
        ("{{item.a[0}}", "item.a[0"),
        ("{{item" + ".a" * 100 + "}}", "64"),
        ("x" * 1_000_001, "1000001"),
    ],
)
def test_what_can_never_be_filled_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(CriteriaError) as refused:
        Template(text, "testing_criteria[0].input")
    assert refused.value.param == "testing_criteria[0].input"
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "text", ["{" * 999_999, "{{" + "a" * 999_990, "{{a" * 333_333, "}}" * 499_999, "{{{}" * 249_999]
)
def test_a_million_braces_do_nothing(text: str) -> None:
    begun = time.process_time()
    assert fill(text) == text
    assert time.process_time() - begun < 5  # tens of milliseconds; were it quadratic, hours


def test_a_value_is_put_in_once_and_not_read_again() -> None:
    variables = variables_of({"evil": "{{item.secret}}", "secret": "s"}, {"output_text": ""})
    assert Template("{{item.evil}}", "input").fill(variables) == "{{item.secret}}"


def test_what_grows_beyond_reason_is_an_error_of_the_row() -> None:
    variables = variables_of({"long": "x" * 500_000}, {"output_text": ""})
    with pytest.raises(MissingVariableError):
        Template("{{item.long}}" * 9, "input").fill(variables)


def test_an_answer_of_calls_alone_has_an_empty_text_and_a_row_without_an_answer_none() -> None:
    called = variables_of({}, {"output_text": None, "output_tools": [CALL]})
    assert Template("<{{sample.output_text}}>", "input").fill(called) == "<>"
    with pytest.raises(MissingVariableError):
        Template("{{sample.output_text}}", "input").fill(
            variables_of({}, {"output_text": None, "notes": ["no_sample"]})
        )


def test_a_sample_for_code_is_whole() -> None:
    whole = VARIABLES["sample"].whole()
    assert whole["output_json"] == {"result": {"label": "good"}}
    assert whole["choices"][0]["message"]["tool_calls"] == [CALL]
    json.dumps(whole)
