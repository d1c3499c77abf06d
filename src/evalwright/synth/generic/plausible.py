"""Values for a parameter where a real environment executes the call: seen, proved or anyone's to choose.

A made-up name sent to a real server is refused or, worse, taken. So a value comes from what results and known records
have shown, from the schema's own examples, or is of a sort that a person is free to choose (a day, a number, a note).
Where nothing of that kind is there, the parameter has no value, and its tool is left out.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .names import changes, word_set, words_of
from .parameters import Param
from .samples import is_own_to_each, sample

if TYPE_CHECKING:
    from .toolview import ToolView
    from .value_flow import Flow

_FREE = word_set(
    "date day time deadline birthday since until message note comment text content body feedback expression formula"
)
"""What anyone may say, whatever the environment holds."""
_OWN = word_set(
    "email phone mobile telephone address address1 address2 street city state province country zip postal first last"
)
"""What people say of themselves when something is made or changed."""
_SOUGHT = word_set("query keyword keywords search term topic q")
_NAMES = ("title", "name", "label")
_FORMATS = ("date", "date-time", "time", "email")
_CHOSEN_AMONG = 200


def plausible(param: Param, view: ToolView, flow: Flow, rng: random.Random, lang: str) -> Any:
    """A value that makes sense to send; None where none is known."""
    if param.options:
        return rng.choice(param.options)
    if param.examples and is_own_to_each(param.name):
        return rng.choice(param.examples)
    if param.type != "string" or view.act == "compute" or _is_free(param, view):
        return sample(param, rng, lang, flow.about(view.name))
    seen = _seen(param.key, flow) or (_names_seen(flow) if _SOUGHT & set(words_of(param.name)) else [])
    if seen:
        return rng.choice(seen)
    return rng.choice(param.examples) if param.examples else None


def has_plausible(param: Param, view: ToolView, flow: Flow) -> bool:
    """Whether there is any value that makes sense to send."""
    return plausible(param, view, flow, random.Random(0), "en") is not None


def _is_free(param: Param, view: ToolView) -> bool:
    """Whether a person may choose the value, whatever is there."""
    words = words_of(param.name)
    dated = param.schema.get("format") in _FORMATS[:3] or "YYYY-MM-DD" in param.description.upper()
    if dated or (words[-1:] and words[-1] in _FREE):
        return True
    return changes(view.act) and (bool(_OWN & set(words)) or param.schema.get("format") in _FORMATS)


def _seen(key: str, flow: Flow) -> list[str]:
    """The texts that have been seen under this key, each once."""
    places = flow.by_key.get(key, [])[:_CHOSEN_AMONG]
    values = (flow.bundles[at][key] for at in places)
    return list(dict.fromkeys(value for value in values if isinstance(value, str) and value))


def _names_seen(flow: Flow) -> list[str]:
    """What the things that have been seen are called: what one may look for."""
    return [name for key in _NAMES for name in _seen(key, flow)]
