"""How a tool says no in a text that does not say so by itself, learnt by contrast.

A reading tool is asked twice for something that cannot exist: a real value, changed within its own shape, that stands
in no result. What it says both times, the value aside, and never says otherwise, is how it says no. Only tools that
are known to read by more than their name are asked, and never for an address, a command, a query or a credential.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

from evalwright.chat import Arguments, is_failure
from evalwright.secrecy import is_secret_name
from evalwright.text import resource_json

from ..environment import Result
from ..generic.names import is_opaque, words_of
from ..generic.parameters import Param, place
from ..generic.toolview import ToolView
from .budget import Budget
from .learning import argument_at_path
from .observing import Observer
from .world import ObservedCall, World

_NEVER = frozenset(resource_json(__package__, "words/parameters.json")["never"])
"""Words in the names of parameters that are never asked about with a wrong value."""
_MOST_TRIES = 20
_LEAST_LETTERS = 5
"""Letters that a form needs: a few signs around a value say nothing."""
_LONGEST_FORM = 400
_MASK = "*"


def learn_failures(observer: Observer, world: World, budget: Budget, rng: random.Random) -> None:
    """Find out how tools say no, as far as calls are left for it."""
    for view in observer.flow.views.values():
        if view.name not in observer.first or view.name in world.set_aside or not _may_be_probed(view, world):
            continue
        _learn_form(view, observer, world, budget, rng)


def _may_be_probed(view: ToolView, world: World) -> bool:
    return view.effect != "write" and world.evidence.get(view.name) not in (None, "words", "domain")


def _learn_form(view: ToolView, observer: Observer, world: World, budget: Budget, rng: random.Random) -> None:
    first = observer.first[view.name].arguments
    param = next((each for each in view.required if _is_probed(each, argument_at_path(first, each))), None)
    told, asked = _all_that_was_told(world), list[tuple[Arguments, Result, str]]()
    while param is not None and len(asked) < 2:
        wrong = impossible_value(argument_at_path(first, param), told, rng)
        if wrong is None or not budget.has_call():
            return
        arguments = _with_value(first, param, wrong)
        result = observer.call(view.name, arguments)
        if view.name in world.set_aside or (result.ok and not isinstance(result.value, str)):
            return
        asked.append((arguments, result, masked(result.content, wrong)))
        if not result.ok:  # it says so by itself
            break
    if asked and (not asked[-1][1].ok or _is_form([form for *_, form in asked], view.name, world)):
        arguments, result, form = asked[-1]
        world.calls.append(ObservedCall(view.name, arguments, False, result.content))
        if result.ok:
            world.failures[view.name] = [form]


def _is_probed(param: Param, value: Any) -> bool:
    """Whether a parameter may be asked about with a value that does not exist."""
    words = set(words_of(param.name))
    if param.many or param.options or words & _NEVER or is_secret_name(param.name) or is_opaque(param.name):
        return False
    if isinstance(value, str):
        return 3 <= len(value) <= 200 and "\n" not in value and "://" not in value and "@" not in value
    return type(value) is int and param.kind is not None


def _is_form(forms: list[str], tool: str, world: World) -> bool:
    form = forms[0]
    letters = sum(char.isalpha() for char in form)
    if forms[1] != form or letters < _LEAST_LETTERS or len(form) > _LONGEST_FORM:
        return False
    good = [each.content for each in world.observed() if each.tool == tool and each.ok]
    return not good or not all(is_failure(content, value=content, learnt=[form]) for content in good)


def impossible_value(value: Any, told: str, rng: random.Random) -> Any:
    """A value of the same shape that stands nowhere; None where none is found."""
    for _ in range(_MOST_TRIES):
        wrong = int(_in_other_letters(str(value), rng)) if isinstance(value, int) else _changed_value(value, rng)
        if str(wrong) not in told and wrong != value:
            return wrong
    return None


def _changed_value(value: str, rng: random.Random) -> str:
    """The same shape in other letters; of a path only its last name changes, and that without its ending."""
    folder, slash, name = value.rpartition("/")
    stem, dot, ending = name.partition(".") if slash or "." in name else (name, "", "")
    return folder + slash + _in_other_letters(stem or name, rng) + dot + ending


def _in_other_letters(text: str, rng: random.Random) -> str:
    """Every digit and letter replaced by another of its sort."""
    return "".join(_other(char, rng) for char in text)


def _other(char: str, rng: random.Random) -> str:
    if char.isdigit():
        return rng.choice(string.digits[1:].replace(char, ""))
    if char.isascii() and char.isalpha():
        letters = string.ascii_uppercase if char.isupper() else string.ascii_lowercase
        return rng.choice(letters.replace(char, ""))
    return char


def _with_value(arguments: Arguments, param: Param, value: Any) -> Arguments:
    made: Arguments = _deep_copy(arguments)
    place(made, param.path, value)
    return made


def _deep_copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _deep_copy(inner) for key, inner in value.items()}
    return [_deep_copy(inner) for inner in value] if isinstance(value, list) else value


def _all_that_was_told(world: World) -> str:
    return "\n".join(_told_texts(world))


def _told_texts(world: World) -> Iterator[str]:
    for each in world.observed():
        yield each.content
        yield str(each.arguments)
    yield from map(str, world.known)
    yield from (resource.text for resource in world.resources)


def masked(content: str, value: Any) -> str:
    """A text with a value taken out, and of a path its last name too."""
    text, whole = content, str(value)
    for part in (whole, whole.rpartition("/")[2]):
        if len(part) >= 3:
            text = text.replace(part, _MASK)
    return re.sub(r"\*(?:\*|/\*)+", _MASK, text)
