"""The proof that a language has words for everything finds every kind of hole."""

from __future__ import annotations

import pytest

from evalwright.synth.moves import MoveSpec
from evalwright.synth.wording import LANGUAGES, check
from evalwright.synth.wording.check import _check_move
from evalwright.synth.phrases import Grammar, Out


def plain(value: object, out: Out) -> None:
    out.value(str(value))


def problems(rules: dict[str, str], spec: MoveSpec, topics: tuple[str, ...] = ()) -> list[str]:
    forms = dict.fromkeys(("order_id", "product", "email", "money"), plain)
    return _check_move(Grammar(rules, forms), "user/move", spec, topics, ("plain", "terse"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_languages_have_words_for_everything(lang: str) -> None:
    assert check(lang) == []


def test_a_move_without_a_rule_is_found() -> None:
    assert problems({"other": "x"}, MoveSpec(())) == ["user/move: no rule"]


def test_an_optional_slot_that_is_not_guarded_is_found() -> None:
    found = problems({"user/move": "cancel {order_id}"}, MoveSpec((), ("order_id",)))
    assert "uses {order_id}, which is not there" in found[0]


def test_a_combination_without_words_is_found_also_in_another_rule() -> None:
    rules = {"user/move": "do [this]", "this": "?order_id {order_id}\n?product {product}"}
    found = problems(rules, MoveSpec((), ("order_id", "product")))
    assert [line for line in found if "this: nothing to say for (no slots)" in line]


def test_a_style_without_words_is_found() -> None:
    assert [line for line in problems({"user/move": "@terse x"}, MoveSpec(())) if "plain" in line]


def test_a_topic_without_words_is_found() -> None:
    spec = MoveSpec(("topic",))
    assert problems({"user/move": "=topic:a x\n=topic:b y"}, spec, ("a", "b")) == []
    assert "no words for the topic b" in problems({"user/move": "=topic:a x\nz"}, spec, ("a", "b"))[-1]


def test_marks_that_look_into_a_value_must_leave_no_gap() -> None:
    spec = MoveSpec(("items", "difference"))
    assert problems({"user/move": "?items.1 x\n!items.1 y"}, spec) == []
    assert problems({"user/move": "?items.1 x"}, spec)
    assert problems({"user/move": ">difference x\n<difference y\n!difference z"}, spec) == []
    assert problems({"user/move": ">difference x\n<difference y"}, spec)
    assert problems({"user/move": "=items.0.name:a x"}, spec)


def test_closed_lists_need_no_default() -> None:
    rules = {"user/move": "=method.source:credit_card,paypal x\n=method.source:gift_card y"}
    assert problems(rules, MoveSpec(("method",))) == []
