"""Templates of testing criteria: `{{ item.path }}` and `{{ sample.path }}` in a text, read once and filled per item.

A path walks through objects by name and lists by number, and into a text that holds JSON, as a call's `arguments` do.
It knows nothing else: no attributes, no functions, no other names. Reading and filling take time in proportion to the
text, and both have limits, for templates come from clients and values from models.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.text import Sentence, phrase

from .errors import CriteriaError

NAMESPACES = ("item", "sample")
MAX_TEMPLATE = 1_000_000
"""Characters of a template."""
MAX_FILLED = 4_000_000
"""Characters of what becomes of it."""
_MAX_PLACES = 10_000
_MAX_STEPS = 64
_MAX_JSON = 1_000_000
_PLACE = re.compile(r"\{\{([^{}]*)\}\}")
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?=[.\[]|$)")
_STEP = re.compile(r"""\.([^.\[\]"']+)|\[\s*(\d{1,9})\s*\]|\[\s*"([^"]*)"\s*\]|\[\s*'([^']*)'\s*\]""")

Variables = Mapping[str, Any]
"""What a template may name: `item` and `sample`."""
Step = str | int


class MissingVariableError(Exception):
    """A row does not have what a template names; `said` is the sentence for it."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(said)
        self.said = said


class Template:
    """A text with places for values."""

    __slots__ = ("_parts", "paths", "text")

    def __init__(self, text: str, param: str) -> None:
        """Read it; CriteriaError, naming `param`, where it can never be filled."""
        if len(text) > MAX_TEMPLATE:
            raise CriteriaError.named("criteria.template_size", param=param, n=len(text), most=MAX_TEMPLATE)
        self.text = text
        self._parts: list[str | tuple[Step, ...]] = []
        at = 0
        for place in _PLACE.finditer(text):
            path = _path(place[1], param)
            if path is None:
                continue
            self._parts += [text[at : place.start()], path] if place.start() > at else [path]
            at = place.end()
        self._parts += [text[at:]] if at < len(text) else []
        self.paths = [part for part in self._parts if isinstance(part, tuple)]
        """What it names, in order."""
        if len(self.paths) > _MAX_PLACES:
            raise CriteriaError.named("criteria.template_places", param=param, n=len(self.paths), most=_MAX_PLACES)

    def fill(self, variables: Variables) -> str:
        """The text with the values of a row; MissingVariableError where it has none."""
        made = []
        size = 0
        for part in self._parts:
            piece = part if isinstance(part, str) else inserted(value_at(part, variables))
            size += len(piece)
            if size > MAX_FILLED:
                raise MissingVariableError(phrase("criteria.too_long", most=MAX_FILLED))
            made.append(piece)
        return "".join(made)


def read_reference(text: str, param: str) -> tuple[Step, ...]:
    """The path in a bare reference, such as `item.messages`, also in double braces; CriteriaError where it is none."""
    bare = text.strip().removeprefix("{{").removesuffix("}}")
    path = _path(bare, param) if len(text) <= MAX_TEMPLATE else None
    if path is None:
        raise CriteriaError.named("criteria.reference", param=param, given=repr(text[:80]))
    return path


def _path(inside: str, param: str) -> tuple[Step, ...] | None:
    """The steps between two pairs of braces; None for what names nothing, which is text like any other."""
    head = _HEAD.match(inside)
    if head is None:
        return None
    steps: list[Step] = [head[1]]
    at, end = head.end(), len(inside.rstrip())
    while at < end:
        step = _STEP.match(inside, at, end)
        if step is None or len(steps) >= _MAX_STEPS:
            raise CriteriaError.named("criteria.path", param=param, given=repr(inside.strip()[:80]), most=_MAX_STEPS)
        name, number, *quoted = step.groups()
        steps.append(int(number) if number is not None else next(each for each in (name, *quoted) if each is not None))
        at = step.end()
    if head[1] not in NAMESPACES:
        close = difflib.get_close_matches(head[1], NAMESPACES, n=1, cutoff=0.4)
        near = repr(close[0]) if close else "'item'"
        raise CriteriaError.named("criteria.namespace", param=param, name=repr(head[1][:40]), near=near)
    return tuple(step.strip() if isinstance(step, str) else step for step in steps)


def value_at(path: tuple[Step, ...], variables: Variables) -> Any:
    """What stands at the end of a path; MissingVariableError where nothing does."""
    value: Any = variables
    for step in path:
        if isinstance(value, str):
            value = _json_inside(value)
        try:
            value = value[step] if _can_step(value, step) else value[str(step)]
        except (KeyError, IndexError, TypeError):
            raise MissingVariableError(phrase("criteria.missing", path=shown_path(path))) from None
    return value


def _can_step(value: Any, step: Step) -> bool:
    """Whether a step fits: numbers into lists, names into objects, whose names may look like numbers."""
    if isinstance(value, list):
        if not isinstance(step, int):
            raise TypeError
        return True
    if not isinstance(value, dict):
        raise TypeError
    return isinstance(step, str)


def _json_inside(text: str) -> Any:
    """The object or list that a text holds."""
    if len(text) > _MAX_JSON or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return loads(text)
    except JsonError:
        return None


def inserted(value: Any) -> str:
    """A value as it stands in a filled template: text as it is, everything else as JSON."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain)
    except (ValueError, RecursionError):
        raise MissingVariableError(phrase("criteria.no_json")) from None


def _plain(value: Any) -> Any:
    """Mappings that are no dictionaries."""
    if isinstance(value, Mapping):
        return dict(value)
    raise ValueError(type(value).__name__)


def shown_path(path: tuple[Step, ...]) -> str:
    """A path as people write it."""
    made = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return made.lstrip(".")[:200]
