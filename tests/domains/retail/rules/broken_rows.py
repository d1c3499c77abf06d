"""Rows of the shop, broken in every way that its policy speaks of, and in ways that nobody thought of.

Each way takes a row and gives it back changed, or None where it cannot be broken so. They draw from the row's own id,
so that the same rows are broken alike anywhere.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
Break = Callable[[Record], Record | None]
BREAKS: dict[str, Break] = {"as made": lambda row: row}

WRITES = ("cancel_", "modify_", "exchange_", "return_")
SAID: dict[str, dict[str, str]] = {
    "en": {
        "a question": "How long does the refund take?",
        "yes, but": "Yes, but use my other card instead.",
        "no": "No, leave it as it is.",
        "both": "Yes. No, wait.",
        "not asked": "Shall I go ahead?",
        "thanks": "Thank you!",
        "hold on": "Please hold the line.",
    },
    "zh": {
        "a question": "退款要多久？",
        "yes, but": "可以，但是换一张卡。",
        "no": "不用了，保持原样。",
        "both": "可以。算了，等等。",
        "not asked": "要继续吗？",
        "thanks": "谢谢！",
        "hold on": "请稍候。",
    },
}


def breaks(name: str) -> Callable[[Break], Break]:
    def register(function: Break) -> Break:
        BREAKS[name] = function
        return function

    return register


def broken(row: Record, name: str) -> Record | None:
    """The row broken in this way, the original left as it was."""
    return BREAKS[name](copy.deepcopy(row))


def _draw(row: Record) -> random.Random:
    return random.Random(row["id"])


def _calls(row: Record, *begins: str) -> list[int]:
    """The messages that call a tool whose name begins so."""
    return [
        index
        for index, message in enumerate(row["messages"])
        if any(call["function"]["name"].startswith(begins) for call in message.get("tool_calls") or ())
    ]


def _without(row: Record, places: list[int]) -> Record | None:
    """The row without these calls and their answers."""
    gone = {at for place in places for at in (place, place + 1)}
    row["messages"] = [message for at, message in enumerate(row["messages"]) if at not in gone]
    return row if places else None


def _last(row: Record, role: str, before: int) -> int:
    return max(
        (at for at in range(before) if row["messages"][at]["role"] == role and row["messages"][at]["content"]),
        default=-1,
    )


def _answer_all(row: Record, text: str) -> Record | None:
    places = _calls(row, *WRITES)
    for place in places:
        user = _last(row, "user", place)
        if user >= 0:
            row["messages"][user]["content"] = text
    return row if places else None


def _register_answers(name: str) -> None:
    BREAKS[f"the yes is {name}"] = lambda row: _answer_all(row, SAID[row["metadata"]["lang"]][name])


for _name in ("a question", "yes, but", "no", "both"):
    _register_answers(_name)


@breaks("the yes is not there")
def no_yes(row: Record) -> Record | None:
    places = {_last(row, "user", place) for place in _calls(row, *WRITES)} - {-1}
    row["messages"] = [message for at, message in enumerate(row["messages"]) if at not in places]
    return row if places else None


@breaks("asked without details")
def bare_question(row: Record) -> Record | None:
    places = [_last(row, "assistant", _last(row, "user", place)) for place in _calls(row, *WRITES)]
    for place in places:
        if place >= 0:
            row["messages"][place]["content"] = SAID[row["metadata"]["lang"]]["not asked"]
    return row if places else None


@breaks("one detail is missing")
def detail_missing(row: Record) -> Record | None:
    places = _calls(row, *WRITES)
    for place in places:
        proposal = _last(row, "assistant", _last(row, "user", place))
        text = row["messages"][proposal]["content"] if proposal >= 0 else ""
        words = text.split(" ") if " " in text else list(text)
        if proposal >= 0:
            cut = _draw(row).randrange(max(len(words), 1))
            joint = " " if " " in text else ""
            row["messages"][proposal]["content"] = joint.join(words[:cut] + words[cut + 6 :])
    return row if places else None


@breaks("other details")
def other_details(row: Record) -> Record | None:
    places = _calls(row, *WRITES)
    for place in places:
        function = row["messages"][place]["tool_calls"][0]["function"]
        given = json.loads(function["arguments"])
        name = _draw(row).choice(sorted(given))
        given[name] = ["0000000001"] if isinstance(given[name], list) else f"{given[name]}9"
        function["arguments"] = json.dumps(given, ensure_ascii=False)
    return row if places else None


@breaks("nobody is looked up")
def no_lookup(row: Record) -> Record | None:
    return _without(row, _calls(row, "find_user"))


@breaks("the lookup fails")
def failing_lookup(row: Record) -> Record | None:
    places = _calls(row, "find_user")
    for place in places:
        row["messages"][place + 1]["content"] = "Error: user not found."
    return row if places else None


@breaks("the profile is not read")
def no_profile(row: Record) -> Record | None:
    return _without(row, _calls(row, "get_user_details"))


@breaks("the order is not read")
def no_order(row: Record) -> Record | None:
    return _without(row, _calls(row, "get_order_details"))


@breaks("another user id is passed")
def other_user(row: Record) -> Record | None:
    changed = False
    for place in _calls(row, ""):
        function = row["messages"][place]["tool_calls"][0]["function"]
        given = json.loads(function["arguments"])
        if "user_id" in given:
            function["arguments"] = json.dumps(given | {"user_id": "mia_garcia_0000"})
            changed = True
    return row if changed else None


@breaks("a second user is found")
def second_user(row: Record) -> Record | None:
    places = _calls(row, "find_user")
    if not places:
        return None
    call, answer = copy.deepcopy(row["messages"][places[0] : places[0] + 2])
    call["tool_calls"][0]["id"] = answer["tool_call_id"] = "call_again"
    answer["content"] = json.dumps("mia_garcia_0000")
    row["messages"][-1:-1] = [call, answer]
    return row


@breaks("the orders are another's")
def others_orders(row: Record) -> Record | None:
    changed = False
    for place in _calls(row, "get_order_details"):
        text = row["messages"][place + 1]["content"]
        if '"user_id"' in text:
            value = json.loads(text) | {"user_id": "mia_garcia_0000"}
            row["messages"][place + 1]["content"] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            changed = True
    return row if changed else None


@breaks("changed again")
def changed_again(row: Record) -> Record | None:
    places = _calls(row, *WRITES)
    if not places:
        return None
    call, answer = copy.deepcopy(row["messages"][places[-1] : places[-1] + 2])
    call["tool_calls"][0]["id"] = answer["tool_call_id"] = "call_again"
    row["messages"][places[-1] + 2 : places[-1] + 2] = [call, answer]
    return row


@breaks("two calls at once")
def two_calls(row: Record) -> Record | None:
    places = _calls(row, "")
    if not places:
        return None
    place = _draw(row).choice(places)
    call, answer = copy.deepcopy(row["messages"][place : place + 2])
    call["tool_calls"][0]["id"] = answer["tool_call_id"] = "call_again"
    row["messages"][place]["tool_calls"] += call["tool_calls"]
    row["messages"].insert(place + 2, answer)
    return row


@breaks("other words at the hand-over")
def other_hand_over(row: Record) -> Record | None:
    places = _calls(row, "transfer")
    if places:
        row["messages"][-1]["content"] = SAID[row["metadata"]["lang"]]["hold on"]
    return row if places else None


@breaks("more after the hand-over")
def more_after(row: Record) -> Record | None:
    if not _calls(row, "transfer"):
        return None
    row["messages"].append({"role": "user", "content": SAID[row["metadata"]["lang"]]["thanks"]})
    return row


@breaks("nothing after the hand-over")
def nothing_after(row: Record) -> Record | None:
    places = _calls(row, "transfer")
    row["messages"] = row["messages"][: places[0] + 2] if places else row["messages"]
    return row if places else None


@breaks("every result fails")
def all_fail(row: Record) -> Record | None:
    for message in row["messages"]:
        if message["role"] == "tool":
            message["content"] = "Error: try again later."
    return row


def _shaken(name: str, shake: Callable[[list[Record], random.Random], None]) -> None:
    def apply(row: Record) -> Record | None:
        shake(row["messages"], _draw(row))
        return row

    BREAKS[name] = apply


def _drop(messages: list[Record], rng: random.Random) -> None:
    del messages[rng.randrange(1, len(messages))]


def _swap(messages: list[Record], rng: random.Random) -> None:
    at = rng.randrange(1, len(messages) - 1)
    messages[at], messages[at + 1] = messages[at + 1], messages[at]


def _repeat(messages: list[Record], rng: random.Random) -> None:
    at = rng.randrange(1, len(messages))
    messages.insert(at, copy.deepcopy(messages[at]))


def _cut(messages: list[Record], rng: random.Random) -> None:
    del messages[rng.randrange(2, len(messages)) :]


def _shuffle(messages: list[Record], rng: random.Random) -> None:
    rest = messages[1:]
    rng.shuffle(rest)
    messages[1:] = rest


for _name, _shake in {
    "a message is dropped": _drop,
    "two messages change places": _swap,
    "a message comes twice": _repeat,
    "it is cut off": _cut,
    "all is shuffled": _shuffle,
}.items():
    _shaken(_name, _shake)


def all_broken(rows: list[Record]) -> Iterator[tuple[str, Record]]:
    """Every row in every way that it can be broken in."""
    for name in BREAKS:
        for row in rows:
            made = broken(row, name)
            if made is not None:
                yield name, made
