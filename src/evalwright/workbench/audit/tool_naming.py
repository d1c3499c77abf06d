"""The rule about users who speak of tools by their names: people say what they want, not which function does it.

Declared names flow in as they are written and as words; only those count. A name of one word is ordinary language
(`search`, `add`) and counts only where it is plainly used as a name; what calls pass on, such as a table's name, is a
value however it looks. The words around a name are a table (`words/tool_naming.json`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evalwright.chat import Call, Toolbox
from evalwright.text import phrase, resource_json

from ..provenance_leaves import leaves_of
from .finding import Hit, quoted
from .registry import Memory, register_rule
from .row_context import Case

_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z]+|[0-9]+|[\u3400-\u9fff]+")
_CAMEL = re.compile(r"[a-z]+[0-9]*(?:[A-Z][a-z0-9]*)+")
_MOST = 1_000
"""Tools whose names are looked for."""
_LONGEST = 200


class _Names:
    """The names of the tools of the latest conversations."""

    def __init__(self) -> None:
        self._tools: Toolbox | None = None
        self._names: list[tuple[str, str]] = []

    def of(self, tools: Toolbox) -> list[tuple[str, str]]:
        """The name of each tool, and before it what stands in a text that says it in whatever way."""
        if tools is not self._tools:
            self._tools = tools
            self._names = [(_head(name), name) for name in sorted(tools.names)[:_MOST]]
        return self._names


def _head(tool: str) -> str:
    """The first word of a name, where its words are plain; else nothing, which stands in every text."""
    return tool.partition("_")[0] if _is_plain(tool) else ""


def _is_said(tool: str, low: str) -> bool:
    """Whether a text in lower case holds a name as it is written, or its words."""
    return tool.lower() in low or ((spoken := " ".join(name_words(tool))) != "" and spoken in low)


@register_rule("tool-named-by-user", "warning", "dialogue", only_if="tools")
def tool_named_by_user(case: Case, memory: Memory) -> Iterator[Hit]:
    names = memory.of(_Names).of(case.tools)
    low = "\n".join([text for text, role in zip(case.texts, case.roles, strict=True) if role == "u"]).lower()
    met = {name.lower() for head, name in names if head in low and _is_said(name, low)}
    if not met:
        return
    passed = _passed_values(case)
    for tool in sorted(case.tools.names):
        if tool.lower() not in met or tool in passed:
            continue
        for place, letter in enumerate(case.roles):
            found = _said_as_name(tool).search(case.texts[place]) if letter == "u" else None
            if found is not None:
                said = phrase("audit.found.tool_named", tool=quoted(tool), words=quoted(found[0].strip()))
                yield Hit(place, f"messages[{place}].content", said)


def _passed_values(case: Case) -> frozenset[str]:
    """Every text that a call passes on."""
    return frozenset(
        value
        for call in case.calls
        if isinstance(call.read, Call)
        for _, _, _, value in leaves_of(call.read.arguments, None)
        if isinstance(value, str)
    )


@lru_cache(maxsize=1024)
def _said_as_name(tool: str) -> re.Pattern[str]:
    """Every way of saying this name as a name."""
    return re.compile("|".join(_forms(tool)) or "(?!)", re.I)


def _forms(tool: str) -> Iterator[str]:
    table = resource_json(__package__.rpartition(".")[0], "words/tool_naming.json")
    kinds, uses, articles = (_one_of(table[key]) for key in ("tool_words", "use_words", "articles"))
    words = name_words(tool)
    if _is_identifier(tool, words, table):
        yield rf"(?<![A-Za-z0-9_./-]){re.escape(tool)}(?![A-Za-z0-9_/-])"
    if not words:
        return
    spoken = r"[ _-]?".join(map(re.escape, words))
    name = rf"['\"`“「]?(?<![A-Za-z0-9]){spoken}(?![A-Za-z0-9])['\"`”」]?"
    yield rf"{uses}(?: \w+)? ?{name}\s?{kinds}"
    if len(words) > 1 or not words[0].isascii():
        yield rf"{name}\s?{kinds}"
    if len(words) > 1 and words[0] in table["verbs"]:
        yield rf"{articles} {name}"


def _is_identifier(tool: str, words: tuple[str, ...], table: dict[str, list[str]]) -> bool:
    """Whether nobody would write this but as a tool's name; `follow-up` and `PayPal` are words."""
    if len(words) < 2:
        return False
    if "_" in tool.strip("_") or _CAMEL.fullmatch(tool):
        return True
    return "-" in tool and (len(words) > 2 or words[0] in table["verbs"]) and words[0] not in table["ordinary"]


@lru_cache(maxsize=4096)
def name_words(tool: str) -> tuple[str, ...]:
    """The words of a tool's name in lower case, whatever way they are joined."""
    if _is_plain(tool):
        return tuple(filter(None, tool.split("_")))
    return tuple(word.lower() for word in _PARTS.findall(tool[:_LONGEST]))


def _is_plain(tool: str) -> bool:
    """Whether a name is written as nearly all are: words in lower case, joined by lines."""
    return len(tool) <= _LONGEST and tool.isascii() and tool.islower() and tool.replace("_", "").isalnum()


def _one_of(words: list[str]) -> str:
    """A pattern for any of these; English ones stand alone and may end in s."""
    made = [rf"\b{word}s?\b" if word.isascii() else word for word in words]
    return f"(?:{'|'.join(made)})"
