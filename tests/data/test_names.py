"""Names from data as file names: plain ones stay, all stay readable, no two share one, none leaves its folder."""

from __future__ import annotations

import unicodedata
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.data import differ_by_case, joined_name, older_safe_name, safe_name


@pytest.mark.parametrize(
    "name", ["gpt-4.1-mini", "gpt-4o-mini", "eval", "模型", "a_b-c.d", "m@x,y=z+1", "Qwen2.5-0.5B-Instruct"]
)
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "readable"),
    [("Qwen/Qwen2-0.5B-Instruct", "Qwen_Qwen2-0.5B-Instruct-"), ("baseline:bigram", "baseline_bigram-")],
)
def test_common_model_names_stay_readable(name: str, readable: str) -> None:
    assert safe_name(name).startswith(readable)
    assert len(safe_name(name)) == len(readable) + 10


@pytest.mark.parametrize("name", ["..", ".", "", "../../etc/passwd", "a\x00b", "con", "x" * 500, "<img src=x>", "a."])
def test_an_unsafe_name_becomes_one_that_is(name: str) -> None:
    safe = safe_name(name)
    assert safe != name
    assert "/" not in safe and not safe.startswith(".") and 0 < len(safe.encode()) < 200


@given(st.text(max_size=300))
def test_no_name_leaves_its_folder(name: str) -> None:
    for safe in (safe_name(name), older_safe_name(name), joined_name(name, name, known=False)):
        assert Path("folder", safe).parent == Path("folder")
        assert Path(safe).name == safe and safe not in (".", "..")
        assert len(safe.encode("utf-8", "surrogatepass")) < 200


ALIKE = [
    "org/m", "org_m", "org:m", "org\\m", "org m", "M", "m", "caf\u00e9", "cafe\u0301", "CAFÉ", "straße", "strasse",
    "x" * 300, "x" * 301, "con", "CON", "nul.txt", "a", "a.", ".a", "", "unnamed", "a*b", "a?b", "a_b",
    "ﬁle", "file", "İ", "i̇", "σ", "ς", "\udc80", "\udc81", "模型", "模 型",
]  # fmt: skip


def on_a_forgiving_disk(name: str) -> str:
    """A name as a file system sees it that does not tell compositions apart."""
    return unicodedata.normalize("NFD", name)


def test_names_that_look_alike_have_places_of_their_own_on_every_disk() -> None:
    names = [*ALIKE, *map(safe_name, ALIKE)]
    places = {name: on_a_forgiving_disk(safe_name(name)) for name in dict.fromkeys(names)}
    shared = [(a, b) for a, b in combinations(places, 2) if places[a] == places[b]]
    assert shared == []


@given(st.text(max_size=12), st.text(max_size=12))
def test_two_names_never_share_a_place(one: str, other: str) -> None:
    if one != other:
        assert on_a_forgiving_disk(safe_name(one)) != on_a_forgiving_disk(safe_name(other))


@pytest.mark.parametrize(
    ("names", "pair"), [(["a", "B", "b"], ("B", "b")), (["M", "M"], None), (["É", "e", "é"], ("É", "é")), ([], None)]
)
def test_names_that_some_disks_take_for_one_are_found(names: list[str], pair: tuple[str, str] | None) -> None:
    assert differ_by_case(names) == pair


def test_where_a_data_set_ends_and_its_subset_begins_is_clear() -> None:
    pairs = [("a", "b_c"), ("a_b", "c"), ("next", "call_x"), ("next_call", "x"), ("", "a_b_c"), ("a_b_c", "")]
    made = {joined_name(*pair, known=pair[0] == "next_call") for pair in pairs}
    assert len(made) == len(pairs) and "next_call_x" in made
