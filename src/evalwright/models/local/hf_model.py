"""`hf:PATH_OR_ID[+ADAPTER][?settings]`: a checkpoint that answers through transformers, in batches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from evalwright.chat import JsonObject
from evalwright.data import dumps_canonical
from evalwright.errors import UsageError
from evalwright.text import phrase, said_by

from ..protocol import AnswerError, Request, Sample
from .batcher import Batcher
from .fitting import room_for
from .replies import to_sample
from .settings import read_settings
from .spec import HF_CURE, SettingReaders, need, one_of, positive, read_spec, switch
from .weights import AdapterIdentity, WeightsIdentity, adapter_identity, find_weights, identify

if TYPE_CHECKING:
    from .generating import Generator, Row
    from .loading import Checkpoint

_BATCH = 8
_READERS: SettingReaders = {
    "dtype": one_of("float32", "bfloat16", "float16"),
    "device": str,
    "batch": positive,
    "context": positive,
    "revision": str,
    "trust_remote_code": switch,
}
"""The settings after `?`."""


@dataclass(frozen=True, slots=True)
class _Work:
    row: Row
    tools: list[JsonObject]


class HfIdentity(AdapterIdentity):
    """What decides the answers of a checkpoint."""

    kind: Literal["hf"]
    weights: WeightsIdentity
    dtype: str
    device: str
    context: int | None


class HfModel:
    """A checkpoint in this process."""

    def __init__(self, rest: str) -> None:
        self.spec = read_spec("hf", rest, _READERS)
        need("hf", ("torch", "transformers", *(["peft"] if self.spec.adapter else [])), HF_CURE)
        stems = [Path(part).name.removesuffix(".gguf") for part in (self.spec.base, self.spec.adapter) if part]
        self.name = "+".join(stems)
        self.batch: int = self.spec.settings.get("batch", _BATCH)
        self.in_flight = 4 * self.batch
        """Requests the engine should keep waiting here: enough to choose those of similar length from."""
        self._path = Path()
        self._adapter: Path | None = None
        self._identity: HfIdentity | None = None
        self._loaded: Checkpoint | None = None
        self._generator: Generator | None = None
        self._batcher: Batcher[_Work] = Batcher(self._get_ready, self._answer_batch, self.batch)

    def identity(self) -> HfIdentity:
        """The weights and the settings that decide an answer; how many are asked at once does not."""
        from .loading import device_and_dtype

        if self._identity is None:
            self._path = find_weights(self.spec.base, self.spec.settings.get("revision"))
            self._adapter = None if self.spec.adapter is None else _adapter(self.spec.adapter)
            device, dtype = device_and_dtype(self.spec.settings)
            self._identity = {
                "kind": "hf",
                "weights": identify(self._path),
                **adapter_identity(self._adapter),
                "dtype": dtype,
                "device": device.partition(":")[0],
                "context": self.spec.settings.get("context"),
            }
        return self._identity

    def prepare(self, request: Request) -> bytes:
        """All of the request that decides the answer, as canonical JSON."""
        settings = dict(request.settings)
        body = dumps_canonical({"messages": request.messages, "tools": request.tools, "settings": settings})
        read_settings(settings, body)
        return body

    async def open(self) -> None:
        """Load the weights and begin to take requests."""
        from .generating import Generator
        from .loading import load

        key = dumps_canonical([self.identity(), self.spec.settings.get("device")]).decode()
        made = self._loaded = load(key, self.name, self._path, self._adapter, self.spec.settings)
        self._generator = Generator(made.model, made.decode, made.ends, made.pad, halt=self._batcher.stopping.is_set)
        self._batcher.start()

    async def close(self) -> None:
        """Take no more requests; the weights stay until another model is loaded."""
        await self._batcher.stop()
        self._loaded = self._generator = None

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """One answer, generated together with those of others."""
        return await self._batcher.answer(request, prepared)

    def _get_ready(self, request: Request, prepared: bytes) -> tuple[_Work, int]:
        from .generating import Row
        from .prompts import render_prompt
        from .template import PromptError

        assert self._loaded is not None, "open() comes first"
        generation = read_settings(request.settings, prepared, request.tag)
        tools = request.tools if generation.tools else []
        try:
            ids = render_prompt(self._loaded.form, request.messages, tools, dict(generation.template))
        except PromptError as error:
            raise AnswerError("chat_template", said_by(error)) from None
        room = room_for(len(ids), generation, self._loaded.context)
        return _Work(Row(ids, room, generation), tools), len(ids)

    def _answer_batch(self, batch: Sequence[_Work]) -> list[Sample]:
        assert self._generator is not None and self._loaded is not None, "open() comes first"
        started = time.monotonic()
        made = self._generator.generate([work.row for work in batch])
        if self._batcher.stopping.is_set():
            raise AnswerError("stopped", phrase("failures.ended"), retry=True)
        milliseconds = (time.monotonic() - started) * 1000
        return [
            to_sample(
                one.text,
                work.tools,
                self._loaded.form.family,
                prompt=len(work.row.ids),
                generated=len(one.ids),
                cut=one.cut,
                milliseconds=milliseconds,
            )
            for work, one in zip(batch, made, strict=True)
        ]


def _adapter(name: str) -> Path:
    path = Path(name).expanduser()
    if not (path / "adapter_config.json").is_file():
        raise UsageError.named("model.no_adapter", name=name)
    return path
