"""Making a data set: stories are drawn, worded, checked and written one by one; nothing that fails is written.

Each conversation depends on the seed, its number and the ones accepted before it, so the same settings give the same
bytes. What is rejected is counted by reason and drawn again; where a story cannot be had at all, the result says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from evalwright._version import __version__
from evalwright.chat import Conversation, read_tools
from evalwright.data import paused_gc
from evalwright.errors import UsageError
from evalwright.text import escaped, listed, localized, localized_section, notebook_table, phrase
from evalwright.workbench import Finding, Rule

from .checks import Checker
from .coverage import Coverage
from .generator import Generator
from .generator_choice import open_generator
from .manifest_types import ManifestDocument, SynthesisDocument, WordedFacts, WordedPart
from .novelty import Fresh
from .plan import Draft
from .preference_pairs import twins_of
from .rewrite.acceptance import NO_ANSWER, Objection
from .rewrite.run import Players, alone, reword
from .row_types import Row
from .settings import Settings
from .writing import FILES, TWINS, RowFile, check_earlier_set, open_rows, write_manifest

_NAMES = FILES | {"twins": TWINS}
_ATTEMPTS = 24
_GIVEN_UP_AT_MOST = 40
"""So many stories in a row that could not be had: there are no more."""

_SHOWN_NOTES = 30
"""Reasons that are told where nothing can be made: one for each tool of all but the largest servers."""

_STRICT = frozenset({"wrong-language", "repeated-text"})
"""Rules that only warn about the rows of others; ours keep to them."""

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

    check_earlier_set(settings.out, settings.source)
    with paused_gc():
        maker = open_generator(settings)
    try:
        with (
            alone(settings.out, players),
            open_rows(settings.out, valid=settings.valid_share > 0, twins=settings.negatives) as files,
            paused_gc(),
        ):
            run = _Run(settings, maker, files)
            for done in run.carry_out() if players is None else run.played(players, tell):
                tell(done)
            if not run.rows and players is None:
                raise _nothing(maker)
        manifest = run.manifest()
        write_manifest(settings.out, manifest, run.digests())
    finally:
        maker.close()
    return Synthesis(settings.out, settings.n, manifest, run.rejected, run.examples)


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
        self.fresh = Fresh(users=not maker.varied)
        self.rejected: Counter[str] = Counter()
        self.examples: dict[str, str] = {}
        self.checkers = {
            lang: Checker(maker.environment(lang), replay=maker.replays, wanted=_must_hold) for lang in settings.langs
        }
        self.tools = {lang: maker.environment(lang).tools() for lang in settings.langs}
        self.read = {lang: read_tools(tools) for lang, tools in self.tools.items()}
        self.gave_up = self.rows = 0
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
        self.coverage, self.fresh = Coverage(), Fresh()

        def accept(number: int, draft: Draft) -> list[Objection]:
            return self._taken(draft, sides[number])

        worded, self.worded = reword(drafts, self.settings, players, self.maker, accept, tell)
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
        found = [Objection(finding.rule, finding.message) for finding in self._findings(draft)]
        if not found:
            self.fresh.keep([draft], side)
        return found

    def _stories(self) -> Iterator[tuple[list[Draft], str]]:
        """Stories that hold up, each with its side, until there are enough conversations or no more to be had."""
        number = made = 0
        while made < self.settings.n and self.gave_up < _GIVEN_UP_AT_MOST:
            side = self._side(made)
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
                self.maker.accepted(drafts)
                return drafts
        self.rejected["no-story"] += 1
        return []

    def _objects(self, draft: Draft, side: str) -> bool:
        """Whether a conversation must not be written; counts why."""
        return self._stale(draft, side) or bool(self._count_findings(draft))

    def _stale(self, draft: Draft, side: str) -> bool:
        reason = self.fresh.objection(draft, side)
        if reason is not None:
            self.rejected[reason] += 1
        return reason is not None

    def _count_findings(self, draft: Draft) -> list[Finding]:
        """What the checks find wrong; counted by rule."""
        found = self._findings(draft)
        for rule, text in {each.rule: f"{each.path}: {each.text}" for each in found}.items():
            self.rejected[rule] += 1
            self.examples.setdefault(rule, f"{draft.id} {text}")
        return found

    def _findings(self, draft: Draft) -> list[Finding]:
        lang, metadata = draft.metadata["lang"], draft.metadata
        if self.settings.wording == "grammar":  # made in the form that a reader would give
            own = Conversation(draft.id, draft.messages, self.read[lang], False, dict(metadata))
            return self.checkers[lang].check(own)
        return self.checkers[lang].check(self._record(draft))

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
        self.rows += 1
        if "twins" in self.files:
            for twin in twins_of(record, self.maker.environment(draft.metadata["lang"])):
                self.files["twins"].write(twin)

    def manifest(self) -> ManifestDocument:
        """All that is needed to prove the data set again but the digests of its rows, and what it holds."""
        settings = self.settings
        worded: WordedPart = {"worded": self.worded} if self.worded else {}
        declared = max(len(tools) for tools in self.tools.values())
        return {
            "format": 1,
            "evalwright": __version__,
            **self.maker.describe(),
            "seed": settings.seed,
            "n": settings.n,
            "profile": settings.profile,
            "lang": list(settings.langs),
            "parallel": settings.parallel,
            "valid_share": settings.valid_share,
            "wording": settings.wording,
            "simulated": self.maker.simulated,
            **worded,
            "rejected": dict(sorted(self.rejected.items())),
            "coverage": self.coverage.to_dict(declared),
            "files": {_NAMES[key]: file.to_dict() for key, file in self.files.items()},
        }

    def digests(self) -> dict[str, bytearray]:
        """For each file the fingerprints of its rows, a line each."""
        return {_NAMES[key]: file.digests for key, file in self.files.items()}


def _must_hold(rule: Rule) -> bool:
    return rule.severity == "error" or rule.name in _STRICT


def _opening_at(draft: Draft) -> int | None:
    return next((index for index, message in enumerate(draft.messages) if message["role"] == "user"), None)
