"""Conversations with any tools: a server or a service that executes the calls, or a backend made up from schemas."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

from evalwright.chat import JsonObject
from evalwright.data import read_rows, sha256_of
from evalwright.errors import EvalwrightError, InputError, UsageError
from evalwright.plugins import DOMAINS
from evalwright.text import phrase

from .coverage import Coverage
from .domain import known_records
from .environment import Environment, EnvironmentSpec, environment_names, make_environment
from .generic import ToolsGenerator, environment_for
from .manifest_types import EnvironmentFacts, Origin, SourceFacts
from .plan import Draft
from .row_types import RowEnvironment
from .seeds import random_for
from .settings import Settings
from .sources import ToolSource, catalogue_of, expect_no_secret, keep_usable, read_source

_STEERED_EVERY, _STEERED_ATTEMPTS = 3, 4
"""Every third conversation is drawn towards the tool that was called least."""
_CONNECT_SECONDS = 10.0
_NOT_REPLAYED = phrase("synth.note.not_put_back")


class GeneralGenerator:
    """Makes conversations with the tools of one source."""

    varied = False

    def __init__(self, settings: Settings) -> None:
        if settings.parallel:
            raise UsageError.named("domain.planner", flag="--parallel", name=settings.source)
        if settings.profile != "natural":
            raise UsageError.named("domain.planner", flag=f"--profile {settings.profile}", name=settings.source)
        self._settings = settings
        self._source = read_source(settings.source)
        self._is_domain = settings.source in environment_names()
        if not self._is_domain:
            _expect_use(settings, self._source)
            keep_usable(self._source)
        self._notes = list(self._source.notes)
        # Entities are drawn from one part of their number line for one side, from the rest for the other.
        self._shares = {"valid": (0.0, settings.valid_share), "train": (settings.valid_share, 1.0)}
        self._environments: dict[str, Environment] = {}
        try:
            for lang in settings.langs:
                self._environments[lang] = self._open_environment(lang)
            self._makers = {lang: self._maker(lang) for lang in settings.langs}
        except BaseException:
            self.close()
            raise

    @property
    def simulated(self) -> bool:
        """Whether results are made up from schemas."""
        return self.environment(self._settings.langs[0]).simulated

    @property
    def replays(self) -> bool:
        """Whether the calls can be executed again: not where they changed what cannot be put back."""
        environment = self.environment(self._settings.langs[0])
        return bool(getattr(environment, "resettable", True)) or not self._settings.allow_writes

    def make(self, number: int, attempt: int, side: str, coverage: Coverage) -> list[Draft]:
        """One story, in the language whose turn it is."""
        lang = self._settings.langs[number % len(self._settings.langs)]
        rng = random_for(self._settings.seed, number, attempt, lang)
        plan = f"{self._settings.seed}-{number:05d}"
        wish = None if number % _STEERED_EVERY or attempt > _STEERED_ATTEMPTS else self._rarest(coverage)
        draft = self._makers[lang].make(rng, plan, self._shares[side], wish)
        return [] if draft is None else [self._marked(draft, lang, plan)]

    def _rarest(self, coverage: Coverage) -> str:
        """The tool that was called least."""
        return min(self._source.names(), key=lambda name: coverage.tools[name])

    def accepted(self, drafts: list[Draft]) -> None:
        """Nothing is remembered."""

    def environment(self, lang: str) -> Environment:
        """What executes the calls."""
        return self._environments[lang]

    def vocabulary(self, lang: str) -> str:
        """All that its phrases are made of."""
        return self._makers[lang].vocabulary()

    def describe(self) -> Origin:
        """The tools with all that is known of them, so that the proof needs neither the file nor its reader."""
        settings, source = self._settings, self._source
        told: SourceFacts = {"kind": source.kind, "text": source.text}
        if Path(source.text).is_file():
            told["sha256"] = sha256_of(Path(source.text))
        first = self.environment(settings.langs[0])
        environment: EnvironmentFacts = {
            "name": settings.source if self._is_domain else first.name,
            "seed": settings.seed,
            "options": self._options_used(first),
            "locales": {lang: self.environment(lang).fork().hash() for lang in settings.langs},
        }
        unproved = [] if self.replays else [_NOT_REPLAYED]
        notes = dict.fromkeys(
            [*self._notes, *unproved, *(note for maker in self._makers.values() for note in maker.notes)]
        )
        return {
            "source": told,
            "environment": environment,
            "replays": self.replays,
            "notes": list(notes),
            "catalogue": catalogue_of(source),
        }

    def _options_used(self, environment: Environment) -> JsonObject:
        """How what executes the calls is made, or reached and put back, as `verify` has to do it."""
        if self._is_domain:
            return self._settings.options
        reached = {
            "base_url": getattr(environment, "base_url", None),
            "reset_path": self._settings.reset_path,
            "reset": self._settings.reset if self._settings.reset != "auto" else None,
        }
        return {name: value for name, value in reached.items() if value}

    def close(self) -> None:
        """End servers that were started."""
        for environment in {id(each): each for each in self._environments.values()}.values():
            environment.close()

    def _open_environment(self, lang: str) -> Environment:
        settings = self._settings
        if self._is_domain:
            return self._domain(lang)
        for there in self._environments.values():
            if not there.simulated:
                return there  # one server serves every language
        made, notes = environment_for(
            self._source,
            seed=settings.seed,
            locale=lang,
            reset=settings.reset,  # type: ignore[arg-type]
            allow_writes=settings.allow_writes,
            base_url=settings.base_url,
            reset_path=settings.reset_path,
        )
        self._notes += notes
        address = getattr(made, "base_url", None)
        if address is not None:
            _expect_service(address)
        elif settings.reset_path:
            raise UsageError.named("synth.reset_path")
        return made

    def _domain(self, lang: str) -> Environment:
        """The domain in this language; UsageError where it does not speak it."""
        settings = self._settings
        made = make_environment(settings.source, EnvironmentSpec(settings.seed, lang, settings.options))
        try:
            made.policy(lang)
        except EvalwrightError:
            raise
        except Exception as error:
            raise DOMAINS.failed(settings.source, error) from error
        return made

    def _maker(self, lang: str) -> ToolsGenerator:
        environment = self._environments[lang]
        known = [*_known(self._settings.known), *known_records(environment)]
        return ToolsGenerator(self._source, environment, lang, self._settings.seed, known=known)

    def _marked(self, draft: Draft, lang: str, plan: str) -> Draft:
        """The conversation with what its proof needs in its metadata."""
        environment = self._environments[lang]
        told = draft.metadata.get("environment", {}) | {"seed": self._settings.seed, "locale": lang}
        if self._is_domain:
            told |= self._state_of(draft)
        draft.id = f"{_safe(told.get('name', environment.name))}-{lang}-{plan}"
        draft.metadata = draft.metadata | {"plan": plan, "lang": lang, "wording": "grammar", "environment": told}
        return draft

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


def _expect_use(settings: Settings, source: ToolSource) -> None:
    """UsageError for a setting that this kind of source leaves unused."""
    if settings.options:
        raise UsageError.named("domain.planner", flag="--users", name=settings.source)
    for flag, given in (("--base-url", settings.base_url), ("--reset-path", settings.reset_path)):
        if given and not source.operations:
            raise UsageError.named("synth.openapi_flag", flag=flag)
    if settings.base_url and "://" in settings.base_url:
        expect_no_secret(settings.base_url)
    if settings.reset != "auto" and source.target is None:
        raise UsageError.named("synth.reset_mcp", reset=settings.reset)
    if settings.reset == "restart" and source.target is not None and not source.target.command:
        cure = phrase("cures.start_it")
        raise UsageError.named("synth.restart", target=source.target, cure=cure)


def _expect_service(address: str) -> None:
    """UsageError where nobody listens: said at once, and not by conversations that cannot be had."""
    parts = urlsplit(address)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        with socket.create_connection((parts.hostname or "", port), timeout=_CONNECT_SECONDS):
            return
    except (OSError, ValueError) as error:
        cure = phrase("cures.start_service")
        raise UsageError.named("synth.nobody", address=address, error=error, cure=cure) from None


def _known(path: Path | None) -> list[JsonObject]:
    """Records of what users know, from a file of the user's."""
    if path is None:
        return []
    rows = [row.value for row in read_rows(path)]
    if not all(isinstance(row, dict) for row in rows):
        raise InputError.named("synth.known_line", path=path, example='{"email": "..."}')
    return rows


def _safe(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)[:40]
