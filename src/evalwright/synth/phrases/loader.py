"""Phrase files: rules as text, one heading with a colon and its productions indented below it.

Files flow in, rules flow out, each with the file and line that it comes from; what is wrong is a `Fault`, which `load`
raises as one line with its place and which the check collects. A heading such as `user/want.<cancel|return>:` stands
for one rule per word, with `<>` in its lines for that word. Files with word lists (`.words`) have the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from evalwright.errors import InputError
from evalwright.text import Sentence, phrase

from .grammar import Grammar, RuleError
from .nodes import Form

PHRASES, WORDS = ".phrases", ".words"
_LARGEST_FILE = 32_000_000
_LONGEST_LINE, _LONGEST_HEADING = 20_000, 500
_SHOWN = 60
_MOST_RULES = 20_000
"""Of a language; more is no work of people."""
_NAME = r"[^\s\[\](){}|<>\\:#]+"
_HEADING = re.compile(rf"(?:{_NAME})?(?:<({_NAME}(?:\|{_NAME})*)>)?(?:{_NAME})?:")
_WORD = "<>"


FaultKind = Literal["unsayable", "unreached", "one_language"]
"""Cannot be said, is never reached, lacks its other language."""


class Fault(NamedTuple):
    """Something wrong in a phrase file."""

    path: Path
    line: int | None
    kind: FaultKind
    rule: str
    problem: Sentence

    def error(self) -> InputError:
        """The same as an error that ends a command."""
        named = phrase("phrases.in_rule", rule=self.rule, problem=self.problem) if self.rule else self.problem
        return InputError(named, path=self.path, line=self.line, cure=phrase("phrases.cure"))


Told = Callable[[Fault], None]


def raise_fault(fault: Fault) -> None:
    """What the loader does with a fault unless it is asked to collect them."""
    raise fault.error()


@dataclass(slots=True)
class Section:
    """What stands under one heading."""

    name: str
    path: Path
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)
    """Each line with its number; a line that goes on in the next is one."""

    def text(self) -> str:
        """The productions as the grammar takes them."""
        return "\n".join(line for _, line in self.lines)


def load(folder: Path, forms: Mapping[str, Form]) -> Grammar:
    """The grammar of all phrase files of a folder; InputError with file and line where one cannot be read."""
    sections = read_folder(folder)
    try:
        return Grammar({name: section.text() for name, section in sections.items()}, forms)
    except RuleError as error:
        raise fault_of(error, sections[error.rule]).error() from None


def fault_of(error: RuleError, section: Section) -> Fault:
    """A production that cannot be read, with its place."""
    return Fault(section.path, section.lines[error.number][0], "unsayable", error.rule, error.problem)


def read_folder(folder: Path, told: Told = raise_fault) -> dict[str, Section]:
    """Every rule of a folder by its name; a rule that two files have is a fault."""
    return merged_sections([section for path in phrase_files(folder) for section in read_sections(path, told)], told)


def phrase_files(folder: Path, ending: str = PHRASES) -> list[Path]:
    """The phrase files of a folder, in order."""
    return sorted(path for path in folder.glob(f"*{ending}") if path.is_file())


def merged_sections(sections: list[Section], told: Told = raise_fault) -> dict[str, Section]:
    """The rules by their names; one that stands twice, or says nothing, is a fault."""
    made: dict[str, Section] = {}
    for section in sections[:_MOST_RULES]:
        first = made.setdefault(section.name, section)
        if first is not section:
            told(_fault(section, "twice", place=f"{first.path}:{first.line}"))
        elif not section.lines:
            told(_fault(section, "empty"))
    for section in sections[_MOST_RULES : _MOST_RULES + 1]:
        told(_fault(section, "too_many", most=str(_MOST_RULES)))
    return made


def read_sections(path: Path, told: Told = raise_fault) -> Iterator[Section]:
    """The sections of one file, those of a heading for several words as one for each."""
    section: Section | None = None
    for number, line in _whole_lines(path, told):
        if line[0] not in " \t":
            if section is not None:
                yield from _spelled_out(section)
            section = Section(line.rstrip() if _is_heading(line.rstrip()) else "", path, number)
            if not section.name:
                told(Fault(path, number, "unsayable", "", phrase("phrases.faults.heading", text=line[:_SHOWN])))
        elif section is None:
            told(Fault(path, number, "unsayable", "", phrase("phrases.faults.no_heading")))
        elif len(line) > _LONGEST_LINE:
            told(Fault(path, number, "unsayable", section.name.rstrip(":"), _too_long()))
        else:
            section.lines.append((number, _trimmed(line)))
    if section is not None:
        yield from _spelled_out(section)


def _trimmed(line: str) -> str:
    """A line without the spaces around it; one that is escaped at its end stays, so that it does not join the next."""
    text = line.strip()
    return f"{text} " if text.endswith("\\") else text


def _spelled_out(section: Section) -> Iterator[Section]:
    """The section under its own name, or one for each word of its heading."""
    name = section.name.removesuffix(":")
    if not name:
        return
    several = _HEADING.fullmatch(section.name)
    if several is None or several[1] is None:
        section.name = name
        yield section
        return
    for word in several[1].split("|"):
        lines = [(number, line.replace(_WORD, word)) for number, line in section.lines]
        yield Section(name.replace(f"<{several[1]}>", word), section.path, section.line, lines)


def _whole_lines(path: Path, told: Told) -> Iterator[tuple[int, str]]:
    """Every line that says something, with its number; those that go on in the next are joined."""
    begun, first = "", 0
    for number, written in enumerate(_text_of(path, told).split("\n"), 1):
        if not begun:
            if not written.strip() or written.lstrip()[0] == "#":
                continue
            first = number
        line = begun + written.lstrip() if begun else written
        goes_on = line.endswith("\\") and len(line) <= _LONGEST_LINE
        begun = (line[:-1] or " ") if goes_on else ""
        if not goes_on:
            yield first, line
    if begun.strip():
        yield first, begun


def _text_of(path: Path, told: Told) -> str:
    """The text of a file, whatever its line ends; nothing where it cannot be read."""
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        told(Fault(path, None, "unsayable", "", phrase("phrases.faults.unreadable", reason=error.strerror or "")))
        return ""
    if len(data) > _LARGEST_FILE:
        told(Fault(path, None, "unsayable", "", phrase("phrases.faults.too_large")))
        return ""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        told(Fault(path, line, "unsayable", "", phrase("phrases.faults.not_utf8")))
        return ""


def _fault(section: Section, key: str, **values: str) -> Fault:
    return Fault(section.path, section.line, "unsayable", section.name, phrase(f"phrases.faults.{key}", **values))


def _too_long() -> Sentence:
    return phrase("phrases.faults.long_line", most=str(_LONGEST_LINE))


def _is_heading(line: str) -> bool:
    return 1 < len(line) <= _LONGEST_HEADING and _HEADING.fullmatch(line) is not None
