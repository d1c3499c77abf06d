"""`gguf:FILE[+LORA.gguf][?settings]`: a GGUF file that answers through llama.cpp, one request at a time.

Prompts, tools and calls are rendered and read by the same code as for checkpoints, with the file's own chat template.
Every request starts from an empty context, so that an answer does not depend on what was asked before.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from evalwright.chat import JsonObject
from evalwright.data import dumps_canonical
from evalwright.errors import UsageError
from evalwright.text import localized, phrase, said_by

from ..protocol import AnswerError, Request, Sample
from .batcher import Batcher
from .fitting import room_for
from .replies import cut_at_stop, to_sample
from .settings import Generation, read_settings
from .spec import GGUF_CURE, SettingReaders, need, one_of, positive, read_spec
from .weights import AdapterIdentity, WeightsIdentity, adapter_identity, identify

if TYPE_CHECKING:
    from .prompts import PromptFormat

_CONTEXT = 8192
_READERS: SettingReaders = {
    "context": positive,
    "threads": positive,
    "gpu_layers": int,
    "grammar": one_of("calls"),
}
"""The settings after `?`."""


@dataclass(frozen=True, slots=True)
class _Work:
    ids: list[int]
    room: int
    generation: Generation
    tools: list[JsonObject]


class GgufIdentity(AdapterIdentity):
    """What decides the answers of a GGUF file."""

    kind: Literal["gguf"]
    weights: WeightsIdentity
    context: int
    grammar: str | None


class GgufModel:
    """A GGUF file in this process."""

    in_flight = 4

    def __init__(self, rest: str) -> None:
        self.spec = read_spec("gguf", rest, _READERS)
        need("gguf", ("llama_cpp",), GGUF_CURE)
        self._path = _file(self.spec.base)
        self._lora = None if self.spec.adapter is None else _file(self.spec.adapter)
        self.name = "+".join(path.stem for path in (self._path, self._lora) if path)
        self._identity: GgufIdentity | None = None
        self._llama: Any = None
        self._form: PromptFormat | None = None
        self._batcher: Batcher[_Work] = Batcher(self._get_ready, self._answer_batch, 1)

    def identity(self) -> GgufIdentity:
        """The file and the settings that decide an answer."""
        if self._identity is None:
            self._identity = {
                "kind": "gguf",
                "weights": identify(self._path),
                **adapter_identity(self._lora),
                "context": self.spec.settings.get("context", _CONTEXT),
                "grammar": self.spec.settings.get("grammar"),
            }
        return self._identity

    def prepare(self, request: Request) -> bytes:
        """All of the request that decides the answer, as canonical JSON."""
        settings = dict(request.settings)
        body = dumps_canonical({"messages": request.messages, "tools": request.tools, "settings": settings})
        read_settings(settings, body)
        return body

    async def open(self) -> None:
        """Load the file and begin to take requests."""
        if self._llama is None:
            self._load_llama()
        self._batcher.start()

    async def close(self) -> None:
        """Take no more requests and let go of the file."""
        await self._batcher.stop()
        if self._llama is not None:
            self._llama.close()
            self._llama = None

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """One answer, in its turn."""
        return await self._batcher.answer(request, prepared)

    def _load_llama(self) -> None:
        from llama_cpp import Llama

        given = self.spec.settings
        started = time.monotonic()
        print(localized("model.loading", value=self.name), file=sys.stderr, flush=True)
        try:
            self._llama = Llama(
                str(self._path),
                n_ctx=given.get("context", _CONTEXT),
                n_threads=given.get("threads"),
                n_gpu_layers=given.get("gpu_layers", 0),
                lora_path=str(self._lora) if self._lora else None,
                verbose=False,
            )
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            raise UsageError.named("model.gguf_not_loaded", path=self._path, reason=reason) from None
        self._form = self._prompt_format()
        if given.get("grammar") and self._form.family != "hermes":
            raise UsageError.named("model.grammar")
        print(
            localized("model.loaded", value=self.name, monotonic=f"{time.monotonic() - started:.1f}"),
            file=sys.stderr,
            flush=True,
        )

    def _prompt_format(self) -> PromptFormat:
        from .prompts import prompt_format
        from .template import PLAIN, ChatTemplate, PromptError

        llama = self._llama
        source = llama.metadata.get("tokenizer.chat_template") or PLAIN
        tokens = {"bos_token": self._token_text(llama.token_bos()), "eos_token": self._token_text(llama.token_eos())}
        try:
            return prompt_format(ChatTemplate(source, tokens), self._encode, (tokens["eos_token"],))
        except PromptError as error:
            raise UsageError(said_by(error), cure=phrase("cures.template_file")) from None

    def _token_text(self, token: int) -> str:
        return str(self._llama.detokenize([token], special=True).decode("utf-8", "replace")) if token >= 0 else ""

    def _encode(self, text: str) -> list[int]:
        return list(self._llama.tokenize(text.encode(), add_bos=False, special=True))

    def _get_ready(self, request: Request, prepared: bytes) -> tuple[_Work, int]:
        from .prompts import render_prompt
        from .template import PromptError

        assert self._form is not None, "open() comes first"
        generation = read_settings(request.settings, prepared, request.tag)
        tools = request.tools if generation.tools else []
        try:
            ids = render_prompt(self._form, request.messages, tools, dict(generation.template))
        except PromptError as error:
            raise AnswerError("chat_template", said_by(error)) from None
        return _Work(ids, room_for(len(ids), generation, self._llama.n_ctx()), generation, tools), len(ids)

    def _answer_batch(self, batch: Sequence[_Work]) -> list[Sample]:
        assert self._form is not None, "open() comes first"
        (work,) = batch
        started = time.monotonic()
        text, count, cut = self._generate(work)
        if self._batcher.stopping.is_set():
            raise AnswerError("stopped", phrase("failures.ended"), retry=True)
        milliseconds = (time.monotonic() - started) * 1000
        return [
            to_sample(
                text,
                work.tools,
                self._form.family,
                prompt=len(work.ids),
                generated=count,
                cut=cut,
                milliseconds=milliseconds,
            )
        ]

    def _generate(self, work: _Work) -> tuple[str, int, bool]:
        """The text, how many tokens it took, and whether the limit came before the end."""
        self._llama.reset()
        self._llama.set_seed(work.generation.seed & 0x7FFF_FFFF)
        found: list[int] = []
        for token in self._tokens(work):
            if self._is_end_token(token):
                return self._decode_tokens(found), len(found), False
            found.append(token)
            stopped = cut_at_stop(self._decode_tokens(found), work.generation.stop) if work.generation.stop else None
            if stopped is not None:
                return stopped, len(found), False
            if len(found) >= work.room or self._batcher.stopping.is_set():
                break
        return self._decode_tokens(found), len(found), True

    def _tokens(self, work: _Work) -> Any:
        one = work.generation
        return self._llama.generate(
            work.ids,
            temp=one.temperature,
            top_p=one.top_p,
            top_k=one.top_k,
            min_p=0.0,
            repeat_penalty=1.0,
            grammar=self._grammar(work.tools),
        )

    def _grammar(self, tools: list[JsonObject]) -> Any:
        if self.spec.settings.get("grammar") is None:
            return None
        from llama_cpp import LlamaGrammar

        from .grammar import calls_grammar

        return LlamaGrammar.from_string(calls_grammar(tools), verbose=False)

    def _is_end_token(self, token: int) -> bool:
        from llama_cpp import llama_vocab_is_eog

        return bool(llama_vocab_is_eog(self._llama._model.vocab, token))

    def _decode_tokens(self, ids: list[int]) -> str:
        return str(self._llama.detokenize(ids, special=True).decode("utf-8", "replace"))


def _file(name: str) -> Path:
    path = Path(name).expanduser()
    if not path.is_file():
        raise UsageError.named("model.no_gguf", name=name)
    return path
