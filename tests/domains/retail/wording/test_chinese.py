"""Chinese words: every move can be said in every manner, values stand where the spans say, and no two people alike."""

from __future__ import annotations

import random
import re
from itertools import chain, combinations, product
from math import prod
from typing import Any

import pytest

from evalwright.domains.retail.dialogue_acts import ASSISTANT_MOVES, TOPICS, USER_MOVES, MoveSpec
from evalwright.domains.retail.shop import POLICY, TRANSFER_SENTENCE
from evalwright.domains.retail.wording import speaker
from evalwright.domains.retail.wording.languages import language
from evalwright.domains.retail.wording.zh_forms import counter
from evalwright.synth.checks import read_answer
from evalwright.synth.phrases import Choice, Rule, Voice
from evalwright.synth.phrases.voice import ASSISTANT_STYLES, USER_STYLES
from evalwright.synth.plan import Move, Said, Worded

STYLES = USER_STYLES["zh"]
HAN = "\u4e00-\u9fff"
ADDRESS = {
    "address1": "西湖区中山路12号",
    "address2": "金桂苑3栋1单元502室",
    "city": "杭州市",
    "state": "浙江省",
    "country": "中国",
    "zip": "310012",
}
SHOES = {"name": "跑步鞋", "options": {"尺码": "42码", "颜色": "白色"}, "price": 699.3, "item_id": "1111111111"}
LAMP = {"name": "台灯", "options": {"颜色": "黑色"}, "price": 210.0, "item_id": "2222222222"}
BIGGER = {"name": "跑步鞋", "options": {"尺码": "43码", "颜色": "白色"}, "price": 720.3, "available": True}
ORDER = {
    "order_id": "#W1234567",
    "items": [SHOES, LAMP],
    "status": "pending",
    "ordered_at": "2026-03-18",
    "fulfillments": [],
    "payment_history": [{"transaction_type": "payment", "amount": 909.3, "payment_method_id": "credit_card_1234567"}],
}
ARRIVED = {
    **ORDER,
    "order_id": "#W7654321",
    "status": "delivered",
    "delivered_at": "2026-02-03",
    "fulfillments": [{"tracking_id": "123456789012", "item_ids": ["1111111111"]}],
}
CARD = {"id": "credit_card_1234567", "source": "credit_card", "brand": "unionpay", "last_four": "4321"}
GIFT_CARD = {"id": "gift_card_7654321", "source": "gift_card", "balance": 88.5}
PAYPAL = {"id": "paypal_1111111", "source": "paypal"}
VALUES: dict[str, list[Any]] = {
    "order_id": ["#W1234567"],
    "wrong": ["#W9999999"],
    "email": ["xiaoyu.wang1234@example.com"],
    "first_name": ["小雨"],
    "last_name": ["王"],
    "zip": ["310012"],
    "product": ["跑步鞋"],
    "products": [["跑步鞋"], ["跑步鞋", "台灯"]],
    "count": [50],
    "amount": [909.3, 210.0],
    "difference": [21.0, -8.5, 0],
    "address": [ADDRESS, {**ADDRESS, "city": "北京市", "state": "北京市"}],
    "order": [ORDER, ARRIVED],
    "orders": [[ORDER, ARRIVED]],
    "items": [[SHOES], [SHOES, LAMP]],
    "wanted": [[{"name": "跑步鞋", "options": {"尺码": "43码"}}]],
    "changes": [[{"old": SHOES, "new": BIGGER}]],
    "method": [CARD, GIFT_CARD, PAYPAL, {"id": "credit_card_1234567", "source": "credit_card"}],
    "methods": [[CARD], [CARD, GIFT_CARD, PAYPAL]],
    "purpose": ["refund", "difference", "payment"],
    "reason": ["no longer needed", "ordered by mistake"],
    "status": ["processed", "delivered", "pending (items modified)"],
    "action": ["cancel", "order_address", "items", "payment", "return", "exchange"],
    "variants": [[BIGGER], [BIGGER, BIGGER, BIGGER], []],
    "first": [True, False],
}
SAID_WHOLE = ("order_id", "wrong", "email", "first_name", "last_name", "zip", "product")


def say(role: str, name: str, slots: dict[str, Any], style: str, seed: int = 0) -> Worded:
    """One move in one manner."""
    voice = Voice("zh", style, "plain") if role == "user" else Voice("zh", "plain", style)
    return speaker(voice, random.Random(seed)).say(Said(role, [Move(name, slots)]))  # type: ignore[arg-type]


def every_case(moves: dict[str, MoveSpec], styles: tuple[str, ...]) -> list[tuple[str, dict[str, Any], str]]:
    """Every move with every choice of optional slots, every topic and every style; other values in turn."""
    rng, cases = random.Random(1), []
    for name, spec in moves.items():
        extras = chain.from_iterable(combinations(spec.may, size) for size in range(len(spec.may) + 1))
        for extra, topic, style in product(extras, TOPICS.get(name, ("weather",)), styles):
            slots = {slot: rng.choice(VALUES[slot]) for slot in (*spec.needs, *extra) if slot != "topic"}
            if "topic" in (*spec.needs, *extra):
                slots["topic"] = topic
            cases.append((name, slots, style))
    return cases


@pytest.mark.parametrize(
    ("role", "moves", "styles"), [("user", USER_MOVES, STYLES), ("assistant", ASSISTANT_MOVES, ASSISTANT_STYLES)]
)
def test_every_move_reads_cleanly_in_every_manner(
    role: str, moves: dict[str, MoveSpec], styles: tuple[str, ...]
) -> None:
    for seed, (name, slots, style) in enumerate(every_case(moves, styles) * 2):
        text = say(role, name, slots, style, seed).text
        assert text.strip(), (name, slots, style)
        assert not re.search(r"[\[\]{}|¦\u2009\0\\*]|None|\?[a-z]", text), text
        assert not re.search("，，|。。|，。|、。|：。|。，|^[，。、]|  ", text), text
        assert not re.search(f"[{HAN}][,;:?!][{HAN}]", text), text


def test_an_assistant_sets_spaces_beside_letters_and_digits() -> None:
    for seed, (name, slots, style) in enumerate(every_case(ASSISTANT_MOVES, ASSISTANT_STYLES)):
        said = say("assistant", name, slots, style, seed)
        words = said.masked().replace("_", "")
        assert not re.search(f"[{HAN}][A-Za-z0-9]|[A-Za-z0-9][{HAN}]", words), said.text
        assert not re.search(f"[{HAN}]#W|#W[0-9]{{7}}[{HAN}]", said.text), said.text


def test_what_a_user_names_is_said_whole_and_lies_in_a_span() -> None:
    for seed, (name, slots, style) in enumerate(every_case(USER_MOVES, STYLES)):
        said = say("user", name, slots, style, seed)
        spans = {said.text[begin:end] for begin, end in said.spans}
        for slot in SAID_WHOLE:
            if slot in slots and not name.startswith("story."):
                assert slots[slot] in spans, (name, slot, said.text)
        for piece in slots.get("address", {}).values():
            assert piece in spans, said.text
        if name in ("give.wanted", "give.other_wanted", "mind.wanted"):
            assert "43码" in spans, said.text


@pytest.mark.parametrize("style", ASSISTANT_STYLES)
def test_a_proposal_names_all_that_will_be_written_and_asks(style: str) -> None:
    terms = {"changes": [{"old": SHOES, "new": BIGGER}], "difference": 21.0, "method": CARD}
    proposals: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
        "cancel": (
            {"order": ORDER, "reason": "ordered by mistake", "amount": 909.3, "method": CARD},
            ("#W1234567", "下错", "909.30", "4321"),
        ),
        "order_address": ({"order": ORDER, "address": ADDRESS}, ("#W1234567", *ADDRESS.values())),
        "profile_address": ({"address": ADDRESS}, tuple(ADDRESS.values())),
        "items": ({"order": ORDER, **terms}, ("#W1234567", "跑步鞋", "42码", "43码", "补", "21 元", "4321")),
        "exchange": ({"order": ARRIVED, **terms}, ("#W7654321", "跑步鞋", "42码", "43码", "补", "21 元", "4321")),
        "payment": ({"order": ORDER, "method": GIFT_CARD, "amount": 909.3}, ("#W1234567", "礼品卡", "909.30 元")),
        "return": (
            {"order": ARRIVED, "items": [SHOES, LAMP], "amount": 909.3, "method": PAYPAL},
            ("#W7654321", "跑步鞋", "台灯", "909.30 元", "PayPal"),
        ),
    }
    for (move, (slots, named)), seed in product(proposals.items(), range(25)):
        text = say("assistant", f"summarise.{move}", slots, style, seed).text
        assert all(value in text for value in named), text
        assert re.search("确认|同意|“是”|确定|可以吗|行吗", text.rstrip()[-40:]), text


def test_money_goes_back_where_the_difference_is_negative() -> None:
    terms = {"changes": [{"old": BIGGER, "new": SHOES}], "difference": -21.0, "method": CARD}
    for seed in range(40):
        proposed = say("assistant", "summarise.exchange", {"order": ARRIVED, **terms}, "plain", seed).text
        done = say("assistant", "done.exchange", {"order_id": "#W7654321", **terms}, "plain", seed).text
        assert "退还" in proposed and "21 元" in proposed and "补" not in proposed
        assert "退还" in done and "补" not in done


def test_refund_times_are_those_of_the_policy() -> None:
    assert "即时到账" in POLICY["zh"] and "5 到 7 个工作日" in POLICY["zh"]
    for style, seed in product(ASSISTANT_STYLES, range(20)):
        at_once = say("assistant", "tell.refund_time", {"method": GIFT_CARD}, style, seed).text
        later = say("assistant", "tell.refund_time", {"method": CARD}, style, seed).text
        assert "工作日" not in at_once and re.search("即时|马上|立刻", at_once)
        assert "5 到 7 个工作日" in later


def test_the_transfer_sentence_is_that_of_the_policy() -> None:
    assert say("assistant", "transfer", {}, "warm").text == TRANSFER_SENTENCE["zh"]


def test_a_yes_is_understood_as_a_yes_and_a_no_never() -> None:
    for style, seed in product(STYLES, range(150)):
        yes = say("user", "confirm.yes", {}, style, seed).text
        assert read_answer(yes, "zh") == "yes", yes
        for move in ("confirm.no", "mind.drop"):
            no = say("user", move, {}, style, seed).text
            assert read_answer(no, "zh") != "yes", no


def test_thanks_go_to_the_end_of_a_message() -> None:
    moves = [Move("want.cancel", {"order_id": "#W1234567"}), Move("identify.email", {"email": "a.b1@example.com"})]
    for seed in range(200):
        text = speaker(Voice("zh", "polite", "plain"), random.Random(seed)).say(Said("user", moves)).text
        assert not re.search("(?:麻烦您了|辛苦您了|谢谢您|多谢您)。.*@", text), text


def test_a_hasty_typist_leaves_stops_out_and_values_alone() -> None:
    voice = Voice("zh", "casual", "plain", frozenset(("short_words", "no_stop", "lines")))
    moves = [
        Move("want.cancel", {"order_id": "#W1234567"}),
        Move("give.reason", {"reason": "ordered by mistake"}),
        Move("identify.name_zip", {"first_name": "小雨", "last_name": "王", "zip": "310012"}),
    ]
    for seed in range(60):
        said = speaker(voice, random.Random(seed)).say(Said("user", moves))
        assert not re.search("[，。：]", said.text) and "\n" in said.text
        assert {"#W1234567", "王", "小雨", "310012"} <= {said.text[begin:end] for begin, end in said.spans}


@pytest.mark.parametrize(
    ("name", "word"),
    [("跑步鞋", "双"), ("牛仔裤", "条"), ("太阳镜", "副"), ("床单四件套", "套"), ("台灯", "盏"), ("充电宝", "个")],
)
def test_things_are_counted_with_their_own_word(name: str, word: str) -> None:
    assert counter(name) == word


@pytest.mark.parametrize("intent", ["status", "cancel", "order_address", "items", "payment", "return", "exchange"])
def test_openings_hardly_ever_repeat(intent: str) -> None:
    drawn, slots = 800, {"order_id": "#W1234567"}
    talkative = [style for style in STYLES if style != "terse"]
    openings = {say("user", f"want.{intent}", slots, talkative[seed % 6], seed).masked() for seed in range(drawn)}
    assert len(openings) > 0.95 * drawn


@pytest.mark.parametrize("intent", ["status", "cancel", "order_address", "items", "payment", "return", "exchange"])
def test_there_are_hundreds_of_thousands_of_ways_to_open(intent: str) -> None:
    rule = language("zh").grammar.rules[f"user/want.{intent}"]
    slots = {"order_id": "#W1234567", "first": True}
    assert sum(ways(rule, slots, style) for style in STYLES) > 200_000


def holds(test: Any, slots: dict[str, Any], style: str) -> bool:
    """Whether a mark lets a production through."""
    return style in test.wanted if test.kind == "@" else test.holds(slots)


def ways(node: Any, slots: dict[str, Any], style: str) -> int:
    """How many texts a part of the grammar can become."""
    if isinstance(node, Choice):
        return sum(prod(ways(inner, slots, style) for inner in branch) for branch in node.branches)
    if not isinstance(node, Rule):
        return 1
    outcome = sum(1 << at for at, test in enumerate(node.tests) if holds(test, slots, style))
    chosen = (node.productions[number] for number in node.fitting(outcome))
    return sum(prod(ways(inner, slots, style) for inner in production.nodes) for production in chosen)


def test_the_same_chance_gives_the_same_words() -> None:
    slots = {"order_id": "#W1234567", "product": "跑步鞋"}
    assert say("user", "want.status", slots, "chatty", 5) == say("user", "want.status", slots, "chatty", 5)
