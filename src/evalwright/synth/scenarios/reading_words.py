"""Words, facts and values of a scenario file: what is said, by language, and what may be said of.

Nodes flow in, templates and facts flow out; what is wrong is told to the `Findings` and left out. A text without a
language is in the one language of the file, or in all of them where it holds nothing but slots and signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..phrases.voice import LANGUAGES
from .findings import Findings, nearest_hint
from .model import Fact, SaidAs, Template, Words
from .people_file import read_people
from .references import NotationError, parse_words
from .yaml_nodes import Node

_WIDE_BRACES = re.compile("[｛｝]")
_HAN = range(0x4E00, 0xA000)
_FACT_KEYS = ("of", "from", "ask", "say")


@dataclass(frozen=True, slots=True)
class WordsReader:
    """Reads what is said."""

    findings: Findings
    languages: tuple[str, ...]
    """Those of the file."""
    folder: Path | None = None
    """Where files that it names lie."""

    def words(self, node: Node | None) -> Words:
        """Ways of saying something, by language."""
        if node is None:
            return {}
        if node.kind == "mapping":
            return self._words_by_language(node)
        ways = self._ways(node)
        if len(self.languages) == 1:
            return {self.languages[0]: ways} if ways else {}
        if ways and not all(_is_wordless(way) for way in ways):
            self.findings.add(node.line, "which_language", languages=", ".join(self.languages))
            return {}
        return {lang: ways for lang in self.languages if ways}

    def _words_by_language(self, node: Node) -> Words:
        made: dict[str, Sequence[Template]] = {}
        for key, value in node.entries:
            if key.text not in LANGUAGES:
                self.findings.add(key.line, "no_language", name=key.text[:100], known=", ".join(LANGUAGES))
            elif ways := self._ways(value):
                made[key.text] = ways
        return made

    def _ways(self, node: Node) -> tuple[Template, ...]:
        """One text or a list of them."""
        texts = node.items if node.kind == "list" else (node,)
        if not texts:
            self.findings.add(node.line, "blank")
        return tuple(way for text in texts if (way := self._way(text)) is not None)

    def _way(self, node: Node) -> Template | None:
        if node.kind != "scalar":
            self.findings.add(node.line, "no_text")
            return None
        if not node.text.strip() or node.is_empty():
            self.findings.add(node.line, "blank")
            return None
        if wide := _WIDE_BRACES.search(node.text):
            self.findings.add(node.line, "wide_brace", sign=wide[0])
        try:
            return parse_words(node.text, node.line)
        except NotationError as error:
            self.findings.add(node.line, error.kind, **error.values)
            return None

    def texts(self, node: Node | None) -> dict[str, str]:
        """Texts without slots, one for each language: the policy."""
        if node is None:
            return {}
        if node.kind == "scalar":
            return dict.fromkeys(self.languages, node.text) if node.text.strip() else {}
        made = {}
        for key, value in node.entries:
            if key.text not in LANGUAGES:
                self.findings.add(key.line, "no_language", name=key.text[:100], known=", ".join(LANGUAGES))
            elif value.kind != "scalar":
                self.findings.add(value.line, "no_text")
            elif value.text.strip():
                made[key.text] = value.text
        if node.kind == "list":
            self.findings.add(node.line, "no_text")
        return made

    def said_as(self, node: Node | None) -> SaidAs:
        """How values of fields are said: by field and language a table of values with their words."""
        made: dict[str, dict[str, dict[str, str]]] = {}
        for field, by_language in self._entries(node):
            for lang, table in self._entries(by_language):
                if lang.text not in LANGUAGES:
                    self.findings.add(lang.line, "no_language", name=lang.text[:100], known=", ".join(LANGUAGES))
                    continue
                for value, words in self._entries(table):
                    if words.kind != "scalar" or not words.text.strip():
                        self.findings.add(words.line, "no_text" if words.kind != "scalar" else "blank")
                    else:
                        made.setdefault(lang.text, {}).setdefault(field.text, {})[value.text] = words.text.strip()
        return made

    def _entries(self, node: Node | None) -> tuple[tuple[Node, Node], ...]:
        """What a mapping holds; nothing where nothing is given."""
        if node is None or node.is_empty():
            return ()
        if node.kind != "mapping":
            self.findings.add(node.line, "no_mapping", names="")
        return node.entries

    def fact(self, name: str, line: int, node: Node | None) -> Fact:
        """How something that a user knows is asked for and said: a mapping with `ask` and `say`, or nothing."""
        if node is None or node.is_empty():
            return Fact(name, line=line)
        if not self.is_mapping(node, ("ask", "say")):
            return Fact(name, line=line)
        return Fact(name, {}, self.words(node.get("ask")), self.words(node.get("say")), line)

    def value(self, key: Node, node: Node) -> Fact:
        """A name of `values`: a list, one for each language, or the long form with `of`."""
        name = key.text
        if node.kind != "mapping" or not any(each.text in _FACT_KEYS for each, _ in node.entries):
            return Fact(name, self._stock(node), line=key.line)
        self.is_mapping(node, _FACT_KEYS)
        values = self._values_of(key, node)
        return Fact(name, values, self.words(node.get("ask")), self.words(node.get("say")), key.line)

    def _values_of(self, key: Node, node: Node) -> Mapping[str, Sequence[Any]]:
        """What the long form lists, or the records of the file that it names."""
        stock, named = node.get("of"), node.get("from")
        if (stock is None) == (named is None):
            self.findings.add(key.line, "no_values", name=key.text)
        if stock is not None:
            return self._stock(stock)
        if named is None:
            return {}
        try:
            return {"": read_people(self.folder, named.text)}
        except NotationError as error:
            self.findings.add(named.line, error.kind, **error.values)
            return {}

    def _stock(self, node: Node) -> Mapping[str, Sequence[Any]]:
        """What a value may be, under `""` where it is the same in every language."""
        if node.kind != "mapping" or not node.entries or any(key.text not in LANGUAGES for key, _ in node.entries):
            return {"": self._things(node)}
        made = {key.text: self._things(value) for key, value in node.entries}
        if len({len(things) for things in made.values()}) > 1:
            sizes = ", ".join(f"{lang} {len(things)}" for lang, things in made.items())
            self.findings.add(node.line, "uneven_values", sizes=sizes)
        return made

    def _things(self, node: Node) -> tuple[Any, ...]:
        things = node.items if node.kind == "list" else () if node.is_empty() else (node,)
        if not things:
            self.findings.add(node.line, "blank_values")
        for thing in things:
            if thing.kind == "list":
                self.findings.add(thing.line, "list_value")
            if thing.kind == "scalar" and not thing.text.strip():
                self.findings.add(thing.line, "blank_values")
        return tuple(thing.plain() for thing in things)

    def is_mapping(self, node: Node, known: Iterable[str]) -> bool:
        """Whether a node is a mapping; keys that mean nothing there are told."""
        names = tuple(known)
        if node.kind != "mapping":
            self.findings.add(node.line, "no_mapping", names=", ".join(names))
            return False
        for key, _ in node.entries:
            if key.text not in names:
                self.findings.add(key.line, "unknown_key", name=key.text[:100], hint=nearest_hint(key.text, names))
        return True


def languages_in(root: Node) -> tuple[str, ...]:
    """The languages of a file that does not list them: those that wishes are worded in; without any, by its letters."""
    wishes = [wants for each in _scenario_nodes(root) if (wants := each.get("wants")) is not None]
    named = {key.text for wants in wishes for key, _ in wants.entries}
    found = tuple(lang for lang in LANGUAGES if lang in named)
    if found:
        return found
    texts = [text.text for wants in wishes for text in (wants, *wants.items)]
    return ("zh",) if any(ord(character) in _HAN for text in texts for character in text) else ("en",)


def _scenario_nodes(root: Node) -> tuple[Node, ...]:
    scenarios = root.get("scenarios")
    return scenarios.items if scenarios is not None else ()


def _is_wordless(template: Template) -> bool:
    """Whether there are only slots and signs: the same in every language."""
    return all(not isinstance(part, str) or not any(map(str.isalpha, part)) for part in template.parts)
