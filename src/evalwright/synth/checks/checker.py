"""All checks of one conversation in memory: what stands between making a row and writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from evalwright.chat import Conversation
from evalwright.workbench import Finding, RowAudit, Rule

from ..domain import policy_rules, rules_by_name
from ..environment import Environment
from ..rules import Rules, read_rules
from .context import Bench, bind
from .every_check import SPECS
from .policy import known_policy_specs, policy_specs
from .replay_targets import OneWorld, RowWorlds

_ALONE = ("claims", "language")
"""Families that need neither an environment nor a policy."""


class Checker:
    """The audit's rules about single conversations, replay, policy, claims and language, for one environment.

    `replay=False` leaves out executing the calls again, for environments where that is dear or means nothing. `wanted`
    says which rules are looked at at all, for those who would do nothing about what the others find.
    """

    def __init__(
        self,
        environment_base: Environment,
        lang_default: str | None = None,
        *,
        replay: bool = True,
        rules: Rules | None = None,
        ignore: Iterable[str] = (),
        wanted: Callable[[Rule], bool] | None = None,
    ) -> None:
        worlds = OneWorld(environment_base) if replay else None
        bench = Bench(worlds, rules if rules is not None else policy_rules(environment_base), lang_default)
        left_out = frozenset(ignore)
        self._audit = RowAudit([rule for rule in bound_rules(bench) if rule.name not in left_out], wanted=wanted)

    def check(self, row: Mapping[str, Any] | Conversation) -> list[Finding]:
        """Everything that is wrong with one conversation."""
        return self._audit.check(row if isinstance(row, Conversation) else dict(row))


def bound_rules(bench: Bench) -> list[Rule]:
    """The checks that can find something on this bench."""
    wanted = {*_ALONE, *(["replay"] if bench.worlds else [])}
    found = [spec for spec in SPECS.values() if spec.family in wanted]
    return bind([*found, *(policy_specs(bench.rules) if bench.rules else ())], bench)


def environment_rules(name: str, seed: int = 0, rules_file: str | Path | None = None) -> list[Rule]:
    """The rules of `audit --env NAME`: rows are replayed in the state they name, else in the one of this seed.

    `rules_file`: where the policy stands, if it is not that of the environment.
    """
    rules = rules_by_name(name) if rules_file is None else read_rules(rules_file)
    return bound_rules(Bench(RowWorlds(name, seed), rules))


def file_rules(path: str | Path) -> list[Rule]:
    """The rules of `audit --rules-from FILE`: those that a scenario file, a manifest or a list of rules holds."""
    rules = read_rules(path)
    return bind(policy_specs(rules), Bench(rules=rules))


def lone_rules() -> list[Rule]:
    """The rules that need no environment, to be run in an audit when they are named."""
    return bind((spec for spec in SPECS.values() if spec.family in _ALONE), Bench(), off=_ALONE)


def every_rule() -> list[Rule]:
    """All rules of this room, for the table of rules."""
    return bind([*SPECS.values(), *known_policy_specs()], Bench(), off=_ALONE)
