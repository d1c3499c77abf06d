"""A command and all that it started end together, whoever ends first and however."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from evalwright.engine import NO_NETWORK, NO_TCP, READ_ONLY, ProcessTree, confined_command

from ..conftest import ROOT
from ..process_help import leaver, living, new_word, wait_for

LINUX = sys.platform.startswith("linux")
ENV = {"PATH": os.environ.get("PATH", os.defpath)}
STAY = "import time; time.sleep(300)"
on_linux = pytest.mark.skipif(not LINUX, reason="a process that left its session is found on Linux alone")


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


@on_linux
def test_ending_a_tree_ends_what_left_its_session() -> None:
    word = new_word()
    with ProcessTree(python(leaver(word) + STAY), env=ENV):
        assert len(wait_for(word, count=2)) == 2, "the command, whose text has the word, and the sleeper"
    assert living(word) == []


@on_linux
def test_a_command_that_ends_by_itself_leaves_nothing_behind() -> None:
    word = new_word()
    with ProcessTree([*python(leaver(word) + "sys.stdin.read()")], env=ENV, stdin=subprocess.PIPE) as tree:
        assert len(wait_for(word, count=2)) == 2
        assert tree.stdin is not None
        tree.stdin.close()
        assert wait_for(word, count=0) == []
        assert not tree.is_running() or wait_for(word, count=0) == []


@on_linux
def test_killing_the_owner_ends_the_tree_and_its_scratch_folder(tmp_path: Path) -> None:
    word = new_word()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "file").write_text("x")
    code = (
        "import os, sys, time\n"
        "from evalwright.engine import ProcessTree\n"
        f"tree = ProcessTree([sys.executable, '-S', '-c', sys.argv[1]], env={ENV!r}, scratch={str(scratch)!r})\n"
        "print(tree.pid, flush=True)\n"
        "time.sleep(300)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    owner = subprocess.Popen([sys.executable, "-c", code, leaver(word) + STAY], env=environment, stdout=subprocess.PIPE)
    try:
        assert owner.stdout is not None and int(owner.stdout.readline())
        assert len(wait_for(word, count=4)) == 4, "the owner, the keeper, the command, the sleeper"
    finally:
        owner.kill()
        owner.wait()
        assert owner.stdout is not None
        owner.stdout.close()
    assert wait_for(word, count=0) == []
    until = time.monotonic() + 5
    while scratch.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not scratch.exists()


def test_a_command_may_end_in_its_own_way_before_it_is_killed(tmp_path: Path) -> None:
    said = tmp_path / "said"
    code = (
        "import signal, sys, time, pathlib\n"
        f"signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path({str(said)!r}).write_text('bye'), sys.exit()))\n"
        "print('up', flush=True)\n"
        "time.sleep(300)\n"
    )
    with ProcessTree(python(code), env=ENV, stdout=subprocess.PIPE, grace=5) as tree:
        assert tree.stdout is not None and tree.stdout.readline() == b"up\n"
        begun = time.monotonic()
    assert said.read_text() == "bye"
    assert time.monotonic() - begun < 4


def test_one_that_ignores_being_asked_is_killed_when_its_grace_is_over() -> None:
    word = new_word()
    code = f"import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('{word}', flush=True); {STAY}"
    with ProcessTree(python(code), env=ENV, stdout=subprocess.PIPE, grace=0.2) as tree:
        assert tree.stdout is not None and tree.stdout.readline()
    assert living(word) == []


def test_the_command_goes_with_a_keeper_that_was_killed() -> None:
    word = new_word()
    with ProcessTree(python(f"'{word}'; {STAY}"), env=ENV) as tree:
        keeper = [pid for pid in wait_for(word, count=2) if pid != tree.pid]
        os.kill(keeper[0], signal.SIGKILL)
    assert wait_for(word, count=0) == []


@pytest.mark.parametrize(
    ("program", "error"), [("no-such-command-anywhere", FileNotFoundError), ("/", PermissionError)]
)
def test_a_command_that_cannot_be_started_is_an_error(program: str, error: type[OSError]) -> None:
    with pytest.raises(error):
        ProcessTree([program], env=ENV)


def test_the_command_has_the_signals_of_any_program_and_none_of_our_descriptors() -> None:
    code = (
        "import os, signal\n"
        "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, end=' ')\n"
        "print(sorted(map(int, os.listdir('/dev/fd')))[:4])"
    )
    with ProcessTree(python(code), env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as tree:
        assert tree.stdout is not None
        assert tree.stdout.read().decode().strip() == "True [0, 1, 2, 3]", "3 is the folder that is being read"


PROBE = """
import os, socket, sys
def tried(work):
    try:
        work()
    except OSError:
        return False
    return True
told = os.environ["EVALWRIGHT_CONFINED"]
outside = tried(lambda: open(sys.argv[1], "w").close())
inside = tried(lambda: open("inside", "w").close())
network = tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[2])), 2).close())
print(told, outside, inside, network)
"""


def confined(tmp_path: Path, *before: str) -> list[str]:
    """What a confined command says that it is, and could do."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening, tempfile.TemporaryDirectory() as scratch:
        arguments = [str(tmp_path / "outside"), str(listening.getsockname()[1])]
        command = [*before, *confined_command([*python(PROBE), *arguments], scratch)]
        with ProcessTree(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tree:
            assert tree.stdout is not None and tree.stderr is not None
            said = tree.stdout.read().decode().split(" ")
            assert len(said) == 4, tree.stderr.read()
            return [word.strip() for word in said]


def test_a_confined_command_has_what_it_says_it_has(tmp_path: Path) -> None:
    told, outside, inside, network = confined(tmp_path)
    assert inside == "True"
    assert outside == str(READ_ONLY not in told)
    assert network == str(NO_NETWORK not in told and NO_TCP not in told)
    assert (tmp_path / "outside").exists() == (outside == "True")


@pytest.mark.skipif(not LINUX or shutil.which("unshare") is None, reason="needs unshare")
def test_where_namespaces_are_refused_it_goes_on_and_says_so(tmp_path: Path) -> None:
    refuse = 'for of in user net; do echo 0 > /proc/sys/user/max_${of}_namespaces; done; exec "$@"'
    before = ("unshare", "-Ur", "sh", "-ec", refuse, "sh")
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no namespace to refuse them in")
    told, outside, inside, network = confined(tmp_path, *before)
    assert NO_NETWORK not in told
    assert inside == "True"
    assert outside == str(READ_ONLY not in told)
    assert network == str(NO_TCP not in told)
