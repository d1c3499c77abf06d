"""What the same client asks besides evals: chat completions, responses, embeddings, models. Passed on, not kept.

The name in the body is looked up as that of a run is; the request goes to its address with that address's key, never
with the client's, and the reply streams back as it comes. Nothing else of the client's request travels. A response is
made from a chat completion where the server knows no responses.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from evalwright.chat import JsonObject, loads_line
from evalwright.data import dumps
from evalwright.models import on_this_machine, one_line
from evalwright.secrecy import redacted

from .api_errors import ApiError, json_response, refused
from .bodies import json_body
from .models_file import Answerer
from .responses_shape import chat_request, response_document
from .service import Service

if TYPE_CHECKING:
    import aiohttp

_SECONDS = 600
_MAX_REPLY = 64 * 1024 * 1024
_UNKNOWN = (404, 405, 501)
"""What servers say that know chat completions alone."""


class Passthrough:
    """Sends requests on, over one pool of connections to every address."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._sessions: dict[bool, aiohttp.ClientSession] = {}
        """By whether a proxy of the environment may stand between."""

    async def chat(self, request: Request) -> Response:
        """POST /chat/completions."""
        return await self._pass_on(request, "/chat/completions")

    async def embeddings(self, request: Request) -> Response:
        """POST /embeddings."""
        return await self._pass_on(request, "/embeddings")

    async def responses(self, request: Request) -> Response:
        """POST /responses: as it is where the server knows it, else by a chat completion."""
        async with json_body(request, self._service.quotas, self._service.budget) as body:
            answerer = self._service.models.find(body.value.get("model"), "model")
            reply = await self._sent(answerer, "/responses", body.value, unknown_is_none=True)
            if reply is not None:
                return reply
            asked = {**chat_request(body.value), "model": body.value.get("model")}
            asked.pop("stream", None)
            said = await self._asked(answerer, asked)
            document = response_document(said, body.value, f"resp_{secrets.token_hex(16)}")
        if body.value.get("stream"):
            return StreamingResponse(_events(document), media_type="text/event-stream")
        return json_response(document)

    async def models(self, request: Request) -> Response:
        """GET /models: the names of the models file, and those that the address of all others knows."""
        models = self._service.models
        found = [_model_document(name) for name in models.named]
        if models.api_url is not None:
            known = await self._known_models(models.find("models", "model"))
            found += [each for each in known if each.get("id") not in models.named]
        return json_response({"object": "list", "data": found})

    async def _known_models(self, answerer: Answerer) -> list[JsonObject]:
        try:
            document = await self._read_document(answerer, "GET", "/models", None)
        except ApiError:
            return []
        data = document.get("data")
        return [each for each in data if isinstance(each, dict)] if isinstance(data, list) else []

    async def _pass_on(self, request: Request, path: str) -> Response:
        async with json_body(request, self._service.quotas, self._service.budget) as body:
            answerer = self._service.models.find(body.value.get("model"), "model")
            reply = await self._sent(answerer, path, body.value)
        assert reply is not None
        return reply

    async def _sent(
        self, answerer: Answerer, path: str, body: Mapping[str, Any], *, unknown_is_none: bool = False
    ) -> Response | None:
        """The reply of a server, as it streams in; None where it does not know such requests."""
        stack = AsyncExitStack()
        try:
            reply = await stack.enter_async_context(self._outgoing(answerer, "POST", path, body))
            if unknown_is_none and reply.status in _UNKNOWN:
                await stack.aclose()
                return None
        except _faults() as error:
            await stack.aclose()
            raise _unreachable(error) from None
        kind = reply.headers.get("Content-Type", "application/json")
        return StreamingResponse(_pieces(reply, stack), reply.status, media_type=kind)

    async def _asked(self, answerer: Answerer, body: Mapping[str, Any]) -> JsonObject:
        return await self._read_document(answerer, "POST", "/chat/completions", body)

    async def _read_document(
        self, answerer: Answerer, method: str, path: str, body: Mapping[str, Any] | None
    ) -> JsonObject:
        try:
            async with self._outgoing(answerer, method, path, body) as reply:
                document = loads_line(await _whole_reply(reply))
        except _faults() as error:
            raise _unreachable(error) from None
        if reply.status >= 400 or not isinstance(document, dict):
            said = document.get("error") if isinstance(document, dict) else None
            message = said.get("message") if isinstance(said, dict) else None
            raise ApiError(reply.status if reply.status >= 400 else 502, one_line(str(redacted(str(message)))))
        return document

    def _outgoing(
        self, answerer: Answerer, method: str, path: str, body: Mapping[str, Any] | None
    ) -> aiohttp.client._RequestContextManager:
        if answerer.url is None:
            raise refused("local_model", param="model", name=repr(answerer.name))
        key = self._service.models.key_of(answerer)
        headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {key.reveal()}"} if key is not None else {}
        data = None if body is None else dumps({**body, "model": answerer.sent_as})
        address = answerer.url.rstrip("/").removesuffix("/chat/completions") + path
        session = self._session(by_proxy=not on_this_machine(address))
        return session.request(method, address, data=data, headers=headers, allow_redirects=False)

    def _session(self, *, by_proxy: bool) -> aiohttp.ClientSession:
        import aiohttp

        if by_proxy not in self._sessions:
            connector = aiohttp.TCPConnector(limit=0, limit_per_host=self._service.quotas.requests_at_once)
            timeout = aiohttp.ClientTimeout(total=_SECONDS)
            self._sessions[by_proxy] = aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=by_proxy)
        return self._sessions[by_proxy]

    async def close(self) -> None:
        """Let go of the connections."""
        for session in self._sessions.values():
            await session.close()


async def _whole_reply(reply: aiohttp.ClientResponse) -> bytes:
    """The body of a reply, up to a size that nobody needs."""
    found = bytearray()
    async for piece in reply.content.iter_any():
        found += piece
        if len(found) > _MAX_REPLY:
            raise ValueError("a reply without end")
    return bytes(found)


def _faults() -> tuple[type[Exception], ...]:
    """What can go wrong on the way to a server and back."""
    import aiohttp

    return aiohttp.ClientError, OSError, TimeoutError, ValueError


def _unreachable(error: Exception) -> ApiError:
    return refused("upstream", 502, problem=one_line(str(redacted(f"{type(error).__name__} {error}".strip()))))


async def _pieces(reply: aiohttp.ClientResponse, stack: AsyncExitStack) -> AsyncIterator[bytes]:
    async with stack:
        async for piece in reply.content.iter_any():
            yield piece


def _model_document(name: str) -> JsonObject:
    return {"id": name, "object": "model", "created": 0, "owned_by": "evalwright"}


async def _events(document: JsonObject) -> AsyncIterator[bytes]:
    """A finished response as the events that a client of streams waits for."""
    begun = {**document, "status": "in_progress", "output": [], "usage": None}
    events: list[JsonObject] = [{"type": "response.created", "response": begun}]
    for number, item in enumerate(document["output"]):
        events.append({"type": "response.output_item.added", "output_index": number, "item": item})
        for at, part in enumerate(item.get("content") or ()):
            place = {"item_id": item["id"], "output_index": number, "content_index": at}
            events.append({"type": "response.output_text.delta", **place, "delta": part["text"]})
            events.append({"type": "response.output_text.done", **place, "text": part["text"]})
        events.append({"type": "response.output_item.done", "output_index": number, "item": item})
    events.append({"type": "response.completed", "response": document})
    for sequence, event in enumerate(events):
        yield f"event: {event['type']}\n".encode() + b"data: " + dumps({**event, "sequence_number": sequence}) + b"\n\n"
