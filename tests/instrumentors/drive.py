"""Runs inside an instrumentor's own environment: talks with the scripted server and leaves in a folder what the
instrumentor writes. `python drive.py NAME ADDRESS FOLDER`; each function knows one instrumentor, and imports it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import scripted_server as script


def talk(client: Any, first: str, *, stream: bool) -> None:
    """A client's own loop: it sends everything again each time, and carries out the calls."""
    messages: list[Any] = [{"role": "system", "content": script.SYSTEM}]
    for words in [first, *script.FOLLOW_UPS.get(first, ())]:
        messages.append({"role": "user", "content": words})
        while True:
            message = ask(client, messages, stream=stream)
            messages.append(message)
            if "tool_calls" not in message:
                break
            for call in message["tool_calls"]:
                result = getattr(script, call["function"]["name"])(**json.loads(call["function"]["arguments"]))
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


def ask(client: Any, messages: list[Any], *, stream: bool) -> dict[str, Any]:
    """One request; the message that came back."""
    given = {"model": "scripted-1", "messages": messages, "tools": script.TOOLS}
    if not stream:
        message = client.chat.completions.create(**given).choices[0].message
        calls = [
            {"id": each.id, "type": "function", "function": each.function.model_dump()}
            for each in message.tool_calls or ()
        ]
        return {"role": "assistant", "content": message.content} | ({"tool_calls": calls} if calls else {})
    text, pieces = "", {}
    for chunk in client.chat.completions.create(**given, stream=True, stream_options={"include_usage": True}):
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for piece in choice.delta.tool_calls or ():
                function = pieces.setdefault(
                    piece.index, {"id": piece.id, "name": piece.function.name, "arguments": ""}
                )
                function["arguments"] += piece.function.arguments or ""
    calls = [{"id": each.pop("id"), "type": "function", "function": each} for _, each in sorted(pieces.items())]
    return {"role": "assistant", "content": text or None} | ({"tool_calls": calls} if calls else {})


def talk_about_everything(address: str, around: Callable[[str], Any], make: Callable[..., Any] | None = None) -> None:
    """Every script, whole and streamed."""
    from openai import OpenAI

    client = (make or OpenAI)(base_url=address, api_key="none", max_retries=2)
    for first in script.SCRIPTS:
        for stream in (False, True):
            with failures_told(), around(f"{first} {stream}"):
                talk(client, first, stream=stream)


@contextmanager
def failures_told() -> Iterator[None]:
    """One script may fail, as it is meant to."""
    try:
        yield
    except Exception as error:
        print(type(error).__name__, str(error)[:200], file=sys.stderr)


class LineExporter:
    """What the collector's file exporter would write: OTLP/JSON, a batch a line, ids in hexadecimal."""

    def __init__(self, path: Path, encode: Callable[[Any], Any]) -> None:
        self.path, self.encode = path, encode

    def export(self, batch: Any) -> int:
        from google.protobuf.json_format import MessageToDict

        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(_hexed(MessageToDict(self.encode(batch)))) + "\n")
        return 0

    def shutdown(self) -> None:
        """Nothing to close."""

    def force_flush(self, timeout_millis: int = 0) -> bool:
        return True


def _hexed(value: Any) -> Any:
    if isinstance(value, dict):
        ids = ("traceId", "spanId", "parentSpanId")
        return {key: base64.b64decode(each).hex() if key in ids else _hexed(each) for key, each in value.items()}
    return [_hexed(each) for each in value] if isinstance(value, list) else value


def tracer_provider(folder: Path) -> Any:
    """A tracer that writes OTLP lines and what the console exporter prints."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(LineExporter(folder / "spans.jsonl", encode_spans)))  # type: ignore
    printed = (folder / "console.txt").open("w", encoding="utf-8")
    provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=printed)))
    trace.set_tracer_provider(provider)
    return provider


def root_span(name: str) -> Any:
    """A request of a web application, around what a client does in it."""
    from opentelemetry import trace

    return trace.get_tracer("desk").start_as_current_span("request")


def otel(address: str, folder: Path) -> None:
    """opentelemetry-instrumentation-openai-v2; the environment says in which of its forms."""
    from opentelemetry.exporter.otlp.proto.common._log_encoder import encode_logs
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor

    spans, logs = tracer_provider(folder), LoggerProvider()
    logs.add_log_record_processor(SimpleLogRecordProcessor(LineExporter(folder / "logs.jsonl", encode_logs)))  # type: ignore
    OpenAIInstrumentor().instrument(tracer_provider=spans, logger_provider=logs)
    talk_about_everything(address, root_span)


def openinference(address: str, folder: Path) -> None:
    """openinference-instrumentation-openai, with sessions and no span around the requests."""
    from openinference.instrumentation import using_session
    from openinference.instrumentation.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument(tracer_provider=tracer_provider(folder))
    talk_about_everything(address, using_session)


def openllmetry(address: str, folder: Path) -> None:
    """opentelemetry-instrumentation-openai, of Traceloop."""
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument(tracer_provider=tracer_provider(folder))
    talk_about_everything(address, root_span)


def langfuse(address: str, folder: Path) -> None:
    """Langfuse's wrapper of the client; the SDK sends spans of OpenTelemetry, which are written here."""
    from langfuse import Langfuse, propagate_attributes
    from langfuse.openai import OpenAI

    kept = Langfuse(
        public_key="pk", secret_key="sk", base_url="http://127.0.0.1:9", tracer_provider=tracer_provider(folder)
    )
    talk_about_everything(address, lambda name: propagate_attributes(session_id=name), OpenAI)
    del kept


def langsmith(address: str, folder: Path) -> None:
    """LangSmith's wrapper of the client, with a client of the service that writes lines."""
    from langsmith import Client, traceable
    from langsmith.run_helpers import tracing_context
    from langsmith.wrappers import wrap_openai
    from openai import OpenAI

    runs: dict[str, dict[str, Any]] = {}

    class Lines(Client):
        def create_run(self, name: str, inputs: Any, run_type: Any, **more: Any) -> None:
            made = {"name": name, "inputs": inputs, "run_type": run_type, **more}
            runs[str(more["id"])] = json.loads(json.dumps(made, default=str))

        def update_run(self, run_id: Any, **more: Any) -> None:
            told = {key: value for key, value in more.items() if value is not None}
            runs[str(run_id)].update(json.loads(json.dumps(told, default=str)))

    lines = Lines(api_url="http://127.0.0.1:9", api_key="none", auto_batch_tracing=False)
    client = wrap_openai(OpenAI(base_url=address, api_key="none", max_retries=2))
    for first in script.SCRIPTS:
        for stream in (False, True):
            desk = traceable(name="desk", client=lines)(lambda name, how: talk(client, name, stream=how))
            with failures_told(), tracing_context(enabled=True, client=lines):
                desk(first, stream)
    with (folder / "spans.jsonl").open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(each) + "\n" for each in runs.values())


def openai_agents(address: str, folder: Path) -> None:
    """openai-agents with its chat-completions model, and a processor that writes lines."""
    from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool, set_trace_processors
    from agents.tracing import TracingProcessor
    from openai import AsyncOpenAI

    rows: list[Any] = []

    class Lines(TracingProcessor):
        def on_trace_start(self, trace: Any) -> None:
            rows.append(trace.export())

        def on_trace_end(self, trace: Any) -> None: ...

        def on_span_start(self, span: Any) -> None: ...

        def on_span_end(self, span: Any) -> None:
            rows.append(span.export())

        def shutdown(self) -> None: ...

        def force_flush(self) -> None: ...

    async def converse(agent: Any, first: str, *, stream: bool) -> None:
        given: list[Any] = []
        for words in [first, *script.FOLLOW_UPS.get(first, ())]:
            given.append({"role": "user", "content": words})
            done = Runner.run_streamed(agent, given) if stream else await Runner.run(agent, given)
            if stream:
                [None async for _ in done.stream_events()]
            given = done.to_input_list()

    set_trace_processors([Lines()])
    model = OpenAIChatCompletionsModel("scripted-1", AsyncOpenAI(base_url=address, api_key="none", max_retries=2))
    tools = [function_tool(script.find_room), function_tool(script.book_room)]
    agent = Agent("desk", instructions=script.SYSTEM, tools=tools, model=model)
    for first in script.SCRIPTS:
        for stream in (False, True):
            with failures_told():
                asyncio.run(converse(agent, first, stream=stream))
    with (folder / "spans.jsonl").open("w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(each, default=str) + "\n" for each in rows)


def pydantic_ai(address: str, folder: Path) -> None:
    """pydantic-ai with its own instrumentation."""
    from pydantic_ai import Agent
    from pydantic_ai.capabilities import Instrumentation
    from pydantic_ai.models.instrumented import InstrumentationSettings
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    settings = InstrumentationSettings(tracer_provider=tracer_provider(folder))
    model = OpenAIChatModel("scripted-1", provider=OpenAIProvider(base_url=address, api_key="none"))
    tools = [script.find_room, script.book_room]
    agent = Agent(model, system_prompt=script.SYSTEM, tools=tools, capabilities=[Instrumentation(settings)])

    async def look(_: Any, events: Any) -> None:
        """Whoever looks at the events gets streams."""
        [None async for _ in events]

    for first in script.SCRIPTS:
        for looking in (None, look):
            history: Any = None
            with failures_told():
                for words in [first, *script.FOLLOW_UPS.get(first, ())]:
                    done = agent.run_sync(words, message_history=history, event_stream_handler=looking)
                    history = done.all_messages()


def langchain(address: str, folder: Path) -> None:
    """langchain's agents with OpenInference."""
    from langchain.agents import create_agent
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI
    from openinference.instrumentation.langchain import LangChainInstrumentor

    LangChainInstrumentor().instrument(tracer_provider=tracer_provider(folder))
    model = ChatOpenAI(model="scripted-1", base_url=address, api_key="none", max_retries=2)
    agent = create_agent(model, [tool(script.find_room), tool(script.book_room)], system_prompt=script.SYSTEM)
    streaming = ChatOpenAI(model="scripted-1", base_url=address, api_key="none", max_retries=2, streaming=True)
    tools = [tool(script.find_room), tool(script.book_room)]
    streamed = create_agent(streaming, tools, system_prompt=script.SYSTEM)
    for first in script.SCRIPTS:
        for each in (agent, streamed):
            messages: list[Any] = []
            with failures_told():
                for words in [first, *script.FOLLOW_UPS.get(first, ())]:
                    messages.append({"role": "user", "content": words})
                    messages = each.invoke({"messages": messages})["messages"]


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2], Path(sys.argv[3]))
