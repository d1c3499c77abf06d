"""The process that has all modules: it forks one for every command that it is asked for (see warm_process).

    python warm_server.py SOCKET [--stay]

It ends when its standard input does; with `--stay`, when it is killed.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import json
import os
import select
import socket
import sys
import threading
from typing import Any


def _receive(connection: socket.socket) -> tuple[list[int], Any]:
    descriptors = array.array("i")
    head, extra, *_ = connection.recvmsg(4, socket.CMSG_SPACE(3 * descriptors.itemsize))
    for _level, _kind, data in extra:
        descriptors.frombytes(data)
    length, body = int.from_bytes(head, "big"), b""
    while len(body) < length:
        body += connection.recv(length - len(body))
    return list(descriptors), json.loads(body.decode("utf-8", "surrogateescape"))


def _become(descriptors: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """What `execve` would have done."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.closerange(3, 256)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["-c", *arguments]
    sys.path[0] = ""
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115


def _load() -> None:
    """All that commands load late, so that no command does."""
    import gc
    import importlib
    import pkgutil

    import aiohttp  # noqa: F401
    import jsonschema_rs  # noqa: F401
    import orjson  # noqa: F401

    import evalwright
    import evalwright.cli

    for module in pkgutil.walk_packages(evalwright.__path__, "evalwright."):
        if not module.name.startswith(("evalwright.models.local", "evalwright.models.training", "evalwright.__main__")):
            with contextlib.suppress(ImportError, SystemExit):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


def _main() -> None:
    """Run the command and end as the interpreter does, but for taking every module apart."""
    from evalwright.cli import main

    code: object = 1
    try:
        main()
    except SystemExit as ending:
        code = ending.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _serve(address: str, *, stay: bool) -> bool:
    """Fork for every request; true in a child that is ready to run, false when the tests are over."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen(16)
    print("ready", flush=True)
    living: dict[int, tuple[int, socket.socket]] = {}
    poll = select.poll()
    for watched in [listener.fileno(), *([] if stay else [0])]:
        poll.register(watched, select.POLLIN | select.POLLHUP)
    while True:
        for ready, _ in poll.poll():
            if ready == 0:
                return False
            if ready in living:
                child, connection = living.pop(ready)
                poll.unregister(ready)
                os.close(ready)
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                with contextlib.suppress(OSError):
                    connection.sendall(f"{code}\n".encode())
                connection.close()
                continue
            connection = listener.accept()[0]
            descriptors, request = _receive(connection)
            child = os.fork()
            if child == 0:
                _become(descriptors, *request)
                return True
            for descriptor in descriptors:
                os.close(descriptor)
            handle = os.pidfd_open(child)
            living[handle] = (child, connection)
            poll.register(handle, select.POLLIN)


if __name__ == "__main__":
    _load()
    if _serve(sys.argv[1], stay="--stay" in sys.argv):
        _main()
