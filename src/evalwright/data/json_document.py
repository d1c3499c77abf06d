"""The rows of a JSON document: those of the list that it is built around (`results.results`, `samples`, `data`), or
the document itself, and whatever other objects follow it.

Reports of evaluations and pages of APIs are one object with their rows inside. Only lists of objects under the names
that such documents use count; an object that has messages of its own is a row, whatever else it holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from .json_scan import JsonScanner

_LISTS = frozenset(
    {"data", "examples", "instances", "items", "records", "results", "rows", "runs", "samples", "simulations"}
)
_LEVELS = 3
_ROW_KEYS = frozenset(
    {
        "contents",
        "conversation",
        "conversations",
        "input",
        "instruction",
        "messages",
        "prompt",
        "query",
        "question",
        "traj",
    }
)


def document_rows(scanner: JsonScanner) -> Iterator[bytes]:
    """Every row of a text of one or more objects; BrokenJsonError where it cannot go on."""
    while scanner.peek():
        if scanner.peek() != b"{":
            yield scanner.value()
            continue
        yield from _rows_of_object(scanner)


def _rows_of_object(scanner: JsonScanner) -> Iterator[bytes]:
    scanner.hold()
    entered = _seek_list(scanner, _LEVELS)
    scanner.release(back=not entered)
    if not entered:
        yield scanner.value()
        return
    yield from scanner.elements()
    for _ in range(entered):
        scanner.leave_object()


def _seek_list(scanner: JsonScanner, levels: int) -> int:
    """Go to the list of rows in the object that begins here: how many objects were entered, 0 where there is none."""
    scanner.take(b"{")
    while scanner.peek() == b'"':
        key = scanner.key()
        if key in _ROW_KEYS:
            return 0
        if key in _LISTS and scanner.at_list_of_objects():
            return 1
        if key in _LISTS and scanner.peek() == b"{" and levels > 1:
            inner = _seek_list(scanner, levels - 1)
            if inner:
                return inner + 1
        else:
            scanner.value()
        scanner.take(b",")
    scanner.take(b"}")
    return 0
