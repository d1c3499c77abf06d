"""A backend for tools that nothing executes: made up from their schemas, but one world, the same for every tool.

What one call returned is what the next one knows: an order that is read twice is the same, an id that nobody has is
refused, and what was changed is shown changed. Everything follows from the seed. The state of a conversation is what
it changed, so a fork costs a copy of that and the rest of the world is shared.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import Any

from evalwright.chat import Toolbox, ToolDefinition, toolbox
from evalwright.data import dumps, dumps_canonical

from ..environment import Effect, Environment, Result
from ..seeds import random_for
from .actions import RefusedError, answer, is_knowable
from .entity_types import Kind, Kinds, infer
from .policies import policy_of
from .toolview import ToolView, views_of
from .world import Record, World

Share = tuple[float, float]
WHOLE: Share = (0.0, 1.0)
_MAX_CHANGES = 500


class SimulatedEnvironment:
    """Tools that are answered from a made-up world."""

    name = "simulated"
    simulated = True

    def __init__(
        self,
        tools: list[ToolDefinition],
        *,
        seed: int = 0,
        locale: str = "en",
        policy: str = "",
        effects: Mapping[str, Effect] | None = None,
        output_schemas: Mapping[str, Any] | None = None,
    ) -> None:
        self._tools = tools
        self._policy = policy
        self.views: dict[str, ToolView] = views_of(tools, effects, output_schemas)
        self.kinds: Kinds = infer(self.views.values())
        self.world = World(seed, locale, self.kinds)
        self._toolbox: Toolbox = toolbox(tools)
        self.changed: dict[tuple[str, Any], Record | None] = {}
        """What differs from the world as it was made: by kind and id; None for what was deleted."""
        digest = hashlib.sha256(dumps_canonical([seed, locale, tools])).hexdigest()
        self._base = digest

    def tools(self) -> list[ToolDefinition]:
        """The definitions, as given."""
        return self._tools

    def effect(self, name: str) -> Effect:
        """What a tool does, as stated or as its name suggests."""
        view = self.views.get(name)
        return view.effect if view is not None else "none"

    def policy(self, lang: str) -> str:
        """The given policy, else a short one that suits any tools."""
        return policy_of(self._policy, lang)

    def fork(self) -> Environment:
        """The same world, with changes of its own from here on."""
        made = object.__new__(SimulatedEnvironment)
        made.__dict__.update(self.__dict__)
        made.changed = dict(self.changed)
        return made

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """The answer of the made-up world; a refusal for whatever it cannot take."""
        view = self.views.get(name) if isinstance(name, str) else None
        if view is None:
            return _refusal("there is no such tool.")
        given = dict(arguments) if isinstance(arguments, Mapping) else arguments
        problem = self._toolbox.problem(name, given)
        if problem is not None:
            return _refusal(f"the arguments are not valid. {problem[:300]}")
        try:
            value = answer(self, view, given)
        except RefusedError as refused:
            return _refusal(str(refused))
        return Result(ok=True, content=dumps(value).decode(), value=value)

    def unknowable(self) -> list[str]:
        """The tools whose answers could only be false: what has to be worked out, and what nobody describes."""
        return [name for name, view in self.views.items() if not is_knowable(self, view)]

    def hash(self) -> str:
        """The seed, the tools, and whatever differs from the world as it was made."""
        told = []
        for (name, value), record in self.changed.items():
            kind = self.kinds.by_name.get(name)
            base = self.base(kind, value) if kind is not None else None
            if record != base:
                told.append([name, value, record])
        told.sort(key=dumps_canonical)
        return hashlib.sha256(self._base.encode() + dumps_canonical(told)).hexdigest()

    def close(self) -> None:
        """Nothing is held."""

    def base(self, kind: Kind, value: Any) -> Record | None:
        """A thing as it was made; None where there never was one."""
        at = self.world.number_of(kind, value)
        return None if at is None else self.world.record(kind, at)

    def get(self, kind: Kind, value: Any) -> Record | None:
        """A thing as it is now."""
        key = (kind.name, value) if isinstance(value, str | int | float) else None
        if key is not None and key in self.changed:
            return self.changed[key]
        return self.base(kind, value)

    def put(self, kind: str, value: Any, record: Record | None) -> None:
        """A thing as it is from now on."""
        if len(self.changed) >= _MAX_CHANGES and (kind, value) not in self.changed:
            raise RefusedError("too many changes in one conversation.")
        self.changed[kind, value] = record

    def created(self, kind: str) -> list[Record]:
        """The things of a kind that came into being, in order."""
        held = self.kinds.by_name[kind]
        new = ((value, record) for (name, value), record in self.changed.items() if name == kind)
        return [record for value, record in new if record is not None and self.base(held, value) is None]

    def now(self, kind: str) -> list[Record]:
        """The things of a kind that were changed or made, as they are now."""
        return [record for (name, _), record in self.changed.items() if name == kind and record is not None]

    def draw(self, rng: random.Random, tool: str, share: Share = WHOLE) -> Record | None:
        """A thing that this tool can be used on, with what is known of its owner: what a user would know.

        `share`: from which part of the people; what belongs to nobody may be drawn from anywhere.
        """
        view = self.views[tool]
        kind = self.kinds.by_name.get(self.kinds.target[tool] or "")
        if kind is None:
            kind = next((self.kinds.by_name[each.kind] for each in view.params if each.kind), None)
        if kind is None:
            return None
        wanted = [word for word in view.nouns if word in kind.statuses]
        for _ in range(12):
            record = self.world.record(kind, self.world.drawn(kind, rng, share))
            if not wanted or record.get("status") in wanted:
                break
        return self._with_owner(kind, record)

    def _with_owner(self, kind: Kind, record: Record) -> Record:
        owner = self.kinds.by_name.get(kind.owner or "")
        if owner is None:
            return record
        held = self.base(owner, record.get(f"{owner.name}_id"))
        return {**(held or {}), **record}

    def rng(self, *parts: object) -> random.Random:
        """Numbers for one answer, the same whenever it is asked for."""
        return random_for(self.world.seed, *parts)


def _refusal(text: str) -> Result:
    return Result(ok=False, content=f"Error: {text}")
