"""Making a data set: stories are drawn, worded, checked and written one by one; nothing that fails is written.

Each conversation depends on the seed, its number and the ones accepted before it, so the same settings give the same
bytes. What is rejected is counted by reason and drawn again; where a story cannot be had at all, the result says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from evalwright._version import __version__
from evalwright.chat import Conversation, read_tools
from evalwright.data import paused_gc
from evalwright.errors import UsageError
from evalwright.text import escaped, listed, localized, localized_section, notebook_table, phrase
from evalwright.workbench import EntitySides, Finding

from .checks import Checker
from .coverage import Coverage
from .degenerate import SetShape
from .explore import WORLD, write_world
from .generator import Generator
from .generator_choice import held_rules, open_generator
from .manifest_types import ManifestDocument, RulesPart, SynthesisDocument, WordedFacts, WordedPart
from .novelty import Fresh
from .plan import Draft
from .preference_pairs import twins_of
from .rewrite.acceptance import NO_ANSWER, Objection
from .rewrite.run import Players, alone, reword
from .row_types import Row
from .set_replay import ROUNDS, Unlike, UnlikeError, play_again, set_apart
from .settings import Settings
from .strict_rules import must_hold
from .writing import FILES, TWINS, RowFile, check_earlier_set, leave_starter, open_rows, write_manifest

_NAMES = FILES | {"twins": TWINS}
_ATTEMPTS = 24
_TRIES_FOR_A_SIDE = 3
"""So many stories in a row that could not be had for valid: train gets the place."""
_GIVEN_UP_AT_MOST = 40
"""So many stories in a row that could not be had: there are no more."""

_SHOWN_NOTES = 30
"""Reasons that are told where nothing can be made: one for each tool of all but the largest servers."""

Progress = Callable[[int, int], None]
"""Told how many conversations are made, and how many are wanted."""


@dataclass(slots=True)
class Synthesis:
    """What was made."""

    out: Path
    wanted: int
    manifest: ManifestDocument
    """What manifest.json holds, without the digests of the rows."""
    rejected: Counter[str] = field(default_factory=Counter)
    """Conversations that were not written, by the rule that they broke."""
    examples: dict[str, str] = field(default_factory=dict)
    """For each reason, what was said of the first one."""

    @property
    def made(self) -> int:
        """How many conversations were written."""
        return sum(part["rows"] for name, part in self.manifest["files"].items() if name != TWINS)

    @property
    def unanswered(self) -> int:
        """How often a model gave no answer at all, which asking again may mend."""
        return int(self.manifest.get("worded", {}).get("refused", {}).get(NO_ANSWER, 0))

    def __repr__(self) -> str:
        files = [phrase("synth.files", num=part["rows"], name=name) for name, part in self.manifest["files"].items()]
        counts = {"made": self.made, "wanted": self.wanted}
        words = localized("notebook.synthesis", folder=self.out, files=listed(files), **counts)
        return f"Synthesis({escaped(words)})"

    def _repr_html_(self) -> str:
        calls: dict[str, int] = self.manifest["coverage"]["by_tool"]
        rows = [(name, calls[name]) for name in sorted(calls, key=lambda name: (-calls[name], name))]
        return notebook_table(repr(self), localized_section("notebook")["synthesis_headers"], rows, "lr")

    def to_dict(self) -> SynthesisDocument:
        """The result as JSON data: what was made, and the manifest."""
        files = {name: part["rows"] for name, part in self.manifest["files"].items()}
        return {"out": str(self.out), "wanted": self.wanted, "made": self.made, **self.manifest, "files": files}


def synthesise(settings: Settings, *, players: Players | None = None, progress: Progress | None = None) -> Synthesis:
    """Make train.jsonl, valid.jsonl and manifest.json in `settings.out`; `players` are the models of a wording."""
    if (settings.wording == "grammar") != (players is None):
        raise UsageError.named("synth.wording_model", wording=settings.wording)

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, settings.n)

    check_earlier_set(settings.out, settings.source_text)
    with paused_gc():
        making = _Making(settings, players, tell)
    try:
        with (
            alone(settings.out, players),
            open_rows(settings.out, valid=settings.valid_share > 0, twins=settings.negatives) as files,
            paused_gc(),
        ):
            run = making.carry_out(files)
            if not run.rows and players is None:
                raise _nothing(making.maker)
            leave_starter(settings.out, getattr(making.maker, "starter", ""))
            _check_shape(run, making.maker, settings)
            run.drop_empty_valid()
        manifest = run.manifest()
        write_manifest(settings.out, manifest, run.digests())
        _keep_world(settings, making.maker)
    finally:
        making.maker.close()
    return Synthesis(settings.out, settings.n, manifest, run.rejected, run.examples)


class _Making:
    """The rounds that it takes until all rows give the same when they are played again."""

    def __init__(self, settings: Settings, players: Players | None, tell: Callable[[int], None]) -> None:
        self._settings, self._players, self._tell = settings, players, tell
        self.maker = open_generator(settings)

    def carry_out(self, files: dict[str, RowFile]) -> _Run:
        """Make all rows; UsageError where a tool does not settle."""
        for _ in range(ROUNDS):
            run = _Run(self._settings, self.maker, files)
            unlike = self._made_and_played(run)
            if not unlike:
                return run
            self._set_apart(unlike)
            for file in files.values():
                file.begin_again()
        raise UsageError.named("synth.never_same", names=listed(unlike))

    def _made_and_played(self, run: _Run) -> list[str]:
        """Make the rows and play them again; the tools that gave something else."""
        try:
            for done in run.carry_out() if self._players is None else run.played(self._players, self._tell):
                self._tell(done)
            play_again(run.kept, self.maker, self._settings.langs, run.unlike)
        except UnlikeError:
            pass
        return sorted(run.unlike.counts)

    def _set_apart(self, tools: list[str]) -> None:
        world = getattr(self.maker, "world", None)
        assert world is not None
        self.maker.close()
        self.maker = open_generator(replace(self._settings, found=set_apart(world, tools)))


def _keep_world(settings: Settings, maker: Generator) -> None:
    """What was found out beside the rows, where it does not stand in a file of the user's already."""
    world, path = getattr(maker, "world", None), settings.out / WORLD
    if world is None or (settings.world is not None and "replay" not in world.changing.values()):
        return
    if settings.world is None or settings.world.resolve() != path.resolve():
        write_world(path, world)


def _check_shape(run: _Run, maker: Generator, settings: Settings) -> None:
    """Refuse a set that would teach little, with the reason for each tool and a scenario file to go on with."""
    try:
        run.shape.check(force=settings.force, notes=maker.describe()["notes"][:_SHOWN_NOTES])
    except UsageError:
        leave_starter(settings.out, getattr(maker, "whole_starter", ""))
        raise


def _nothing(maker: Generator) -> UsageError:
    """Why there is nothing to write; what was there before stays."""
    notes = maker.describe()["notes"]
    if notes:
        shown = listed(notes[:_SHOWN_NOTES], "semicolon")
        if len(notes) > _SHOWN_NOTES:
            shown = phrase("common.and_more", shown=shown, num=len(notes) - _SHOWN_NOTES)
        return UsageError.named("synth.no_conversation_why", notes=shown)
    return UsageError.named("synth.no_conversation")


class _Run:
    """One synthesis on its way."""

    def __init__(self, settings: Settings, maker: Generator, files: dict[str, RowFile]) -> None:
        self.settings = settings
        self.maker = maker
        self.files = files
        self.coverage = Coverage()
        self.fresh = Fresh(users=not maker.varied, by_calls=maker.judged_by_calls)
        self.entity_sides = EntitySides() if maker.judged_by_calls else None
        self.rejected: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self.rules = held_rules(maker, settings.langs[0])
        self.checkers = {
            lang: Checker(maker.environment(lang), replay=maker.replays, rules=self.rules, wanted=must_hold)
            for lang in settings.langs
        }
        self.tools = {lang: maker.environment(lang).tools() for lang in settings.langs}
        self.read = {lang: read_tools(tools) for lang, tools in self.tools.items()}
        self.gave_up = self.rows = self.valid_stories = 0
        self.unlike = Unlike(maker.environment(settings.langs[0]))
        self.kept: list[Row] = []
        """The rows, where they are to be played again."""
        self.shape = SetShape()
        self.notes: list[str] = []
        self.worded: WordedFacts | None = None

    def carry_out(self) -> Iterator[int]:
        """Make one story after another until there are enough; yields how many conversations there are."""
        for drafts, side in self._stories():
            for draft in drafts:
                self._write_draft(draft, side)
            yield self.rows

    def played(self, players: Players, tell: Callable[[int], None]) -> Iterator[int]:
        """The same in a model's words: all stories are made first, since models are asked many at a time."""
        stories = list(self._stories())
        drafts = [draft for told, _ in stories for draft in told]
        sides = [side for told, side in stories for _ in told]
        self.valid_stories = sides.count("valid")
        self.coverage, self.fresh = Coverage(), Fresh(by_calls=self.maker.judged_by_calls)

        def accept(number: int, draft: Draft) -> list[Objection]:
            return self._taken(draft, sides[number])

        worded, self.worded = reword(drafts, self.settings, players, self.maker, self.rules, accept, tell)
        for draft, side in zip(worded, sides, strict=True):
            if draft is not None:
                self.coverage.add(draft)
                self._write_draft(draft, side)
            yield self.rows

    def _taken(self, draft: Draft, side: str) -> list[Objection]:
        """What is wrong with a conversation in a model's words; where nothing is, it is remembered as taken."""
        stale = self.fresh.objection(draft, side)
        if stale is not None:
            return [Objection(stale, _opening_at(draft) if stale == "opening-twice" else None)]
        found = [Objection(each.rule, each.message, str(each.text)) for each in self._findings(draft)]
        if not found:
            self.fresh.keep([draft], side)
        return found

    def _stories(self) -> Iterator[tuple[list[Draft], str]]:
        """Stories that hold up, each with its side, until there are enough conversations or no more to be had."""
        number = made = 0
        while made < self.settings.n and self.gave_up < _GIVEN_UP_AT_MOST:
            side = self._side(made) if self.gave_up < _TRIES_FOR_A_SIDE else "train"  # a small world is train's alone
            drafts = self._story(number, side)[: self.settings.n - made]
            self.gave_up = 0 if drafts else self.gave_up + 1
            number, made = number + 1, made + len(drafts)
            for draft in drafts:
                self.coverage.add(draft)
            if drafts:
                yield drafts, side

    def _side(self, number: int) -> str:
        share = self.settings.valid_share
        return "valid" if int((number + 1) * share + 1e-9) > int(number * share + 1e-9) else "train"

    def _story(self, number: int, side: str) -> list[Draft]:
        for attempt in range(_ATTEMPTS):
            drafts = self.maker.make(number, attempt, side, self.coverage)
            if drafts and not any(self._objects(draft, side) for draft in drafts):
                self.fresh.keep(drafts, side)
                if self.entity_sides is not None:
                    for draft in drafts:
                        self.entity_sides.keep(self._drafted_conversation(draft), side)
                self.maker.accepted(drafts)
                return drafts
        self.rejected["no-story"] += 1
        return []

    def _objects(self, draft: Draft, side: str) -> bool:
        """Whether a conversation must not be written; counts why."""
        return self._stale(draft, side) or bool(self._count_findings(draft))

    def _stale(self, draft: Draft, side: str) -> bool:
        reason = self.fresh.objection(draft, side)
        if (
            reason is None
            and self.entity_sides
            and self.entity_sides.is_shared(self._drafted_conversation(draft), side)
        ):
            reason = "person-on-both-sides"
        if reason is not None:
            self.rejected[reason] += 1
        return reason is not None

    def _count_findings(self, draft: Draft) -> list[Finding]:
        """What the checks find wrong; counted by rule."""
        found = self._findings(draft)
        self.unlike.note(found, draft.messages)
        for rule, text in {each.rule: f"{each.path}: {each.text}" for each in found}.items():
            self.rejected[rule] += 1
            self.examples.setdefault(rule, f"{draft.id} {text}")
        return found

    def _findings(self, draft: Draft) -> list[Finding]:
        lang = draft.metadata["lang"]
        if self.settings.wording == "grammar":  # made in the form that a reader would give
            return self.checkers[lang].check(self._drafted_conversation(draft))
        return self.checkers[lang].check(self._record(draft))

    def _drafted_conversation(self, draft: Draft) -> Conversation:
        return Conversation(draft.id, draft.messages, self.read[draft.metadata["lang"]], False, dict(draft.metadata))

    def _record(self, draft: Draft) -> Row:
        return {
            "id": draft.id,
            "messages": draft.messages,
            "tools": self.tools[draft.metadata["lang"]],
            "parallel_tool_calls": False,
            "metadata": draft.metadata,
        }

    def _write_draft(self, draft: Draft, side: str) -> None:
        record = self._record(draft)
        self.files[side].write(record)
        self.shape.add(draft, side)
        self.rows += 1
        if not getattr(self.maker.environment(draft.metadata["lang"]), "steady", True):
            self.kept.append(record)
        if "twins" in self.files:
            for twin in twins_of(record, self.maker.environment(draft.metadata["lang"])):
                self.files["twins"].write(twin)

    def drop_empty_valid(self) -> None:
        """Where nothing came of the valid side, too small a world or refused words, there is train alone: said."""
        due = int(self.settings.n * self.settings.valid_share + 1e-9)
        if due and "valid" in self.files and self.files["valid"].is_empty:
            del self.files["valid"]
            self.notes.append(phrase("synth.no_valid_worded" if self.valid_stories else "synth.no_valid"))

    def manifest(self) -> ManifestDocument:
        """All that is needed to prove the data set again but the digests of its rows, and what it holds."""
        settings = self.settings
        worded: WordedPart = {"worded": self.worded} if self.worded else {}
        rules: RulesPart = {"rules": list(self.rules.data)} if self.rules else {}
        declared = max(len(tools) for tools in self.tools.values())
        origin = self.maker.describe()
        origin["notes"] = [*origin["notes"], *self.notes]
        return {
            "format": 1,
            "evalwright": __version__,
            **origin,
            "seed": settings.seed,
            "n": settings.n,
            "profile": settings.profile,
            "lang": list(settings.langs),
            "parallel": settings.parallel,
            "valid_share": settings.valid_share,
            "wording": settings.wording,
            "simulated": self.maker.simulated,
            **worded,
            **rules,
            "rejected": dict(sorted(self.rejected.items())),
            "coverage": self.coverage.to_dict(declared),
            "files": {_NAMES[key]: file.to_dict() for key, file in self.files.items()},
        }

    def digests(self) -> dict[str, bytearray]:
        """For each file the fingerprints of its rows, a line each."""
        return {_NAMES[key]: file.digests for key, file in self.files.items()}


def _opening_at(draft: Draft) -> int | None:
    return next((index for index, message in enumerate(draft.messages) if message["role"] == "user"), None)
