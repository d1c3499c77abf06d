"""Whether a row is the one that the manifest stands for, and which part of it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from evalwright.text import phrase
from evalwright.workbench import Case, Hit, Memory, Rule

from ..checks.differences import first_difference
from ..checks.digests import changed_parts, row_digest
from ..checks.manifest import FileEntry, Manifest

_KEPT_TOOLS = 8


class RowProof:
    """Compares rows with their digests, as a rule of an audit."""

    def __init__(self, manifest: Manifest) -> None:
        self._folder = manifest.path.parent
        self._files = {str(self._folder / name): entry for name, entry in manifest.files.items()}
        self._tools: list[Any] = []
        """The tools of rows that were as they should be: one list for each language."""
        self.rows: Counter[str] = Counter()
        """Rows that could be read, by file."""
        self.calls: Counter[str] = Counter()
        """Calls, by tool."""
        self.rule = Rule("changed-row", "error", "replay", phrase("audit.rules.changed-row"), self._check_row_digest)

    def _check_row_digest(self, case: Case, memory: Memory) -> Iterator[Hit]:
        self.rows[case.file] += 1
        self.calls.update(call.name for call in case.calls)
        entry = self._files.get(case.file)
        if entry is None or case.line is None:
            return
        digest = row_digest(case.record)
        if case.line <= len(entry.digests) and digest == entry.digests[case.line - 1]:
            self._remember(case.record.get("tools"))
            return
        yield from changes(case.record, digest, entry, case.line, self._tools)

    def _remember(self, tools: Any) -> None:
        if len(self._tools) < _KEPT_TOOLS and not any(tools is known or tools == known for known in self._tools):
            self._tools.append(tools)


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
