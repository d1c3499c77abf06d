"""Servers started by a command: whatever they do costs one sentence within its time, and nothing of them survives."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evalwright.synth.sources import McpConnection, McpTarget, mcp_stdio

from ...conftest import ROOT
from ...process_help import living, new_word, wait_for

SERVER = Path(__file__).with_name("raw_server.py")
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="orphans are found on Linux alone")


def connect(fault: str, *more: str) -> McpConnection:
    return McpConnection(McpTarget(command=(sys.executable, "-S", str(SERVER), fault, *more)), connect_timeout=10)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("hangs", "Error: the tool did not answer in 1 seconds"),
        ("dies", "Error: the tool server ended during the call"),
        ("one endless line", "Error: the tool server wrote a line of more than 16 MB"),
        ("endless rubbish", "Error: the tool server wrote more than 0 MB that are no messages"),
        ("endless noise", "Error: the tool did not answer in 1 seconds"),
        ("invalid UTF-8", "Error: the tool server wrote a message that is not UTF-8"),
    ],
)
def test_a_fault_is_one_sentence_within_its_time(fault: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_stdio, "MAX_RUBBISH", 200_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with connect(fault) as connection:
        begun = time.monotonic()
        answered = connection.call("get_it", {}, timeout=1 if "seconds" in sentence else 20)
        assert (answered.ok, answered.content) == (False, sentence)
    assert time.monotonic() - begun < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kilobytes"


@pytest.mark.parametrize(
    ("fault", "content"), [("a split frame", "é split"), ("two frames in one", "packed"), ("much noise", "fine")]
)
def test_what_is_only_odd_is_answered(fault: str, content: str) -> None:
    with connect(fault) as connection:
        answered = connection.call("get_it", {}, timeout=20)
        assert (answered.ok, answered.content) == (True, content)


@pytest.mark.parametrize("fault", ["asks for sampling", "asks for elicitation", "asks for roots"])
def test_a_server_that_asks_us_for_something_is_refused(fault: str) -> None:
    with connect(fault) as connection:
        answered = connection.call("get_it", {}, timeout=5)
    heard = json.loads(answered.content)
    assert heard["id"] == 999 and "error" in heard and "result" not in heard


@on_linux
@pytest.mark.parametrize("fault", ["none", "does not leave", "hangs", "dies"])
def test_no_child_of_a_server_survives_the_session(fault: str) -> None:
    word = new_word()
    with connect(fault, word) as connection:
        assert len(wait_for(word, count=5)) == 5, "the keeper, the server, its three children"
        connection.call("get_it", {}, timeout=1)
    assert living(word) == []


@on_linux
def test_no_child_of_a_server_survives_a_start_that_failed() -> None:
    word = new_word()
    script = f"{sys.executable} -S -c 'import time; time.sleep(300)' {word} & exit 3"
    with pytest.raises(Exception, match="ended before it answered"):
        McpConnection(McpTarget(command=("sh", "-c", script)), connect_timeout=5)
    assert living(word) == []


@on_linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_survives_when_the_verb_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    word = new_word()
    source = f"mcp+stdio:{sys.executable} -S {SERVER} hangs {word}"
    code = "from evalwright.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    verb = subprocess.Popen(
        [sys.executable, "-c", code, "synth", source, "-n", "2", "-o", str(tmp_path / "out"), "--seed", "1"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        # The verb itself has the word on its command line, too.
        assert len(wait_for(word, count=6, seconds=30)) == 6, "the verb, the keeper, the server, its three children"
        verb.send_signal(number)
        _, said = verb.communicate(timeout=40)
    finally:
        verb.kill()
        verb.wait()
    assert b"Traceback" not in said
    assert wait_for(word, count=0) == []
