"""A model that answers with what was captured before: a samples file, looked up by the item's id.

So answers that were made elsewhere go through the same run, grading and report as fresh ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypedDict

from evalwright.data import SamplesFile, dumps_canonical, seekable_file, sha256_of
from evalwright.errors import InputError
from evalwright.text import phrase

from .protocol import AnswerError, Request, Sample


class ReplayIdentity(TypedDict):
    """What decides the answers of a replay."""

    kind: Literal["replay"]
    samples_sha256: str


class ReplayModel:
    """Answers from a samples file."""

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self.name = f"replay:{self.path.stem}"
        self._sha256: str | None = None
        self._samples: SamplesFile | None = None

    def identity(self) -> ReplayIdentity:
        """The file's content: another file under the same name answers differently."""
        if self._sha256 is None:
            with seekable_file(self.path):
                self._sha256 = sha256_of(self.path)
        return {"kind": "replay", "samples_sha256": self._sha256}

    def prepare(self, request: Request) -> bytes:
        """Only the id decides the answer; the rest is there so that an edited item is answered again."""
        body = {"messages": request.messages, "tools": request.tools, "settings": dict(request.settings)}
        return dumps_canonical({"id": request.id, **body})

    async def open(self) -> None:
        """Note where each sample stands."""
        self.identity()
        self._samples = SamplesFile(self.path)

    async def close(self) -> None:
        """Let go of the file."""
        if self._samples is not None:
            self._samples.close()
            self._samples = None

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """The sample that stands under the request's id."""
        if self._samples is None:
            raise RuntimeError("open() comes first")
        try:
            found = self._samples.get(request.id, request.tools)
        except InputError as error:
            raise AnswerError("samples_changed", error.message, stop=error.cure) from None
        if found is None:
            raise AnswerError("missing_sample", phrase("failures.no_sample", path=self.path, id=repr(request.id[:80])))
        return found
