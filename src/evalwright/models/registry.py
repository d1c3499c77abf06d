"""From what a user writes after `-m` to a model. A kind is one small factory, registered by decorator or entry point.

`NAME` with `--api-url`, `NAME@URL` or `NAME@URL#ENV_NAME`, `baseline:majority:TRAIN.jsonl`,
`baseline:bigram:TRAIN.jsonl`, `replay:FILE`, and with extras `hf:PATH_OR_ID`, `gguf:FILE`; a path or hub id without an
address is `hf:`. A package that offers another kind names its factory under the entry point group `evalwright.models`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from evalwright.errors import UsageError
from evalwright.plugins import MODELS

from .api_keys import DEFAULT_KEY_ENV, Access, how_to_name_a_key, read_served, where_the_address_is
from .protocol import Model


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """What a user asked for."""

    text: str
    """As written after `-m`."""
    rest: str
    """What stands after the kind's own `kind:`."""


Factory = Callable[[ModelSpec], Model]


def register_model(kind: str) -> Callable[[Factory], Factory]:
    """Offer a kind of model: `kind:REST` after `-m` calls the factory."""
    return MODELS.register(kind)


def model_kinds() -> dict[str, Factory]:
    """Every kind there is: our own and those of installed packages."""
    return {kind: partial(_of_kind, kind) for kind in MODELS.names()}


def make_model(
    text: str,
    *,
    api_url: str | None = None,
    api_key_env: str | None = DEFAULT_KEY_ENV,
    api_key: str | None = None,
    headers: Mapping[str, str] | None = None,
    stream: bool = False,
) -> Model:
    """The model that this text names; UsageError with the cure where it names none.

    The key and the headers go to `api_url`'s address, or without it to the model's own; `NAME@URL#ENV_NAME` names the
    variable that holds its own key.
    """
    return _model_from_text(text, Access(api_url, api_key_env, api_key, headers), stream)


def make_models(texts: Sequence[str], access: Access, *, stream: bool = False) -> list[Model]:
    """The models of one command: what it gives along goes to one address, or is refused where it is not said which."""
    served = [read_served(text, access.api_url) for text in texts if not _is_kind(text)]
    allowed = access.among([each for each in served if each is not None])
    return [_model_from_text(text, allowed, stream) for text in texts]


def _is_kind(text: str) -> bool:
    kind, colon, _ = text.partition(":")
    return bool(colon) and kind in MODELS


def _model_from_text(text: str, access: Access, stream: bool) -> Model:
    kind, colon, rest = text.partition(":")
    if colon and kind in MODELS:
        return _of_kind(kind, ModelSpec(text, rest))
    served = read_served(text, access.api_url)
    if served is None:
        return _without_server(text)
    if not served.name:
        raise UsageError.named("models.no_name")
    from .openai_api import OpenAIModel

    return OpenAIModel(
        served.name,
        served.url,
        key=access.key_for(served),
        headers=access.headers_for(served),
        stream=stream,
        key_cure=access.key_cure or how_to_name_a_key(served),
        address_from=access.address_from or where_the_address_is(served),
    )


def _without_server(text: str) -> Model:
    """A checkpoint where the name can be nothing else; otherwise the address was forgotten."""
    from .local.weights import looks_local

    if looks_local(text):
        try:
            return _of_kind("hf", ModelSpec(f"hf:{text}", text))
        except UsageError as error:
            told = {"name": repr(text), "problem": error.message, "otherwise": error.cure}
            raise UsageError.named("models.no_checkpoint", **told) from None
    kind, colon, _ = text.partition(":")
    if colon and (close := MODELS.nearest(kind)):
        raise UsageError.named("models.no_kind", name=repr(text), close=close)
    raise UsageError.named("models.no_server", name=repr(text))


def _of_kind(kind: str, spec: ModelSpec) -> Model:
    model: Model = MODELS.call(kind, spec)
    return model
