"""English: every move in every style is whole, its values stand where the spans say, and openings hardly repeat."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from evalwright.domains.retail.dialogue_acts import ASSISTANT_MOVES, TOPICS, USER_MOVES
from evalwright.domains.retail.shop import TRANSFER_SENTENCE
from evalwright.domains.retail.wording import speaker
from evalwright.synth.phrases import Voice, draw_voice
from evalwright.synth.phrases.voice import ASSISTANT_STYLES, HABITS, USER_STYLES
from evalwright.synth.plan import Move, Role, Said, Worded

ADDRESS = {
    "address1": "204 Larch Lane",
    "address2": "Unit 31",
    "city": "Salt Lake City",
    "state": "UT",
    "country": "USA",
    "zip": "84107",
}
LAMP = {
    "name": "Desk Lamp",
    "options": {"light": "warm light", "color": "brass"},
    "price": 41.5,
    "item_id": "1000000001",
}
MUG = {
    "name": "Mug",
    "options": {"volume": "300 ml", "color": "speckled", "finish": "matte"},
    "price": 12.0,
    "item_id": "1000000002",
}
CARD = {"id": "credit_card_1111111", "source": "credit_card", "brand": "visa", "last_four": "0042"}
PAYPAL = {"id": "paypal_2222222", "source": "paypal"}
GIFT = {"id": "gift_card_3333333", "source": "gift_card", "balance": 17.25}
BARE = {"id": "credit_card_4444444", "source": "credit_card"}
ORDER = {
    "order_id": "#W4711000",
    "status": "delivered",
    "items": [LAMP, MUG],
    "ordered_at": "2026-02-11",
    "delivered_at": "2026-02-17",
    "address": ADDRESS,
    "fulfillments": [{"tracking_id": ["900100200300"], "item_ids": ["1000000001"]}],
}
SMALL_ORDER = {"order_id": "#W4711001", "status": "pending", "items": [{**MUG, "options": {}}], "fulfillments": []}
VARIANTS = [
    {"item_id": "1000000003", "options": {"light": "cool light", "color": "black"}, "available": True, "price": 39.99},
    {"item_id": "1000000004", "options": {"light": "warm light", "color": "white"}, "available": False, "price": 45.0},
]
NEW_LAMP = {**LAMP, "options": {"light": "cool light", "color": "black"}, "price": 39.99, "item_id": "1000000003"}

VALUES: dict[str, list[Any]] = {
    "order_id": ["#W4711000"],
    "wrong": ["#W4711009"],
    "email": ["mia.frost4711@example.net"],
    "first_name": ["Mia"],
    "last_name": ["Frost"],
    "zip": ["02118"],
    "product": ["Desk Lamp", "Running Shoes"],
    "products": [["Desk Lamp"], ["Desk Lamp", "Mug", "T-Shirt"]],
    "status": ["pending", "processed", "delivered", "cancelled", "pending (items modified)"],
    "action": ["cancel", "order_address", "items", "payment", "return", "exchange"],
    "purpose": ["refund", "difference", "payment"],
    "amount": [53.5],
    "difference": [4.5, -1.51, 0.0],
    "count": [50],
    "address": [ADDRESS, {**ADDRESS, "address2": ""}],
    "item": [LAMP],
    "items": [[LAMP], [LAMP, MUG]],
    "wanted": [
        [{"name": "Desk Lamp", "options": {"color": "black"}}],
        [{"name": "Desk Lamp", "options": {"light": "cool light"}}, {"name": "Mug", "options": {"volume": "400 ml"}}],
    ],
    "changes": [[{"old": LAMP, "new": NEW_LAMP}]],
    "method": [CARD, PAYPAL, GIFT, BARE],
    "methods": [[CARD, PAYPAL, GIFT], [BARE]],
    "reason": ["no longer needed", "ordered by mistake"],
    "order": [ORDER, SMALL_ORDER, {**ORDER, "status": "processed"}, {**ORDER, "status": "return requested"}],
    "orders": [[ORDER, SMALL_ORDER]],
    "variants": [VARIANTS, []],
    "first": [False],
}
MOVES: list[tuple[Role, str]] = [
    *(("user", name) for name in USER_MOVES),
    *(("assistant", name) for name in ASSISTANT_MOVES),
]


def voices(rng: random.Random) -> Iterator[Voice]:
    for at, style in enumerate(USER_STYLES["en"]):
        habits = frozenset(name for name in HABITS if rng.random() < 0.4)
        yield Voice("en", style, ASSISTANT_STYLES[at % len(ASSISTANT_STYLES)], habits)


def filled(role: Role, name: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """The slots of a move: with each choice of the optional ones, and each topic."""
    spec = (USER_MOVES if role == "user" else ASSISTANT_MOVES)[name]
    optional = chain.from_iterable(combinations(spec.may, size) for size in range(len(spec.may) + 1))
    for extra in optional:
        for topic in TOPICS.get(name, ("joke",)):
            slots = {slot: rng.choice(VALUES[slot]) for slot in (*spec.needs, *extra) if slot != "topic"}
            yield slots | ({"topic": topic} if "topic" in (*spec.needs, *extra) else {})


def said(role: Role, name: str, slots: dict[str, Any], voice: Voice, rng: random.Random) -> Worded:
    return speaker(voice, rng).say(Said(role, [Move(name, slots)]))


def every(role: Role, name: str, rounds: int = 3) -> Iterator[tuple[dict[str, Any], Worded]]:
    rng = random.Random(f"{role}/{name}")
    for _ in range(rounds):
        for slots in filled(role, name, rng):
            for voice in voices(rng):
                yield slots, said(role, name, slots, voice, rng)


@pytest.mark.parametrize(("role", "name"), MOVES, ids=lambda part: part)
def test_every_move_is_whole_in_every_style(role: Role, name: str) -> None:
    for _, worded in every(role, name):
        text, masked = worded.text, worded.masked()
        assert text.strip() == text != ""
        assert not re.search(r"  |[{}\[\]\\\0]| [,.?!;]|[,;:][.?!]|\.\.|,,|\|| '(?:m|d|ll|ve)\b|\(\)", masked), masked
        assert "None" not in {text[begin:end] for begin, end in worded.spans}
        assert not re.search(r"\n(?!- |\n).*:\n\n|\n\n\n", masked), masked
        assert masked.count("(") == masked.count(")"), masked


@pytest.mark.parametrize(("role", "name"), MOVES, ids=lambda part: part)
def test_spans_are_in_order_and_apart(role: Role, name: str) -> None:
    for _, worded in every(role, name, rounds=1):
        flat = [place for span in worded.spans for place in span]
        assert flat == sorted(flat)
        assert all(begin < end <= len(worded.text) for begin, end in worded.spans)


@pytest.mark.parametrize("name", list(USER_MOVES))
def test_what_users_tell_stands_verbatim_in_a_span(name: str) -> None:
    for slots, worded in every("user", name):
        kept = {worded.text[begin:end] for begin, end in worded.spans}
        for slot in ("email", "first_name", "last_name", "zip", "wrong"):
            assert slot not in slots or slots[slot] in kept
        if "order_id" in slots and not name.startswith("want."):
            assert slots["order_id"] in kept
        if "address" in slots:
            assert {field for field in slots["address"].values() if field} <= kept


@pytest.mark.parametrize("name", [name for name in USER_MOVES if name.startswith("want.")])
def test_a_wish_names_the_order_and_the_products_that_it_is_about(name: str) -> None:
    for slots, worded in every("user", name, rounds=6):
        if "order_id" in slots:
            assert slots["order_id"] in worded.text, worded.text
        for product in slots.get("products", [slots.get("product", "")]):
            assert product.lower() in worded.text or "wanted" in slots, worded.text


@pytest.mark.parametrize("name", [name for name in ASSISTANT_MOVES if name.startswith("summarise.")])
def test_a_summary_names_every_detail_and_asks_for_a_yes(name: str) -> None:
    for slots, worded in every("assistant", name, rounds=6):
        text = worded.text
        details = [slots[slot]["order_id"] for slot in ("order",) if slot in slots]
        details += [f"${abs(slots[slot]):.2f}" for slot in ("amount", "difference") if slots.get(slot)]
        details += [field for field in slots.get("address", {}).values() if field]
        details += [slots["reason"]] if "reason" in slots else []
        for item in slots.get("items", []) or [half for change in slots.get("changes", []) for half in change.values()]:
            details += [item["name"], *item["options"].values()]
        details += _words_of_method(slots["method"]) if "method" in slots else []
        assert [detail for detail in details if detail not in text] == []
        assert re.search(r"\b(?i:yes|go ahead|proceed|do that|right|agree)\b", text)


def _words_of_method(method: dict[str, Any]) -> list[str]:
    if method["source"] == "gift_card":
        return ["gift card", f"${method['balance']:.2f}"]
    return ["PayPal"] if method["source"] == "paypal" else [method.get("last_four", "credit card")]


@pytest.mark.parametrize("name", ["done.cancel", "done.return", "tell.refund_time"])
@pytest.mark.parametrize("method", [CARD, PAYPAL, GIFT], ids=["card", "paypal", "gift"])
def test_refunds_take_the_time_that_the_policy_says(name: str, method: dict[str, Any]) -> None:
    rng = random.Random(5)
    for slots in filled("assistant", name, rng):
        for voice in voices(rng):
            text = said("assistant", name, slots | {"method": method}, voice, rng).text
            assert ("immediate" in text.lower()) is (method is GIFT)
            assert ("5 to 7 business days" in text) is (method is not GIFT)


def test_a_yes_and_a_no_cannot_be_mistaken() -> None:
    for _, worded in every("user", "confirm.yes", rounds=40):
        assert re.search(r"\b(yes|yep|yeah|yup|ya|confirm|confirmed|correct)\b", worded.text.lower())
        assert not re.search(r"\b(no|not|don't|dont)\b", worded.text.lower())
    for _, worded in every("user", "confirm.no", rounds=40):
        assert re.search(r"\b(no|nah|nope)\b", worded.text.lower())


def test_the_hand_over_is_one_fixed_sentence() -> None:
    assert {worded.text for _, worded in every("assistant", "transfer")} == {TRANSFER_SENTENCE["en"]}


def test_assistant_questions_end_in_a_question_mark() -> None:
    asks = re.compile(r"(?:^|[.?!] |\n)((?:Could|Can|May|Would|Which|What's|Shall|Should) [^.?!\n:]*[.?!])")
    for name in ASSISTANT_MOVES:
        for _, worded in every("assistant", name):
            for sentence in asks.findall(worded.masked()):
                assert sentence.endswith("?"), sentence


def test_sentences_begin_with_a_capital_unless_the_writer_never_does() -> None:
    rng = random.Random(1)
    for name in USER_MOVES:
        for slots in filled("user", name, rng):
            text = said("user", name, slots, Voice("en", "plain", "plain"), rng).masked()
            assert not re.search(r"(?:^|[.?!] )[a-z]", text), text
            low = said("user", name, slots, Voice("en", "casual", "plain", frozenset({"lower"})), rng)
            assert low.masked() == low.masked().lower()


def test_habits_never_touch_a_value() -> None:
    voice = Voice("en", "casual", "plain", frozenset(HABITS))
    slots = {"first_name": "Please", "last_name": "Isn't", "zip": "02118"}
    for seed in range(50):
        text = said("user", "identify.name_zip", slots, voice, random.Random(seed)).text
        assert "Please" in text
        assert "Isn't" in text


def test_a_further_wish_is_tied_to_what_went_before() -> None:
    first = {worded.masked() for slots, worded in every("user", "want.cancel") if "first" not in slots}
    later = {worded.masked() for slots, worded in every("user", "want.cancel") if "first" in slots}
    assert not first & later
    assert not [text for text in later if re.match(r"(?i)(hi|hello|hey)\b", text)]


def test_moves_are_joined_and_a_list_stands_apart_from_what_follows() -> None:
    voice, rng = Voice("en", "plain", "plain"), random.Random(3)
    moves = [Move("acknowledge"), Move("tell.orders", {"orders": [ORDER]}), Move("offer_more")]
    text = speaker(voice, rng).say(Said("assistant", moves)).text
    assert re.search(r"#W4711000 \(delivered\): Desk Lamp and Mug\n\n[A-Z].*\?$", text)


def test_the_same_seed_says_the_same() -> None:
    def once() -> list[Worded]:
        rng = random.Random(11)
        wording = speaker(draw_voice(rng, "en"), rng)
        return [wording.say(Said("user", [Move("greet"), Move("want.orders")])) for _ in range(5)]

    assert once() == once()


@pytest.mark.parametrize("name", ["want.cancel", "want.status", "want.exchange"])
def test_openings_hardly_ever_repeat_even_without_their_values(name: str) -> None:
    seen = set()
    for seed in range(10_000):
        rng = random.Random(seed)
        moves = [Move(name, {"order_id": "#W4711000"})]
        seen.add(speaker(draw_voice(rng, "en"), rng).say(Said("user", moves)).masked())
    assert len(seen) >= 9_990
