"""The object that `rules()` of a domain gave before rules had kinds is still read, and finds what it found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.synth import Checker, EnvironmentSpec, Settings, make_environment, synthesise
from tests.conftest import read_jsonl

from .broken_rows import broken
from .test_as_before import SEED, of_policy

WRITES = [
    *("cancel_pending_order", "exchange_delivered_order_items", "modify_pending_order_address"),
    *("modify_pending_order_items", "modify_pending_order_payment", "modify_user_address"),
    "return_delivered_order_items",
]
EARLIER: dict[str, Any] = {
    "finds": {"find_user_id_by_email", "find_user_id_by_name_zip"},
    "details": "get_user_details",
    "reads_order": "get_order_details",
    "private": ["get_user_details", "get_order_details", *WRITES],
    "writes": WRITES,
    "once": [["modify_pending_order_items"], ["exchange_delivered_order_items", "return_delivered_order_items"]],
    "transfer": "transfer_to_human_agents",
    "single_calls": True,
}
WAYS = {
    "the yes is no": "unconfirmed-write",
    "nobody is looked up": "unauthenticated",
    "another user id is passed": "another-user",
    "the orders are another's": "told-anothers-order",
    "the order is not read": "order-not-read",
    "the profile is not read": "details-not-read",
    "changed again": "changed-twice",
    "two calls at once": "several-calls",
    "more after the hand-over": "transfer-ending",
}


def in_the_earlier_form(**told: Any) -> Any:
    """The shop, telling its policy as domains did."""
    made: Any = make_environment("shop", EnvironmentSpec(SEED, "en"))
    made.rules = lambda: told
    return made


def test_an_earlier_policy_finds_what_it_found(tmp_path: Path) -> None:
    synthesise(Settings(source="shop", out=tmp_path / "made", n=60, seed=SEED, valid_share=0))
    rows = read_jsonl(tmp_path / "made" / "train.jsonl")
    now = Checker(make_environment("shop", EnvironmentSpec(SEED, "en")), replay=False, wanted=of_policy)
    then = Checker(in_the_earlier_form(**EARLIER), replay=False, wanted=of_policy)
    for way, rule in WAYS.items():
        made = [row for row in (broken(row, way) for row in rows) if row is not None]
        counts = [Counter(each.rule for row in made for each in checker.check(row)) for checker in (now, then)]
        assert counts[0][rule] == counts[1][rule] > 0, way


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"wirtes": WRITES}, "'wirtes'"),
        ({"writes": "cancel_pending_order"}, "'writes'"),
        ({"once": [["a"], "b"]}, "'once'"),
        (
            {"writes": ["cancel_order"]},
            "names cancel_order, and there is no such tool. Did you mean 'cancel_pending_order'",
        ),
    ],
)
def test_what_it_cannot_mean_is_refused_with_the_form_of_today(told: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError) as refused:
        Checker(in_the_earlier_form(**told))
    assert problem in str(refused.value)
