"""Which key a service wants, as its document says: the header, or the part of the address, that has to be given.

A key is no argument of a tool: a model must neither see nor choose it. So a parameter that is the key is left out of
the tool, and what to give on the command line is told.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .loose_values import listing, mapping, words
from .openapi_refs import References
from .operation import Key

_SHOWN = 4
_PREFIXES = {"bearer": "Bearer ${TOKEN}", "basic": "Basic ${BASIC_AUTH}", "digest": "Digest ${DIGEST}"}


class SecuritySchemes:
    """The keys that a document knows of."""

    def __init__(self, document: JsonObject, references: References) -> None:
        components = references.follow(document.get("components"))
        schemes = mapping(components.get("securitySchemes"))
        self._keys = {str(name): _key(references.follow(each)) for name, each in schemes.items()}
        self._everywhere = document.get("security")

    def keys_of(self, operation: JsonObject) -> tuple[Key, ...]:
        """The keys, one of which an operation wants; none where it can do without."""
        wanted = operation.get("security", self._everywhere)
        choices = [mapping(each) for each in listing(wanted)]
        if not choices or {} in choices:
            return ()
        found = (self._keys.get(name) for choice in choices for name in choice)
        return tuple(dict.fromkeys(key for key in found if key is not None))

    def is_key(self, name: str, where: str) -> bool:
        """Whether a parameter is the key itself."""
        return any(key and key.where == where and key.name.lower() == name.lower() for key in self._keys.values())

    def note(self) -> str | None:
        """What is said of keys."""
        wanted = list(dict.fromkeys(key.option for key in self._keys.values() if key is not None))
        if wanted:
            return phrase("synth.note.wants_key", options=" / ".join(wanted[:_SHOWN]))
        return phrase("synth.note.security") if listing(self._everywhere) or self._keys else None


def _key(scheme: Any) -> Key | None:
    """The key of one scheme; None where nobody could tell how it is sent."""
    kind, name, where = (words(mapping(scheme).get(part)) for part in ("type", "name", "in"))
    if kind == "http":
        wanted = words(scheme.get("scheme"))
        return Key("header", "Authorization", _PREFIXES.get(wanted.lower(), f"{wanted} ${{TOKEN}}".strip()))
    if kind in ("oauth2", "openIdConnect"):
        return Key("header", "Authorization", _PREFIXES["bearer"])
    if kind != "apiKey" or not name:
        return None
    if where == "cookie":
        return Key("header", "Cookie", f"{name}=${{API_KEY}}")
    return Key("query" if where == "query" else "header", name, "${API_KEY}")
