"""What one conversation has changed, laid over a world that never changes.

Records are replaced, never altered in place: a record that somebody holds stays what it was. A record that is put
back to what the world says leaves no trace, so that equal states have equal hashes however they came about.
"""

from __future__ import annotations

from typing import Any

from .world import Record, World, dump, hash_of, record_digest


class State:
    """A world and the records that differ from it."""

    __slots__ = ("_changed", "_texts", "world")

    def __init__(self, world: World, changed: dict[str, Record] | None = None) -> None:
        self.world = world
        self._changed = dict(changed or {})
        self._texts: dict[str, str] = {}

    def fork(self) -> State:
        """The same state, to be changed apart from this one."""
        return State(self.world, self._changed)

    def user(self, user_id: str) -> Record | None:
        """The user of an id, or None."""
        return self._changed.get(user_id) or self.world.users.get(user_id)

    def order(self, order_id: str) -> Record | None:
        """The order of an id, or None."""
        return self._changed.get(order_id) or self.world.orders.get(order_id)

    def text(self, key: str) -> str:
        """The JSON of a record that exists."""
        if key not in self._changed:
            return self.world.text(key)
        if key not in self._texts:
            self._texts[key] = dump(self._changed[key])
        return self._texts[key]

    def put(self, key: str, record: Record) -> None:
        """Replace a record."""
        self._texts.pop(key, None)
        self._changed[key] = record
        if record == self.world.record(key):
            del self._changed[key]

    def hash(self) -> str:
        """A fingerprint of all records, at the cost of those that changed."""
        if not self._changed:
            return self.world.hash
        total = self.world.digest
        for key, record in self._changed.items():
            total += record_digest(key, record) - self.world.digest_of(key)
        return hash_of(total)

    def diff(self) -> dict[str, Any]:
        """The fields that differ from the world: kind, id, field, then `[before, after]`; None where there is none."""
        made: dict[str, Any] = {}
        for key in sorted(self._changed):
            kind = "orders" if key in self.world.orders else "users"
            made.setdefault(kind, {})[key] = _differences(self.world.record(key) or {}, self._changed[key])
        return dict(sorted(made.items()))


def _differences(before: Record, after: Record) -> dict[str, list[Any]]:
    return {
        name: [before.get(name), after.get(name)]
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }
