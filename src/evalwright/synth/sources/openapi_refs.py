"""References inside an OpenAPI document: followed where they lead into the document itself, refused elsewhere.

A reference may lead nowhere, to itself, or to a schema that doubles at every step; each ends in a note and an open
schema, never in an error or an endless walk.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from evalwright.chat import JsonObject
from evalwright.text import phrase

_LONGEST_CHAIN = 30


class References:
    """The document, and what was noted on the way."""

    def __init__(self, document: JsonObject, notes: list[str]) -> None:
        self._document = document
        self._notes = notes
        self._noted: set[str] = set()

    def note(self, text: str) -> None:
        """Say something once."""
        if text not in self._noted:
            self._noted.add(text)
            self._notes.append(text)

    def target(self, reference: Any) -> Any:
        """What a reference leads to; None, with a note, where it cannot be followed."""
        if not isinstance(reference, str) or not reference.startswith("#"):
            self.note(phrase("synth.note.outside", reference=str(reference)[:100]))
            return None
        node: Any = self._document
        for step in reference[1:].split("/")[1:]:
            node = _follow_pointer_step(node, unquote(step).replace("~1", "/").replace("~0", "~"))
        if node is None or not reference.startswith("#/"):
            self.note(phrase("synth.note.to_nothing", reference=reference[:100]))
            return None
        return node

    def follow(self, node: Any) -> JsonObject:
        """A parameter, body, response or path item, behind any references; empty where there is none."""
        for _ in range(_LONGEST_CHAIN):
            if not isinstance(node, dict):
                return {}
            if "$ref" not in node:
                return node
            node = self.target(node["$ref"])
        self.note(phrase("synth.note.circle"))
        return {}


def _follow_pointer_step(node: Any, step: str) -> Any:
    if isinstance(node, dict):
        return node.get(step)
    if isinstance(node, list) and step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(node):
        return node[int(step)]
    return None
