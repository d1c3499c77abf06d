"""What a conversation is played in: tools and a state that calls read and change.

An environment answers calls; it knows nothing of plans, wording or files. `fork` gives each conversation a state of
its own, so that what one does never shows in another, and `hash` proves at the end that a replay arrived where the
conversation did. A stranger adds one in one file: a factory under `register_domain`, or named by a package under the
entry point group `evalwright.domains`; ours come in by the same door. (`register_environment` and
`evalwright.environments` are the same under another name.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from evalwright.chat import JsonError, is_failure, loads
from evalwright.errors import EvalwrightError, UsageError
from evalwright.plugins import DOMAINS

Effect = Literal["read", "write", "none"]
"""Whether a tool looks at the state, changes it, or has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave."""

    ok: bool
    content: str
    """The text of the tool message, as the tool sent it. What fails should say so: a sentence beginning with `Error: `,
    or any other form that `is_failure` knows."""
    value: Any = None
    """The value that the text stands for; None after a refusal."""


@dataclass(frozen=True, slots=True)
class Crash(Result):
    """A call that raised inside the environment: no answer that could stand in a conversation."""


@dataclass(frozen=True, slots=True)
class NoAnswer(Crash):
    """A call that was not answered in time."""


@dataclass(frozen=True, slots=True)
class Withheld(Crash):
    """A call whose answer holds what nobody should read; it is not shown."""


class Environment(Protocol):
    """Tools and a state."""

    name: str
    simulated: bool
    """Whether results are made up from schemas instead of being executed; rows say so."""

    def tools(self) -> Sequence[Mapping[str, Any]]:
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
    """Settings of one kind of environment, such as how many users there are."""


Factory = Callable[[EnvironmentSpec], Environment]
_Offered = TypeVar("_Offered", bound=Callable[..., Any])
_PARTS = ("name", "simulated", "tools", "effect", "policy", "fork", "call", "hash", "close")
"""What every environment has."""


def register_domain(name: str) -> Callable[[_Offered], _Offered]:
    """Offer a domain under a name: a factory that makes one from an `EnvironmentSpec`."""
    return DOMAINS.register(name)


register_environment = register_domain


def environment_names() -> list[str]:
    """Every environment there is: our own and those of installed packages."""
    return DOMAINS.names()


def default_domain() -> str:
    """What conversations are made in where nobody names a source: the first domain that comes with the package."""
    return DOMAINS.own_names()[0]


def make_environment(name: str, spec: EnvironmentSpec | None = None) -> Environment:
    """The environment of this name; UsageError where there is none, or where it is not one."""
    made: Environment = DOMAINS.make(name, spec or EnvironmentSpec())
    missing = [part for part in _PARTS if not hasattr(made, part)]
    if missing:
        raise UsageError.named("domain.missing", name=repr(name), missing=", ".join(missing))
    return made


def carried_out(environment: Environment, name: str, arguments: Mapping[str, Any]) -> Result:
    """Execute a call in any environment: whatever a stranger's raises is a `Crash`, a value it left out is read, and
    what says that it failed has failed."""
    try:
        result = environment.call(name, arguments)
    except EvalwrightError:
        raise
    except Exception as error:  # it should not, but a stranger's may raise anything
        return Crash(False, f"Error: {error!r}"[:300])
    if type(result) is not Result or not result.ok:
        return result
    return judged(result if result.value is not None else Result(True, result.content, _value_of(result.content)))


def judged(result: Result, learnt: Iterable[str] = ()) -> Result:
    """A result that says in its own words that the call failed, as a failure; `learnt`: how its tool says no."""
    if not result.ok or not is_failure(result.content, value=result.value, learnt=learnt):
        return result
    return Result(False, result.content)


def _value_of(content: str) -> Any:
    """The value that a text stands for: JSON, else the text itself."""
    try:
        return loads(content)
    except JsonError:
        return content or None
