"""A model's draft of a scenario file: piece by piece, each read, checked and executed, and mended from what was found.

Settings and a model flow in, a file flows out that holds, with how many pieces of how many it has and why the others
are missing. Requests go through the same engine and journal as any: a run that was broken off goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject, Message
from evalwright.engine import sole_writer
from evalwright.models import Request
from evalwright.text import in_words, localized, phrase

from ..domain import known_records
from ..drafting.yaml_writer import written
from ..explore import World
from ..generic.toolview import views_of
from ..rewrite.asking import Asker
from ..rewrite.run import Players
from ..scenarios.model import ScenarioFinding
from ..scenarios.starter_source import world_of
from ..seeds import random_for
from ..settings import Settings
from ..source_environments import SourceEnvironments
from ..writing import JOURNALS
from .judging import Common, Judge, Judged
from .prompts import DraftWords
from .replies import yaml_in
from .skeletons import Blanks, blanks_of
from .value_guard import ValueGuard

_SETTINGS = {"temperature": 0.4, "max_tokens": 2048}
_REPAIRS = 3
"""How often an answer goes back with what is wrong with it."""
_SHOWN_REPLY = 6_000
_MOST_PEOPLE = 50
_LONGEST_COMMENT = 200
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A piece that was given up."""

    name: str
    """The tool, the calls of the scenario, the fact, or the rule."""
    kind: str
    """`tool` where nothing was asked for, else `scenario`, `fact` or `rule`."""
    why: str
    """Why it was not asked for, or the first thing that was wrong in the end."""
    line: int = 0


@dataclass(slots=True)
class ModelDraft:
    """What came of it."""

    text: str = ""
    """The file; empty where no scenario holds."""
    tried: int = 0
    """Scenarios that were asked for."""
    kept: int = 0
    repaired: int = 0
    """Of these, how many held only after something was mended."""
    left_out: list[LeftOut] = field(default_factory=list)
    unanswered: int = 0
    """Requests without an answer, which asking again may mend."""
    model: JsonObject = field(default_factory=dict)


@dataclass(slots=True)
class _Piece:
    """One thing that is asked for, and how far it has come."""

    kind: str
    name: str
    role: str
    task: str
    judge: Callable[[str], Judged]
    data: Any = None
    part: Any = None
    """What holds of an answer that does not hold as a whole."""
    answer: str = ""
    findings: list[ScenarioFinding] = field(default_factory=list)
    answered: bool = True
    tries: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it is worth asking again."""
        return self.data is None and self.answered


def draft_with_model(settings: Settings, players: Players, output: Path) -> ModelDraft:
    """Draft the scenario file of a source; answers are kept in a folder beside `output`."""
    opened = SourceEnvironments(settings)
    try:
        world = opened.world or world_of(opened, settings)
        with _journal_beside(output):
            run = _Drafting(settings, world, opened, players, output.parent)
            return run.carry_out()
    finally:
        opened.close()


def _one_line_of(text: str) -> str:
    """A text that cannot leave its comment."""
    plain = "".join(each if each.isprintable() else " " for each in text).rstrip()
    return plain if len(plain) <= _LONGEST_COMMENT else f"{plain[:_LONGEST_COMMENT]}…"


def _says_the_same(one: JsonObject, other: JsonObject) -> bool:
    """Whether two scenarios differ in their names at most."""
    return {**one, "name": ""} == {**other, "name": ""}


def _no_news(name: str) -> str:
    return phrase("scenarios.drafted.twin", name=name)


def _asked_already(rule: JsonObject, rules: Sequence[JsonObject]) -> bool:
    """Whether a yes before these tools is asked for by another rule."""
    asked = {tool for other in rules for tool in other.get("confirm", ())}
    return "confirm" in rule and set(rule["confirm"]) <= asked


def _own_name(scenario: JsonObject, kept: Sequence[JsonObject]) -> str:
    """The name of a scenario in one line, with a number where another one has it."""
    wanted = " ".join(_one_line_of(str(scenario["name"])).split())[:_LONGEST_NAME]
    name, number = wanted, 2
    while any(each["name"] == name for each in kept):
        name, number = f"{wanted} {number}", number + 1
    return name


def _journal_beside(output: Path) -> Any:
    folder = output.parent / JOURNALS
    folder.mkdir(parents=True, exist_ok=True)
    return sole_writer(folder)


class _Drafting:
    """One draft on its way."""

    def __init__(
        self, settings: Settings, world: World, opened: SourceEnvironments, players: Players, folder: Path
    ) -> None:
        self._langs, self._seed, self._world = settings.langs, settings.seed, world
        views = views_of(world.source.tools, world.source.effects)
        guard = ValueGuard(world)
        self._blanks: Blanks = blanks_of(world, settings.langs, guard)
        self._words = DraftWords(world, views, settings.langs)
        self._judge = Judge(world, opened.by_lang, settings.langs, guard)
        self._asker = Asker(
            players.assistant,
            folder,
            generation=players.generation,
            policy=players.policy,
            concurrency=players.concurrency,
            show=players.show_progress,
            budget=players.budget,
        )
        # Those that the source tells of need no list; others the user told of by a file that nobody else has.
        told = bool(known_records(opened.by_lang[settings.langs[0]]))
        self._people: JsonObject = {} if told else {"list": world.known[:_MOST_PEOPLE]}
        self._common = Common(None, {}, list(self._blanks.rules))
        self._done = ModelDraft(model=self._asker.describe(_SETTINGS))
        self._done.left_out += [LeftOut(name, "tool", why) for name, why in self._blanks.unasked.items()]

    def carry_out(self) -> ModelDraft:
        """Facts first, since scenarios speak of them; then scenarios, one by one; the policy's rules in the end."""
        self._draft_facts()
        kept = self._draft_scenarios()
        if kept:
            self._draft_rules(kept)
            self._done.text = self._with_comments(written(self._common.data(self._langs, kept)))
        self._done.kept = len(kept)
        return self._done

    def _with_comments(self, text: str) -> str:
        """The file, with who drafted it, and what is missing."""
        values = {"model": self._asker.model.name, "source": self._world.source.text}
        lines = [localized("scenarios.drafted.head", **values)]
        if self._done.left_out:
            lines.append(localized("scenarios.drafted.left_out"))
        for each in self._done.left_out:
            lines.append(f"  {localized('scenarios.drafted.piece', name=each.name, why=in_words(each.why))}")
        return "".join(f"# {_one_line_of(line)}\n" for line in lines) + text

    def _draft_facts(self) -> None:
        role, blanks = self._words.role(notation=False), self._blanks.facts
        pieces = []
        for name, blank in blanks.items():
            if blank.has_words:
                task = self._words.fact(blank.about, blank.tools, blank.samples, blank.skeleton(self._langs))
                pieces.append(_Piece("fact", name, role, task, partial(self._judge.fact, blank)))
        self._ask_until_settled(pieces)
        words = {piece.name: piece.data for piece in pieces if piece.data is not None}
        for name, blank in blanks.items():
            if not blank.personal and (name in words or blank.samples):
                self._common.values[name] = words.get(name) or {"of": blank.samples}
        known = {name.removeprefix("me."): words.get(name, {}) for name in blanks if blanks[name].personal}
        if self._blanks.has_people and known:
            self._common.people = {**self._people, "know": known}

    def _draft_scenarios(self) -> list[JsonObject]:
        role, pieces = self._words.role(notation=True), []
        for blank in self._blanks.scenarios:
            facts = {name: each.about for name, each in self._blanks.facts.items() if blank.tool in each.tools}
            judge = partial(self._judge.scenario, blank.tool, self._common)
            pieces.append(_Piece("scenario", blank.name, role, self._words.scenario(blank, facts), judge))
        self._done.tried = len(pieces)
        self._ask_until_settled(pieces)
        held = [piece for piece in pieces if piece.data is not None]
        for piece in held:
            for name, value in piece.data["values"].items():
                self._common.values.setdefault(name, value)
        kept = self._together(held)
        self._done.repaired = sum(piece.tries > 1 for piece, _ in kept)
        return [scenario for _, scenario in kept]

    def _together(self, held: Sequence[_Piece]) -> list[tuple[_Piece, JsonObject]]:
        """Those that also hold in one file with the others: each has a name of its own, and says the same values."""
        kept: list[tuple[_Piece, JsonObject]] = []
        for piece in held:
            scenario = piece.data["scenario"]
            twin = next((str(each["name"]) for _, each in kept if _says_the_same(each, scenario)), None)
            same = all(self._common.values[name] == value for name, value in piece.data["values"].items())
            findings = [] if same or twin else self._judge.fits(self._common, scenario)
            if twin is not None:
                self._done.left_out.append(LeftOut(piece.name, "scenario", _no_news(twin)))
            elif findings:
                self._leave_out(piece.name, "scenario", findings)
            else:
                kept.append((piece, {**scenario, "name": _own_name(scenario, [each for _, each in kept])}))
        return kept

    def _draft_rules(self, kept: Sequence[JsonObject]) -> None:
        """Rules that the policy states, as far as every scenario keeps them."""
        policy = self._world.source.policy or ""
        if not policy.strip():
            return
        piece = _Piece("rule", "rules", self._words.role(notation=False), self._words.rules(policy), self._judge.rules)
        self._ask_until_settled([piece])
        for rule in piece.data or piece.part or ():
            if rule in self._common.rules or _asked_already(rule, self._common.rules):
                continue
            with_it = Common(self._common.people, self._common.values, [*self._common.rules, rule])
            findings = self._judge.played(with_it, kept)
            if findings:
                self._leave_out(", ".join(map(str, rule.values()))[:80], "rule", findings)
            else:
                self._common = with_it

    def _ask_until_settled(self, pieces: list[_Piece]) -> None:
        """Ask for all of them, and again for those that do not hold, with what is wrong."""
        for attempt in range(1 + _REPAIRS):
            asked = [piece for piece in pieces if piece.is_open]
            samples = self._asker.ask("draft", [self._request(piece, attempt) for piece in asked])
            for piece, sample in zip(asked, samples, strict=True):
                text = yaml_in(sample)
                piece.answered, piece.tries = text is not None, piece.tries + 1
                if text is None:
                    continue
                judged = piece.judge(text)
                piece.answer, piece.findings = text, judged.findings
                piece.data, piece.part = judged.data, judged.part
        for piece in pieces:
            if not piece.answered:
                self._done.unanswered += 1
            if piece.data is None:
                self._leave_out(piece.name, piece.kind, piece.findings)

    def _leave_out(self, name: str, kind: str, findings: Sequence[ScenarioFinding]) -> None:
        first = findings[0] if findings else None
        why = str(first.message) if first is not None else phrase("scenarios.drafted.no_answer")
        self._done.left_out.append(LeftOut(name, kind, why, first.line if first is not None else 0))

    def _request(self, piece: _Piece, attempt: int) -> Request:
        messages: list[Message] = [
            {"role": "system", "content": piece.role},
            {"role": "user", "content": piece.task},
        ]
        if piece.findings:
            messages.append({"role": "assistant", "content": piece.answer[:_SHOWN_REPLY] or "-"})
            messages.append({"role": "user", "content": self._words.wrong(piece.findings)})
        own = random_for(self._seed, "draft", piece.kind, piece.name, attempt).getrandbits(31)
        return Request(f"{piece.kind} {piece.name}#{attempt}", messages, [], {**_SETTINGS, "seed": own})
