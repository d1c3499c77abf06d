"""What earlier results say of the thing that an id stands for: an item of a list, an entry of a table, a line of text.

The latest result counts. Beside the thing come the others of its list, so that one can tell whether some words mean
this one alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from evalwright.workbench import read_result_text

_ID_NAME = re.compile(r"(?:.*_)?(?:id|ids|uuid|guid|key|code|number|no|ref|sku)|.*(?:Id|ID|Ids)")
_TITLE = re.compile(r"(?:.*_)?(?:name|title|subject|label|headline|summary|description|filename|email|path|topic)")
_MAX_NODES = 20_000
_MAX_TEXT = 100_000
_SCALARS = (str, int, float)


class Seen(NamedTuple):
    """One earlier result."""

    text: str
    value: Any
    """What it stands for; a text where it is no JSON."""


class Thing(NamedTuple):
    """What a result says of one thing."""

    fields: Mapping[str, Any]
    """Its own."""
    above: Mapping[str, Any]
    """Those of what it is a part of."""
    mates: Sequence[Any]
    """The others of its list."""

    def get(self, field: str) -> Any:
        """A field of its own, or of what it is a part of."""
        return self.fields.get(field, self.above.get(field))


def is_id_name(name: str) -> bool:
    """Whether an argument is called as ids are."""
    return _ID_NAME.fullmatch(name) is not None


def thing_of(value: str | int, argument: str, results: Sequence[Seen], *, having: Collection[str] = ()) -> Thing | None:
    """The thing that an id stands for: the latest that has one of these fields, else the latest that there is."""
    first: Thing | None = None
    for thing in things_of(value, argument, results):
        if any(thing.get(field) is not None for field in having) or not having:
            return thing
        first = first or thing
    return first


def things_of(value: str | int, argument: str, results: Sequence[Seen]) -> Iterator[Thing]:
    """All that results say of the thing that an id stands for; they come latest first."""
    written = str(value)
    for seen in results:
        if written in seen.text:
            yield from (
                _in_text(written, seen) if isinstance(seen.value, str) else _in_value(value, argument, seen.value)
            )


def _in_value(value: str | int, argument: str, result: Any) -> Iterator[Thing]:
    names = {argument, argument.removesuffix("s"), "id"}
    left = _MAX_NODES
    waiting: list[tuple[Any, Mapping[str, Any]]] = [(result, {})]
    while waiting and left:
        node, above = waiting.pop()
        left -= 1
        if isinstance(node, dict):
            entry = node.get(value) if isinstance(value, str) else None
            if isinstance(entry, dict):
                yield Thing(entry, above, [each for each in node.values() if each is not entry])
            waiting += [(inner, node) for inner in reversed(node.values()) if isinstance(inner, dict | list)]
        elif isinstance(node, list):
            for each in node:
                if isinstance(each, dict) and _is_called(each, value, names):
                    yield Thing(each, above, [mate for mate in node if mate is not each])
            waiting += [(inner, above) for inner in reversed(node) if isinstance(inner, dict | list)]
    if isinstance(result, dict) and _is_called(result, value, names):
        yield Thing(result, {}, [])


def _is_called(fields: Mapping[str, Any], value: str | int, names: set[str]) -> bool:
    """Whether these are fields of the thing of this id."""
    for name, given in fields.items():
        if given == value and type(given) is type(value) and (name in names or is_id_name(name)):
            return True
    return False


def _in_text(value: str, seen: Seen) -> Iterator[Thing]:
    rows = [{cell.name: cell.value for cell in row} for row in read_result_text(seen.text[:_MAX_TEXT]).rows]
    for row in rows:
        if len(row) > 1 and value in row.values():
            yield Thing(row, {}, [mate for mate in rows if mate is not row])


def is_title(name: str) -> bool:
    """Whether a field is called as what people know things by."""
    return _TITLE.fullmatch(name) is not None


def sayable_fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, str | int | float]]:
    """The values of a thing by which people may speak of it, and what things inside of it are called."""
    for name, value in fields.items():
        if isinstance(value, _SCALARS) and not isinstance(value, bool) and not is_id_name(name):
            yield name, value
        elif isinstance(value, dict):
            yield from ((f"{name}.{inner}", value[inner]) for inner in value if is_title(inner) and value[inner])


def at_path(value: Any, path: Sequence[str]) -> Any:
    """What stands below a value by names and places; None where nothing does."""
    for part in path:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def values_of(value: Any, path: Sequence[str]) -> Iterator[Any]:
    """Every value that stands under these names, wherever in a result that is."""
    waiting, left = [value], _MAX_NODES
    while waiting and left:
        node = waiting.pop()
        left -= 1
        if isinstance(node, dict):
            found = at_path(node, path)
            if found is not None:
                yield from found if isinstance(found, list) else [found]
            waiting += [inner for inner in node.values() if isinstance(inner, dict | list)]
        elif isinstance(node, list):
            waiting += [inner for inner in node if isinstance(inner, dict | list)]
