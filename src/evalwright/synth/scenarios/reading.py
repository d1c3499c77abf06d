"""Scenario files read: from YAML with lines to a `ScenarioFile`, with everything that is wrong told at once.

`docs/scenarios.md` explains the notation. A file is untrusted: nothing in it is evaluated or used as a format, and the
only path it can name lies below its own folder. What cannot be read is left out of the result and named by its line, so
that whoever only looks sees all of it, and whoever wants to use the file stops at the first (`read_scenarios`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evalwright.chat import JsonObject
from evalwright.errors import InputError

from ..phrases.voice import LANGUAGES
from .findings import Findings, nearest_hint
from .model import People, Reference, Scenario, ScenarioFile, ScenarioFinding
from .people_file import MAX_PEOPLE, read_people
from .reading_steps import StepsReader
from .reading_words import WordsReader, languages_in
from .references import NotationError, parse_path, parse_reference
from .values_said import said_fields, with_called
from .yaml_nodes import MAX_BYTES, Node, YamlError, read_nodes

_FILE_KEYS = ("languages", "policy", "rules", "people", "values", "said_as", "scenarios")
_PEOPLE_KEYS = ("from", "list", "call", "with", "each", "know")
_SCENARIO_KEYS = ("name", "weight", "wants", "knows", "steps", "tells")
_MAX_SCENARIOS = 500
_HEAVIEST = 1_000_000.0


@dataclass(frozen=True, slots=True)
class ScenarioReading:
    """What a file says, as far as it can be read, and what is wrong with it."""

    file: ScenarioFile
    findings: tuple[ScenarioFinding, ...] = ()


def read_scenarios(path: str | Path) -> ScenarioFile:
    """The scenario file of this path; InputError, with the line and the cure, where it cannot be used."""
    reading = scan_scenarios(path)
    for finding in reading.findings:
        if finding.severity == "error":
            raise InputError(finding.message, path=path, line=finding.line, cure=finding.cure)
    return reading.file


def scan_scenarios(path: str | Path) -> ScenarioReading:
    """The scenario file of this path with all that is wrong in it; InputError where it is no text at all."""
    path = Path(path)
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError.named("scenarios.unreadable", path=path, strerror=error.strerror) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(raw) <= MAX_BYTES:
            line = raw[: error.start].count(b"\n") + 1
            raise InputError.named("scenarios.not_utf8", path=path, line=line) from None
        text = raw.decode("utf-8", "replace")
    return parse_scenarios(text, str(path), path.parent)


def parse_scenarios(text: str, path: str = "", folder: Path | None = None) -> ScenarioReading:
    """What a text says; `folder`: where files that it names lie, none where it is a draft."""
    findings = Findings()
    try:
        root = read_nodes(text)
    except YamlError as error:
        findings.add(error.line, error.kind, **error.values)
        return ScenarioReading(ScenarioFile(path), tuple(findings.found))
    file = _FileReader(findings, folder).read(root, path)
    return ScenarioReading(file, tuple(findings.in_order()))


class _FileReader:
    """Reads one file from its nodes."""

    def __init__(self, findings: Findings, folder: Path | None) -> None:
        self._findings, self._folder = findings, folder
        self._words = WordsReader(findings, ("en",))
        self._steps = StepsReader(self._words)

    def read(self, root: Node, path: str) -> ScenarioFile:
        if root.is_empty():
            self._findings.add(1, "empty_file")
            return ScenarioFile(path)
        if not self._words.is_mapping(root, _FILE_KEYS):
            return ScenarioFile(path)
        languages = self._languages(root)
        self._words = WordsReader(self._findings, languages, self._folder)
        self._steps = StepsReader(self._words)
        said_as = self._words.said_as(root.get("said_as"))
        file = ScenarioFile(
            path,
            languages,
            self._words.texts(root.get("policy")),
            tuple(with_called(self._rules(root.get("rules")), said_as)),
            self._people(root.get("people")),
            {key.text: self._words.value(key, value) for key, value in self._named_values(root.get("values"))},
            tuple(self._scenarios(root)),
            said_as,
        )
        if said_as:
            self._check_said_as(root, said_fields(file))
        return file

    def _check_said_as(self, root: Node, fields: Sequence[str]) -> None:
        """Words for values of a field that nobody ever says are a slip of the pen."""
        node = root.get("said_as")
        for key, _ in node.entries if node is not None else ():
            if key.text not in fields:
                self._findings.add(key.line, "said_as_field", name=key.text[:100], hint=nearest_hint(key.text, fields))

    def _languages(self, root: Node) -> tuple[str, ...]:
        node = root.get("languages")
        if node is None:
            return languages_in(root)
        named = [item.text for item in (node.items if node.kind == "list" else (node,))]
        for name in named:
            if name not in LANGUAGES:
                self._findings.add(node.line, "no_language", name=name[:100], known=", ".join(LANGUAGES))
        return tuple(dict.fromkeys(name for name in named if name in LANGUAGES)) or languages_in(root)

    def _rules(self, node: Node | None) -> list[JsonObject]:
        """Rules as plain data, each with its line; what they mean is said elsewhere."""
        made = []
        for item in self._list(node):
            if item.kind != "mapping":
                self._findings.add(item.line, "no_rule")
            else:
                made.append({**item.plain(), "line": item.line})
        return made

    def _named_values(self, node: Node | None) -> tuple[tuple[Node, Node], ...]:
        if node is None or node.is_empty():
            return ()
        if node.kind != "mapping":
            self._findings.add(node.line, "no_mapping", names="")
            return ()
        for key, _ in node.entries:
            if key.text == "me" or parse_reference(key.text) != Reference(key.text):
                self._findings.add(key.line, "bad_name", name=key.text[:100])
        return node.entries

    def _people(self, node: Node | None) -> People | None:
        if node is None or node.is_empty() or not self._words.is_mapping(node, _PEOPLE_KEYS):
            return None
        given = [name for name in ("from", "list", "call") if node.get(name) is not None]
        if len(given) > 1:
            self._findings.add(node.line, "people_source", names=", ".join(given))
        each = node.get("each")
        people = People(
            records=self._records(node),
            call=self._steps.people_call(node),
            each=parse_path(f".{each.text}") if each is not None else (),
            facts=tuple(self._words.fact(f"me.{key.text}", key.line, inner) for key, inner in self._known(node)),
            line=node.line,
        )
        if not people.facts:
            self._findings.add(node.line, "people_know")
        return people

    def _records(self, node: Node) -> tuple[JsonObject, ...]:
        named, given = node.get("from"), node.get("list")
        if named is not None:
            try:
                return read_people(self._folder, named.text)
            except NotationError as error:
                self._findings.add(named.line, error.kind, **error.values)
        records = []
        for item in self._list(given)[:MAX_PEOPLE]:
            if item.kind == "mapping":
                records.append(item.plain())
            else:
                self._findings.add(item.line, "no_person")
        return tuple(records)

    def _known(self, node: Node) -> list[tuple[Node, Node | None]]:
        """What people know of themselves: names, or names with how each is asked for and said."""
        know = node.get("know")
        if know is None:
            return []
        if know.kind == "mapping":
            known: list[tuple[Node, Node | None]] = [(key, value) for key, value in know.entries]
        else:
            known = [(item, None) for item in self._list(know)]
        for key, _ in known:
            if parse_reference(f"me.{key.text}") is None:
                self._findings.add(key.line, "bad_name", name=key.text[:100])
        return [(key, inner) for key, inner in known if parse_reference(f"me.{key.text}") is not None]

    def _scenarios(self, root: Node) -> list[Scenario]:
        node = root.get("scenarios")
        items = self._list(node)
        if not items:
            self._findings.add(node.line if node is not None else root.line, "no_scenarios")
        if len(items) > _MAX_SCENARIOS:
            self._findings.add(items[_MAX_SCENARIOS].line, "many_scenarios", most=_MAX_SCENARIOS)
        read = [self._scenario(item) for item in items[:_MAX_SCENARIOS]]
        return [scenario for scenario in read if scenario is not None]

    def _scenario(self, node: Node) -> Scenario | None:
        if not self._words.is_mapping(node, _SCENARIO_KEYS):
            return None
        name = node.get("name")
        title = name.text.strip() if name is not None and name.kind == "scalar" else ""
        if not title:
            self._findings.add(node.line, "no_name")
        steps = self._steps.steps(node)
        wants = self._words.words(node.get("wants"))
        if node.get("wants") is None:
            self._findings.add(node.line, "no_wants", name=title)
        knows = tuple(self._knows(node.get("knows")))
        tells = self._words.words(node.get("tells"))
        return Scenario(title, wants, steps, tells, knows, self._weight(node.get("weight")), node.line)

    def _knows(self, node: Node | None) -> list[Reference]:
        made = []
        for item in self._list(node):
            reference = parse_reference(item.text.removeprefix("$"), item.line) if item.kind == "scalar" else None
            if reference is None:
                self._findings.add(item.line, "no_reference", text=item.text[:100])
            else:
                made.append(reference)
        return made

    def _weight(self, node: Node | None) -> float:
        if node is None:
            return 1.0
        value = node.scalar() if node.kind == "scalar" else None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _HEAVIEST:
            self._findings.add(node.line, "weight", text=node.text[:100])
            return 1.0
        return float(value)

    def _list(self, node: Node | None) -> tuple[Node, ...]:
        """The items of a list; a lone thing counts as a list of one, nothing as none."""
        if node is None or node.is_empty():
            return ()
        if node.kind == "mapping":
            self._findings.add(node.line, "no_list")
            return ()
        return node.items if node.kind == "list" else (node,)
