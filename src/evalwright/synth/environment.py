"""What a conversation is played in: tools and a state that calls read and change.

An environment answers calls; it knows nothing of plans, wording or files. `fork` gives each conversation a state of
its own, so that what one does never shows in another, and `hash` proves at the end that a replay arrived where the
conversation did. A stranger adds an environment in one file: a factory under `register_environment`, or named by a
package under the entry point group `evalwright.environments`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Literal, Protocol

from evalwright.errors import UsageError

Effect = Literal["read", "write", "none"]
"""Whether a tool looks at the state, changes it, or has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave."""

    ok: bool
    content: str
    """The text of the tool message: JSON for a value, one sentence beginning with `Error: ` for a refusal."""
    value: Any = None
    """The value that the text stands for; None after a refusal."""


class Environment(Protocol):
    """Tools and a state."""

    name: str
    simulated: bool
    """Whether results are made up from schemas instead of being executed; rows say so."""

    def tools(self) -> list[dict[str, Any]]:
        """OpenAI tool definitions."""
        ...

    def effect(self, name: str) -> Effect:
        """What a tool does to the state."""
        ...

    def policy(self, lang: str) -> str:
        """The rules that the assistant works by: the system message."""
        ...

    def fork(self) -> Environment:
        """The same state, to be changed apart from this one; cheap."""
        ...

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Execute one call. Never raises for anything that a model may have written."""
        ...

    def hash(self) -> str:
        """A fingerprint of the whole state: equal states, equal hashes, on every machine."""
        ...

    def close(self) -> None:
        """Let go of processes and connections."""
        ...


@dataclass(frozen=True, slots=True)
class EnvironmentSpec:
    """Which state of an environment is wanted."""

    seed: int = 0
    locale: str = "en"
    options: Mapping[str, Any] = field(default_factory=dict)
    """Settings of one kind of environment, such as `users` of the shop."""


Factory = Callable[[EnvironmentSpec], Environment]
_KINDS: dict[str, Factory] = {}
_OWN = {"shop": "evalwright.synth.shop", "shop-mini": "evalwright.synth.shop"}
"""Environments that come with the package, and what registers them when it is loaded."""


def register_environment(name: str) -> Callable[[Factory], Factory]:
    """Offer an environment under a name."""

    def keep(factory: Factory) -> Factory:
        _KINDS[name] = factory
        return factory

    return keep


def environment_names() -> list[str]:
    """Every environment there is: our own and those of installed packages."""
    return sorted({*_KINDS, *_OWN, *(point.name for point in entry_points(group="evalwright.environments"))})


def make_environment(name: str, spec: EnvironmentSpec | None = None) -> Environment:
    """The environment of this name; UsageError where there is none."""
    if name not in _KINDS and name in _OWN:
        import_module(_OWN[name])
    if name not in _KINDS:
        for point in entry_points(group="evalwright.environments", name=name):
            _KINDS[name] = point.load()
    if name not in _KINDS:
        raise UsageError.named("synth.environment", name=repr(name), environment_names=", ".join(environment_names()))
    return _KINDS[name](spec or EnvironmentSpec())
