"""Lines of text answers that name things by ids: what stands around an id in all of them, as a scenario file writes it.

The texts that a tool gave flow in, patterns such as `- {id} from {rest}` flow out. Each was seen to fit lines with
different ids, and to find nothing but ids in all that the tool gave. It is for sentences, and for lines that say more
than a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from evalwright.workbench import is_id

from ..scenarios.line_patterns import fitting_lines
from ..scenarios.references import parse_words

ID = "id"
"""What the slot of the id is called."""
_REST, _NUMBER, _OTHER = "rest", "position", "other"
"""What follows it, a running number, an id before it."""
_MOST_LINES, _LONGEST_LINE, _MOST_IDS, _MOST_FORMS = 200, 300, 3, 8
_WORD = re.compile(r"#?[^\W_][\w#-]*", re.ASCII)  # `患者P115` has an id in it
_RUNNING = re.compile(r"\d{1,4}(?=[.)] )")
_SIGNS = re.compile(r'[{}()|\\"$]')
"""What means something in a pattern: text with such a sign is none that lines are held against."""
_SLOT = re.compile(r"\{\w+\}")
_BEGUN_WORD = re.compile(r"[\w#-]+$", re.ASCII)


class _Line(NamedTuple):
    """One line, cut at an id in it; the text before it has slots for what stands there by itself."""

    before: str
    id: str
    after: str
    whole: str


def line_forms(texts: Sequence[str]) -> list[str]:
    """The patterns of lines in these texts, those that fit most first."""
    shown = (line.strip() for text in texts for line in text.splitlines()[:_MOST_LINES])
    lines = list(islice(dict.fromkeys(shown), _MOST_LINES))
    groups: dict[str, list[_Line]] = {}
    for line in lines:
        for cut in _cuts(line) if len(line) <= _LONGEST_LINE else ():
            groups.setdefault(cut.before, []).append(cut)
    largest = sorted(groups.values(), key=lambda alike: -len(alike))[:_MOST_FORMS]
    found = [(form, len(alike)) for alike in largest for form in _form_of(alike, lines)]
    return [form for form, _ in sorted(found, key=lambda each: -each[1])]


def lines_of_form(text: str, form: str) -> list[dict[str, str]]:
    """The lines of a text that a pattern fits, with what stands in its slots."""
    return fitting_lines(text, parse_words(form, 0))


def ids_of_lines(texts: Sequence[str]) -> list[str]:
    """The ids that stand at the same place of several lines in what a tool gave."""
    return [found[ID] for form in line_forms(texts) for text in texts for found in lines_of_form(text, form)]


def _cuts(line: str) -> Iterator[_Line]:
    """A line cut at each of its first ids."""
    if _SLOT.search(line):
        return
    running = _RUNNING.match(line)
    at = running.end() if running is not None else 0
    before, found_ids = f"{{{_NUMBER}}}" if running is not None else "", 0
    for found in _WORD.finditer(line, at):
        if is_id(found[0]) and found_ids < _MOST_IDS:
            number = found[0].removeprefix("#")
            start = found.end() - len(number) if number.isdecimal() else found.start()  # `#201` is ticket 201
            before += line[at:start]
            yield _Line(before, line[start : found.end()], line[found.end() :], line)
            before, at, found_ids = f"{before}{{{_OTHER}_{found_ids}}}", found.end(), found_ids + 1


def _form_of(alike: Sequence[_Line], lines: Sequence[str]) -> Iterator[str]:
    """The pattern that all of these lines fit, where they name different things and it finds no more than ids."""
    if len({line.id for line in alike}) < 2:
        return
    before, after = _SLOT.sub("", alike[0].before), _common_start([line.after for line in alike])
    ends = all(line.after == after for line in alike) and not _SIGNS.search(after)
    shared = after if ends else _BEGUN_WORD.sub("", _SIGNS.split(after)[0])
    if _SIGNS.search(before) or not (before + shared).strip() or not (ends or shared):
        return
    form = f"{alike[0].before}{{{ID}}}{shared}{'' if ends else f'{{{_REST}}}'}"
    fitting = {line: found[0][ID] for line in lines if (found := lines_of_form(line, form))}
    if all(fitting.get(line.whole) == line.id for line in alike) and all(map(_is_id, fitting.values())):
        yield form


def _is_id(text: str) -> bool:
    return is_id(text) or text.isdecimal()


def _common_start(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    return "".join(signs[0] for signs in alike)
