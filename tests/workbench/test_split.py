"""Splitting: nothing stands on both sides, the share is met where it can be, the seed decides everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.data import dumps, scan_conversations
from evalwright.errors import InputError, UsageError
from evalwright.workbench.audit import audit
from evalwright.workbench.split import split
from evalwright.workbench.split.assign import choose

from ..conftest import read_jsonl, write_jsonl
from .talks import answer, call, good, record, replied, said


def story(number: int) -> str:
    """Words that no other number has."""
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return " ".join(f"{letters}{letter}" for letter in "klmnopqrstuvwxyz")


def strangers(count: int) -> list[dict[str, object]]:
    return [good(str(at), f"user_{1000 + at}", f"#W{1000 + at}", story(at)) for at in range(count)]


def test_strangers_are_split_as_asked() -> None:
    done = split(strangers(50), valid_share=0.3)
    assert (len(done.train), len(done.valid), done.groups) == (35, 15, 50)
    assert sorted([*done.train, *done.valid]) == list(range(50))
    assert set(done.leaks) == {"conversation", "entity", "plan", "near_duplicate"}
    assert not any(done.leaks.values())
    assert done.remarks == []


def test_the_seed_decides() -> None:
    assert split(strangers(30), seed=1).valid == split(strangers(30), seed=1).valid
    assert split(strangers(30), seed=1).valid != split(strangers(30), seed=2).valid


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=2, max_size=30),
    st.integers(0, 5),
    st.sampled_from([0.1, 0.2, 0.5]),
)
def test_nobody_and_nothing_stands_on_both_sides(pairs: list[tuple[int, int]], seed: int, share: float) -> None:
    rows = [
        good(str(at), f"user_{1000 + user}", f"#W{1000 + order}", story(at)) for at, (user, order) in enumerate(pairs)
    ]
    done = split(rows, seed=seed, valid_share=share, entity_max_share=1.0)
    assert not any(done.leaks.values())
    for at in (0, 1):
        sides = [{pairs[number][at] for number in side} for side in (done.train, done.valid)]
        assert not sides[0] & sides[1]


def test_the_files_pass_the_audit_against_each_other(tmp_path: Path) -> None:
    rows = [good(str(at), f"user_{1000 + at // 2}", f"#W{1000 + at}", story(at)) for at in range(40)]
    source = write_jsonl(tmp_path / "all.jsonl", rows)
    done = split(source, tmp_path / "out")
    train, valid = tmp_path / "out" / "train.jsonl", tmp_path / "out" / "valid.jsonl"
    assert [len(read_jsonl(train)), len(read_jsonl(valid))] == [len(done.train), len(done.valid)] == [32, 8]
    assert audit(valid, against=train, rules=["leaked-conversation", "leaked-entity"]).counts == {}
    assert json.loads((tmp_path / "out" / "leaks.json").read_text("utf-8")) == done.to_dict()
    assert [row["id"] for row in read_jsonl(valid)] == [str(number) for number in done.valid]


STORY = "My blue kettle was due last week and nobody has told me where it is, could you please look into this for me?"


def test_what_is_worded_alike_stays_together_even_through_a_third() -> None:
    words = STORY.split()
    rows = [record("a", said(" ".join(words)), replied("Yes, of course, I shall look into it."))]
    for step in range(1, 6):
        words[step] = words[step] + "ish"
        rows.append(record(str(step), said(" ".join(words)), replied("Yes, of course, I shall look into it.")))
    done = split([*rows, *strangers(4)], valid_share=0.4)
    assert done.largest_group == 6
    assert not any(done.leaks.values())


def test_the_same_calls_with_the_same_arguments_stay_together_but_the_same_tools_do_not() -> None:
    def weather(at: int, city: str, words: str) -> dict[str, object]:
        return record(str(at), said(words), call(0, "weather", city=city), answer(0, "sunny"), replied("Sunny."))

    same = split([weather(0, "Oslo", "Oslo?"), weather(1, "Oslo", "And in the north?"), weather(2, "Rome", "Rome?")])
    assert (same.groups, same.links["plan"]) == (2, 1)
    assert split([weather(0, "Oslo", "Oslo?"), weather(1, "Rome", "Rome?")]).groups == 2
    quiet = [record(str(at), said(f"{at}"), call(0, "list_all"), answer(0, "[]")) for at in range(3)]
    assert split(quiet).groups == 3


def test_ids_of_other_kinds_join_and_what_is_for_sale_does_not() -> None:
    def talk(at: int, name: str, value: object) -> dict[str, object]:
        result = {name: value, "at": at}
        return record(str(at), said(f"row {at}"), call(0, "look", nr=str(at)), answer(0, result))

    for name in ("ticketId", "payment_method_id", "session_uuid", "phone_number"):
        assert split([talk(0, name, "ab12345"), talk(1, name, "ab12345"), talk(2, name, "cd99")]).groups == 2, name
    for name in ("product_id", "item_id", "categoryId", "status", "zip"):
        assert split([talk(0, name, "ab12345"), talk(1, name, "ab12345")]).groups == 2, name


def test_what_stands_nearly_everywhere_is_nobodys() -> None:
    def talk(at: int) -> dict[str, object]:
        result = {"user_id": f"user_{1000 + at}", "support_email": "help@shop.example"}
        return record(str(at), said(f"row {at}"), call(0, "look", nr=str(at)), answer(0, result))

    few = split([talk(at) for at in range(8)])
    assert (few.groups, few.common) == (1, {})
    many = split([talk(at) for at in range(40)])
    assert (many.groups, many.common) == (40, {"help@shop.example": 40})
    assert not any(many.leaks.values())
    assert split([talk(at) for at in range(40)], entity_max_share=1.0).groups == 1


def test_a_group_that_is_too_large_is_said_so() -> None:
    rows = [good(str(at), "user_1000", f"#W{1000 + at}", story(at)) for at in range(8)]
    rows.append(good("last", "user_2000", "#W2000", story(99)))
    done = split(rows, valid_share=0.4)
    assert len(done.valid) == 1
    assert "40.0% cannot be met: the largest group has 8 conversations of 9; 11.1% was reached" in done.remarks
    alone = split(rows[:8])
    assert (alone.valid, alone.remarks) == (
        [],
        ["all conversations belong together, so nothing can be set aside for validation"],
    )


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=2, max_size=9), st.integers(1, 20), st.integers(0, 3))
def test_the_share_is_met_as_nearly_as_groups_allow(sizes: list[int], wanted: int, seed: int) -> None:
    sums = {0}
    for size in sizes:
        sums |= {made + size for made in sums}
    aim = min(wanted, sum(sizes) - 1)
    best = min(abs(made - aim) for made in sums if 0 < made < sum(sizes))
    assert abs(sum(sizes[number] for number in choose(sizes, wanted, seed)) - aim) == best


def test_the_input_is_never_overwritten(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "train.jsonl", strangers(4))
    with pytest.raises(UsageError, match="would be overwritten"):
        split(source, tmp_path)
    assert len(read_jsonl(source)) == 4


@pytest.mark.parametrize("share", [0.0, 1.0, -1.0, float("nan")])
def test_a_share_lies_between_0_and_1(share: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        split(strangers(2), valid_share=share)


def test_bad_rows_stop_it_or_are_named_and_nothing_is_left(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"messages": 3}\n' + json.dumps(good()) + "\n[]\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"in\.jsonl:1"):
        split(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    done = split(source, tmp_path / "out", skip_bad_rows=True)
    assert (done.conversations, [row.line for row in done.bad_rows]) == (1, [1, 3])
    assert read_jsonl(tmp_path / "out" / "train.jsonl") == [good()]


def _line(row: dict[str, Any], style: str) -> str:
    if style == "no tools":
        bare = {"id": row["id"], "messages": row["messages"][:1], "metadata": {"note": ',"tools":[]'}}
        return json.dumps(bare, separators=(",", ":"))
    if style == "spaced":
        return json.dumps(row)
    shown = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return shown.replace(',"tools"', ',"tools" ') if style == "a space" else f"  {shown}\r"


@pytest.mark.parametrize(
    "styles", [["compact"], ["spaced"], ["no tools"], ["a space"], ["no tools", "compact"], ["compact", "bad"]]
)
def test_what_is_written_is_what_was_read_however_it_was_written(styles: list[str], tmp_path: Path) -> None:
    """Lines that are as they would be written are copied, and those that only lack their tools."""
    path = tmp_path / "rows.jsonl"
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write("\ufeff")
        for number, row in enumerate(strangers(40)):
            style = styles[number % len(styles)]
            stream.write("{" if style == "bad" else _line(row, style))
            stream.write("\n\n" if number == 7 else "\n")
    done = split(path, tmp_path / "out", skip_bad_rows=True)
    for name, numbers in (("train.jsonl", done.train), ("valid.jsonl", done.valid)):
        found = []
        for row in scan_conversations(path, "rows", [], skip_bad_rows=True):
            found.append(dumps(row.conversation.to_dict()))
        assert (tmp_path / "out" / name).read_bytes() == b"".join([found[number] + b"\n" for number in numbers])
