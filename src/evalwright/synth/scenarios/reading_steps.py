"""The steps of a scenario: each one call with its arguments, choices and words.

A step is a mapping whose first key is the tool (`find_patient: {name: $me.name}`); `call` and `with` say the same of a
tool whose name is one of the other keys. Nodes flow in, `Step` values flow out; what is wrong is told by line.
"""

from __future__ import annotations

from dataclasses import dataclass

from .choices import parse_choice
from .findings import nearest_hint
from .model import Argument, Choice, Reference, Step
from .reading_words import WordsReader
from .references import NotationError, parse_argument, parse_reference
from .yaml_nodes import Node

STEP_KEYS = ("as", "choose", "confirms", "tells", "offers", "picks", "none", "fails")
_MAX_STEPS = 40


@dataclass(frozen=True, slots=True)
class StepsReader:
    """Reads calls."""

    words: WordsReader

    def steps(self, scenario: Node) -> tuple[Step, ...]:
        """The steps of a scenario, in order."""
        node = scenario.get("steps")
        if node is None or node.is_empty() or (node.kind == "list" and not node.items):
            self.words.findings.add(scenario.line, "no_steps")
            return ()
        items = node.items if node.kind == "list" else self._undashed(node)
        if len(items) > _MAX_STEPS:
            self.words.findings.add(items[_MAX_STEPS].line, "many_steps", most=_MAX_STEPS)
        read = [self._step(item) for item in items[:_MAX_STEPS]]
        return tuple(step for step in read if step is not None)

    def _undashed(self, node: Node) -> tuple[Node, ...]:
        """Steps without dashes: one step where it can be one, else every call by itself, and that is told."""
        others = [key for key, _ in node.entries[1:] if key.text not in (*STEP_KEYS, "with")]
        if not others:
            return (node,)
        self.words.findings.add(node.line, "steps_mapping")
        return tuple(Node("mapping", key.line, entries=((key, value),)) for key, value in node.entries)

    def people_call(self, people: Node) -> Step | None:
        """The call that lists the users."""
        tool = people.get("call")
        if tool is None:
            return None
        return Step(tool.text, self._given_arguments(people.get("with")), tool.text, line=tool.line)

    def _step(self, node: Node) -> Step | None:
        if node.kind == "scalar" and isinstance(node.scalar(), str):
            return Step(node.text, {}, node.text, line=node.line)
        if node.kind != "mapping" or not node.entries:
            self.words.findings.add(node.line, "no_step")
            return None
        key, given = node.entries[0]
        rest = node.entries[1:]
        if key.text == "call" and given.kind == "scalar":
            key, given = given, node.get("with") or Node("scalar", given.line)
            rest = tuple(entry for entry in rest if entry[0].text != "with")
        elif key.text in STEP_KEYS:
            self.words.findings.add(key.line, "tool_first", name=key.text)
            return None
        for other, _ in rest:
            if other.text not in STEP_KEYS:
                hint = nearest_hint(other.text, STEP_KEYS)
                self.words.findings.add(other.line, "unknown_step_key", name=other.text[:100], hint=hint)
        return self._read_step(key, given, node)

    def _read_step(self, key: Node, given: Node, node: Node) -> Step:
        named = node.get("as")
        name = named.text if named is not None else key.text
        if named is not None and parse_reference(name) != Reference(name):
            self.words.findings.add(named.line, "bad_name", name=name[:100])
        words = {each: self.words.words(node.get(each)) for each in STEP_KEYS if each not in ("as", "choose")}
        choices = self._choices(node.get("choose"))
        return Step(key.text, self._given_arguments(given), name, choices, line=key.line, **words)

    def _given_arguments(self, node: Node | None) -> dict[str, Argument]:
        if node is None or node.is_empty():
            return {}
        if node.kind != "mapping":
            self.words.findings.add(node.line, "no_arguments")
            return {}
        made = {}
        for key, value in node.entries:
            try:
                made[key.text] = parse_argument(self._unbraced(value))
            except NotationError as error:
                self.words.findings.add(value.line, error.kind, **error.values)
        return made

    def _unbraced(self, node: Node) -> Node:
        """`{order}` without quotes, an object to YAML, as the reference that was meant; that is told."""
        if node.kind != "mapping" or len(node.entries) != 1 or not node.entries[0][1].is_empty():
            return node
        name = node.entries[0][0].text
        self.words.findings.add(node.line, "bare_braces", name=name[:100])
        return Node("scalar", node.line, text=f"${name}")

    def _choices(self, node: Node | None) -> tuple[Choice, ...]:
        if node is None or node.is_empty():
            return ()
        if node.kind != "mapping":
            self.words.findings.add(node.line, "no_choose")
            return ()
        made = []
        for key, value in node.entries:
            if key.text == "me" or parse_reference(key.text) != Reference(key.text):
                self.words.findings.add(key.line, "bad_name", name=key.text[:100])
                continue
            try:
                made.append(parse_choice(key.text, value))
            except NotationError as error:
                self.words.findings.add(value.line, error.kind, **error.values)
                made.append(Choice(key.text, line=value.line))  # its name is known for all that
        return tuple(made)
