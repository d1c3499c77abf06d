"""What one conversation has changed, laid over a world that never changes.

Records are replaced, never altered in place: a record that somebody holds stays what it was. A record that is put
back to what the world says leaves no trace, so that equal states have equal hashes however they came about.
"""

from __future__ import annotations

from collections.abc import Mapping

from .records import Differences, Order, Record, User
from .world import World, dump, hash_of, record_digest


class State:
    """A world and the records that differ from it."""

    __slots__ = ("_orders", "_texts", "_users", "world")

    def __init__(
        self, world: World, users: dict[str, User] | None = None, orders: dict[str, Order] | None = None
    ) -> None:
        self.world = world
        self._users = dict(users or {})
        self._orders = dict(orders or {})
        self._texts: dict[str, str] = {}

    def fork(self) -> State:
        """The same state, to be changed apart from this one."""
        return State(self.world, self._users, self._orders)

    def user(self, user_id: str) -> User | None:
        """The user of an id, or None."""
        return self._users.get(user_id) or self.world.users.get(user_id)

    def order(self, order_id: str) -> Order | None:
        """The order of an id, or None."""
        return self._orders.get(order_id) or self.world.orders.get(order_id)

    def text(self, key: str) -> str:
        """The JSON of a record that exists."""
        changed = self._orders.get(key) or self._users.get(key)
        if changed is None:
            return self.world.text(key)
        if key not in self._texts:
            self._texts[key] = dump(changed)
        return self._texts[key]

    def put_user(self, user: User) -> None:
        """Replace a user."""
        key = user["user_id"]
        self._texts.pop(key, None)
        self._users[key] = user
        if user == self.world.users.get(key):
            del self._users[key]

    def put_order(self, order: Order) -> None:
        """Replace an order."""
        key = order["order_id"]
        self._texts.pop(key, None)
        self._orders[key] = order
        if order == self.world.orders.get(key):
            del self._orders[key]

    def _changed(self) -> dict[str, Record]:
        """The records that differ from the world, by id."""
        return {**self._users, **self._orders}

    def hash(self) -> str:
        """A fingerprint of all records, at the cost of those that changed."""
        if not self._users and not self._orders:
            return self.world.hash
        total = self.world.digest
        for key, record in self._changed().items():
            total += record_digest(key, record) - self.world.digest_of(key)
        return hash_of(total)

    def diff(self) -> Differences:
        """The fields that differ from the world: kind, id, field, then `[before, after]`; None where there is none."""
        orders = {key: _differences(self.world.orders.get(key, {}), self._orders[key]) for key in sorted(self._orders)}
        users = {key: _differences(self.world.users.get(key, {}), self._users[key]) for key in sorted(self._users)}
        return {kind: changed for kind, changed in (("orders", orders), ("users", users)) if changed}


def _differences(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, list[object]]:
    return {
        name: [before.get(name), after.get(name)]
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    }
