"""Making a data set: stories are proposed in rounds (`rounds`), accepted in order and written; nothing that fails is.

Each conversation depends on the seed, its number and the ones accepted before its round, so the same settings give the
same bytes for every number of workers. What is rejected is counted by reason and drawn again; where a story cannot be
had at all, the result says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from evalwright._version import __version__
from evalwright.data import paused_gc
from evalwright.errors import UsageError
from evalwright.executor import Executor, LocalExecutor, Workers, open_executor
from evalwright.text import escaped, listed, localized, localized_section, notebook_table, phrase
from evalwright.workbench import EntitySides, Finding

from .coverage import Coverage
from .degenerate import SetShape
from .explore import WORLD, write_world
from .generator import Generator
from .generator_choice import open_generator
from .left_out_notes import by_reason
from .manifest_types import ManifestDocument, RulesPart, SynthesisDocument, WordedFacts, WordedPart
from .novelty import Fresh, Marker, Marks
from .plan import Draft
from .proposals import Proposal, ProposedRow, Story, StoryMaker
from .rewrite.acceptance import NO_ANSWER, Objection
from .rewrite.run import Players, alone, reword
from .rounds import Rounds
from .row_types import Row
from .set_replay import ROUNDS, Unlike, UnlikeError, play_again, set_apart
from .settings import Settings
from .writing import FILES, TWINS, RowFile, check_earlier_set, leave_starter, open_rows, write_manifest

_NAMES = FILES | {"twins": TWINS}
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


def synthesise(
    settings: Settings,
    *,
    players: Players | None = None,
    progress: Progress | None = None,
    workers: Workers = 1,
) -> Synthesis:
    """Make train.jsonl, valid.jsonl and manifest.json in `settings.out`; `players` are the models of a wording.

    Where nothing of what the models said could be kept, no file appears and what was there stays: the result says why.
    """
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
            open_executor(workers) as executor,
            open_rows(settings.out, valid=settings.valid_share > 0, twins=settings.negatives) as files,
            paused_gc(),
        ):
            run = making.carry_out(files, executor if players is None else LocalExecutor())
            if not run.rows:
                raise _nothing(making.maker) if players is None else _NothingKeptError
            leave_starter(settings.out, getattr(making.maker, "starter", ""))
            _check_shape(run, making.maker, settings)
            run.drop_empty_valid()
        manifest = run.manifest()
        write_manifest(settings.out, manifest, run.digests())
        _keep_world(settings, making.maker)
    except _NothingKeptError:
        run.files.clear()
        manifest = run.manifest()
    finally:
        making.maker.close()
    return Synthesis(settings.out, settings.n, manifest, run.rejected, run.examples)


class _NothingKeptError(Exception):
    """Nothing that models said could be kept: no file is to appear."""


class _Making:
    """The rounds that it takes until all rows give the same when they are played again."""

    def __init__(self, settings: Settings, players: Players | None, tell: Callable[[int], None]) -> None:
        self._settings, self._players, self._tell = settings, players, tell
        self.maker = open_generator(settings)

    def carry_out(self, files: dict[str, RowFile], executor: Executor) -> _Run:
        """Make all rows; UsageError where a tool does not settle."""
        for _ in range(ROUNDS):
            run = _Run(self._settings, self.maker, files, executor)
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
        run.shape.check(force=settings.force, notes=by_reason(maker.describe()["notes"])[:_SHOWN_NOTES])
    except UsageError:
        leave_starter(settings.out, getattr(maker, "whole_starter", ""))
        raise


def _nothing(maker: Generator) -> UsageError:
    """Why there is nothing to write; what was there before stays."""
    notes = by_reason(maker.describe()["notes"])
    if notes:
        shown = listed(notes[:_SHOWN_NOTES], "semicolon")
        if len(notes) > _SHOWN_NOTES:
            shown = phrase("common.and_more", shown=shown, num=len(notes) - _SHOWN_NOTES)
        return UsageError.named("synth.no_conversation_why", notes=shown)
    return UsageError.named("synth.no_conversation")


class _Run:
    """One synthesis on its way."""

    def __init__(self, settings: Settings, maker: Generator, files: dict[str, RowFile], executor: Executor) -> None:
        self.settings = settings
        self.maker = maker
        self.files = files
        self.coverage, self.fresh = Coverage(), Fresh()
        self.entity_sides = EntitySides() if maker.judged_by_calls else None
        self.rejected: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self.stories = StoryMaker(settings, maker)
        self._rounds = Rounds(self.stories, executor, self._story)
        self.rows = self.valid_stories = 0
        self.unlike = Unlike(maker.environment(settings.langs[0]))
        self.kept: list[Row] = []
        """The rows, where they are to be played again."""
        self.shape = SetShape()
        self.notes: list[str] = []
        self.worded: WordedFacts | None = None

    def carry_out(self) -> Iterator[int]:
        """Make one story after another until there are enough; yields how many conversations there are."""
        for rows, side in self._accepted_stories():
            for row in rows:
                self._write(row, side)
            yield self.rows

    def played(self, players: Players, tell: Callable[[int], None]) -> Iterator[int]:
        """The same in a model's words: all stories are made first, since models are asked many at a time."""
        stories = list(self._accepted_stories())
        drafts = [row.draft for rows, _ in stories for row in rows if row.draft is not None]
        sides = [side for rows, side in stories for _ in rows]
        self.valid_stories = sides.count("valid")
        self.coverage, self.fresh = Coverage(), Fresh()
        self.stories.marker = Marker(by_calls=self.maker.judged_by_calls)

        def accept(number: int, draft: Draft) -> list[Objection]:
            return self._taken(draft, sides[number])

        rules = self.stories.rules
        worded, self.worded = reword(drafts, self.settings, players, self.maker, rules, accept, tell)
        for draft, side in zip(worded, sides, strict=True):
            if draft is not None:
                row = self.stories.written(draft, self.stories.marker.marks(draft))
                self.coverage.count(row.counted)
                self._write(row, side)
            yield self.rows

    def _taken(self, draft: Draft, side: str) -> list[Objection]:
        """What is wrong with a conversation in a model's words; where nothing is, it is remembered as taken."""
        marks = self.stories.marker.marks(draft)
        stale = self.fresh.objection(marks, side)
        if stale is not None:
            return [Objection(stale, _opening_at(draft) if stale == "opening-twice" else None)]
        found = [Objection(each.rule, each.message, str(each.text)) for each in self.stories.findings(draft)]
        if not found:
            self.fresh.keep(marks, side)
        return found

    def _accepted_stories(self) -> Iterator[tuple[list[ProposedRow], str]]:
        """Stories that hold up, each with its side, until there are enough conversations or no more to be had."""
        for proposal in self._rounds.proposals(self.coverage, lambda: not self.shape.full):
            story = proposal.story
            self.rejected += proposal.rejected
            for rule, text in proposal.examples.items():
                self.examples.setdefault(rule, text)
            stale = self._why_stale(proposal) if proposal.rows else None
            if stale is not None:
                self.rejected[stale] += 1
            if proposal.rows and stale is None:
                rows = proposal.rows[: self.settings.n - self._rounds.made]
                self._accept(proposal, rows)
                self._rounds.accepted(len(rows))
                yield rows, story.side
            elif stale is None or not self._rounds.again(story):
                self.rejected["no-story"] += 1
                self._rounds.given_up(story)

    def _why_stale(self, proposal: Proposal) -> str | None:
        """Why a story is not new by now."""
        found = (self.fresh.objection(row.marks, proposal.story.side) for row in proposal.rows)
        return next((reason for reason in found if reason is not None), None)

    def _accept(self, proposal: Proposal, rows: list[ProposedRow]) -> None:
        """Take a whole story as told, and count the conversations of it that are written."""
        side = proposal.story.side
        drafts = [row.draft for row in proposal.rows if row.draft is not None]
        for row in proposal.rows:
            self.fresh.keep(row.marks, side)
        if self.entity_sides is not None:
            for draft in drafts:
                self.entity_sides.keep(self.stories.conversation(draft), side)
        self.maker.accepted(drafts)
        for row in rows:
            self.coverage.count(row.counted)

    def _story(self, story: Story) -> Proposal:
        """A story that depends on all that were accepted before it."""
        self.stories.wants_shape = not self.shape.full
        return self.stories.proposal(story, self.coverage, stale=self._stale, noted=self._note)

    def _stale(self, draft: Draft, marks: Marks, side: str) -> str | None:
        reason = self.fresh.objection(marks, side)
        if reason is None and self.entity_sides is not None:
            shared = self.entity_sides.is_shared(self.stories.conversation(draft), side)
            return "person-on-both-sides" if shared else None
        return reason

    def _note(self, found: list[Finding], draft: Draft) -> None:
        self.unlike.note(found, draft.messages)

    def _write(self, row: ProposedRow, side: str) -> None:
        self.files[side].write(row.line, row.digest)
        self.shape.add(row.shape, side)
        self.rows += 1
        if row.draft is not None and not getattr(self.maker.environment(row.draft.metadata["lang"]), "steady", True):
            self.kept.append(self.stories.record(row.draft))
        for twin in row.twins:
            self.files["twins"].write(*twin)

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
        held = self.stories.rules
        rules: RulesPart = {"rules": list(held.data)} if held else {}
        declared = max(len(tools) for tools in self.stories.tools.values())
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
