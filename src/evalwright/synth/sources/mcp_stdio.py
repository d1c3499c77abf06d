"""A server that is started by a command and spoken to over its standard input and output, a JSON message a line.

The SDK has a transport for this too, but it keeps a line of any length in memory and lets children of the server
live on. Here a server has a line length, its noise on standard error is read and forgotten but for its end, and it is
ended as a process tree: with all that it started, also when this process is killed.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalwright.engine import ProcessTree

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

    Received = SessionMessage | Exception

MAX_LINE = 16 * 1024 * 1024
"""Bytes of one message; the largest result that is used has a sixteenth of it."""
MAX_RUBBISH = 16 * 1024 * 1024
"""Bytes of lines that are no messages: some servers print a few, one that does not stop is no server."""
_NOISE_TAIL = 4000
_LEAVE_SECONDS = 2.0
"""For a server to end by itself once its input has; then it is asked to, and after as long again killed."""


@dataclass(slots=True)
class Heard:
    """What is known of a server beside its answers."""

    noise: bytes = b""
    """The end of what it wrote on its standard error."""
    fault: str = ""
    """Why it is not listened to any more."""
    status: int = 0
    """The last HTTP status with which it refused a request."""

    def last_line(self) -> str:
        """The last line of its noise, cut to a sentence."""
        lines = [line.strip() for line in self.noise.decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1][:300] if lines else ""


class _NoiseTail(asyncio.Protocol):
    """Reads standard error, however much there is, and keeps its end."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard

    def data_received(self, data: bytes) -> None:
        self._heard.noise = (self._heard.noise + data)[-_NOISE_TAIL:]


@asynccontextmanager
async def stdio_transport(command: Sequence[str], env: Mapping[str, str], heard: Heard) -> AsyncIterator[Any]:
    """Start the command and connect its pipes to two streams of messages; OSError where it cannot be started."""
    import anyio

    tree = ProcessTree(
        command,
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        grace=_LEAVE_SECONDS,
    )
    incoming, read = anyio.create_memory_object_stream[Any](0)
    write, outgoing = anyio.create_memory_object_stream[Any](0)
    # What stands here ends without waiting for anything: it has to, whatever is cancelled meanwhile.
    with tree, incoming, read, write, outgoing, closing(_Pipes()) as pipes:
        await pipes.connect(tree, heard, incoming, outgoing)
        yield read, write
        write.close()
        # What was accepted is sent before the input ends.
        await asyncio.wait(pipes.tasks[1:], timeout=0.5)
        pipes.transports[-1].close()
        await _until_it_leaves(tree)


class _Pipes:
    """The three pipes of a server on this loop, and who reads and writes them."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []
        self.transports: list[asyncio.BaseTransport] = []
        """Of standard error, output and input."""
        self._writer: asyncio.StreamWriter | None = None

    async def connect(
        self,
        tree: ProcessTree,
        heard: Heard,
        incoming: MemoryObjectSendStream[Received],
        outgoing: MemoryObjectReceiveStream[SessionMessage],
    ) -> None:
        """Begin to read what the server says and to write what is said to it."""
        assert tree.stdin is not None and tree.stdout is not None and tree.stderr is not None
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=MAX_LINE)
        self.transports.append((await loop.connect_read_pipe(lambda: _NoiseTail(heard), tree.stderr))[0])
        self.transports.append(
            (await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), tree.stdout))[0]
        )
        protocol = asyncio.StreamReaderProtocol(asyncio.StreamReader())
        transport, _ = await loop.connect_write_pipe(lambda: protocol, tree.stdin)
        self.transports.append(transport)
        # Kept, because it closes its pipe when nobody holds it any more.
        self._writer = asyncio.StreamWriter(transport, protocol, None, loop)
        self.tasks.append(asyncio.create_task(_listen(reader, heard, incoming)))
        self.tasks.append(asyncio.create_task(_speak(self._writer, outgoing, incoming)))

    def close(self) -> None:
        """Let go of the pipes, before their numbers are given to others."""
        for task in self.tasks:
            task.cancel()
        for transport in self.transports:
            if isinstance(transport, asyncio.WriteTransport) and transport.get_write_buffer_size():
                transport.abort()
            elif not transport.is_closing():
                transport.close()


async def _listen(reader: asyncio.StreamReader, heard: Heard, incoming: MemoryObjectSendStream[Received]) -> None:
    """Pass on message after message; the stream ends with the server's output, or where that is no protocol."""
    import anyio
    import mcp_types as types
    from mcp.shared.message import SessionMessage

    rubbish = 0
    with incoming, suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
        while True:
            try:
                line = await reader.readuntil(b"\n")
            except asyncio.IncompleteReadError:
                return
            except asyncio.LimitOverrunError:
                heard.fault = f"the tool server wrote a line of more than {MAX_LINE // 2**20} MB"
                return
            try:
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError as error:
                if _is_broken_message(line):
                    heard.fault = "the tool server wrote a message that is not UTF-8"
                    return
                rubbish += len(line)
                if rubbish > MAX_RUBBISH:
                    heard.fault = f"the tool server wrote more than {MAX_RUBBISH // 2**20} MB that are no messages"
                    return
                await incoming.send(error)
            else:
                await incoming.send(SessionMessage(message))


def _is_broken_message(line: bytes) -> bool:
    """Whether a line would be a message if it were UTF-8: whoever waits for it would wait in vain."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return line.lstrip().startswith(b"{")
    return False


async def _speak(
    writer: asyncio.StreamWriter,
    outgoing: MemoryObjectReceiveStream[SessionMessage],
    incoming: MemoryObjectSendStream[Received],
) -> None:
    """Write message after message. A server that does not take them has left, as far as the session is concerned."""
    import anyio

    try:
        with outgoing:
            async for message in outgoing:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                writer.write(text.encode("utf-8") + b"\n")
                await writer.drain()
    except (OSError, anyio.ClosedResourceError, anyio.BrokenResourceError):
        incoming.close()


async def _until_it_leaves(tree: ProcessTree) -> None:
    for _ in range(round(_LEAVE_SECONDS * 100)):
        if not tree.is_running():
            return
        await asyncio.sleep(0.01)
