"""Whose failure ends what: a model that fails is that model's matter, and the others of the run are asked all the same.

Why asking a model ended early flows in; out flows why another model is not asked. A spent budget ends it for everyone.
Where nobody listens at an address, all models there have failed; a key that is refused, or whose account is empty, ends
it for those who send the same key to the same address. All else (a name that the server does not know, a model that
takes no tools, a backend that answers 500) says nothing about the model beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from evalwright.errors import EvalwrightError, RunStoppedError
from evalwright.models import Model
from evalwright.secrecy import Secret

_Place = tuple[str, str, Secret | None]
"""What failed: `model`, `criterion` or `address`, its name, and the key that was sent where that is what failed."""
_OF_THE_ADDRESS = frozenset({"unreachable", "certificate"})
_OF_THE_KEY = frozenset({"http_401", "quota"})


@dataclass(slots=True)
class Stops:
    """Why asking ended early: for everyone, at an address, with a key, for one model."""

    everyone: EvalwrightError | None = None
    judge: EvalwrightError | None = None
    """Why the judge is asked nothing more; models are asked on, for their answers can be judged another time."""
    _reasons: dict[_Place, EvalwrightError] = field(default_factory=dict)

    def why_not(self, model: Model) -> EvalwrightError | None:
        """Why this model is not asked, where it is not."""
        return self.everyone or self._found([_own(model), *_address(model), *_key(model)])

    def why_not_judge(self, model: Model) -> EvalwrightError | None:
        """Why the judge, who is this model, is not asked, where it is not."""
        return self.everyone or self.judge or self._found([*_address(model), *_key(model)])

    def note(self, model: Model, reason: EvalwrightError | None) -> None:
        """Asking this model ended early for a reason, or did not."""
        self._note(model, reason)
        if reason is not None:
            self._reasons.setdefault(_own(model), reason)

    def note_judge(self, model: Model, reason: EvalwrightError | None) -> None:
        """Asking the judge, who is this model, ended early for a reason, or did not."""
        self._note(model, reason)
        self.judge = self.judge or reason

    def why_not_criterion(self, name: str, model: Model) -> EvalwrightError | None:
        """Why the judge of a criterion, who is this model, is not asked, where it is not."""
        return self.everyone or self._found([("criterion", name, None), *_address(model), *_key(model)])

    def note_criterion(self, name: str, model: Model, reason: EvalwrightError | None) -> None:
        """Asking the judge of a criterion, who is this model, ended early for a reason, or did not."""
        self._note(model, reason)
        if reason is not None:
            self._reasons.setdefault(("criterion", name, None), reason)

    def _found(self, places: list[_Place]) -> EvalwrightError | None:
        return next((self._reasons[place] for place in places if place in self._reasons), None)

    def _note(self, model: Model, reason: EvalwrightError | None) -> None:
        if reason is None:
            return
        kind = reason.kind if isinstance(reason, RunStoppedError) else ""
        if not kind:
            self.everyone = self.everyone or reason
        elif kind in _OF_THE_ADDRESS:
            self._reasons.update(dict.fromkeys(_address(model), reason))
        elif kind in _OF_THE_KEY:
            self._reasons.update(dict.fromkeys(_key(model), reason))


def _own(model: Model) -> _Place:
    return ("model", model.name, None)


def _address(model: Model) -> list[_Place]:
    origin = getattr(model, "origin", None)
    return [("address", origin, None)] if isinstance(origin, str) else []


def _key(model: Model) -> list[_Place]:
    key = getattr(model, "key", None)
    sent = key if isinstance(key, Secret) else Secret("", "no key")
    return [(*address[:2], sent) for address in _address(model)]
