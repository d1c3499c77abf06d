"""What every handler needs: the store, who answers, the quotas, the queue; and the request that was made before.

A client that hears nothing sends the same request again. One that says so, and whose request made an object within the
last ten minutes, is given that object, also after the server was killed in between.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from evalwright.chat import JsonObject

from .api_errors import ApiError, refused
from .bodies import Body
from .models_file import ModelsFile
from .quotas import BodyBudget, Places, Quotas, check_room
from .run_queue import RunQueue
from .store import Shelf, Store

_REMEMBERED_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Service:
    """One server."""

    store: Store
    models: ModelsFile
    quotas: Quotas
    queue: RunQueue
    address: str
    """Where the viewer is found, with a slash at its end."""
    unsafe_python: bool = False
    """Whether Python graders run as any program of the user's where there is no sandbox."""
    budget: BodyBudget = field(init=False)
    graders: Places = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "budget", BodyBudget(self.quotas.bodies_bytes))
        object.__setattr__(self, "graders", Places(self.quotas.graders_at_once, "busy_graders"))

    def check_room(self, more: int) -> None:
        """ApiError where so many more bytes cannot be kept."""
        check_room(self.store.root, self.store.used_bytes(), more, self.quotas)

    def made_before(self, shelf: Shelf, body: Body) -> JsonObject | None:
        """The object that this very request has made already."""
        return self.made_by(shelf, body.digest) if body.is_retry else None

    def made_by(self, shelf: Shelf, digest: str) -> JsonObject | None:
        """The object that a request with this digest made not long ago."""
        head = shelf.made_by(digest, time.time() - _REMEMBERED_SECONDS)
        return shelf.get(head.id) if head is not None else None

    def an_eval(self, eval_id: str) -> JsonObject:
        """The eval of this id; ApiError where there is none."""
        return self._document_of(self.store.evals, eval_id, "eval")

    def a_run(self, eval_id: str, run_id: str) -> JsonObject:
        """The run of this id in this eval; ApiError where there is none."""
        head = self.store.runs.head(run_id)
        if head is None or head.eval_id != eval_id:
            raise missing("run")
        return self._document_of(self.store.runs, run_id, "run")

    def a_file(self, file_id: str) -> JsonObject:
        """The file of this id; ApiError where there is none."""
        return self._document_of(self.store.files, file_id, "file")

    def _document_of(self, shelf: Shelf, identifier: str, kind: str) -> JsonObject:
        document = shelf.get(identifier)
        if document is None:
            raise missing(kind)
        return document


def missing(kind: str) -> ApiError:
    """There is no such thing."""
    return refused(f"missing.{kind}", 404, param=f"{kind}_id")
