"""Where the calls of a row are executed again: one environment for all, or the one that each row names.

What a row says about its environment is untrusted: only the environment that the caller chose is made, with sizes
that a machine bears, and few are kept at a time. A row whose environment cannot be made gets a sentence instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from evalwright.data import dumps_canonical, stated_environment
from evalwright.errors import EvalwrightError
from evalwright.plugins import DOMAINS
from evalwright.text import phrase
from evalwright.workbench import visible

from ..environment import Environment, EnvironmentSpec, make_environment

if TYPE_CHECKING:
    from .conversation_view import View

_MAX_KEPT = 6
_MAX_SIZE = 200_000
"""Users, orders and the like of an environment that a row may ask for."""
_MAX_OPTIONS = 50


class Worlds(Protocol):
    """Gives each conversation the state that it begins in."""

    def of(self, view: View) -> Environment | str:
        """The environment, not to be changed but forked; a sentence where there is none."""
        ...


class OneWorld:
    """One environment for every row."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def of(self, view: View) -> Environment:
        return self._environment


class LangWorlds:
    """One environment for the rows of each language."""

    def __init__(self, environments: Mapping[str, Environment]) -> None:
        self._environments = environments

    def of(self, view: View) -> Environment | str:
        lang = stated_environment(view.metadata).get("locale", view.lang)
        return self._environments.get(str(lang)) or phrase("audit.found.no_environment", lang=visible(str(lang), 20))


class RowWorlds:
    """The environment that each row names, else the default one in the row's language."""

    def __init__(self, name: str, seed: int = 0, options: Mapping[str, Any] | None = None) -> None:
        DOMAINS.get(name)  # UsageError where there is none
        self.name = name
        self._seed = seed
        self._options = dict(options or {})
        self._kept: dict[bytes, Environment | str] = {}

    def of(self, view: View) -> Environment | str:
        return self.named(stated_environment(view.metadata), view.lang)

    def named(self, stated: Mapping[str, Any], lang: str | None = None) -> Environment | str:
        """The environment that a row states, in this language where it states none."""
        if stated.get("name", self.name) != self.name:
            return phrase("audit.found.other_environment", named=visible(str(stated["name"]), 80), value=self.name)
        locale = stated.get("locale", lang if lang in ("en", "zh") else "en")
        return self.get(stated.get("seed", self._seed), locale, stated.get("options") or self._options)

    def close(self) -> None:
        """Let go of all that are kept."""
        for environment in self._kept.values():
            if not isinstance(environment, str):
                environment.close()
        self._kept.clear()

    def get(self, seed: Any, locale: Any, options: Any) -> Environment | str:
        """The environment of such a state, made when first asked for."""
        if not _is_sane(seed, locale, options):
            return phrase("audit.found.bad_environment")
        key = dumps_canonical([seed, locale, options])
        if key not in self._kept:
            while len(self._kept) >= _MAX_KEPT:
                dropped = self._kept.pop(next(iter(self._kept)))
                if not isinstance(dropped, str):
                    dropped.close()
            self._kept[key] = self._make_row_environment(EnvironmentSpec(seed, locale, options))
        return self._kept[key]

    def _make_row_environment(self, spec: EnvironmentSpec) -> Environment | str:
        try:
            return make_environment(self.name, spec)
        except EvalwrightError as error:
            return phrase("audit.found.no_such_environment", error=visible(str(error), 200))


def _is_sane(seed: Any, locale: Any, options: Any) -> bool:
    if type(seed) is not int or abs(seed) >= 2**63 or not isinstance(locale, str) or len(locale) > 20:
        return False
    if not isinstance(options, dict) or len(options) > _MAX_OPTIONS:
        return False
    return all(
        isinstance(key, str) and (value is None or (isinstance(value, bool | str | int) and _is_small(value)))
        for key, value in options.items()
    )


def _is_small(value: str | int) -> bool:
    return len(value) <= 1000 if isinstance(value, str) else abs(value) <= _MAX_SIZE
