"""The client against a server that does everything wrong: one attempt is a sample or a named error, never more."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from typing import Any

import pytest

from evalwright.errors import UsageError
from evalwright.models.openai_api import OpenAIModel
from evalwright.models.protocol import AnswerError, Request, Sample
from tests.server import BODIES, TOOLS, FaultServer

KEY = "sk-canary-0123456789/abcdef"


def ask(server: FaultServer, mode: str, *, key: str | None = None, stream: bool = False, **settings: Any) -> Sample:
    """One attempt."""

    async def go() -> Sample:
        model = OpenAIModel("m", server.url, key=key, stream=stream)
        request = Request("i", [{"role": "user", "content": f"k {mode}"}], TOOLS, settings)
        await model.open()
        try:
            return await asyncio.wait_for(model.answer(request, model.prepare(request)), 10)
        finally:
            await model.close()

    return asyncio.run(go())


def refusal(server: FaultServer, mode: str, **more: Any) -> AnswerError:
    with pytest.raises(AnswerError) as caught:
        ask(server, mode, **more)
    assert server.count("k") == 1, "one attempt is one request"
    return caught.value


def test_a_good_answer_becomes_a_sample(server: FaultServer) -> None:
    sample = ask(server, "ok")
    assert [call["function"]["arguments"] for call in sample["output_tools"] or []] == ['{"key": "k"}']
    assert sample["usage"] == {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12}
    assert sample["latency_ms"] is not None and 0 < sample["latency_ms"] < 5000


def test_the_request_is_what_the_protocol_says(server: FaultServer) -> None:
    ask(server, "ok", key=KEY, temperature=0, max_tokens=5)
    (asked,) = server.ledger
    messages = [{"role": "user", "content": "k ok"}]
    assert asked.body == {"model": "m", "temperature": 0, "max_tokens": 5, "messages": messages, "tools": TOOLS}
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["content-type"] == "application/json"


def test_without_a_key_none_is_sent(server: FaultServer) -> None:
    ask(server, "ok")
    assert "authorization" not in server.ledger[0].headers


@pytest.mark.parametrize("status", [400, 408, 409, 422, 425, 429, 500, 502, 503, 504, 529])
def test_a_status_is_named(server: FaultServer, status: int) -> None:
    error = refusal(server, f"status:{status}")
    assert (error.kind, error.message) == (f"http_{status}", f"as asked, {status}")
    assert error.retry is (status not in (400, 422)) and error.stop is None


@pytest.mark.parametrize("status", [401, 403, 404])
@pytest.mark.parametrize("form", ["status", "endless"])
def test_a_refusal_stops_the_run_however_its_body_ends(server: FaultServer, status: int, form: str) -> None:
    assert refusal(server, f"{form}:{status}").stop is not None


@pytest.mark.parametrize("mode", ["reset", "close", "short"])
def test_a_broken_connection_is_worth_another_try(server: FaultServer, mode: str) -> None:
    error = refusal(server, mode)
    assert error.kind == "connection" and error.retry


@pytest.mark.parametrize("mode", ["garbage", *(f"body:{name}" for name in BODIES)])
def test_what_is_no_reply_is_worth_another_try(server: FaultServer, mode: str) -> None:
    error = refusal(server, mode)
    assert error.kind == "invalid_response" and error.retry and error.message.isprintable()


@pytest.mark.parametrize("mode", ["huge", "endless:200", "gzip-bomb"])
def test_a_reply_that_is_too_large_is_not_read_to_its_end(server: FaultServer, mode: str) -> None:
    error = refusal(server, mode)
    assert error.kind == "response_too_large" and not error.retry


@pytest.mark.parametrize("mode", ["hang", "hang-headers", "drip"])
def test_a_time_limit_cuts_off_whatever_is_slow(server: FaultServer, mode: str) -> None:
    async def go() -> float:
        model = OpenAIModel("m", server.url)
        request = Request("i", [{"role": "user", "content": f"k {mode}"}])
        await model.open()
        started = time.monotonic()
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await model.answer(request, model.prepare(request))
        finally:
            await model.close()
        return time.monotonic() - started

    assert asyncio.run(go()) < 1


def test_a_redirect_is_named_and_not_followed(server: FaultServer) -> None:
    with FaultServer() as elsewhere:
        error = refusal(server, f"redirect:{elsewhere.port}", key=KEY)
        assert error.stop is not None and str(elsewhere.port) in error.message
        assert elsewhere.ledger == []


def test_a_proxy_of_the_environment_does_not_hear_of_a_local_server(
    server: FaultServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultServer() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        ask(server, "ok", key=KEY)
        assert len(server.ledger) == 1 and proxy.ledger == []


@pytest.mark.parametrize("mode", ["echo:400", "echo:401", "echo:500", "echo-html"])
def test_a_key_that_the_server_repeats_is_in_no_error(server: FaultServer, mode: str) -> None:
    error = refusal(server, mode, key=KEY)
    assert "***" in error.message and "canary" not in repr(error)


def test_a_key_that_the_server_repeats_is_in_no_answer(server: FaultServer) -> None:
    sample = ask(server, "echo-answer", key=KEY)
    assert "canary" not in json.dumps(sample) and sample["output_text"] == "Bearer ***"


def test_a_placeholder_for_a_key_is_a_word_like_others(server: FaultServer) -> None:
    assert ask(server, "echo-answer", key="EMPTY")["output_text"] == "Bearer EMPTY"


def test_where_nobody_listens_the_run_does_not_begin() -> None:
    with FaultServer() as gone:
        gone.go_away()
    started = time.monotonic()
    with pytest.raises(
        UsageError, match=r"cannot connect to http://127\.0\.0\.1.*Connection refused.*Start the server"
    ):
        ask(gone, "ok")
    assert time.monotonic() - started < 2


def test_a_server_that_goes_away_is_unreachable() -> None:
    async def go() -> None:
        with FaultServer() as server:
            model = OpenAIModel("m", server.url)
            await model.open()
        request = Request("i", [{"role": "user", "content": "k ok"}])
        try:
            with pytest.raises(AnswerError) as caught:
                await model.answer(request, model.prepare(request))
        finally:
            await model.close()
        assert caught.value.kind == "unreachable" and caught.value.retry

    asyncio.run(go())


def test_the_same_address_may_be_an_ipv6_one() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    assert OpenAIModel("m", "http://[::1]:1/v1")._is_local


@pytest.mark.parametrize("end", ["cr", "lf", "crlf"])
def test_a_stream_is_put_together_whatever_its_line_ends_and_choices(server: FaultServer, end: str) -> None:
    sample = ask(server, f"events:{end}", stream=True)
    assert sample["output_text"] == "你好" and sample["finish_reason"] == "tool_calls"
    (made,) = sample["output_tools"] or []
    assert json.loads(made["function"]["arguments"]) == {"key": "k"}
    assert [choice["index"] for choice in sample["choices"]] == [0, 1]


def test_a_process_without_a_file_left_says_so(server: FaultServer, monkeypatch: pytest.MonkeyPatch) -> None:
    import errno

    import aiohttp

    def no_file(*_: Any, **__: Any) -> Any:
        raise aiohttp.ClientConnectorError(None, OSError(errno.EMFILE, "Too many open files"))  # type: ignore[arg-type]

    monkeypatch.setattr(aiohttp.ClientSession, "post", no_file)
    with pytest.raises(AnswerError, match="ulimit -n") as caught:
        ask(server, "ok")
    assert (caught.value.kind, caught.value.retry, caught.value.slow_down) == ("too_many_files", True, True)
