"""Whether the arguments of a call are what the tool takes: right names, right types, readable text.

The shop does not trust a caller to have checked a schema. Each mistake is refused in a sentence that names the
argument, before anything is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping

from evalwright.chat import Arguments, has_lone_surrogate

from .refusal import Refusal, shown

Parameters = Mapping[str, str]
"""What a tool takes: name to kind, one of `text`, `line` (not empty), `list`."""

LONGEST_TEXT = 2_000
MOST_ITEMS = 50


def check_arguments(arguments: object, parameters: Parameters) -> Arguments:
    """The arguments, if they fit; a Refusal if not."""
    if type(arguments) is not dict and not isinstance(arguments, Mapping):
        raise Refusal.because("malformed.not_object")
    if not arguments.keys() <= parameters.keys():
        unknown = next(name for name in arguments if name not in parameters)
        raise Refusal.because("malformed.unknown_argument", name=shown(unknown))
    for name, kind in parameters.items():
        if name not in arguments:
            raise Refusal.because("malformed.missing", name=name)
        value = arguments[name]
        if kind == "list":
            _check_list(name, value)
        elif type(value) is not str or len(value) > LONGEST_TEXT or not value.isascii() or not value.strip():
            _check_text(name, value, kind)  # whatever is not plain at first sight
    return dict(arguments)


def _check_text(name: str, value: object, kind: str) -> None:
    if not isinstance(value, str):
        raise Refusal.because("malformed.not_text", name=name)
    if len(value) > LONGEST_TEXT:
        raise Refusal.because("malformed.too_long", name=name, limit=LONGEST_TEXT)
    if not value.isascii() and has_lone_surrogate(value):
        raise Refusal.because("malformed.unreadable", name=name)
    if kind == "line" and not value.strip():
        raise Refusal.because("malformed.empty", name=name)


def _check_list(name: str, value: object) -> None:
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        raise Refusal.because("malformed.not_list", name=name)
    if not value:
        raise Refusal.because("malformed.empty", name=name)
    if len(value) > MOST_ITEMS:
        raise Refusal.because("malformed.too_many", name=name, limit=MOST_ITEMS)
