"""Several servers and services as one environment: each call goes to the one that has the tool.

The whole has one state, which is that of all parts: it is looked at, put back and proved together, so that one
conversation may use any of them. A tool that writes is used where its own part can be put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from evalwright.chat import Arguments, JsonObject

from ..domain import known_records
from ..environment import Result
from ..secret_results import SecretWatch
from ..sources import ToolSource
from ..state import FixedPlace
from .remote import ServedEnvironment


class JoinedEnvironment(ServedEnvironment):
    """The tools of several environments."""

    name = "several"

    def __init__(self, source: ToolSource, parts: Sequence[ServedEnvironment], *, allow_writes: bool = False) -> None:
        super().__init__(source, allow_writes=allow_writes)
        self.parts = tuple(parts)
        self._owners = {name: part for part in parts for name in part.source.names()}
        self.where = source.text
        self._secrets = _AnySecret(parts)
        self.way_back = "several" if any(part.way_back != "none" for part in parts) else "none"
        self.shared.touched = any(part.shared.touched for part in parts)

    @property
    def broken(self) -> bool:
        """Whether any of the servers was lost since this conversation began."""
        return any(part.broken for part in self.parts)

    @property
    def place(self) -> FixedPlace | None:
        """The copy that one of the servers works on, where one does."""
        return next((place for part in self.parts if (place := getattr(part, "place", None)) is not None), None)

    def may_call(self, name: str) -> bool:
        """Whether a tool may be used: one that writes only where its own part can be put back, or it is allowed."""
        part = self._owners.get(name)
        put_back = self.resettable and part is not None and part.way_back != "none"
        return self.effect(name) != "write" or put_back or self._allow_writes

    def groups(self) -> list[frozenset[str]]:
        """The tools of each part."""
        return [frozenset(part.source.names()) for part in self.parts]

    def known(self) -> list[JsonObject]:
        """What the parts say that their users know."""
        return [record for part in self.parts for record in known_records(part)]

    def resources(self) -> list[str]:
        """The addresses of what the parts offer to be read beside their tools."""
        return [uri for part in self.parts for uri in _resources(part)]

    def resource_text(self, uri: str) -> str | None:
        """The text of a resource, from the part that offers it."""
        for part in self.parts:
            if uri in _resources(part):
                return part.resource_text(uri)  # type: ignore[attr-defined, no-any-return]
        return None

    def close(self) -> None:
        """Let go of all parts."""
        for part in self.parts:
            part.close()

    def send_call(self, name: str, arguments: Arguments) -> Result:
        part = self._owners.get(name)
        if part is None:
            return Result(ok=False, content="Error: there is no such tool.")
        return part.send_call(name, arguments)

    def put_back(self, *, everything: bool = False) -> None:
        for part in self.parts:
            if part.way_back != "none":
                part.put_back(everything=everything)

    def _note_beginning(self) -> None:
        for part in self.parts:
            part._begun = True
            part._note_beginning()


class _AnySecret(SecretWatch):
    """Knows what must not be told of any part."""

    def __init__(self, parts: Sequence[ServedEnvironment]) -> None:
        self._watches = [part._secrets for part in parts]

    def finds(self, text: str) -> bool:
        """Whether a text holds a secret of any of them."""
        return any(watch.finds(text) for watch in self._watches)


def _resources(part: ServedEnvironment) -> list[str]:
    offered = getattr(part, "resources", None)
    return list(offered()) if callable(offered) else []
