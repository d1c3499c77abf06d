"""`--wording simulate`: two models talk, code executes and decides; what is not true to the end is not written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from evalwright.synth import Synthesis, synthesise, verify
from evalwright.text import phrase

from .conftest import rows_of, settings
from .player import Reply, Row, Stage, players, playing


class Fault(NamedTuple):
    """What a faulty player says in place of the honest reply, and the reasons by which it may be found out."""

    role: str
    reply: Callable[[Row, int, Reply], Reply]
    reasons: set[str]


def always(**reply: Any) -> Callable[[Row, int, Reply], Reply]:
    return lambda row, place, honest: dict(reply)


def second(**reply: Any) -> Callable[[Row, int, Reply], Reply]:
    """Honest at first."""
    return lambda row, place, honest: dict(reply) if place == 1 else honest


def in_text(change: Callable[[str], str]) -> Callable[[Row, int, Reply], Reply]:
    """Every text is changed, every call is honest."""
    return lambda row, place, honest: honest | {"content": change(honest["content"])} if honest["content"] else honest


def in_call(**reply: Any) -> Callable[[Row, int, Reply], Reply]:
    """Every call is another one."""
    return lambda row, place, honest: dict(reply) if "tool_calls" in honest else honest


def hasty(row: Row, place: int, honest: Reply) -> Reply:
    """Where the change is to be proposed, it is made."""
    messages = row["messages"]
    if "tool_calls" in honest or place + 2 >= len(messages) or not messages[place + 2].get("tool_calls"):
        return honest
    function = messages[place + 2]["tool_calls"][0]["function"]
    changing = function["name"].startswith(("cancel", "modify", "return", "exchange"))
    return {"content": None, "tool_calls": [function]} if changing else honest


def twice(row: Row, place: int, honest: Reply) -> Reply:
    return honest | {"tool_calls": honest["tool_calls"] * 2} if "tool_calls" in honest else honest


UNKNOWN = {"name": "get_order_details", "arguments": '{"order_id":"#W7777777"}'}
FAULTS = {
    "the assistant invents an id in words": Fault(
        "assistant", in_text(lambda text: f"{text} (#W7777777)"), {"unseen-id", "transfer-ending"}
    ),
    "the assistant invents an amount": Fault(
        "assistant", in_text(lambda text: f"{text} ($7777.77)"), {"unseen-amount", "transfer-ending"}
    ),
    "the assistant invents an id in a call": Fault(
        "assistant", in_call(tool_calls=[UNKNOWN]), {"calls-without-end", "ungrounded-argument", "user-gave-up"}
    ),
    "the assistant never stops calling": Fault(
        "assistant",
        always(tool_calls=[{"name": "list_all_product_types", "arguments": "{}"}]),
        {"calls-without-end"},
    ),
    "the assistant goes round": Fault(
        "assistant",
        always(content="Could you tell me a little more about that? 好吗？请再多说一点。"),
        {"goes-round", "other-language"},
    ),
    "the assistant asks for ever": Fault(
        "assistant",
        lambda row, place, honest: {"content": f"And what else is there to it? 还有呢？{'?' * place}"},
        {"user-gave-up", "too-long", "other-language"},
    ),
    "the user talks for ever": Fault(
        "user",
        lambda row, place, honest: {"content": f"Hm, let me see... 嗯，我想想{'.' * place}"} if place else honest,
        {"too-long", "never-stops", "unconfirmed-write", "ungrounded-argument", "other-language"},
    ),
    "the assistant calls twice at once": Fault("assistant", twice, {"several-calls"}),
    "the assistant's call cannot be read": Fault(
        "assistant",
        in_call(tool_calls=[{"name": "get_user_details", "arguments": '{"user_id": '}]),
        {"unreadable-call"},
    ),
    "the assistant calls what there is not": Fault(
        "assistant",
        in_call(tool_calls=[{"name": "refund_all", "arguments": "{}"}]),
        {"calls-without-end", "unknown-tool", "user-gave-up"},
    ),
    "the assistant refuses": Fault(
        "assistant", always(content="As an AI language model I can't do that."), {"assistant-out-of-character"}
    ),
    "the assistant tells a tale": Fault(
        "assistant",
        in_text(lambda text: "The mountains lay under snow, and the goats had gone down to the village."),
        {"assistant-rubbish", "other-language"},
    ),
    "the assistant says nothing": Fault("assistant", always(content=""), {"assistant-rubbish"}),
    "the assistant is cut off": Fault(
        "assistant", always(content="Well, let me", finish_reason="length"), {"assistant-rubbish"}
    ),
    "the assistant pretends": Fault(
        "assistant", always(content="I've cancelled it. 已为您取消订单。"), {"said-but-not-done", "other-language"}
    ),
    "the user invents an order": Fault("user", second(content="No, I mean #W7777777."), {"user-invents"}),
    "the user says nothing": Fault("user", second(content=" "), {"user-rubbish"}),
    "the user leaves early": Fault("user", second(content="[END]"), {"user-gave-up"}),
    "the user never stops": Fault("user", always(content="Hm. " * 2000), {"user-rubbish"}),
    "the user speaks of the task": Fault(
        "user", second(content="As an AI language model, I play a customer."), {"user-out-of-character"}
    ),
    "the user calls a tool": Fault(
        "user", second(content="hi", tool_calls=[{"name": "x", "arguments": "{}"}]), {"user-out-of-character"}
    ),
}


def played(rows: list[Row], out: Path, says: Callable[[Any], Reply]) -> Synthesis:
    with playing(says) as server:
        return synthesise(settings(out, "simulate", n=len(rows)), players=players(server))


def test_honest_players_tell_every_story_to_its_end(tmp_path: Path, told_by_code: list[Any]) -> None:
    done = played(told_by_code, tmp_path, Stage(told_by_code))
    worded = done.manifest["worded"]
    assert worded["unit"] == "stories"
    assert worded["kept"] == done.made >= 10
    assert verify(tmp_path).errors == 0
    for row in rows_of(tmp_path):
        assert row["metadata"]["wording"] == "simulate"
        assert row["messages"][-1]["role"] == "assistant" and row["messages"][-1]["content"]
        assert "[END]" not in str(row["messages"])


def test_faulty_players_get_nothing_written(tmp_path: Path, told_by_code: list[Any]) -> None:
    """Each fault in a story of its own; the stories beside them are told to the end."""
    names = list(FAULTS)
    rows = told_by_code
    refused: dict[str, Any] = {}
    for begin in range(0, len(names), 7):
        faulty = dict(enumerate(names[begin : begin + 7]))

        def fault(number: int, role: str, place: int, honest: Reply, faulty: dict[int, str] = faulty) -> Reply:
            chosen = FAULTS.get(faulty.get(number, ""))
            return honest if chosen is None or chosen.role != role else chosen.reply(rows[number], place, honest)

        out = tmp_path / str(begin)
        done = played(rows, out, Stage(rows, fault))
        written = {row["id"] for row in rows_of(out)}
        assert written <= {row["id"] for row in rows[len(faulty) :]}
        assert verify(out).errors == 0
        worded = done.manifest["worded"]
        assert worded["tried"] == worded["kept"] + sum(worded["refused"].values())
        assert worded["kept"] == done.made == len(written) >= 2
        refused |= {
            name: worded["refused"] for name in faulty.values() if not FAULTS[name].reasons & {*worded["refused"]}
        }
    assert refused == {}, "found out, but by another reason"


def changing(rows: list[Any]) -> int:
    """A story in which something is changed."""
    return next(
        at
        for at, row in enumerate(rows)
        if row["metadata"]["environment"]["hash"] != row["metadata"]["environment"]["hash_after"]
    )


def alone(rows: list[Any], number: int, reply: Callable[[Row, int, Reply], Reply], role: str) -> Stage:
    """One story with a fault, the others said to nobody."""

    def fault(at: int, who: str, place: int, honest: Reply) -> Reply:
        if at != number:
            return {"content": ""}
        return reply(rows[at], place, honest) if who == role else honest

    return Stage(rows, fault)


def test_a_change_without_a_yes_is_not_written(tmp_path: Path, told_by_code: list[Any]) -> None:
    number = changing(told_by_code)
    done = played(told_by_code, tmp_path, alone(told_by_code, number, hasty, "assistant"))
    assert (done.made, done.manifest["files"]) == (0, {})
    assert [path.name for path in tmp_path.iterdir() if path.name[0] != "."] == []  # nothing that looks like a set
    assert {"unconfirmed-write", "unnamed-argument"} & done.manifest["worded"]["refused"].keys()


@pytest.mark.parametrize(
    "chatter",
    [
        "Oh, one more thing: how is the weather over there?",
        "对了，再问一句，今天天气怎么样呢？",
        "My order is #W7777777.",
    ],
)
def test_whoever_goes_on_after_the_end_is_cut_short(tmp_path: Path, told_by_code: list[Any], chatter: str) -> None:
    """Once the state is reached the story is whole: what a user says for ever after is left out."""
    rows = told_by_code
    number = changing(rows)
    lines = Stage.lines(rows[number])
    spoken: list[int] = []

    def goes_on(row: Row, place: int, honest: Reply) -> Reply:
        spoken.append(place)
        return honest if place < len(lines) - 1 else {"content": f"{chatter} {'.' * place}"}

    done = played(rows, tmp_path, alone(rows, number, goes_on, "user"))
    assert done.made == 1
    assert max(spoken) <= len(lines) + 3
    [row] = rows_of(tmp_path)
    # No story of the other side came to an end: its file is not there, and why is said.
    assert not (tmp_path / "valid.jsonl").exists()
    assert phrase("synth.no_valid_worded") in done.manifest["notes"]
    assert chatter not in str(row["messages"])
    assert verify(tmp_path).errors == 0


def test_a_farewell_is_kept_and_answered(tmp_path: Path, told_by_code: list[Any]) -> None:
    rows = told_by_code
    number = changing(rows)
    lines = Stage.lines(rows[number])
    farewell = {"en": "Great, thank you. Bye!", "zh": "好的，谢谢，再见！"}[rows[number]["metadata"]["lang"]]

    def leaves(row: Row, place: int, honest: Reply) -> Reply:
        return honest if place < len(lines) else {"content": f"{farewell} [END]"}

    played(rows, tmp_path, alone(rows, number, leaves, "user"))
    [row] = rows_of(tmp_path)
    assert [message["role"] for message in row["messages"][-2:]] == ["user", "assistant"]
    assert row["messages"][-2]["content"] == farewell


def test_thoughts_and_words_beside_a_call_are_no_part_of_it(tmp_path: Path, told_by_code: list[Any]) -> None:
    rows = told_by_code
    number = changing(rows)

    def thinks(row: Row, place: int, honest: Reply) -> Reply:
        words = honest["content"] or "Let me look at #W7777777."
        return honest | {"content": f"<think>It may be #W7777777.</think>{words}"}

    played(rows, tmp_path, alone(rows, number, thinks, "assistant"))
    [row] = rows_of(tmp_path)
    assert "W7777777" not in str(row["messages"]) and "think" not in str(row["messages"][1:])
