"""The index over a file: what it holds, how it follows a file that grows, and that it lets go of one replaced."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from evalwright.data import sealed
from evalwright.scoring import Metric
from evalwright.view.index_cache import Shelf
from evalwright.view.line_facts import bare_facts, prediction_facts, review_facts
from evalwright.view.line_index import LineIndex, object_at
from evalwright.view.selection import Wish, select
from evalwright.view.text_scan import TextScan

from .runs import prediction, review, write

READ = review_facts(Metric("next_call_score", "mean"), Metric("next_call_exact", "rate"))


def indexed(path: Path) -> LineIndex:
    index = LineIndex(path, path.parent, READ)
    index.extend(10)
    return index


def test_it_holds_what_lists_are_made_from(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    write(path, [review("a#0"), review("b#0", right=False, tool="other")])
    index = indexed(path)
    assert index.complete and len(index) == 2
    assert index.ids == ["a#0", "b#0"]
    assert list(index.scores) == [1.0, 0.5] and list(index.mains) == [1.0, 0.0]
    assert [index.verdict_names.words[number] for number in index.verdicts] == ["exact", "wrong_arguments"]
    assert json.loads(next(iter(index.lines([1]))))["id"] == "b#0"
    assert index.row("b#0") == 1 and index.row("c#0") is None


def test_a_journal_is_followed_and_a_half_written_line_waits(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    whole = json.dumps(prediction("b")).encode() + b"\n"
    write(path, [prediction("a")])
    shelf = Shelf()

    def count() -> int:
        return len(shelf.index(path, tmp_path, "p", prediction_facts, seconds=5))

    assert count() == 1
    with path.open("ab") as journal:
        journal.write(whole[:20])
        journal.flush()
        assert count() == 1
        journal.write(whole[20:])
        journal.flush()
        assert count() == 2
        journal.write(whole.replace(b'"b"', b'"c"'))
    assert count() == 3


def test_a_replaced_file_is_read_anew(tmp_path: Path) -> None:
    path, other = tmp_path / "reviews.jsonl", tmp_path / "new"
    write(path, [review("a"), review("b")])
    shelf = Shelf()
    first = shelf.index(path, tmp_path, "r", READ, seconds=5)
    write(other, [review("c"), review("d"), review("e")])
    other.replace(path)
    assert list(first.lines([0])) == []
    assert shelf.index(path, tmp_path, "r", READ, seconds=5).ids == ["c", "d", "e"]
    path.write_bytes(path.read_bytes().replace(b'"e"', b'"xyz"'))
    assert shelf.index(path, tmp_path, "r", READ, seconds=5).ids == ["c", "d", "xyz"]


def test_lines_that_are_no_reviews_are_counted_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    good = json.dumps(review("a")).encode()
    path.write_bytes(
        b"\n\xff\xfe\n[1]\nnull\n{\n" + good + b"\n{}\n" + b'{"id": "n", "score": {"next_call_score": NaN}}\n'
    )
    index = indexed(path)
    assert index.ids[0] == "a"
    assert index.unreadable >= 5


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_no_line_of_json_can_upset_it(value: object) -> None:
    line = json.dumps(
        {
            "id": value,
            "score": value,
            "verdict": value,
            "tool": value,
            "details": value,
            "sample": value,
            "error": value,
        }
    ).encode()
    for read in (READ, prediction_facts, bare_facts, review_facts(None, None)):
        assert read(line) == read(line)
        assert read(json.dumps(value).encode()) == read(json.dumps(value).encode())


_WORDS = st.text(st.sampled_from('aAbB é中国"\\:{},'), min_size=1, max_size=4)


@settings(max_examples=150, deadline=None)
@given(st.lists(_WORDS, min_size=1, max_size=6), _WORDS, st.booleans())
def test_a_text_is_found_where_it_stands_in_a_value(
    tmp_path_factory: object, texts: list[str], wanted: str, escaped: bool
) -> None:
    lines = [json.dumps({"name": text, "n": 1}, ensure_ascii=escaped).encode() + b"\n" for text in texts]
    path = tmp_path_factory.getbasetemp() / "scan.jsonl"  # type: ignore[attr-defined]
    path.write_bytes(b"".join(lines))
    offsets = [sum(map(len, lines[:at])) for at in range(len(lines))]
    scan = TextScan(wanted)
    with path.open("rb") as stream:
        scan.go_on(stream, offsets, path.stat().st_size, math.inf)
    forms = {wanted, wanted.lower(), wanted.upper(), wanted.title()}
    small = [row for row, text in enumerate(texts) if any(_ascii_lower(form) in _ascii_lower(text) for form in forms)]
    assert set(small) <= set(scan.rows)
    if wanted.isalnum():  # what is not may also stand between values
        assert list(scan.rows) == small


def _ascii_lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)


def test_the_name_of_a_field_is_no_hit(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    write(path, [review("a"), review("b", right=False)])
    found = select(indexed(path), Wish(text="EXACT"))
    assert list(found.rows) == [0] and found.complete


def test_filters_sorting_and_pages(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    write(path, [review("c"), review("a", right=False), {**review("d"), "score": {}}, review("b", tool="other")])
    index = indexed(path)

    def ids(**wish: object) -> list[str]:
        made = Wish(**wish)  # type: ignore[arg-type]
        return [index.ids[row] for row in select(index, made).page(made)]

    assert ids(verdict="wrong_arguments") == ["a"]
    assert ids(verdict="!exact") == ["a"]
    assert ids(verdict="unheard of") == []
    assert ids(tool="other") == ["b"]
    assert ids(low=0.6) == ["c", "b"] and ids(high=0.6) == ["a"]
    assert ids(sort="score") == ["a", "c", "b", "d"] and ids(sort="-score") == ["c", "b", "a", "d"]
    assert ids(sort="id") == ["a", "b", "c", "d"] and ids(sort="tool") == ["c", "a", "d", "b"]
    assert ids(page=1, size=3) == ["b"] and ids(page=10**9) == []


def test_a_first_look_does_not_wait_for_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    path.write_bytes(b"".join(json.dumps(review(str(number))).encode() + b"\n" for number in range(20_000)))
    index = LineIndex(path, tmp_path, READ)
    started = time.monotonic()
    index.extend(0.02)
    assert time.monotonic() - started < 1
    assert 0 < len(index) < 20_000 and not index.complete
    index.extend(30)
    assert len(index) == 20_000 and index.complete


def test_a_request_does_not_wait_for_the_one_that_builds_the_index(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"id": "a"}\n')
    index = LineIndex(path, tmp_path, READ)
    with index.lock:  # somebody else is taking the file in
        index.extend(0.01)
        assert (len(index), index.complete) == (0, False)
    index.extend(60)
    assert (len(index), index.complete) == (1, True)


def test_who_comes_while_a_file_is_taken_in_waits_for_that_one(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    write(path, [review("a"), review("b")])
    shelf = Shelf()
    first = shelf.index(path, tmp_path, "r", READ, seconds=0)
    with path.open("ab") as journal:
        journal.write(b'{"id": "c"}\n')
    with first.lock:  # somebody is taking the file in
        assert shelf.index(path, tmp_path, "r", READ, seconds=0.01) is first
    assert shelf.index(path, tmp_path, "r", READ, seconds=60).ids == ["a", "b", "c"]


def test_places_are_those_of_the_whole_index_whatever_the_lines_are(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    plain = [sealed({"id": f"conv-{number}#0", "score": {}}) for number in range(50)]
    odd = [
        b"",
        b"[1]",
        b"{",
        plain[3],
        sealed({"id": "\u4e2d\n~"}),
        sealed({"score": {}, "id": "late"}),
        plain[4][:-20],
    ]
    for lines in (plain, [*plain, *odd], [*odd, *plain]):
        path.write_bytes(b"\n".join(lines) + b"\n")
        whole, places = LineIndex(path, tmp_path, READ), LineIndex(path, tmp_path, None)
        whole.extend(60)
        places.extend(60)
        assert places.complete and (places.ids, places.offsets) == (whole.ids, whole.offsets)
        assert places.row("conv-7#0") == whole.row("conv-7#0") and places.row("none") is None


def test_a_damaged_line_is_seen_to_be_damaged_when_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    lines = [sealed({"id": name, "verdict": "exact"}) for name in "abc"]
    path.write_bytes(b"\n".join([lines[0], lines[1].replace(b"exact", b"Exact"), lines[2]]) + b"\n")
    places = LineIndex(path, tmp_path, None)
    places.extend(60)
    assert object_at(places, "a", 0) is not None and object_at(places, "b", 0) is None
