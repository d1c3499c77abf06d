"""What the conversations of a source are played in: its tools, one environment for each language, and how it is told.

Settings flow in; environments, notes and the manifest's account of them flow out. Whoever makes conversations from a
source, by planning or by a scenario file, opens it here, so that all of them refuse the same settings, describe the
source in the same words, and mark their rows alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from evalwright.chat import JsonObject
from evalwright.data import read_rows
from evalwright.errors import InputError, UsageError
from evalwright.text import listed, phrase

from .domain import known_records
from .environment import Environment
from .explore import World, changing_notes, explore_source, read_world, state_in_words, take_world
from .generic import JoinedEnvironment, ServedEnvironment, simulated_from
from .manifest_types import EnvironmentFacts, Origin, PartFacts, SourceFacts
from .plan import Draft
from .row_types import RowEnvironment
from .secret_results import SecretWatch
from .settings import Settings
from .source_part import read_parts
from .sources import ToolSource, catalogue_of, choose_tools, join_sources, keep_usable

_NOT_REPLAYED = phrase("synth.note.not_put_back")


class SourceEnvironments:
    """A source, or several, and what executes the calls, by language."""

    def __init__(self, settings: Settings, *, whole: bool = True) -> None:
        """Open it; `whole`: UsageError where there was no time to explore it to the end."""
        self._settings = settings
        self.by_lang: dict[str, Environment] = {}
        self.world: World | None = None
        """What was found out by trying, where a server or a service executes the calls."""
        self._parts = read_parts(settings)
        self.is_domain = not settings.beside and self._parts[0].is_domain
        try:
            self.source = self._joined_source()
            if not self.is_domain:
                keep_usable(self.source)
                _leave_out_secrets(self.source)
            self.notes: list[str] = list(self.source.notes)
            for lang in settings.langs:
                self.by_lang[lang] = self._open_environment(lang)
            if not self.is_domain and not self.simulated:
                self.world = self._explored()
            if whole and self.world is not None and self.world.incomplete:
                seconds = f"{self.world.limits.seconds:g}"
                raise UsageError.named("world.incomplete", source=settings.source_text, seconds=seconds)
        except BaseException:
            self.close()
            raise

    def _joined_source(self) -> ToolSource:
        """The one source, or the tools of all that are wanted."""
        if len(self._parts) == 1:
            return self._parts[0].source
        return choose_tools(join_sources([part.source for part in self._parts]), self._settings.access)

    @property
    def simulated(self) -> bool:
        """Whether results are made up from schemas."""
        return self._first.simulated

    @property
    def replays(self) -> bool:
        """Whether the calls can be executed again: not where they changed what cannot be put back."""
        return bool(getattr(self._first, "resettable", True)) or not self._settings.allow_writes

    @property
    def _first(self) -> Environment:
        return self.by_lang[self._settings.langs[0]]

    def known(self, lang: str) -> list[JsonObject]:
        """What users know of themselves, as a file or the environment tells it."""
        return [*_read_known(self._settings.known), *known_records(self.by_lang[lang])]

    def _explored(self) -> World:
        """The world of the source: as it was explored before, or as it is found now; UsageError for half of one."""
        settings = self._settings
        served = self._first
        assert isinstance(served, ServedEnvironment)
        if settings.found is not None:
            world = take_world(settings.found, self.source, served)
        elif settings.world is not None:
            world = take_world(read_world(settings.world), self.source, served, settings.world)
        else:
            known = self.known(settings.langs[0])
            world = explore_source(served, self.source, known=known, limits=settings.limits, probe=settings.probe)
        served.failure_forms = world.failures
        return world

    def _state_note(self) -> list[str]:
        """That a way back was named and not proved; asked late, since a scenario may prove it yet."""
        world = self.world
        if world is None or world.reset.way == "none" or world.reset.proved:
            return []
        return [state_in_words(world)] if "write" in self.source.effects.values() else []

    def describe(self, notes: Iterable[str] = ()) -> Origin:
        """The tools with all that is known of them, so that the proof needs neither the file nor its reader."""
        settings, source, first = self._settings, self.source, self._first
        told = self._parts[0].facts() if len(self._parts) == 1 else self._facts_of_parts()
        environment: EnvironmentFacts = {
            "name": settings.source if self.is_domain else first.name,
            "seed": settings.seed,
            "options": self._options_used(),
            "locales": {lang: made.hash() if self.world else made.fork().hash() for lang, made in self.by_lang.items()},
        }
        if self.world is not None:
            environment["reads"] = [asdict(read) for read in self.world.reads]
            environment["failures"] = self.world.failures
        unproved = [] if self.replays else [_NOT_REPLAYED]
        changing = changing_notes(self.world) if self.world is not None else []
        return {
            "source": told,
            "environment": environment,
            "replays": self.replays,
            "notes": list(dict.fromkeys([*self.notes, *self._state_note(), *unproved, *changing, *notes])),
            "catalogue": catalogue_of(source),
        }

    def marked(self, draft: Draft, lang: str, plan: str) -> Draft:
        """The conversation with what its proof needs in its metadata."""
        environment = self.by_lang[lang]
        told = draft.metadata.get("environment", {}) | {"seed": self._settings.seed, "locale": lang}
        if self.is_domain:
            told |= self._state_of(draft)
        elif self.world is not None:
            told |= _observed_states(draft)
        draft.id = f"{_safe(told.get('name', environment.name))}-{lang}-{plan}"
        draft.metadata = draft.metadata | {"plan": plan, "lang": lang, "wording": "grammar", "environment": told}
        return draft

    def close(self) -> None:
        """End servers that were started."""
        for environment in {id(each): each for each in self.by_lang.values()}.values():
            environment.close()
        for part in self._parts:
            part.close()

    def _state_of(self, draft: Draft) -> RowEnvironment:
        """Which domain a row is from, and the states that it begins and ends in, so that each can be proved alone."""
        told: RowEnvironment = {
            "name": self._settings.source,
            "hash": draft.metadata.pop("hash_before"),
            "hash_after": draft.metadata.pop("hash_after"),
        }
        if self._settings.options:
            told["options"] = dict(self._settings.options)
        return told

    def _options_used(self) -> JsonObject:
        """How what executes the calls is made, or reached and put back, as `verify` has to do it."""
        if len(self._parts) > 1:
            return {}  # each part has its own
        world = self.world
        restarts = world.reset.restarts if world is not None and world.reset.way in ("state", "run") else None
        return self._parts[0].options_used(self._first, restarts)

    def _facts_of_parts(self) -> SourceFacts:
        """Several sources as the manifest tells them: each with its tools and how it is reached."""
        executed = getattr(self._first, "parts", [self._first] * len(self._parts))
        told: list[PartFacts] = []
        for part, environment in zip(self._parts, executed, strict=True):
            options = part.options_used(environment, None)
            told.append(part.facts_as_part(options))
        return {"kind": self.source.kind, "text": self.source.text, "parts": told}

    def _open_environment(self, lang: str) -> Environment:
        for there in self.by_lang.values():
            if not there.simulated and not self.is_domain:
                return there  # one server serves every language; a domain has a state for each
        if len(self._parts) == 1:
            made, notes = self._parts[0].open(lang)
            self.notes += notes
            return made
        return self._open_parts(lang)

    def _open_parts(self, lang: str) -> Environment:
        """Several sources: all of them are executed, or all are made up from their schemas as one world."""
        settings = self._settings
        unserved = [part for part in self._parts if part.source.target is None and not part.settings.base_url]
        if len(unserved) == len(self._parts):
            self.notes.append(phrase("synth.note.simulated"))
            return simulated_from(self.source, seed=settings.seed, locale=lang)
        if unserved:
            raise UsageError.named("synth.part_simulated", text=unserved[0].source.text[:200])
        opened: list[ServedEnvironment] = []
        try:
            for part in self._parts:
                made, notes = part.open(lang)
                assert isinstance(made, ServedEnvironment)
                opened.append(made)
                self.notes += notes
        except BaseException:
            for each in opened:
                each.close()
            raise
        return JoinedEnvironment(self.source, opened, allow_writes=settings.allow_writes)


def explored(settings: Settings) -> World:
    """What there is to know of a source: of a server by trying it, of all else by trying what stands in for one."""
    opened = SourceEnvironments(settings, whole=False)
    try:
        if opened.world is not None:
            return opened.world
        lang = settings.langs[0]
        known = opened.known(lang)
        return explore_source(opened.by_lang[lang], opened.source, known=known, limits=settings.limits, locale=lang)
    finally:
        opened.close()


def _leave_out_secrets(source: ToolSource) -> None:
    """Leave out tools whose definitions hold a secret, and instructions that do: both stand in every row."""
    watch = SecretWatch()
    telling = {tool["function"]["name"] for tool in source.tools if watch.finds_in_definition(tool)}
    if telling:
        source.keep(set(source.names()) - telling)
        source.notes += [phrase("synth.note.secret_definition", name=name[:80]) for name in sorted(telling)]
    if watch.finds_in_definition({"policy": source.policy}):
        source.policy = ""
        source.notes.append(phrase("synth.note.secret_policy"))
    if not source.tools:
        raise UsageError.named(
            "source.no_usable_tools", target=source.text[:200], cure=listed(source.notes, "semicolon")
        )


def _observed_states(draft: Draft) -> RowEnvironment:
    """The states that a row begins and ends in, where they were observed."""
    before, after = draft.metadata.pop("hash_before", ""), draft.metadata.pop("hash_after", "")
    return {"hash": before, "hash_after": after} if before else {}


def _read_known(path: Path | None) -> list[JsonObject]:
    """Records of what users know, from a file of the user's."""
    if path is None:
        return []
    rows = [row.value for row in read_rows(path)]
    if not all(isinstance(row, dict) for row in rows):
        raise InputError.named("synth.known_line", path=path, example='{"email": "..."}')
    return rows


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)[:40]
