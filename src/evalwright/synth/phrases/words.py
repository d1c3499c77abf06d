"""Word lists as data: a file with the shape of a phrase file, its headings the names of lists.

A line is `key = value` or `key = one | another` in a table, `one | another` in a list.
"""

from __future__ import annotations

from pathlib import Path

from evalwright.errors import InputError

from .loader import Section, merged_sections, read_sections


class WordLists:
    """The lists of one file; InputError with file and line where one is not as it must be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sections = merged_sections(list(read_sections(path)))

    def table(self, name: str) -> dict[str, str]:
        """What stands before `=` with what stands after it."""
        section = self._section(name)
        return dict(_pair(section, line, text) for line, text in section.lines)

    def choices(self, name: str) -> dict[str, tuple[str, ...]]:
        """The same, where several stand after it."""
        return {key: tuple(_parts(value)) for key, value in self.table(name).items()}

    def words(self, name: str) -> frozenset[str]:
        """All that stands in a list."""
        return frozenset(word for _, text in self._section(name).lines for word in _parts(text))

    def _section(self, name: str) -> Section:
        if name not in self._sections:
            raise InputError.named("phrases.no_list", path=self._path, name=name)
        return self._sections[name]


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


def _pair(section: Section, line: int, text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise InputError.named("phrases.no_sign", path=section.path, line=line, text=text[:60])
    return key.strip(), value.strip()
