"""Good rewrites pass; those that change who speaks, a yes, a question or a fact do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from evalwright.domains.retail.wording.languages import phrase_texts
from evalwright.synth.rewrite.meaning import changed, claims_done, out_of_character, said_otherwise

GOOD = [
    ("user", "Hello, I'd like to cancel order □. My email is □.", "hi there, can you cancel □ for me? email's □"),
    ("user", "Yes, do that, that's all correct.", "Yep, all good, go ahead."),
    ("user", "No, leave it as it is.", "Actually no, let's leave it."),
    ("user", "It was a gift and it would just sit here.", "Was meant as a gift, it'd only gather dust here."),
    ("user", "Thank you so much. Goodbye.", "Brilliant, cheers. Bye!"),
    ("user", "□ □, zip □", "It's □ □ and the zip is □"),
    ("assistant", "Order □ would be cancelled. Please answer yes first.", "I'd cancel □. Shall I go ahead?"),
    ("assistant", "It takes 5 to 7 business days. Anything else?", "Allow 5 to 7 business days. What else can I do?"),
    ("assistant", "You're welcome.", "My pleasure, take care."),
    ("user", "你好呀。□（里面是那个□）到哪啦？我邮箱□哈。", "在吗？帮我看看□到哪了，就是买□那单，邮箱是□"),
    ("user", "可以，就这么办吧。", "行，按这个来。"),
    ("user", "算了，不改了。", "先不改了吧，谢谢"),
    ("assistant", "□ 没有对应的账户。请提供姓名和邮编。", "没有查到□对应的账户，麻烦您告诉我姓名和邮编好吗？"),
    ("assistant", "取消□，□退回□。确认的话请回复“是”。", "跟您确认下：□取消，□会退到□，您看可以吗？"),
    ("assistant", "不客气。", "您太客气啦，祝您生活愉快。"),
]

BAD = [
    ("user", "Yes, please do that.", "No, please leave it.", "answer-turned"),
    ("user", "No, keep it as it is.", "Yes, go ahead.", "answer-turned"),
    ("user", "可以，就这么办吧。", "不了，先别办。", "answer-turned"),
    ("user", "算了，不改了。", "好的，改吧。", "answer-turned"),
    ("user", "I want to cancel □.", "I want to cancel □ and #W9999999.", "value-invented"),
    ("user", "I want to cancel □.", "I want to cancel □, it cost $20.", "value-invented"),
    ("user", "I want to cancel □.", "I want to cancel □, it has been three weeks.", "value-invented"),
    ("user", "I want to cancel □.", "I want to cancel □, please write to bob_smith_1234.", "value-invented"),
    ("user", "I want to cancel □.", "Please cancel □, best regards, Robert", "name-invented"),
    ("user", "I want to cancel □.", "I would be happy to help with □.", "not-a-rewrite"),
    ("user", "我想取消□。", "好的，我马上为您取消□。", "not-a-rewrite"),
    ("user", "I want to cancel □.", "Here is a more natural version: cancel □ please", "not-a-rewrite"),
    ("user", "我想取消□。", "以下是结果：取消□", "not-a-rewrite"),
    ("user", "I want to cancel □.", "As an AI I would say: cancel □.", "not-a-rewrite"),
    ("user", "I want to cancel □.", "I'm sorry, I can't assist with □.", "not-a-rewrite"),
    ("user", "I want to cancel □.", "**Please cancel** □", "not-a-rewrite"),
    ("user", "I want to cancel □.", "Bonjour, je voudrais annuler la commande □, merci.", "other-language"),
    ("user", "Thanks, bye.", "Oui, merci", "other-language"),
    ("user", "I want to cancel □.", "Я хочу отменить □.", "other-language"),
    ("user", "I want to cancel □.", "我想取消□。", "other-language"),
    ("user", "我想取消□。", "I want to cancel that order □ of mine please", "other-language"),
    ("user", "我想取消□。", "□をキャンセルしたいです", "other-language"),
    ("user", "我想取消这个订单。", "我想取消這個訂單。", "other-language"),
    ("user", "I want to cancel □.", "I want to return □.", "other-topic"),
    ("user", "how soon will i see the refund?", "ok, fair enough. that is all", "other-topic"),
    ("user", "我想取消□。", "我想把□换成别的。", "other-topic"),
    (
        "user",
        "Could you see what the boots and the lamp weigh, roughly?",
        "Goats sleep under tall trees.",
        "other-topic",
    ),
    ("assistant", "You're welcome, goodbye.", "What a long sentence this is.", "other-topic"),
    ("assistant", "I'd cancel □. Shall I go ahead?", "I'd cancel □.", "question-lost"),
    ("assistant", "取消□，退到□，可以吗？", "取消□，退到□。", "question-lost"),
    ("assistant", "□ is pending.", "□ is pending. Shall I cancel it?", "question-added"),
    ("assistant", "I'd cancel □. Shall I go ahead?", "I've cancelled □. Okay?", "said-too-early"),
    ("assistant", "取消□，退到□，可以吗？", "已经为您取消□，退到□，可以吗？", "said-too-early"),
    ("assistant", "It takes 5 to 7 business days.", "It takes a while, some business days.", "value-lost"),
    ("assistant", "It takes 5 to 7 business days.", "It takes 5 to 9 business days.", "value-invented"),
    ("assistant", "What is the email of the account?", "My email is on my account, okay?", "not-a-rewrite"),
]


def lang_of(text: str) -> str:
    return "en" if text.replace("□", "").isascii() else "zh"


def in_the_shop(new: str, old: str, role: str) -> str | None:
    lang = lang_of(old)
    return changed(new, old, role, lang, " ".join(phrase_texts(lang)))


@pytest.mark.parametrize(("role", "old", "new"), GOOD)
def test_the_same_in_other_words_passes(role: str, old: str, new: str) -> None:
    assert in_the_shop(new, old, role) is None


@pytest.mark.parametrize(("role", "old", "new", "reason"), BAD)
def test_something_else_does_not(role: str, old: str, new: str, reason: str) -> None:
    assert in_the_shop(new, old, role) == reason


@pytest.mark.parametrize(
    "text", ["I've cancelled it.", "Your order has been updated.", "已为您取消订单。", "地址改好了。"]
)
def test_what_claims_a_change(text: str) -> None:
    assert claims_done(text)


@pytest.mark.parametrize(
    "text", ["I can cancel it.", "Shall I cancel it?", "It can be changed once.", "要为您取消吗？", "可以修改地址。"]
)
def test_what_claims_none(text: str) -> None:
    assert not claims_done(text)


def test_a_refusal_of_the_shop_is_in_character() -> None:
    assert not out_of_character("I'm sorry, I can't help with the weather.")
    assert out_of_character("As an AI language model, I don't shop.")


LABELLED = Path(__file__).parent / "paraphrases.yaml"
"""Paraphrases that a reader labelled; half of each list was held back while the checks were made."""


class Case(NamedTuple):
    old: str
    new: str
    role: str
    lang: str
    ways: list[list[str]]

    def objection(self) -> str | None:
        return said_otherwise(self.new, self.old, self.role, self.lang, "", self.ways)


def cases(label: str) -> Iterator[Case]:
    for group in yaml.safe_load(LABELLED.read_text(encoding="utf-8")):
        ways = [[re.sub("⟦[0-9]⟧", "□", way) for way in group.get("ways", [])]]
        for new in group[label]:
            yield Case(group["old"], new, group.get("role", "user"), group.get("lang", "en"), ways)


@pytest.mark.parametrize("case", [*cases("bad")], ids=lambda case: case.new)
def test_a_wish_turned_round_is_found_out(case: Case) -> None:
    assert case.objection() is not None


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_most_good_ones_pass(lang: str) -> None:
    every = [case for case in cases("good") if case.lang == lang]
    refused = {case.new: case.objection() for case in every if case.objection() is not None}
    assert len(refused) <= 0.1 * len(every), refused


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("You're going to ⟦1⟧ today.", "speaker-turned"),
        ("I'd like to borrow ⟦1⟧.", "other-wish"),
        ("I've brought ⟦1⟧ back because it broke.", "says-more"),
        ("I haven't brought ⟦1⟧ back.", "negation-turned"),
        ("When did I bring ⟦1⟧ back?", "question-added"),
        ("I've brought back everything from ⟦1⟧.", "values-exchanged"),
    ],
)
def test_the_reason_says_what_was_turned(new: str, reason: str) -> None:
    ways = [["I've brought □ back.", "I'm returning □."]]
    assert Case("I've brought ⟦1⟧ back.", new, "user", "en", ways).objection() == reason


def test_a_request_that_became_a_statement_is_named() -> None:
    assert Case("Can I keep ⟦1⟧?", "I keep ⟦1⟧.", "user", "en", [["Can I keep □?"]]).objection() == "request-lost"


def test_words_of_another_wish_of_the_same_file_are_no_licence() -> None:
    """A conversation about two wishes: the message about one may not become the other."""
    ways = [["I'm returning □."], ["I'd like to borrow □."]]
    assert Case("I'm returning ⟦1⟧.", "I'd like to borrow ⟦1⟧.", "user", "en", ways).objection() == "other-wish"
