"""Carries out the blocks of a document in a session, and remembers what did not work."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.conftest import ROOT
from tests.docs.blocks import Block, read_blocks
from tests.docs.session import Session

_SERVES = re.compile(r"evalwright (view|serve|shop --http|host \S+ --http)\b")
_PIECES = ("...", "…")


class Reader:
    """Carries out the blocks of documents, and remembers what did not work."""

    def __init__(self, session: Session, name: Callable[[Path], Path] = lambda path: path) -> None:
        self.session, self._name = session, name
        self.failures: list[str] = []
        self.done = 0
        self.left_out: list[str] = []
        """Blocks that need what is not installed here."""

    def read(self, path: Path) -> None:
        """All blocks of a document."""
        printed = ""
        for block in read_blocks(path):
            if block.needs and not (ROOT / block.needs).exists():
                self.left_out.append(f"{path.name}:{block.line}: there is no {block.needs} (make servers)")
            elif block.kind == "console":
                printed = self._commands(path, block)
            elif block.kind == "python" and not block.not_run:
                code, printed = self.session.python(block.text)
                self._expect(code == block.exits, path, block.line, f"ends with {code}:\n{printed}")
            elif block.kind == "text" and not block.not_run:
                self._printed(path, block.line, block.lines, printed)

    def _commands(self, path: Path, block: Block) -> str:
        if block.not_run:
            return ""
        everything = ""
        commands = block.commands()
        for command in commands:
            run = self.session.serve if _SERVES.match(command.text) else self.session.run
            code, printed = run(command.text)
            expected = block.exits if command is commands[-1] else 0
            self._expect(code == expected, path, command.line, f"`{command.text}` ends with {code}:\n{printed}")
            self._printed(path, command.line, command.prints, printed)
            everything += printed
        return everything

    def _printed(self, path: Path, line: int, expected: list[str], printed: str) -> None:
        """Every line is printed, in this order."""
        left = iter(part.rstrip() for part in printed.splitlines())
        for text in expected:
            if text.strip() and text.strip() not in _PIECES:
                self._expect(
                    text.rstrip() in left, path, line, f"this is not printed: {text!r}\nbut:\n{printed[-3000:]}"
                )

    def _expect(self, held: bool, path: Path, line: int, what: str) -> None:
        self.done += 1
        if not held:
            self.failures.append(f"{self._name(path).relative_to(ROOT)}:{line}: {what}")
