"""YAML as nodes that know their line: scalars stay as they were written, and nothing in a file is ever evaluated.

A scenario file may be a stranger's or a model's. Events of the parser flow in, one tree flows out, or a `YamlError`
that names the line: tags, merge keys, keys given twice and a second document are refused, and size, depth, the number
of nodes and of aliases are bounded before anything is built from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from evalwright.text import Sentence, phrase

from .yaml_problems import yaml_problem

MAX_BYTES = 1_000_000
_MAX_DEPTH = 40
_MAX_NODES = 50_000
_MAX_ALIASES = 32
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})?\.[0-9]{1,20}|[-+]?(?:0|[1-9][0-9]{0,17})\.[0-9]{0,20}")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class YamlError(Exception):
    """Why a text is no tree of nodes, and in which line."""

    def __init__(self, line: int, kind: str, **values: Any) -> None:
        super().__init__(kind)
        self.line, self.kind, self.values = line, kind, values

    @property
    def problem(self) -> Sentence:
        """What is wrong."""
        return phrase(f"scenarios.found.{self.kind}.message", **self.values)


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar, a list or a mapping, and the line it begins in."""

    kind: Literal["scalar", "list", "mapping"]
    line: int
    text: str = ""
    """A scalar as it was written, without quotes."""
    quoted: bool = False
    items: tuple[Node, ...] = ()
    entries: tuple[tuple[Node, Node], ...] = ()
    size: int = 1
    """Nodes in it, itself among them."""

    def scalar(self) -> Any:
        """A number, `true`, `false` or nothing where it is plainly one; else the text as it was written."""
        if self.quoted:
            return self.text
        if self.text in _WORDS:
            return _WORDS[self.text]
        if _INTEGER.fullmatch(self.text):
            return int(self.text)
        return float(self.text) if _DECIMAL.fullmatch(self.text) else self.text

    def is_empty(self) -> bool:
        """Whether nothing stands there."""
        return self.kind == "scalar" and self.scalar() is None

    def plain(self) -> Any:
        """The whole of it as JSON would say it."""
        if self.kind == "scalar":
            return self.scalar()
        if self.kind == "list":
            return [item.plain() for item in self.items]
        return {key.text: value.plain() for key, value in self.entries}

    def get(self, name: str) -> Node | None:
        """What a mapping has under a name."""
        return next((value for key, value in self.entries if key.text == name), None)


def read_nodes(text: str) -> Node:
    """The tree of a YAML text; `YamlError` where it is none that we take."""
    import yaml

    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise YamlError(1, "too_large", most=MAX_BYTES)
    try:
        return _Builder().build(yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.YAMLError as error:
        found = yaml_problem(text, error)
        raise YamlError(found.line, found.kind, **found.values) from None
    except (ValueError, UnicodeError, RecursionError) as error:
        raise YamlError(1, "not_yaml", problem=" ".join(str(error).split())[:200]) from None


class _Open:
    """A list or mapping whose end has not come yet."""

    def __init__(self, kind: Literal["list", "mapping"], line: int, anchor: str | None) -> None:
        self.kind, self.line, self.anchor = kind, line, anchor
        self.parts: list[Node] = []
        self.keys: set[str] = set()

    def add(self, node: Node) -> None:
        """One more part; in a mapping every other one is a key."""
        if self.kind == "mapping" and len(self.parts) % 2 == 0:
            self._add_key(node)
        self.parts.append(node)

    def _add_key(self, node: Node) -> None:
        if node.kind != "scalar":
            raise YamlError(node.line, "key_no_text")
        if node.text == "<<" and not node.quoted:
            raise YamlError(node.line, "merge_key")
        if node.text in self.keys:
            raise YamlError(node.line, "key_twice", name=node.text[:100])
        self.keys.add(node.text)

    def close(self) -> Node:
        """The finished node."""
        size = 1 + sum(part.size for part in self.parts)
        if self.kind == "list":
            return Node("list", self.line, items=tuple(self.parts), size=size)
        entries = tuple(zip(self.parts[::2], self.parts[1::2], strict=True))
        return Node("mapping", self.line, entries=entries, size=size)


class _Builder:
    """Builds the tree from events, without recursion, counting as it goes."""

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._anchors: dict[str, Node] = {}
        self._nodes = self._aliases = 0

    def build(self, events: Iterator[Any]) -> Node:
        """The node of the one document."""
        import yaml

        root: Node | None = None
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                raise YamlError(line, "two_documents")
            node = self._node_of(event, line)
            if node is None:
                continue
            if self._open:
                self._open[-1].add(node)
            else:
                root = node
        return root if root is not None else Node("scalar", 1)

    def _node_of(self, event: Any, line: int) -> Node | None:
        """The node that an event finishes."""
        import yaml

        if isinstance(event, yaml.AliasEvent):
            return self._alias(str(event.anchor), line)
        if getattr(event, "tag", None) is not None:
            raise YamlError(line, "tag", tag=str(event.tag)[:100])
        if isinstance(event, yaml.ScalarEvent):
            node = Node("scalar", line, text=event.value, quoted=bool(event.style))
            return self._counted(node, event.anchor, 1)
        if isinstance(event, yaml.CollectionStartEvent):
            kind: Literal["list", "mapping"] = "list" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
            if len(self._open) >= _MAX_DEPTH:
                raise YamlError(line, "deep", most=_MAX_DEPTH)
            self._open.append(_Open(kind, line, event.anchor))
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self._open.pop()
            return self._counted(closed.close(), closed.anchor, 1)
        return None

    def _counted(self, node: Node, anchor: str | None, more: int) -> Node:
        self._nodes += more
        if self._nodes > _MAX_NODES:
            raise YamlError(node.line, "too_many", most=_MAX_NODES)
        if anchor is not None:
            self._anchors[anchor] = node
        return node

    def _alias(self, name: str, line: int) -> Node:
        """What an anchor stands for; one whose node is still open would hold itself."""
        self._aliases += 1
        if self._aliases > _MAX_ALIASES:
            raise YamlError(line, "aliases", most=_MAX_ALIASES)
        if name not in self._anchors:
            raise YamlError(line, "no_anchor", name=str(name)[:100])
        return self._counted(self._anchors[name], None, self._anchors[name].size)
