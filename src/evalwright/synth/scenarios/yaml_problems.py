"""What a person probably did where a text is no YAML: from the parser's complaint and the lines around it to a cure.

A parser's error and the text flow in; the line, the name of a sentence of the word files and its values flow out. The
parser names the line where it gave up, which is often one below the mistake: the line above is looked at as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from evalwright.text import resource_json

_WIDE_COLON = re.compile(r"\s*(?:- +)?[\w .-]+：")
_NO_SPACE = re.compile(r"\s*(?:- +)?[^\W\d][\w-]*:[^\s/:][^:]*")
_CURLY = re.compile(r"[\[,:]\s*[“”‘’]")
_SAID: dict[str, Any] = resource_json(__package__, "words/yaml_problems.json")
"""What the parser says, and what it means to somebody who wrote the line."""


class YamlProblem(NamedTuple):
    """What is wrong, and where."""

    line: int
    kind: str
    values: Mapping[str, Any]


def yaml_problem(text: str, error: Any) -> YamlProblem:
    """What is wrong, by the last line that there is at most."""
    lines = text.splitlines() or [""]
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    at = min(mark.line, len(lines) - 1) if mark is not None else 0
    words = " ".join(str(getattr(error, "problem", None) or error).split())[:200]
    if _SAID["escape"] in words:
        return YamlProblem(at + 1, "backslash", {"problem": words})
    for place in (at, at - 1):
        if place >= 0 and "\t" in lines[place][: len(lines[place]) - len(lines[place].lstrip())]:
            return YamlProblem(place + 1, "tab", {"problem": words})
    opened = getattr(error, "context_mark", None)
    if _SAID["ends"] in words and opened is not None:
        return YamlProblem(min(opened.line, len(lines) - 1) + 1, "open_quote", {})
    written = _as_written(lines, at, words)
    if written is not None:
        return written
    kind = next((kind for said, kind in _SAID["kinds"].items() if said in words), "not_yaml")
    column = mark.column if mark is not None else 0
    return YamlProblem(at + 1, kind, {"problem": words, "sign": lines[at][column : column + 1]})


def _as_written(lines: list[str], at: int, words: str) -> YamlProblem | None:
    """A mistake that can be seen in the line itself, or in the one above."""
    for place in (at, at - 1):
        line = lines[place] if 0 <= place < len(lines) else ""
        if _WIDE_COLON.match(line):
            return YamlProblem(place + 1, "wide_colon", {})
        if _SAID["in_list"] in words and _CURLY.search(line):
            return YamlProblem(place + 1, "curly_quotes", {})
        if _SAID["no_colon"] in words and _NO_SPACE.fullmatch(line):
            return YamlProblem(place + 1, "colon_space", {})
    return None
