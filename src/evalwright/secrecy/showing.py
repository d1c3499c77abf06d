"""Settings and addresses fit to be shown: hidden by the name they stand under, known to the redactor or not.

The same walk that hides a request's settings can make their secrets known (`keep_secrets_in`), so that what is hidden
in config.json is also taken out of what a server repeats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from evalwright.lazy import late_pattern

from .naming import HIDDEN, is_harmless_name, is_harmless_value, is_placeholder, is_secret_name
from .redactor import redacted
from .secret import Secret, is_secret_header, secret_header

_ADDRESS = late_pattern(r"(?P<scheme>\b(?:https?:/{1,3}|[A-Za-z][A-Za-z0-9+.\-]{1,20}://))(?P<rest>[^\s\"'<>]*)")
"""A path keeps one slash of an address that was given for a file."""
_QUERY_PART = late_pattern(r"(?P<mark>[?&;])(?P<name>[^=&;#?]*)(?:=(?P<value>[^&;#]*))?")
_PLACE = late_pattern(r"[A-Z_][A-Z0-9_]*|[a-zA-Z_./-]{1,40}")
"""What stands after # and is no key: the name of a variable, or of a place in a page."""
_OPENING = late_pattern(r"(?i)key|token|secret|sig|^(?:code|pin|otp)$")
_REFERENCE = late_pattern(r"\$\{\w+\}")
"""A variable that is named, not what it holds."""
_HEADERS = ("extra_headers", "headers")
_SCHEMA_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_DEEPEST = 200

Found = Callable[[str, str, bool], None]
"""Told of a secret: its value, where it stood, and whether the name says so for sure."""


def shown_address(text: str) -> str:
    """An address without its user, password and query values that may be keys; other text stays as it is."""
    return _ADDRESS.sub(lambda found: found["scheme"] + _shown_rest(found["rest"]), text)


def shown_text(text: str) -> str:
    """A message without known secrets and without what addresses in it hold."""
    return shown_address(redacted(text))


def shown_settings(value: Any) -> Any:
    """Settings without their secrets: by name, by the address they stand in, and known ones everywhere."""
    return _walked(value, "", False, None, 0)


def keep_secrets_in(settings: Mapping[str, Any], where: str) -> None:
    """Make the secrets in a request's settings known."""

    def keep(value: str, name: str, certain: bool) -> None:
        Secret(value, f"{where}.{name}", certain=certain)

    _walked(dict(settings), "", False, keep, 0)


def query_secrets(url: str) -> Iterator[Secret]:
    """The secrets in an address's query, made known on the way."""
    query = url.partition("#")[0].partition("?")[2]
    for part in _QUERY_PART.finditer("?" + query if query else ""):
        if _is_harmless(part):
            continue
        written = part["value"] if part["value"] is not None else part["name"]
        for value in dict.fromkeys((unquote(written), written)):
            origin = f"address, {part['name'] if part['value'] else 'query'}"
            yield Secret(value, origin, certain=_opens(part["name"]))
            if part["value"] and is_placeholder(value):  # too short, or a word: known only together with its name
                yield Secret(f"{part['name']}={value}", origin, certain=_opens(part["name"]))


def _opens(name: str) -> bool:
    """Whether a query value of this name is a key for sure."""
    return is_secret_name(name) or _OPENING.search(name) is not None


def _shown_rest(rest: str) -> str:
    place, mark, fragment = rest.partition("#")
    authority = re.split(r"[/?]", place, maxsplit=1)[0]
    if "@" in authority or ("@" in place and re.search(r":(?!\d*$)[^\]]*$", authority)):
        place = f"{HIDDEN}@{place.rpartition('@')[2]}"
    path, question, query = place.partition("?")
    shown = path + (_QUERY_PART.sub(_shown_part, question + query) if question else "")
    return shown + (f"#{fragment if _PLACE.fullmatch(fragment) else HIDDEN}" if mark and fragment else mark)


def _shown_part(part: re.Match[str]) -> str:
    if _is_harmless(part):
        return part[0]
    return f"{part['mark']}{part['name']}={HIDDEN}" if part["value"] is not None else f"{part['mark']}{HIDDEN}"


def _is_harmless(part: re.Match[str]) -> bool:
    if part["value"] is None:  # a name alone is a switch, or a key without a name
        return re.fullmatch(r"[A-Za-z_-]{0,12}", part["name"]) is not None
    harmless = is_harmless_name(part["name"]) or is_harmless_value(unquote(part["value"]))
    return harmless and not _opens(part["name"])


def _walked(value: Any, name: str, inside: bool, found: Found | None, depth: int) -> Any:
    """The value with secrets hidden; `inside` a container whose name is a secret's."""
    if isinstance(value, Secret):
        return HIDDEN
    if isinstance(value, str):
        return _walked_text(value, name, inside, found)
    if depth > _DEEPEST:
        return HIDDEN if isinstance(value, Mapping | list | tuple) else value
    if isinstance(value, Mapping):
        if name in _HEADERS:
            return {key: _walked_header(str(key), each, found) for key, each in value.items()}
        own = (inside or is_secret_name(name)) and not _is_schema(value)
        return {key: _walked(each, str(key), own, found, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_walked(each, name, inside, found, depth + 1) for each in value)
    return value


def _walked_text(value: str, name: str, inside: bool, found: Found | None) -> str:
    certain = is_secret_name(name)
    if not value or _REFERENCE.fullmatch(value) or not (certain or (inside and not is_harmless_value(value))):
        return shown_text(value) if found is None else value
    if found is not None:
        found(value, name, certain)
    return HIDDEN


def _walked_header(name: str, value: Any, found: Found | None) -> Any:
    if not isinstance(value, str) or not is_secret_header(name, value):
        return value
    if found is not None:
        secret_header(name, value)
    return HIDDEN


def _is_schema(value: Mapping[Any, Any]) -> bool:
    """Whether this describes a value instead of holding one: `{"token": {"type": "string"}}`."""
    kind = value.get("type")
    return isinstance(kind, str) and kind in _SCHEMA_TYPES
