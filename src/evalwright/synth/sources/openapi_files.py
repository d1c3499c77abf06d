"""An OpenAPI document and the files beside it that its references name, each read once and when it is needed.

References are made absolute as a file is read (`shared/models.yml#/pet`; `#/...` for the document itself), so that a
part means the same wherever it is used. A document may be a stranger's: nothing outside its folder is opened, however
the way there is written, nothing hidden, nothing but JSON and YAML, and nothing over the network.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from evalwright.chat import JsonObject
from evalwright.errors import InputError
from evalwright.text import phrase

from .documents import read_document

_MAX_FILES = 10_000
_MAX_BYTES = 60 * 1024 * 1024
"""Of all files together, the document aside."""
_READ = (".json", ".yaml", ".yml")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[/\\]")
"""How an address, or a path from the root, begins."""


class UnfollowedError(Exception):
    """Why a reference is not followed, in words."""


class DocumentFiles:
    """The document under the empty name, other files under their paths from its folder."""

    def __init__(self, document: JsonObject, path: Path) -> None:
        self._folder = path.parent
        self._own_name = path.name
        self._read: dict[str, Any] = {"": document}
        self._bytes = 0
        self._make_absolute(document, "")

    def part(self, reference: str) -> Any:
        """What an absolute reference leads to; UnfollowedError with the reason where that is nothing."""
        name, _, pointer = reference.partition("#")
        node = self._document(name)
        for step in pointer.split("/")[1:]:
            node = _follow_pointer_step(node, unquote(step).replace("~1", "/").replace("~0", "~"))
        if node is None or (pointer and not pointer.startswith("/")) or (not name and not pointer):
            raise UnfollowedError(phrase("synth.note.to_nothing", reference=reference[:100]))
        return node

    def _document(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = self._opened(name)
            self._make_absolute(self._read[name], name)
        return self._read[name]

    def _opened(self, name: str) -> Any:
        steps = name.split("/")
        plain = not _ELSEWHERE.match(name) and not any(step.startswith(".") for step in steps)
        path = self._folder / name
        if not plain or path.suffix.lower() not in _READ or not self._is_inside(path):
            raise UnfollowedError(phrase("synth.note.outside", reference=name[:100]))
        if not path.is_file():
            raise UnfollowedError(phrase("synth.note.to_nothing", reference=name[:100]))
        self._bytes += path.stat().st_size
        if len(self._read) > _MAX_FILES or self._bytes > _MAX_BYTES:
            raise UnfollowedError(phrase("synth.note.files_too_large", megabytes=_MAX_BYTES // 2**20))
        try:
            return read_document(path)
        except InputError as error:
            raise UnfollowedError(phrase("synth.note.file_unread", error=str(error)[:200])) from None

    def _is_inside(self, path: Path) -> bool:
        """Whether a path stays in the document's folder, also where links stand in it."""
        try:
            return path.resolve().is_relative_to(self._folder.resolve())
        except (OSError, RuntimeError, ValueError):
            return False

    def _make_absolute(self, document: Any, name: str) -> None:
        """Every reference of a file, written from the document's folder."""
        waiting = [document]
        while waiting:
            node = waiting.pop()
            if isinstance(node, dict):
                reference = node.get("$ref")
                if isinstance(reference, str):
                    node["$ref"] = self._absolute(reference, name)
                waiting += node.values()
            elif isinstance(node, list):
                waiting += node

    def _absolute(self, reference: str, name: str) -> str:
        address, _, pointer = reference.partition("#")
        if not address:
            return f"{name}#{pointer}"
        if _ELSEWHERE.match(address):
            return reference
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(address)))
        return f"{'' if path == self._own_name else path}#{pointer}"


def _follow_pointer_step(node: Any, step: str) -> Any:
    if isinstance(node, dict):
        return node.get(step)
    if isinstance(node, list) and step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(node):
        return node[int(step)]
    return None
