"""The OpenAI-compatible client: chat completions with tools, one attempt at a time.

A body is trusted in nothing: its size is capped while it streams in, it must be UTF-8 and JSON with at least one
choice, and whatever it is instead becomes an `AnswerError` that says so. How a good reply is understood is in
`replies.py`.
"""

from __future__ import annotations

import asyncio
import copy
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.errors import UsageError
from evalwright.secrecy import (
    Secret,
    keep_secrets_in,
    keep_secrets_of_proxies,
    query_secrets,
    redact_answer,
    secret_header,
    shown_address,
)
from evalwright.text import localized, phrase

from .addresses import is_private_way, on_this_machine, origin_of
from .api_keys import sent_headers
from .failures import Cures, from_status, one_line, out_of_files, unreachable
from .protocol import SECRET_REMOVED, AnswerError, Request, Sample
from .replies import read_reply

if TYPE_CHECKING:
    import aiohttp

MAX_BODY_BYTES = 32 * 1024 * 1024
_MAX_ERROR_BYTES = 64 * 1024
_CONNECT_TRIES = 3
_KNOCK_SECONDS = 10
_CHAT = "/chat/completions"
_NAME_CHARACTERS = 200


class ServerIdentity(TypedDict):
    """What decides the answers of a server, as far as we can know."""

    kind: Literal["openai_api"]
    model: str
    url: str


class OpenAIModel:
    """A model behind an OpenAI-compatible address."""

    def __init__(
        self,
        name: str,
        url: str,
        *,
        key: str | Secret | None = None,
        headers: Mapping[str, str] | None = None,
        stream: bool = False,
        key_cure: str | None = None,
        address_from: str = "--api-url",
    ) -> None:
        """`key_cure`: how a user gives this model a key, said where the server wants one.

        `address_from`: where the user gave the address, said where it is of no use.
        """
        self.name = self.model = name
        self._headers = sent_headers(headers, "extra_headers")
        self._stream = stream
        self._address = endpoint(url, address_from)
        self.url = shown_address(self._address)
        """As it may be shown; keys in its query are hidden."""
        self._key = Secret(key, "api_key") if isinstance(key, str) else key
        self._cures = Cures(self._key.origin if self._key else None, key_cure, bool(self._headers), address_from)
        self._is_local = on_this_machine(self._address)
        self._session: aiohttp.ClientSession | None = None
        self._known_settings: Mapping[str, Any] | None = None
        self._sends_secrets = bool(self._key) | self._keep_secrets()

    @property
    def origin(self) -> str:
        """The address that the key belongs to."""
        return origin_of(self._address)

    @property
    def key(self) -> Secret | None:
        """The key that is sent, if any."""
        return self._key

    @property
    def open_way(self) -> str | None:
        """The address, where a key goes there for everyone on the way to read."""
        return self.origin if self._sends_secrets and not is_private_way(self._address) else None

    def identity(self) -> ServerIdentity:
        return {"kind": "openai_api", "model": self.model, "url": self.url}

    def prepare(self, request: Request) -> bytes:
        if request.settings is not self._known_settings:
            keep_secrets_in(request.settings, "extra_body")
            self._known_settings = request.settings
        body: JsonObject = {**request.settings, "model": self.model, "messages": request.messages}
        if request.tools:
            body["tools"] = request.tools
        if self._stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return dumps(body)

    async def open(self) -> None:
        import aiohttp
        from yarl import URL

        list(query_secrets(str(URL(self._address))))  # as the client writes them, which a server may repeat
        if self._is_local or not getproxies():
            await self._knock()
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity", **self._headers}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key.reveal()}"
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=None),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=not self._is_local,
        )

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    def at(self, path: str) -> OpenAIModel:
        """The same server under another of its paths, such as `/embeddings`."""
        made = copy.copy(self)
        made._address = self._address.replace(_CHAT, path, 1)
        made.url = shown_address(made._address)
        return made

    async def reply(self, prepared: bytes) -> bytes:
        """What the server says to a body, as it is; AnswerError where that is an error."""
        status, headers, body = await self._post(prepared)
        if status != 200:
            raise from_status(status, headers, body, cures=self._cures)
        return body

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        started = time.monotonic()
        body = await self.reply(prepared)
        sample = _without_secrets(read_reply(body, request.tools, self.model), request)
        if "served_model" in sample:  # cut when no secret is in it any more: half a key is one too
            sample["served_model"] = one_line(sample["served_model"], _NAME_CHARACTERS)
        sample["latency_ms"] = round((time.monotonic() - started) * 1000, 1)
        return sample

    async def _post(self, prepared: bytes) -> tuple[int, Any, bytes]:
        """Send and read, with every way a connection can break turned into an AnswerError."""
        import aiohttp

        assert self._session is not None, "open() comes first"
        try:
            async with self._session.post(self._address, data=prepared, allow_redirects=False) as response:
                read = _read_stream if self._stream and response.status == 200 else _read_capped
                return response.status, response.headers, await read(response)
        except aiohttp.ClientConnectorCertificateError as error:
            raise AnswerError("certificate", one_line(str(error)), stop=localized("cures.certificate")) from None
        except aiohttp.ClientConnectorError as error:
            if (full := out_of_files(error.os_error)) is not None:
                raise full from None
            raise unreachable(self.url, one_line(str(error.os_error))) from None
        except aiohttp.ClientResponseError as error:
            raise AnswerError("invalid_response", one_line(error.message), retry=True) from None
        except (aiohttp.ClientError, OSError, asyncio.IncompleteReadError) as error:
            text = one_line(str(error)) or type(error).__name__
            raise AnswerError("connection", phrase("failures.reply.broke", error=text), retry=True) from None

    def _keep_secrets(self) -> bool:
        """Make known what is sent besides the key, for a server may repeat any of it; whether there is any."""
        keep_secrets_of_proxies()
        found = [secret_header(name, value) for name, value in self._headers.items()]
        return any([*found, *query_secrets(self._address)])

    async def _knock(self) -> None:
        """See that somebody listens before anything is written."""
        parts = urlsplit(self._address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        for attempt in range(_CONNECT_TRIES):
            try:
                async with asyncio.timeout(_KNOCK_SECONDS):
                    _, writer = await asyncio.open_connection(parts.hostname, port)
                writer.close()
                return
            except (OSError, TimeoutError) as error:
                if isinstance(error, OSError) and out_of_files(error) is not None:
                    raise UsageError.named("asking.too_many_files") from None
                if attempt + 1 == _CONNECT_TRIES:
                    number = getattr(error, "errno", None)
                    reason = os.strerror(number) if number and number > 0 else str(error)
                    told = one_line(reason) or phrase("failures.reply.silent", seconds=_KNOCK_SECONDS)
                    address = f"{parts.scheme}://{parts.netloc}"
                    values = {"address": address, "reason": told, "where": self._cures.address_from}
                    raise UsageError.named("models.no_connection", **values) from None
                await asyncio.sleep(0.2)


def endpoint(url: str, address_from: str = "--api-url") -> str:
    """The chat completions address for a base address such as http://127.0.0.1:8000/v1."""
    parts = _split_http_url(url)
    if parts is None:
        raise UsageError.named("models.no_address", url=repr(one_line(url)), where=address_from)
    if parts.username or parts.password:
        raise UsageError.named("secrets.login_in_address")
    path = parts.path.rstrip("/").removesuffix(_CHAT)
    return parts._replace(path=f"{path}{_CHAT}", fragment="").geturl()


def _without_secrets(sample: Sample, request: Request) -> Sample:
    """The answer without what the server repeats of our keys; a note says that it was changed."""
    cleaned, changed = redact_answer(sample, lambda: dumps([request.messages, request.tools]).decode("utf-8"))
    if not changed:
        return sample
    made: Sample = cleaned
    made["notes"] = [*made.get("notes", []), SECRET_REMOVED]
    return made


def _split_http_url(url: str) -> SplitResult | None:
    """The parts of an http address with a host and a port that can be; None for anything else."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port out of range, half an IPv6 address
        return None
    return parts if usable else None


async def _read_stream(response: aiohttp.ClientResponse) -> bytes:
    """A reply in pieces, put together; a server that does not stream is read as usual."""
    if response.content_type != "text/event-stream":
        return await _read_capped(response)
    from .streams import StreamedReply

    reply, size = StreamedReply(), 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise _too_large()
        reply.feed(chunk)
        if reply.done:
            break
    return reply.body()


async def _read_capped(response: aiohttp.ClientResponse) -> bytes:
    if response.status != 200:
        return await _read_beginning(response)
    length = response.content_length
    if length is not None and length <= MAX_BODY_BYTES and not response.headers.get("Content-Encoding"):
        return await response.read()
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
    return bytes(body)


def _too_large() -> AnswerError:
    return AnswerError("response_too_large", phrase("failures.reply.too_large", size=MAX_BODY_BYTES // 2**20))


async def _read_beginning(response: aiohttp.ClientResponse) -> bytes:
    """Enough of an error's body to quote it: the status counts, however long or broken the rest is."""
    import aiohttp

    body = bytearray()
    with suppress(aiohttp.ClientError, OSError):
        async for chunk in response.content.iter_any():
            body += chunk
            if len(body) >= _MAX_ERROR_BYTES:
                break
    return bytes(body)
