"""References of an OpenAPI document: followed inside it and to the files beside it, refused elsewhere.

A reference may lead nowhere, to itself, or to a schema that doubles at every step; each ends in a note, never in an
error or an endless walk.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.text import phrase

from .openapi_files import DocumentFiles, UnfollowedError

_LONGEST_CHAIN = 30


class References:
    """The document with its files, and what was noted on the way."""

    def __init__(self, document: JsonObject, path: Path, notes: list[str]) -> None:
        self._files = DocumentFiles(document, path)
        self._notes = notes
        self._noted = set(notes)

    def note(self, text: str) -> None:
        """Say something once."""
        if text not in self._noted:
            self._noted.add(text)
            self._notes.append(text)

    def target(self, reference: Any) -> Any:
        """What a reference leads to; None, with a note, where it cannot be followed."""
        if not isinstance(reference, str):
            self.note(phrase("synth.note.outside", reference=str(reference)[:100]))
            return None
        try:
            return self._files.part(reference)
        except UnfollowedError as error:
            self.note(error.args[0])
            return None

    def follow(self, node: Any) -> JsonObject:
        """A parameter, body, response, path item or operation, behind any references; empty where there is none."""
        return self.followed(node) or {}

    def followed(self, node: Any) -> JsonObject | None:
        """The same, and None where a reference, or what it leads to, cannot be read."""
        beside: JsonObject = {}
        for _ in range(_LONGEST_CHAIN):
            if not isinstance(node, dict):
                return None
            if "$ref" not in node:
                return {**node, **beside} if beside else node
            beside = {**{key: value for key, value in node.items() if key != "$ref"}, **beside}
            node = self.target(node["$ref"])
        self.note(phrase("synth.note.circle"))
        return None
