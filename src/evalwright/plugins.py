"""What can be added from outside: one registry for tasks, scorers, models, domains, audit rules, formats, executors.

A name is offered by decorator, or by an installed package under an entry point group. What comes with evalwright is
offered in the same way, by the entry points of its own pyproject.toml. Nothing is imported before it is asked for by
its name; a package that cannot be used is one sentence with its name, never a traceback.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from evalwright.entry_point_files import may_offer, read_points
from evalwright.errors import EvalwrightError, UsageError
from evalwright.text import listed, localized

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Made = TypeVar("Made")
_Kept = TypeVar("_Kept")

OURSELVES = "evalwright"
"""The package of all that comes with evalwright."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a package offers under a name."""

    name: str
    package: str
    load: Callable[[], Any]


class Registry(Generic[Made]):
    """Everything of one kind that can be asked for by name."""

    def __init__(self, kind: str, *groups: str) -> None:
        self.kind = kind
        self.groups = groups
        self._registered: dict[str, Made] = {}
        """By decorator, in this process."""
        self._loaded: dict[str, Made] = {}

    def register(self, name: str) -> Callable[[_Kept], _Kept]:
        """Offer something under this name, by decorator; what was offered under it before makes room."""

        def keep(made: _Kept) -> _Kept:
            self._registered[name] = made  # type: ignore[assignment]
            return made

        return keep

    def forget(self, name: str) -> None:
        """Take back what was offered by decorator."""
        self._registered.pop(name, None)

    def is_registered(self, name: str) -> bool:
        """Whether this is offered by decorator: in this process alone, so that no other one knows it."""
        return name in self._registered

    def unload(self) -> None:
        """Forget what was loaded from packages."""
        self._loaded.clear()

    def get(self, name: str) -> Made:
        """What is offered under this name; UsageError with the nearest name where nothing is, or where it is broken."""
        if name in self._registered:
            return self._registered[name]
        if name not in self._loaded:
            loaded = self._load(name)
            self._loaded[name] = self._registered.get(name, loaded)  # an entry point may name a module that registers
        return self._loaded[name]

    def names(self) -> list[str]:
        """Every name there is."""
        return sorted({*self._registered, *(offer.name for offer in self._offers())})

    def own_names(self) -> list[str]:
        """The names that come with evalwright."""
        return [name for group in self.groups for name in _own_entry_points().get(group, ())]

    def other_names(self) -> list[str]:
        """The names that others offer, by decorator or by a package, and evalwright does not."""
        own = set(self.own_names())
        return [name for name in self.names() if name not in own or name in self._registered]

    def nearest(self, name: str, alike: float = 0.7) -> str | None:
        """The name that was probably meant, where one is alike."""
        return next(iter(difflib.get_close_matches(str(name), self.names(), n=1, cutoff=alike)), None)

    def is_of_this_process(self, name: str) -> bool:
        """Whether a name was offered by decorator, so that no other process knows it."""
        return name in self._registered

    def package_of(self, name: str) -> str:
        """Who offers this name; for what was offered by decorator, the module that did."""
        if name in self._registered:
            return str(getattr(self._registered[name], "__module__", "?")).partition(".")[0]
        return next((offer.package for offer in self._offers() if offer.name == name), "?")

    def __contains__(self, name: object) -> bool:
        return name in self._registered or any(offer.name == name for offer in self._offers())

    def call(self, name: str, *arguments: Any) -> Any:
        """Call the factory of this name; what goes wrong inside a stranger's is one sentence."""
        factory: Any = self.get(name)
        try:
            return factory(*arguments)
        except EvalwrightError:
            raise
        except Exception as error:
            if self.package_of(name) == OURSELVES:
                raise
            raise self.failed(name, error) from error

    def make(self, name: str, options: Any, parts: Sequence[str] = ()) -> Any:
        """What the factory of this name makes of options, which must have these parts.

        A factory that takes no options is called without; what is finished already is taken as it is.
        """
        made: Any = self.get(name)
        if callable(made):
            made = self.call(name, *([options] if _takes_one(made) else []))
        if getattr(made, "name", None) != name:  # runs know it by the name that it is asked for by
            with suppress(AttributeError, TypeError):
                made.name = name
        if missing := [part for part in ("name", *parts) if not hasattr(made, part)]:
            told = {"kind": self._kind_word(), "name": repr(name), "package": self.package_of(name)}
            raise UsageError.named("plugins.missing_parts", missing=listed(missing), parts=listed(parts), **told)
        return made

    def failed(self, name: str, error: Exception) -> UsageError:
        """What went wrong inside something that a package offers, in one sentence with the package's name."""
        return self._broken("plugins.failed", name, self.package_of(name), error)

    def _offers(self) -> list[Offer]:
        return [offer for group in self.groups for offer in _offers_of(group)]

    def _load(self, name: str) -> Made:
        offers = [offer for offer in self._offers() if offer.name == name]
        packages = sorted({offer.package for offer in offers})
        if not offers:
            raise self._unknown(name)
        if len(packages) > 1:
            raise UsageError.named("plugins.twice", kind=self._kind_word(), name=repr(name), packages=listed(packages))
        try:
            made: Made = offers[0].load()
        except EvalwrightError:
            raise
        except Exception as error:
            if packages == [OURSELVES]:
                raise
            raise self._broken("plugins.broken", name, packages[0], error) from error
        return made

    def _unknown(self, name: str) -> UsageError:
        if close := self.nearest(name, 0.5):
            return UsageError.named("plugins.misspelt", kind=self._kind_word(), name=repr(name), close=repr(close))
        return UsageError.named("plugins.unknown", kind=self._kind_word(), name=repr(name), known=listed(self.names()))

    def _broken(self, key: str, name: str, package: str, error: Exception) -> UsageError:
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        return UsageError.named(key, kind=self._kind_word(), name=repr(name), package=package, problem=said)

    def _kind_word(self) -> str:
        return localized(f"plugins.kinds.{self.kind}")


TASKS: Registry[Callable[..., Any]] = Registry("task", "evalwright.tasks")
TASK_SHAPES: Registry[Callable[[Any], bool]] = Registry("task", "evalwright.task_shapes")
"""Whether a record may be for a task, known without loading the task."""
SCORERS: Registry[Callable[..., Any]] = Registry("scorer", "evalwright.scorers")
MODELS: Registry[Callable[..., Any]] = Registry("model", "evalwright.models")
DOMAINS: Registry[Callable[..., Any]] = Registry("domain", "evalwright.domains", "evalwright.environments")
WORLDS: Registry[Callable[..., Any]] = Registry("world", "evalwright.worlds")
"""What answers are executed in, by kind: see `effects`."""
RULES: Registry[Any] = Registry("rule", "evalwright.rules")
FORMATS: Registry[Callable[..., Any]] = Registry("format", "evalwright.formats")
EXECUTORS: Registry[Callable[..., Any]] = Registry("executor", "evalwright.executors")
"""Who does the pieces of large work: see `executor`."""


def look_again() -> None:
    """Forget which packages are installed, so that one which was added since is found."""
    _installed.cache_clear()
    for registry in (TASKS, TASK_SHAPES, SCORERS, MODELS, DOMAINS, WORLDS, RULES, FORMATS, EXECUTORS):
        registry.unload()


def _offers_of(group: str) -> Iterator[Offer]:
    for name, target in _own_entry_points().get(group, {}).items():
        yield Offer(name, OURSELVES, partial(_loaded, target))
    for package, point in _installed():
        if point.group == group and package != OURSELVES:
            yield Offer(point.name, package, point.load)


def _loaded(target: str) -> Any:
    """What `module:attribute` names."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def _takes_one(factory: Callable[..., Any]) -> bool:
    """Whether a factory can be called with its options."""
    try:
        signature(factory).bind({})
    except TypeError:
        return False
    except ValueError:  # nothing is known about it
        return True
    return True


@cache
def _installed() -> tuple[tuple[str, EntryPoint], ...]:
    """The entry points of all installed packages that concern us, each with the package that has it."""
    if not may_offer(OURSELVES):
        return ()
    from importlib.metadata import entry_points

    found = entry_points()
    points = [
        point for group in found.groups if group.startswith(f"{OURSELVES}.") for point in found.select(group=group)
    ]
    return tuple((point.dist.metadata["Name"] if point.dist else "?", point) for point in points)


@cache
def _own_entry_points() -> dict[str, dict[str, str]]:
    """Our own entry points by group: of the source tree where this runs from one, else as installed."""
    source = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if source.is_file():
        written = source.read_text(encoding="utf-8")
        if f'name = "{OURSELVES}"' in written.partition("[project.")[0]:
            return read_points(written, '[project.entry-points."')
    from importlib.metadata import PackageNotFoundError, distribution

    found: dict[str, dict[str, str]] = {}
    with suppress(PackageNotFoundError):
        found = read_points(distribution(OURSELVES).read_text("entry_points.txt") or "", "[")
    if TASKS.groups[0] not in found:  # the code was copied somewhere, or another version is installed
        raise UsageError.named("plugins.not_installed", place=Path(__file__).parent)
    return found
