"""Whether a row is the one that the manifest stands for, and which part of it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from evalwright.data import BadRow, scan_rows
from evalwright.text import phrase
from evalwright.workbench import Case, Hit, Memory, Place, Rule

from ..checks.differences import first_difference
from ..checks.digests import changed_parts, row_digest
from ..checks.manifest import FileEntry, Manifest

_KEPT_TOOLS = 8
_LOOKED_AT = 200


class RowProof:
    """Compares rows with their digests, as a rule of an audit: each row by itself, counted in one place."""

    def __init__(self, manifest: Manifest) -> None:
        self._folder = manifest.path.parent
        self._files = {str(self._folder / name): entry for name, entry in manifest.files.items()}
        self._tools: dict[str, list[Any]] = {}
        """By file, the tools of rows that are as they should be: one list for each language."""
        self.rows: Counter[str] = Counter()
        """Rows that could be read, by file."""
        self.calls: Counter[str] = Counter()
        """Calls, by tool."""
        about = phrase("audit.rules.changed-row")
        self.rule = Rule("changed-row", "error", "replay", about, note=self._compared, decide=self._counted)

    def _compared(self, case: Case, memory: Memory) -> tuple[list[str], list[Hit]]:
        """The calls of a row, and what differs in it."""
        calls, entry = [call.name for call in case.calls], self._files.get(case.file)
        if entry is None or case.line is None:
            return calls, []
        digest = row_digest(case.record)
        if case.line <= len(entry.digests) and digest == entry.digests[case.line - 1]:
            return calls, []
        return calls, [*changes(case.record, digest, entry, case.line, self._right_tools(case.file, entry))]

    def _counted(self, noted: tuple[list[str], list[Hit]], place: Place, memory: Memory) -> list[Hit]:
        self.rows[place.file] += 1
        self.calls.update(noted[0])
        return noted[1]

    def _right_tools(self, file: str, entry: FileEntry) -> list[Any]:
        """The tools of the first rows of a file that are as they should be."""
        if file not in self._tools:
            found: list[Any] = []
            for row in islice(scan_rows(file), _LOOKED_AT):
                if isinstance(row, BadRow) or not isinstance(row.value, dict) or row.line > len(entry.digests):
                    continue
                tools = row.value.get("tools")
                if row_digest(row.value) == entry.digests[row.line - 1] and tools not in found:
                    found.append(tools)
            self._tools[file] = found[:_KEPT_TOOLS]
        return self._tools[file]


def changes(record: Any, digest: str, entry: FileEntry, line: int, tools: Sequence[Any]) -> Iterator[Hit]:
    """What differs in a row from what the manifest stands for. `tools`: those of rows that are as they should be."""
    if line > len(entry.digests):
        yield Hit(None, "", phrase("verify.found.not_named", num=len(entry.digests)))
        return
    expected = entry.digests[line - 1]
    if digest == expected:
        return
    beside, messages = changed_parts(digest, expected)
    if len(digest) != len(expected):
        yield Hit(None, "messages", phrase("verify.found.message_count"))
    for index in messages[:5]:
        yield Hit(index, f"messages[{index}]", phrase("verify.found.message"))
    if beside:
        path = _differing_tools_path(record, tools)
        yield Hit(None, path, phrase("verify.found.part", path=_about(path)))


def _differing_tools_path(record: Any, tools: Sequence[Any]) -> str:
    """The part beside the messages that differs, where it can be told."""
    own = record.get("tools") if isinstance(record, dict) else None
    if not isinstance(own, list) or not tools or own in tools:
        return ""
    # Of the lists that it might be, the one that has most in common with it.
    likely = max(tools, key=lambda known: sum(tool in known for tool in own) if isinstance(known, list) else -1)
    found = first_difference(own, likely)
    return "" if found is None else f"tools{found.path.removeprefix('$')}"


def _about(path: str) -> str:
    return path or phrase("verify.found.beside")
