"""Taking known secrets out of what is about to be written or shown, whatever form they come back in.

Messages lose every known value. Answers are another matter, since a changed answer is another score: they lose keys,
but a value that might be a word stays where it stands in the question too, and a short one counts only by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

from .escapes import Unescaped, unescaped
from .naming import HIDDEN, stands_alone_only
from .secret import KnownValue, Secret, known_values

_DEEPEST = 200
_LAYERS = 4
_Span = tuple[int, int]


def redacted(text: str) -> str:
    """The text without any secret that this process knows."""
    return _without(text, known_values(), alone=False)


def redacted_tree(value: Any) -> Any:
    """A JSON value without any known secret, in keys and texts at every depth."""
    known = known_values()
    return _mapped(value, lambda text: _without(text, known, alone=False)) if known else value


def holds_secret(text: str) -> bool:
    """Whether a text holds a value that is a secret for sure, wherever it came from."""
    known = [each for each in known_values() if each.in_answers]
    return bool(known) and _without(text, known, alone=True) != text


def redact_answer(value: Any, asked: Callable[[], str]) -> tuple[Any, bool]:
    """A model's answer without secrets, and whether it held any; `asked` gives the question, should it be needed."""
    known = [each for each in known_values() if each.in_answers]
    if not known or not _hold_any(list(_texts(value)), known):
        return value, False
    question = asked()
    known = [each for each in known if not (each.by_chance and each.value in question)]
    cleaned = _mapped(value, lambda text: _without(text, known, alone=True))
    return cleaned, cleaned != value


def _hold_any(texts: list[str], known: Iterable[KnownValue]) -> bool:
    """Whether there is anything to do, which is seldom: looked for in all texts at once."""
    joined = "\n".join(texts)
    return _without(joined, known, alone=False) != joined


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, keys included, without recursion."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            waiting += each


def _without(text: str, known: Iterable[KnownValue], *, alone: bool) -> str:
    if not text:
        return text
    spans = [*_spans(text, known, alone), *_escaped_spans(text, known, alone)]
    return _hide_spans(text, spans) if spans else text


def _escaped_spans(text: str, known: Iterable[KnownValue], alone: bool) -> Iterator[_Span]:
    """Where known values stand once escapes are undone, one layer after the other."""
    layers: list[Unescaped] = []
    while len(layers) < _LAYERS and any(mark in text for mark in ("\\", "%", "&")):
        plain = unescaped(text)
        if plain is None:
            return
        layers.append(plain)
        text = plain.text
        for span in _spans(text, known, alone):
            yield reduce(lambda inner, layer: layer.original(*inner), reversed(layers), span)


def _spans(text: str, known: Iterable[KnownValue], alone: bool) -> Iterator[_Span]:
    """Where known values stand."""
    for each in known:
        for form in each.forms:
            start = text.find(form)
            while start >= 0:
                end = start + len(form)
                if not (alone and form == each.value and stands_alone_only(form)) or not _touched(text, start, end):
                    yield start, end
                start = text.find(form, start + 1)


def _touched(text: str, start: int, end: int) -> bool:
    """Whether a letter or digit stands right before or after."""
    return (start > 0 and text[start - 1].isalnum()) or (end < len(text) and text[end].isalnum())


def _hide_spans(text: str, spans: list[_Span]) -> str:
    parts, done = [], 0
    for start, end in sorted(spans):
        if end <= done:
            continue
        if start >= done:
            parts += [text[done:start], HIDDEN]
        done = end
    return "".join([*parts, text[done:]])


def _whole(value: Any, change: Callable[[str], str]) -> Any:
    """What is nested too deep to be walked: as it is where it holds no secret, else hidden as a whole."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return HIDDEN
    return value if change(text) == text else HIDDEN


def _mapped(value: Any, change: Callable[[str], str], depth: int = 0) -> Any:
    """The same value with every text changed, keys included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Secret):
        return HIDDEN
    if depth > _DEEPEST:
        return _whole(value, change)
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(inner, change, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(inner, change, depth + 1) for inner in value]
    return value
