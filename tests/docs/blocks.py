"""The fenced blocks of a document: commands, Python, and what is printed.

```console     lines that begin with `$ ` are commands (a backslash at the end continues one); other lines but comments
               are what the command prints
```python      a program of its own
```text        what the commands above print, line by line; lines in between may be left out
anything else  is not run
A comment `<!-- not run: why -->` before a block leaves it out; `<!-- exits: N -->` says how its last command ends;
`<!-- needs: PATH -->` runs it, and the text after it, only where the repository has that path (such as .servers).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_FENCE = re.compile(r"^```(\w*)\s*$")
_NOT_RUN = re.compile(r"^<!-- not run: (.+) -->$")
_EXITS = re.compile(r"^<!-- exits: (\d+) -->$")
_NEEDS = re.compile(r"^<!-- needs: (\S+) -->$")


@dataclass(frozen=True)
class Command:
    """One command and what the document says it prints."""

    text: str
    line: int
    prints: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    lines: list[str]
    line: int
    """Where its first line stands in the document, from 1."""
    not_run: str | None = None
    exits: int = 0
    needs: str | None = None

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def commands(self) -> list[Command]:
        """The commands of a console block."""
        found: list[Command] = []
        continued = False
        for number, line in enumerate(self.lines, self.line):
            if continued:
                last = found.pop()
                found.append(Command(f"{last.text[:-1]}{line.strip()}", last.line))
            elif line.startswith("$ "):
                found.append(Command(line[2:], number))
            elif line.strip() and not line.lstrip().startswith("#"):
                assert found, f"line {number}: {line!r} comes before any command"
                found[-1].prints.append(line)
                continue
            continued = bool(found) and found[-1].text.endswith("\\")
        return found


def read_blocks(path: Path) -> list[Block]:
    """The blocks of a document, in order."""
    blocks: list[Block] = []
    kind: str | None = None
    not_run, exits, first, inside = None, 0, 0, []
    needs: str | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if kind is not None:
            if line.startswith("```"):
                blocks.append(Block(kind, inside, first, not_run, exits, needs))
                kind, not_run, exits, needs = None, None, 0, None
            else:
                inside.append(line)
        elif fence:
            kind, first, inside = fence[1], number + 1, []
        elif found := _NOT_RUN.match(line):
            not_run = found[1]
        elif found := _EXITS.match(line):
            exits = int(found[1])
        elif found := _NEEDS.match(line):
            needs = found[1]
        elif line.strip():
            not_run, exits, needs = None, 0, None
    assert kind is None, f"{path}: a block is not closed"
    return blocks
