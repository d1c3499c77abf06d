"""The other end of a user's grader: loads the file and grades item by item, run as a script in a process of its own.

Requests and answers are frames on two descriptors of their own: a mark, the token of the request, the length, JSON.
An answer must carry the token of its request, so that whatever else is written there is no score, and nothing said
about one item can be taken for the score of another. A grader could look for the token of the item that it is just
grading; all it would gain is the score that it may simply return.

Before it loads the file it gives up all that a grader has no need of: see `process_syscalls` of `engine`, whose path it
is given.

    python grader_worker.py REQUESTS ANSWERS MEMORY SECONDS [SYSCALLS]
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import runpy
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.abc import SourceLoader
from typing import Any, TypedDict

MARK = b"\xffEWG"
TOKEN_BYTES = 16
HEAD = struct.Struct(f">4s{TOKEN_BYTES}sI")
"""The mark, the token, and the length of what follows."""
_FILE_BYTES = 64 * 1024**2
_FILES = 256
_WORDS = 500

Grade = Callable[[Any, Any], Any]


class WorkerRequest(TypedDict, total=False):
    """A greeting, a grader to load, or an item to grade."""

    hello: bool
    path: str
    source: str
    """The bytes of the file, each as the character of its number."""
    sample: Any
    item: Any


class WorkerAnswer(TypedDict, total=False):
    """What this process says. The other side believes nothing of it unseen: a grader may have written it."""

    confined: str
    ready: bool
    broken: str
    score: float
    returned: str
    """The type of what was given in place of a number."""
    error: str


class _Given(SourceLoader):
    """A module from a text: the file itself may lie where this process cannot read it."""

    def __init__(self, path: str, source: bytes) -> None:
        self._path, self._source = path, source

    def get_data(self, path: str | bytes) -> bytes:
        return self._source

    def get_filename(self, fullname: str) -> str:
        return self._path


def main(requests: int, answers: int, memory: int, seconds: int, syscalls: str = "") -> None:
    """Answer requests until there are no more."""
    for number in (requests, answers):
        os.set_inheritable(number, False)
    confined = os.environ.pop("EVALWRIGHT_CONFINED", "").split(",") + _give_up(memory, seconds, syscalls)
    sys.argv[:] = ["grader"]
    grade: Grade | None = None
    answer: WorkerAnswer
    while head := _read_bytes(requests, HEAD.size):
        _, token, length = HEAD.unpack(head)
        request: WorkerRequest = json.loads(_read_bytes(requests, length))
        if "source" in request:
            grade, answer = _load_user_grader(request["path"], request["source"].encode("latin-1"))
        elif grade is None:
            answer = {"confined": ",".join(filter(None, confined))}
        else:
            answer = _grade(grade, request)
        body = json.dumps(answer).encode()
        os.write(answers, HEAD.pack(MARK, token, len(body)) + body)


def _give_up(memory: int, seconds: int, syscalls: str) -> list[str]:
    """Take limits on oneself, and lose what starts processes and opens sockets; what that came to, in words."""
    for limit, amount in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, _FILE_BYTES),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_NOFILE, _FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # a system may have less to give, or none of this kind
            resource.setrlimit(limit, (amount, amount))
    if not syscalls:
        return []
    calls = runpy.run_path(syscalls)
    return [str(calls["NO_PROCESSES"]), "no-network"] if calls["refuse_calls"]() else []


def _read_bytes(handle: int, length: int) -> bytes:
    """So many bytes; fewer only at the end of all requests."""
    parts: list[bytes] = []
    while length > 0 and (part := os.read(handle, min(length, 1 << 20))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _load_user_grader(path: str, source: bytes) -> tuple[Grade | None, WorkerAnswer]:
    try:
        spec = importlib.util.spec_from_loader("user_grader", _Given(path, source))
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["user_grader"] = module
        spec.loader.exec_module(module)
        grade: Grade = module.grade
    except BaseException as error:
        return None, {"broken": _exception_text(error)}
    return grade, {"ready": True}


def _grade(grade: Grade, request: WorkerRequest) -> WorkerAnswer:
    try:
        score = grade(request["sample"], request["item"])
        if isinstance(score, bool) or not isinstance(score, int | float):
            return {"returned": type(score).__name__[:_WORDS]}
        return {"score": float(score)}
    except BaseException as error:
        return {"error": _exception_text(error)}


def _exception_text(error: BaseException) -> str:
    """An exception in words; saying it may fail as well."""
    try:
        return f"{type(error).__name__}: {error}"[:_WORDS]
    except BaseException:
        return type(error).__name__[:_WORDS]


if __name__ == "__main__":
    given = [int(number) for number in sys.argv[1:5]]
    main(given[0], given[1], given[2], given[3], *sys.argv[5:])
