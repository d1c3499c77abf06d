"""Graders of users that do everything a grader should not: the item is an error, the others go on, nothing is left."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError, UsageError
from evalwright.run import GraderLimits, open_grading
from evalwright.run.grader_process import GraderError
from evalwright.run.user_grader import UserGrader

from ..conftest import ROOT, Run, write_jsonl
from ..process_help import SLEEPER, leaver, living, new_word, wait_for

ON_LINUX = sys.platform.startswith("linux")
BAD = {"output_text": "bad"}
GOOD = {"output_text": "good"}


def written(folder: Path, body: str, head: str = "") -> Path:
    """A grader that does something on the bad sample, and gives 0.5 for any other."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    path = folder / "mine.py"
    path.write_text(
        f"import json, os, sys, time\n{head}\ndef grade(sample, item):\n"
        f"    if sample['output_text'] == 'bad':\n{lines}\n    return 0.5\n"
    )
    return path


def failed(grader: UserGrader) -> str:
    with pytest.raises(GraderError) as raised:
        grader.grade(BAD, {})
    return str(raised.value)


HOSTILE = {
    "raises": ("raise KeyError('x')", "KeyError: 'x'"),
    "raises what cannot be said": (
        "class Mute(Exception):\n    def __str__(self):\n        raise SystemExit\nraise Mute",
        "Mute",
    ),
    "None": ("return None", "it returned NoneType, not a number"),
    "NaN": ("return float('nan')", "the score nan is not between 0 and 1"),
    "inf": ("return float('inf')", "the score inf is not between 0 and 1"),
    "two": ("return 2.0", "the score 2.0 is not between 0 and 1"),
    "text": ("return '1'", "it returned str, not a number"),
    "True": ("return True", "it returned bool, not a number"),
    "an integer beyond floats": ("return 10 ** 400", "OverflowError: int too large to convert to float"),
    "leaves": ("sys.exit(0)", "SystemExit: 0"),
    "leaves at once": ("os._exit(0)", "the grader's process ended"),
    "kills itself": ("os.kill(os.getpid(), 9) or os.abort()", "the grader's process ended"),
    "eats 8 GB": ("return len(bytearray(8 * 1024 ** 3))", "MemoryError"),
    "a text of 10 GB": ("return len('a' * 10 ** 10)", "MemoryError"),
    "hangs": ("time.sleep(300)", "no score within 1 s"),
    "a tower of powers": ("return eval('9**9**9**9')", "no score within 1 s"),
    "a stray line on every descriptor": (
        "for fd in range(256):\n    try:\n        os.write(fd, b'debug\\n')\n    except OSError:\n        pass",
        "the grader wrote to the answer pipe",
    ),
    "one byte on every descriptor": (
        "for fd in range(256):\n    try:\n        os.write(fd, b'x')\n    except OSError:\n        pass",
        "the grader wrote to the answer pipe",
    ),
    "a forged line": (
        "for fd in range(3, 256):\n    try:\n        os.write(fd, b'{\"score\": 1.0}\\n')\n"
        "    except OSError:\n        pass\nreturn 0.0",
        "the grader wrote to the answer pipe",
    ),
    "a forged frame": (
        "body = b'{\"score\": 1.0}'\nframe = b'\\xffEWG' + bytes(16) + len(body).to_bytes(4, 'big') + body\n"
        "for fd in range(3, 256):\n    try:\n        os.write(fd, frame)\n    except OSError:\n        pass\n"
        "return 0.0",
        "the grader wrote to the answer pipe",
    ),
    "a frame without an end": (
        "for fd in range(3, 256):\n    try:\n        os.write(fd, b'\\xff')\n    except OSError:\n        pass\n"
        "time.sleep(300)",
        "no score within 1 s",
    ),
    "closes every descriptor": ("os.closerange(0, 256)", "the grader's process ended"),
    "changes folder, signals and limits": (
        "import resource, signal\nos.chdir('/')\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))\nreturn open('/dev/null')",
        "OSError: [Errno 24] Too many open files: '/dev/null'",
    ),
    "an endless answer": ("raise ValueError('x' * 10 ** 8)", "ValueError: " + "x" * 50),
    "recursion": ("def f():\n    return f()\nreturn f()", "RecursionError"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_grader_costs_its_item_alone(tmp_path: Path, name: str) -> None:
    body, sentence = HOSTILE[name]
    begun = time.monotonic()
    with UserGrader(written(tmp_path, body), GraderLimits(seconds=1)) as grader:
        assert grader.grade(GOOD, {}) == 0.5
        assert failed(grader).startswith(sentence)
        assert grader.grade(GOOD, {}) == 0.5, "the next item is graded as if nothing had been"
    assert time.monotonic() - begun < 20


def test_what_it_prints_goes_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = "print('secret', flush=True)\nprint('secret', file=sys.stderr, flush=True)\nos.system('echo secret')"
    with UserGrader(written(tmp_path, body)) as grader:
        assert grader.grade(BAD, {}) == 0.5
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not ON_LINUX, reason="a process that left its session is found on Linux alone")
@pytest.mark.parametrize("ending", ["return 1.0", "time.sleep(300)", "os._exit(0)", "os.kill(0, 9); os._exit(0)"])
def test_no_child_of_a_grader_survives(tmp_path: Path, ending: str) -> None:
    word = new_word()
    (tmp_path / "leaver.py").write_text(leaver(word))
    body = f"os.system('{sys.executable} {tmp_path / 'leaver.py'}')\n{ending}"
    with UserGrader(written(tmp_path, body), GraderLimits(seconds=3), unsafe=True) as grader:
        if ending == "return 1.0":
            assert grader.grade(BAD, {}) == 1.0
            assert len(wait_for(word, count=1)) == 1, "it is there, so that its end means something"
        else:
            failed(grader)
    assert living(word) == []


@pytest.mark.skipif(not ON_LINUX, reason="a process that left its session is found on Linux alone")
def test_nothing_survives_when_grade_itself_is_killed(tmp_path: Path) -> None:
    word = new_word()
    (tmp_path / "leaver.py").write_text(leaver(word))
    grader = written(tmp_path, f"os.system('{sys.executable} {tmp_path / 'leaver.py'}')\ntime.sleep(300)")
    code = (
        "import sys; from pathlib import Path; from evalwright.run.user_grader import UserGrader\n"
        "with UserGrader(Path(sys.argv[1]), unsafe=True) as grader: grader.grade({'output_text': 'bad'}, {})"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(tmp_path)}
    running = subprocess.Popen([sys.executable, "-c", code, str(grader)], env=environment)
    try:
        assert len(wait_for(word, count=1)) == 1
        assert list(tmp_path.glob("evalwright-grader-*"))
    finally:
        running.kill()
        running.wait()
    assert wait_for(word, count=0) == []
    until = time.monotonic() + 5
    while list(tmp_path.glob("evalwright-grader-*")) and time.monotonic() < until:
        time.sleep(0.02)
    assert list(tmp_path.glob("evalwright-grader-*")) == [], "its scratch folder is gone too"


@pytest.mark.parametrize("unsafe", [True, False])
def test_a_bomb_of_forks_is_put_out(tmp_path: Path, unsafe: bool) -> None:
    body = "for _ in range(200):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(300)\ntime.sleep(300)"
    memory = 2 * 1024**3 + os.getpid()  # stands on the command line of these processes alone
    with UserGrader(written(tmp_path, body), GraderLimits(seconds=2, memory=memory), unsafe=unsafe) as grader:
        assert living(f"{memory}")
        failed(grader)
        assert grader.grade(GOOD, {}) == 0.5
    assert living(f"{memory}") == []


def test_it_sees_no_environment_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    with UserGrader(written(tmp_path, "raise ValueError(' '.join(sorted(os.environ)))")) as grader:
        said = failed(grader)
    assert "OPENAI_API_KEY" not in said and "PATH" in said


def test_it_writes_nowhere_but_in_its_scratch_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    target = home / "owned"
    body = f"open(os.path.join(os.environ['HOME'], 'mine'), 'w').write('x')\nopen({str(target)!r}, 'w').write('x')"
    with UserGrader(written(tmp_path, body)) as grader:
        assert failed(grader).startswith(("FileNotFoundError", "PermissionError", "OSError: [Errno 30]"))
    assert not target.exists()
    with UserGrader(written(tmp_path, body), unsafe=True) as grader:
        assert grader.grade(BAD, {}) == 0.5
    assert target.exists()


def test_it_has_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        body = f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 5)"
        with UserGrader(written(tmp_path, body)) as grader:
            assert "OSError" in (said := failed(grader)) or "PermissionError" in said
        with UserGrader(written(tmp_path, body), unsafe=True) as grader:
            assert grader.grade(BAD, {}) == 0.5


@pytest.mark.parametrize("source", ["def other(): pass", "1 +", "raise SystemExit(3)", "import os; os._exit(0)"])
def test_a_file_that_is_no_grader_is_said_so_at_once(tmp_path: Path, source: str) -> None:
    (tmp_path / "bad.py").write_text(source)
    with pytest.raises(InputError, match="cannot be used as a grader"), UserGrader(tmp_path / "bad.py"):
        pass


def test_a_dataclass_of_a_grader_works(tmp_path: Path) -> None:
    head = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Part:\n    weight: float\n"
    )
    (tmp_path / "mine.py").write_text(f"{head}def grade(sample, item):\n    return Part(0.25).weight\n")
    with UserGrader(tmp_path / "mine.py") as grader:
        assert grader.grade(GOOD, {}) == 0.25


def test_items_larger_than_a_pipe_are_graded(tmp_path: Path) -> None:
    with UserGrader(written(tmp_path, "return len(item['text']) / 10 ** 6")) as grader:
        assert grader.grade(BAD, {"text": "é" * 10**6}) == 1.0


def test_one_that_cannot_be_confined_is_refused_unless_the_user_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalwright.run.grader_process.confined_command", lambda command, *rest: command)
    with pytest.raises(UsageError, match="--unsafe-python"), UserGrader(written(tmp_path, "return 1")):
        pass
    with UserGrader(written(tmp_path, "return 1"), unsafe=True) as grader:
        assert grader.grade(BAD, {}) == 1.0
        assert (grader.facts()["network"], grader.facts()["files"]) == ("open", "open")


SPIES = {
    "the home folder": ("os.listdir(os.path.expanduser('~root'))", "PermissionError|FileNotFoundError"),
    "a file of the user's": ("open({here!r}).read()", "FileNotFoundError|PermissionError"),
    "the list of processes": ("os.listdir('/proc')", "FileNotFoundError|PermissionError"),
    "a socket": ("__import__('socket').socket()", "PermissionError"),
    "a child": ("os.fork() or time.sleep(300)", "PermissionError"),
    "another program": ("__import__('subprocess').run(['true'])", "PermissionError"),
    "a signal to others": ("os.kill(os.getppid() or 2, 9)", "PermissionError|ProcessLookupError"),
    "a large file": ("open(os.path.join(os.environ['TMPDIR'], 'x'), 'wb').write(bytes(10 ** 8))", "OSError"),
}


@pytest.mark.skipif(not ON_LINUX, reason="namespaces and landlock are Linux's")
def test_what_a_spy_tries_is_an_error_of_its_item_alone(tmp_path: Path) -> None:
    here = str(tmp_path / "mine.py")
    cases = "".join(f"        if item == {name!r}: {code.format(here=here)}\n" for name, (code, _) in SPIES.items())
    path = tmp_path / "mine.py"
    path.write_text(f"import os, time\ndef grade(sample, item):\n    if item:\n{cases}    return 0.5\n")
    with UserGrader(path) as grader:
        for name, (_, error) in SPIES.items():
            with pytest.raises(GraderError, match=error):
                grader.grade(GOOD, name)
            assert grader.grade(GOOD, "") == 0.5, name
        assert grader.facts()["processes"] == "none"


def items_and_samples(folder: Path, texts: list[str]) -> tuple[Path, Path]:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
    items = [
        {
            "id": f"i{number}",
            "messages": [{"role": "user", "content": "go"}],
            "tools": [tool],
            "expected_output": {"role": "assistant", "tool_calls": [call]},
        }
        for number in range(len(texts))
    ]
    samples = [{"id": f"i{number}", "output_text": text, "output_tools": None} for number, text in enumerate(texts)]
    return write_jsonl(folder / "items.jsonl", items), write_jsonl(folder / "samples.jsonl", samples)


def test_the_time_for_all_items_is_limited_and_the_rest_is_not_graded(evalwright: Run, tmp_path: Path) -> None:
    items, samples = items_and_samples(tmp_path, ["good", "bad", "bad", "bad", "good", "good"])
    written(tmp_path, "time.sleep(300)")
    limits = ("--grader-seconds", "2", "--grader-total", "3")
    begun = time.monotonic()
    done = evalwright("grade", items, samples, "--grader", "mine.py", *limits, "--json")
    assert time.monotonic() - begun < 15
    assert done.returncode == 3, done.stderr
    report = json.loads(done.stdout)
    assert (report["num"], report["errors"]) == (1, 5)
    causes = [failure["message"] for failure in report["failed"]]
    assert causes[0] == "no score within 2 s"
    assert all("3 s for all items are used up" in cause for cause in causes[1:])


@pytest.fixture
def graded(tmp_path: Path) -> Iterator[Any]:
    def run(source: str) -> Any:
        items, samples = items_and_samples(tmp_path, ["good"] * 8)
        (tmp_path / "mine.py").write_text(source)
        with open_grading(items, samples, grader=tmp_path / "mine.py") as grading:
            list(grading.reviews())
        return grading.facts

    yield run


UNSTEADY = {
    "chance": "import random\ndef grade(sample, item):\n    return random.random()\n",
    "the clock": "import time\ndef grade(sample, item):\n    return time.time() % 1\n",
    "the hash seed": "def grade(sample, item):\n    return hash('a') % 1000 / 1000\n",
    "the order of a set": (
        "def grade(sample, item):\n    words = {'w%d' % n for n in range(9)}\n"
        "    return float(''.join(word[1] for word in words)) / 1e9\n"
    ),
    "the order of the items": "n = 0\ndef grade(sample, item):\n    global n\n    n += 1\n    return n / 100\n",
    "not being asked again": (
        "import os\nif os.environ['PYTHONHASHSEED'] == '1': raise ValueError\ndef grade(sample, item):\n    return 1\n"
    ),
}


@pytest.mark.parametrize("name", UNSTEADY)
def test_a_grader_that_depends_on_more_than_the_answer_is_noticed(graded: Any, name: str) -> None:
    assert graded(UNSTEADY[name])["differing"]


def test_a_steady_grader_is_graded_twice_and_nothing_is_said(graded: Any) -> None:
    facts = graded("def grade(sample, item):\n    return len(item['id']) / 10\n")
    assert (facts["repeated"], facts["differing"]) == (5, [])


def test_scores_do_not_change_from_run_to_run_with_the_hash_seed(graded: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def grade(sample, item):\n    return hash('a') % 1000 / 1000\n")
    found = set()
    for _ in range(3):
        with UserGrader(tmp_path / "mine.py") as grader:
            found.add(grader.grade(GOOD, {}))
    assert len(found) == 1


def test_the_user_hears_of_an_unsteady_grader(evalwright: Run, tmp_path: Path) -> None:
    items, samples = items_and_samples(tmp_path, ["good"] * 6)
    (tmp_path / "mine.py").write_text(UNSTEADY["chance"])
    done = evalwright("grade", items, samples, "--grader", "mine.py", "--json")
    assert done.returncode == 0
    assert "the grader is not deterministic: 5 of 5 items" in done.stderr
    assert len(json.loads(done.stdout)["grader"]["differing"]) == 5
    said = evalwright("grade", items, samples, "--grader", "mine.py", env={"EVALWRIGHT_LANG": "zh"})
    assert "评分程序的结果不确定" in said.stderr


def test_a_stray_line_never_ends_grade_with_a_traceback(evalwright: Run, tmp_path: Path) -> None:
    items, samples = items_and_samples(tmp_path, ["good", "bad", "good"])
    written(tmp_path, HOSTILE["a forged line"][0])
    done = evalwright("grade", items, samples, "--grader", "mine.py", "--json")
    assert done.returncode == 3
    assert "Traceback" not in done.stderr and "the first is i1: the grader wrote to the answer pipe" in done.stderr
    report = json.loads(done.stdout)
    assert (report["num"], report["errors"]) == (2, 1)


def test_ctrl_c_leaves_nothing_of_a_grader(tmp_path: Path) -> None:
    word = new_word()
    items, samples = items_and_samples(tmp_path, ["bad"])
    sleeper = f"[{sys.executable!r}, '-S', '-c', {SLEEPER!r}, {word!r}]"
    written(tmp_path, f"subprocess.Popen({sleeper})\ntime.sleep(300)", head="import subprocess")
    code = "from evalwright.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    mine = ("--grader", str(tmp_path / "mine.py"), "--unsafe-python")
    command = [sys.executable, "-c", code, "grade", str(items), str(samples), *mine]
    running = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert len(wait_for(word, count=1, seconds=60)) == 1
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=20)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130 and "Traceback" not in said
    assert wait_for(word, count=0) == []
