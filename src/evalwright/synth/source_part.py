"""One source of a set: its tools, the copy that its server works on, and what executes its calls.

Settings flow in, an environment flows out; what of the settings was used for it is told for the manifest. A set has one
such part or several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from evalwright.chat import JsonObject
from evalwright.data import sha256_of
from evalwright.errors import EvalwrightError, UsageError
from evalwright.plugins import DOMAINS
from evalwright.text import phrase

from .environment import Environment, EnvironmentSpec, environment_names, make_environment
from .generic import environment_for, wait_for_service
from .manifest_types import PartFacts, SourceFacts
from .settings import Settings
from .source_state import copied_state, state_facts
from .sources import ToolSource, expect_no_secret, read_source

_STDIO = "mcp+stdio:"


class SourcePart:
    """A source that is read; its environment is opened when its tools are chosen."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_domain = settings.source in environment_names()
        self._place, target = copied_state(settings.source, settings.access, settings.state)
        try:
            self.source = read_source(settings.source, settings.access, on=target)
            if not self.is_domain:
                _expect_use(settings, self.source)
        except BaseException:
            self.close()
            raise

    def open(self, lang: str) -> tuple[Environment, list[str]]:
        """What executes the calls, and notes about it."""
        settings = self.settings
        if self.is_domain:
            return self._domain(lang), []
        made, notes = environment_for(
            self.source,
            seed=settings.seed,
            locale=lang,
            reset=settings.reset,  # type: ignore[arg-type]
            allow_writes=settings.allow_writes,
            base_url=settings.base_url,
            reset_path=settings.reset_path,
            reset_run=settings.reset_run,
            place=self._place,
            access=settings.access,
        )
        address = getattr(made, "base_url", None)
        if address is not None:
            wait_for_service(address, 0.0)
        elif settings.reset_path:
            raise UsageError.named("synth.reset_path")
        return made, notes

    def _domain(self, lang: str) -> Environment:
        """The domain in this language; UsageError where it does not speak it."""
        settings = self.settings
        made = make_environment(settings.source, EnvironmentSpec(settings.seed, lang, settings.options))
        try:
            made.policy(lang)
        except EvalwrightError:
            raise
        except Exception as error:
            raise DOMAINS.failed(settings.source, error) from error
        return made

    def facts(self) -> SourceFacts:
        """Where the tools come from, as the manifest says it."""
        told: SourceFacts = {"kind": self.source.kind, "text": self.source.text}
        if Path(self.source.text).is_file():
            told["sha256"] = sha256_of(Path(self.source.text))
        return told

    def facts_as_part(self, options: JsonObject) -> PartFacts:
        """The same as one of several, with its tools and how it is reached."""
        facts = self.facts()
        told: PartFacts = {
            "kind": facts["kind"],
            "text": facts["text"],
            "tools": self.source.names(),
            "options": options,
        }
        return {**told, "sha256": facts["sha256"]} if "sha256" in facts else told

    def options_used(self, environment: Environment, restarts: bool | None) -> JsonObject:
        """How what executes the calls is made, or reached and put back, as `verify` has to do it."""
        settings = self.settings
        if self.is_domain:
            return settings.options
        reached: Mapping[str, object] = {
            "base_url": getattr(environment, "base_url", None),
            "reset_path": settings.reset_path,
            "reset_run": settings.reset_run,
            "reset": settings.reset if settings.reset != "auto" else None,
            "state": state_facts(settings.source, settings.access, self._place),
            "restarts": restarts,
        }
        told = {name: value for name, value in reached.items() if value not in (None, [], "")}
        return told if environment.simulated else told | settings.access.recorded()

    def close(self) -> None:
        """Take away the copy that its server worked on."""
        if self._place is not None:
            self._place.close()


def read_parts(settings: Settings) -> list[SourcePart]:
    """The sources of a set, each with what of the settings is for it."""
    wanted = [settings] if not settings.beside else _settings_of_parts(settings)
    parts: list[SourcePart] = []
    try:
        for each in wanted:
            parts.append(SourcePart(each))
    except BaseException:
        for part in parts:
            part.close()
        raise
    return parts


def _settings_of_parts(settings: Settings) -> list[Settings]:
    """Settings for each source alone: a key, an address or a state is for one of them."""
    texts = settings.sources
    documents = [text for text in texts if not text.startswith((_STDIO, "http://", "https://"))]
    if settings.base_url and len(documents) > 1:
        raise UsageError.named("synth.one_service")
    service = [settings.base_url] if settings.base_url else []
    servers = [text for text in texts if text.startswith(("http://", "https://"))]
    settings.access.expect_addressed(texts, [*servers, *service])
    worked_on = _worked_on(texts, settings.state)
    return [_for_part(settings, text, text in documents, text == worked_on) for text in texts]


def _for_part(settings: Settings, text: str, is_document: bool, has_state: bool) -> Settings:
    here = settings.base_url if is_document else None
    restart = settings.reset == "restart" and text.startswith(_STDIO)
    return replace(
        settings,
        source=text,
        beside=(),
        base_url=here,
        reset_path=settings.reset_path if is_document else None,
        reset="restart" if restart else "none" if settings.reset == "none" and not is_document else "auto",
        state=settings.state if has_state else (),
        access=settings.access.for_part(text, [here] if here else ()),
    )


def _worked_on(texts: Sequence[str], state: Sequence[str]) -> str | None:
    """The one server that works on these paths."""
    if not state:
        return None
    found = [text for text in texts if text.startswith(_STDIO) and all(Path(path).name in text for path in state)]
    if len(found) != 1:
        raise UsageError.named("synth.one_state")
    return found[0]


def _expect_use(settings: Settings, source: ToolSource) -> None:
    """UsageError for a setting that this kind of source leaves unused."""
    if settings.options:
        raise UsageError.named("domain.planner", flag="--users", name=settings.source)
    for flag, given in (("--base-url", settings.base_url), ("--reset-path", settings.reset_path)):
        if given and not source.operations:
            raise UsageError.named("synth.openapi_flag", flag=flag)
    if settings.access.header and source.operations and not settings.base_url:
        raise UsageError.named("synth.header_where")
    if settings.base_url and "://" in settings.base_url:
        expect_no_secret(settings.base_url)
    if settings.reset_run and source.target is None and not settings.base_url:
        raise UsageError.named("synth.reset_run", source=settings.source[:200])
    if settings.reset != "auto" and source.target is None:
        raise UsageError.named("synth.reset_mcp", reset=settings.reset)
    if settings.reset == "restart" and source.target is not None and not source.target.command:
        cure = phrase("cures.start_it")
        raise UsageError.named("synth.restart", target=source.target, cure=cure)
