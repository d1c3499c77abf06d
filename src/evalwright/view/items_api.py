"""The items of one model on one data set: a page of them, and one with all that is known of it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from evalwright.report import Part
from evalwright.scoring import review_in_words
from evalwright.text import localized, stored_words

from .http_errors import RefusedError, not_found
from .index_cache import PATIENCE
from .item_answers import (
    Beside,
    ItemAddress,
    ItemLine,
    ItemList,
    ItemPage,
    ItemsFacts,
    ItemsPage,
    NoItemList,
    NoItemsPage,
)
from .item_keys import item_key
from .item_request import as_curl
from .line_facts import read_object, sound_object
from .line_index import LineIndex, Names, object_at
from .marks_api import MarkBook
from .params import Params
from .records import record_document
from .run_answers import CountedName
from .runs_api import part_line
from .selection import Wish, read_wish, select
from .shorten import cut, shorten
from .stored import RunView

_REASON = 400
_NAME = 300
_MOST_NAMES = 300
SHELVES = ("auto", "reviews", "predictions")


def items_page(view: RunView, part: Part, number: int, params: Params) -> ItemsPage | NoItemsPage:
    """One page of the items that a query string asks for."""
    wish = read_wish(params)
    kind, index = _index(view, part, params.choice("of", SHELVES, "auto"), PATIENCE)
    metric = view.shown_metric(part)
    base: ItemsFacts = {
        "run": view.entry.id,
        "run_name": cut(view.entry.name, _NAME),
        **part_line(number, part),
        "of": kind,
        "due": view.due(part),
        "metric": metric.name if metric else None,
    }
    if index is None:
        nothing: NoItemList = {"items": [], "verdicts": [], "tools": [], "effects": []}
        return {**base, "total": 0, "matching": 0, "complete": True, **nothing}
    return {**base, "damaged": view.damage(index), **_page(index, wish)}


def _page(index: LineIndex, wish: Wish) -> ItemList:
    selection = select(index, wish)
    rows = selection.page(wish)
    lines = list(index.lines(rows))
    if len(lines) < len(rows):
        raise RefusedError(409, localized("viewer_errors.file_replaced"))
    return {
        "total": len(index),
        "unreadable": index.unreadable,
        "matching": len(selection.rows),
        "complete": selection.complete,
        "page": wish.page,
        "size": wish.size,
        "verdicts": counted(index.verdict_names),
        "tools": counted(index.tool_names),
        "effects": counted(index.effect_names),
        "items": [item_line(index, row, line) for row, line in zip(rows, lines, strict=True)],
    }


def counted(names: Names) -> list[CountedName]:
    """The words of a column with how often they stand, the most frequent first."""
    pairs = sorted(zip(names.counts, names.words, strict=False), key=lambda pair: (-pair[0], pair[1]))
    return [{"name": cut(word, _NAME), "num": count} for count, word in pairs[:_MOST_NAMES] if word]


def item_line(index: LineIndex, row: int, line: bytes) -> ItemLine:
    """One row of a list."""
    found = read_object(line) or {}
    error, score = found.get("error"), index.scores[row]
    reason = stored_words(found, "reason")
    if isinstance(error, dict):
        reason = f"{error.get('kind')}: {stored_words(error, 'message')}"
    repeat = found.get("repeat")
    return {
        "id": cut(index.ids[row], _NAME),
        "key": item_key(index.ids[row]),
        "copy": repeat if isinstance(repeat, int) else 0,
        "verdict": cut(index.verdict_names.words[index.verdicts[row]], _NAME),
        "tool": cut(index.tool_names.words[index.tools[row]], _NAME),
        "effect": cut(index.effect_names.words[index.effects[row]], _NAME),
        "score": None if math.isnan(score) else score,
        "reason": cut(reason, _REASON) if isinstance(reason, str) else "",
    }


def item_page(view: RunView, part: Part, number: int, book: MarkBook, params: Params) -> ItemPage:
    """One item: its review, the answer, the record it was asked from."""
    key, copy = params.text("key"), params.number("copy", 0, 10_000)
    reviews, predictions = view.places(part.reviews), view.places(part.predictions)
    review, prediction = object_at(reviews, key, copy), object_at(predictions, key, copy)
    found = review or prediction
    if found is None:
        raise not_found("item")
    identifier = str(found["id"])
    record = book.records.find(view.stored, part, identifier)
    return {
        "run": view.entry.id,
        "run_name": cut(view.entry.name, _NAME),
        **part_line(number, part),
        "id": cut(identifier, _NAME),
        "key": key,
        "copy": copy,
        "beside": _beside(reviews if review is not None else predictions, key, copy),
        "review": shorten(review_in_words(review) if review is not None else None),
        "prediction": shorten(prediction),
        "record": shorten(record_document(record)),
        "curl": as_curl(view.stored.config, part, record.value) if record.value is not None else None,
        "marks": book.of_item(part, record, identifier),
    }


def _index(view: RunView, part: Part, kind: str, seconds: float) -> tuple[str, LineIndex | None]:
    """Reviews where there are some, else what was answered so far, or what failed."""
    predictions = view.predictions(part, seconds=seconds) if kind != "reviews" else None
    if kind == "predictions":
        return kind, predictions
    index = view.reviews(part, seconds=seconds)
    nothing_graded = index is None or (index.complete and not len(index))
    if kind == "auto" and nothing_graded and (index is None or (predictions is not None and len(predictions))):
        return "predictions", predictions
    return "reviews", index


def _beside(index: LineIndex | None, key: str, copy: int) -> Beside:
    """The items before and after one, in the order of the file."""
    row = index.row(key, copy) if index is not None else None
    if index is None or row is None:
        return {"previous": None, "next": None}
    return {
        "previous": _item_address(index, range(row - 1, -1, -1)),
        "next": _item_address(index, range(row + 1, len(index))),
    }


def _item_address(index: LineIndex, rows: Iterable[int]) -> ItemAddress | None:
    """How the first of some rows that is sound is named in addresses; answers to one item follow one another."""
    row = next((at for at, line in zip(rows, index.lines(rows), strict=False) if sound_object(line) is not None), None)
    if row is None:
        return None
    copy = 0
    while row - copy > 0 and index.ids[row - copy - 1] == index.ids[row]:
        copy += 1
    return {"key": item_key(index.ids[row]), "copy": copy}
