"""Cases of docs/reliability.md that no other test is about: runs that are reset, frozen, moved, cut off or misled."""

from __future__ import annotations

import ast
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from evalwright import EvalConfig, evaluate
from evalwright.cli import main
from evalwright.errors import EvalwrightError, InputError
from evalwright.report import render_notes
from tests.conftest import ROOT, Run, read_jsonl, write_jsonl
from tests.server import Exchange, FaultServer, completion, good, item, mode

SOURCE = ROOT / "src" / "evalwright"


@mode("reset-once")
async def _reset_once(exchange: Exchange) -> bool:
    if exchange.asked_before == 0:
        exchange.writer.transport.abort()
        return False
    await exchange.reply(good(exchange.key))
    return True


@mode("as-text")
async def _as_text(exchange: Exchange) -> bool:
    body = json.dumps(completion(good(exchange.key))).encode()
    await exchange.send(200, body, Content_Type="text/plain; charset=gbk")
    return True


def start(server: FaultServer, items: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    """The command line as a process of its own."""
    command = [sys.executable, "-m", "evalwright", "eval", str(items), "-m", "m", "--api-url", server.url]
    return subprocess.Popen(
        [*command, "-o", str(out), *more],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509 - nohup takes it away
    )


def wait_until(server: FaultServer, count: int) -> None:
    until = time.monotonic() + 30
    while len(server.ledger) < count:
        assert time.monotonic() < until
        time.sleep(0.01)


def predictions(out: Path) -> list[dict[str, object]]:
    """All lines of the run's one journal, whatever its folder is called."""
    (journal,) = (out / "predictions").rglob("*.jsonl")
    return read_jsonl(journal)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell what a process has open")
def test_a_twentieth_of_resets_loses_nothing_and_keeps_descriptors_flat(server: FaultServer, tmp_path: Path) -> None:
    count = 2000
    records = [item(f"i{n}", "reset-once" if n % 20 == 7 else "ok") for n in range(count)]
    items = write_jsonl(tmp_path / "items.jsonl", records)
    child = start(server, items, tmp_path / "run", "--concurrency", "100", "--retry-wait", "0.02")
    most = 0
    while child.poll() is None:
        try:
            most = max(most, len(list(Path(f"/proc/{child.pid}/fd").iterdir())))
        except OSError:
            break
        time.sleep(0.02)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 0, err
    assert most <= 100 + 60, "what is in flight, and a few files"
    rows = predictions(tmp_path / "run")
    assert sorted(str(row["id"]) for row in rows) == sorted(f"i{n}" for n in range(count))
    assert all("sample" in row for row in rows)
    assert len(server.ledger) == count + count // 20


def test_a_run_that_was_frozen_goes_on_without_a_storm(server: FaultServer, tmp_path: Path) -> None:
    """As with Ctrl-Z, a cgroup freezer, or a laptop that sleeps: the clock goes on, the process does not."""
    count, at_once = 60, 8
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "slow:0.1") for n in range(count)])
    child = start(
        server, items, tmp_path / "run", "--concurrency", str(at_once), "--timeout", "0.8", "--retry-wait", "0.05"
    )
    wait_until(server, 20)
    child.send_signal(signal.SIGSTOP)
    time.sleep(1.2)
    child.send_signal(signal.SIGCONT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 0, err
    rows = predictions(tmp_path / "run")
    assert len(rows) == count and all("sample" in row for row in rows)
    assert len(server.ledger) <= count + at_once, "at most what was in flight is asked again"


def test_a_terminal_that_is_closed_costs_what_was_in_flight(server: FaultServer, tmp_path: Path) -> None:
    count, at_once = 60, 8
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "slow:0.1") for n in range(count)])
    child = start(server, items, tmp_path / "run", "--concurrency", str(at_once))
    wait_until(server, 20)
    child.send_signal(signal.SIGHUP)
    sent = time.monotonic()
    child.communicate(timeout=20)
    assert child.returncode == -signal.SIGHUP and time.monotonic() - sent < 2, "it ends as by a kill, and at once"
    kept = [str(row["id"]) for row in predictions(tmp_path / "run")]
    asked = [each.key for each in server.ledger]
    assert len(kept) >= len(asked) - 2 * at_once, "what was answered before is on the disk"
    again = start(server, items, tmp_path / "run", "--concurrency", str(at_once))
    _, err = again.communicate(timeout=60)
    assert again.returncode == 0, err
    rows = predictions(tmp_path / "run")
    assert sorted(str(row["id"]) for row in rows) == sorted(f"i{n}" for n in range(count))
    assert all("sample" in row for row in rows)
    owed = {each.key for each in server.ledger[len(asked) :]}
    assert owed == {f"i{n}" for n in range(count)} - set(kept), "just what was not kept is asked again"


def test_a_run_that_was_copied_elsewhere_goes_on_there(evalwright: Run, server: FaultServer, tmp_path: Path) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", "status:400" if n == 3 else "ok") for n in range(8)])
    asking = ("eval", items, "-m", "m", "--api-url", server.url)
    assert evalwright(*asking, "-o", "run").returncode == 3
    shutil.copytree(tmp_path / "run", tmp_path / "elsewhere" / "kopie 副本")
    shutil.rmtree(tmp_path / "run")
    before = len(server.ledger)
    assert evalwright(*asking, "-o", tmp_path / "elsewhere" / "kopie 副本").returncode == 3
    assert [asked.key for asked in server.ledger[before:]] == ["i3"], "the failed one alone is owed"


def test_a_server_that_calls_its_model_by_another_name_is_noted(server: FaultServer, tmp_path: Path) -> None:
    modes = ["named:another", "named:m", "ok", "named:another"]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    config = EvalConfig(data=(str(items),), models=("m",), run=tmp_path / "run", api_url=server.url)
    (report,) = evaluate(config).reports
    assert report["model"] == "m" and report["notes"] == ["of 2 of 4 answers the server says that its model is another"]
    told = [row["sample"].get("served_model") for row in predictions(tmp_path / "run")]
    assert told == ["another", None, None, "another"]
    assert "服务器称其中 2 个由模型 another 给出" in render_notes([report], "zh")


WRONG_KINDS = {
    "general_qa": [{"query": {"a": 1}, "response": "x"}, {"query": None}, {"query": ["x"]}],
    "general_mcq": [
        {"question": {"a": 1}, "A": "x", "B": "y", "answer": "A"},
        {"question": "q", "A": {"x": 1}, "B": "y", "answer": "A"},
        {"question": "q", "A": "x", "B": "y", "answer": {"B": 1}},
    ],
    "next_call": [
        {"messages": [{"role": "user", "content": 7}], "expected_output": {"content": "x"}},
        {"messages": "hello", "expected_output": {"content": "x"}},
        {"messages": [None], "expected_output": {"content": "x"}},
    ],
    "general_fc": [
        {"messages": [{"role": "user", "content": {"a": 1}}], "tools": [], "should_call_tool": True},
        {"messages": [{"role": "user", "content": "x"}], "tools": [], "should_call_tool": {"a": 1}},
    ],
}
RIGHT_KINDS = {
    "general_qa": {"query": "q ok", "response": "x"},
    "general_mcq": {"question": "q", "A": "x", "B": "y", "answer": "A"},
    "next_call": item("k0"),
    "general_fc": {"messages": [{"role": "user", "content": "k0 ok"}], "tools": [], "should_call_tool": False},
}


@pytest.mark.parametrize("task", WRONG_KINDS)
def test_null_and_objects_where_a_text_belongs_are_named_by_line(
    server: FaultServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], task: str
) -> None:
    for number, wrong in enumerate([*map(json.dumps, WRONG_KINDS[task]), '{"query": NaN, "messages": NaN}']):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(json.dumps(RIGHT_KINDS[task]) + "\n" + wrong + "\n", encoding="utf-8")
        out = tmp_path / f"run{number}"
        with pytest.raises(SystemExit) as ended:
            main(["eval", str(path), "--task", task, "-m", "m", "--api-url", server.url, "-o", str(out)])
        said = capsys.readouterr().err
        assert ended.value.code == 2, (wrong, said)
        assert len(said.strip().splitlines()) == 1 and f"{number}.jsonl:2: " in said
        assert server.ledger == [] and not out.exists(), "nothing was asked, nothing is left"


def test_what_counts_is_the_body_and_not_what_it_is_called(
    evalwright: Run, server: FaultServer, tmp_path: Path
) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0", "as-text")])
    done = evalwright("eval", items, "-m", "m", "--api-url", server.url, "-o", "run")
    assert done.returncode == 0 and len(server.ledger) == 1, done.stderr


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell what a process holds")
def test_many_items_are_begun_soon_held_never_and_taken_up_where_they_were(server: FaultServer, tmp_path: Path) -> None:
    """Twenty thousand here; a million is twenty-four seconds and 132 MB before the first request (docs/reliability)."""

    def begin(count: int, out: str) -> tuple[subprocess.Popen[str], float]:
        records = [{"id": f"{out}{n}", "query": f"{out}{n} ok", "response": "x" * 300} for n in range(count)]
        items = write_jsonl(tmp_path / f"{out}.jsonl", records)
        asked, started = len(server.ledger), time.monotonic()
        child = start(server, items, tmp_path / out)
        wait_until(server, asked + 1)
        return child, time.monotonic() - started

    def peak(child: subprocess.Popen[str]) -> int:
        (line,) = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{child.pid}/status").read_text())
        return int(line) * 1024

    few, _ = begin(100, "few")
    small = peak(few)
    few.kill()
    few.communicate()
    many, seconds = begin(20_000, "many")
    wait_until(server, len(server.ledger) + 300)
    large = peak(many)
    many.kill()
    many.communicate()
    assert seconds < 20 and server.most_at_once <= 16, "not all at once"
    assert large - small < 20_000 * 300, "less than the answers alone would take"
    kept = {str(row["id"]) for row in predictions(tmp_path / "many")}
    asked = len(server.ledger)
    again = start(server, tmp_path / "many.jsonl", tmp_path / "many", "--max-requests", "100")
    _, err = again.communicate(timeout=60)
    assert again.returncode == 3, err
    taken_up = {each.key for each in server.ledger[asked:]}
    assert len(taken_up) == 100 and not taken_up & kept, "what is there is not asked again"


JUMPING = """
import sys, time
real, calls = time.time, 0
def jumping():
    global calls
    calls += 1
    return real() + (20 if calls % 2 else -20) * 365 * 86400
time.time = jumping
from evalwright.cli import main
main(sys.argv[1:])
"""


def test_a_clock_that_jumps_by_decades_changes_no_wait_and_no_duration(server: FaultServer, tmp_path: Path) -> None:
    """Twenty years forward (past 2038) and back, again and again, while requests wait, are slow and are tried again."""
    modes = ["wait:seconds:1", "slow:0.3", "status:503:2", "hang", *["ok"] * 12]
    items = write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}", mode) for n, mode in enumerate(modes)])
    command = ["eval", items, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run", "--tries", "3"]
    limits = ["--timeout", "1", "--deadline", "6", "--retry-wait", "0.1"]
    started = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-c", JUMPING, *map(str, command), *limits],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 3, ended.stderr  # the one that hangs
    assert time.monotonic() - started < 12
    assert "1 item has no answer" in ended.stderr + ended.stdout
    first, second = server.times("i0")
    assert 0.9 < second - first < 3, "a second was asked for"
    assert server.count("i2") == 3 and server.count("i3") == 3
    rows = {str(row["id"]): row for row in predictions(tmp_path / "run")}
    took = {key: row["sample"]["latency_ms"] for key, row in rows.items() if "sample" in row}  # type: ignore[index]
    assert len(took) == len(modes) - 1 and all(0 < each < 5000 for each in took.values())
    assert 290 < took["i1"] < 3000


def test_waits_and_durations_go_by_the_clock_that_nobody_sets() -> None:
    """Only a date in a Retry-After header is held against the wall clock."""
    found = []
    for room in ("engine", "models", "tasks"):
        for path in sorted((SOURCE / room).rglob("*.py")):
            if path.relative_to(SOURCE).parts[1] in ("local", "training"):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ("time.time", "datetime.utcnow"):
                    found.append(f"{room}/{path.name}")
    assert found == ["models/failures.py"]


class _Marks:
    """Makes a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.marker),)


def _foreign(folder: Path, name: str) -> Path:
    marker = folder / "marker"
    path = folder / name
    match path.suffix:
        case ".pkl":
            path.write_bytes(pickle.dumps(_Marks(marker)))
        case ".py":
            path.write_text(f"import os\nos.mkdir({str(marker)!r})\n")
        case ".zip":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("../marker", b"0" * 50_000_000)
        case _:
            path.write_bytes(b"PAR1\x00\x00rubbishPAR1")
    return path


@pytest.mark.parametrize("name", ["data.pkl", "data.py", "data.zip", "data.parquet"])
@pytest.mark.parametrize("verb", ["eval", "audit", "expand"])
def test_what_is_no_data_file_is_neither_executed_nor_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: str, name: str
) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    path = _foreign(tmp_path / "in", name)
    samples = write_jsonl(tmp_path / "samples.jsonl", [{"id": "a", "output_text": "x"}])
    more = {"eval": ["-m", f"replay:{samples}", "-o", "out"], "audit": [], "expand": ["-o", "out.jsonl"]}[verb]
    with pytest.raises(SystemExit) as ended:
        main([verb, str(path), *more])
    assert ended.value.code in (1, 2) and "Traceback" not in capsys.readouterr().err
    assert not (tmp_path / "in" / "marker").exists() and not (tmp_path / "marker").exists()
    assert not (tmp_path / "out").exists() and not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("place", ["items.jsonl", "items.jsonl/run", "/proc/run", "/dev/null/run"])
def test_a_run_directory_that_cannot_be_made_is_said_before_anybody_is_asked(
    server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0")])
    before = items.read_bytes()
    with pytest.raises(EvalwrightError) as caught:
        evaluate(EvalConfig(data=(str(items),), models=("m",), run=Path(place), api_url=server.url))
    assert caught.value.exit_code == 2 and server.ledger == []
    assert sorted(tmp_path.iterdir()) == [items] and items.read_bytes() == before


def test_examples_never_come_from_what_is_asked(tmp_path: Path) -> None:
    from evalwright import TaskConfig, run_task

    record = {"question": "Q?", "A": "one", "B": "two", "answer": "B"}
    write_jsonl(tmp_path / "t_val.jsonl", [record] * 5)
    args = {"general_mcq": {"local_path": str(tmp_path), "few_shot_num": 1}}
    config = TaskConfig(
        model="m",
        api_url="http://127.0.0.1:9/v1",
        api_key="EMPTY",
        datasets=["general_mcq"],
        dataset_args=args,
        work_dir=str(tmp_path / "out"),
    )
    with pytest.raises(InputError, match="t_dev"):
        run_task(config)


ALONE = """
import sys
from evalwright.cli import main

def refuse(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        print(event, given, file=sys.stderr, flush=True)
        __import__("os")._exit(9)

sys.addaudithook(refuse)
for line in sys.argv[1:]:
    try:
        main(line.split())
    except SystemExit as ended:
        assert ended.code in (None, 0), (line, ended.code)
"""
PATH = (
    "synth shop -n 4 --users 20 -o data",
    "verify data",
    "audit data/train.jsonl --html audit.html",
    "expand data/train.jsonl -o items.jsonl",
    "eval items.jsonl -m baseline:bigram:data/train.jsonl -o run",
    "compare run run",
    "report run --markdown report.md",
)


def test_without_any_network_the_whole_path_works(tmp_path: Path) -> None:
    """No name is looked up and no connection opened, whatever is done with data of one's own."""

    def alone(*lines: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", ALONE, *lines],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    done = alone(*PATH)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run" / "report.html").exists()
    asked = alone("eval items.jsonl -m m@http://127.0.0.1:9/v1 -o asked")
    assert asked.returncode == 9, "what does ask somebody is noticed"


def test_dependencies_are_few_and_pinned_by_their_hashes() -> None:
    import tomllib

    text = (ROOT / "requirements" / "core.txt").read_text(encoding="utf-8")
    pinned = [block for block in re.split(r"\n(?=[\w.-]+(?:\[[\w,]+\])?==)", text.strip()) if not block.startswith("#")]
    assert len(pinned) > 20
    assert all(re.match(r"[\w.-]+(\[[\w,]+\])?==\S+", block) and "--hash=sha256:" in block for block in pinned)
    names = {re.split(r"[=\[]", block)[0].lower() for block in pinned}
    assert not names & {"litellm", "torch", "transformers", "datasets", "pandas", "ray"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(project["dependencies"]) <= 10
    assert not list((ROOT / "src").rglob("*.pth"))


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('id,question,A,B,answer\n1,"open,x,y,A\n2,q,x,y,B\n', "t_val.csv:2: .*is a quote not closed"),
        ("question,A,A,B,answer\nq,x,z,y,A\n", "t_val.csv:1: the column 'A' stands twice"),
        ("question,A,B,answer\nq,x,y\n", "t_val.csv:2: `answer` is missing"),
        ("question,A,B,answer\nq,x,y,A,more\n", "t_val.csv:2: 5 cells, but 4 columns"),
        ("question,A,B,answer\nq\x00,x,y,A\n", "t_val.csv:2: a NUL character"),
        ("", "the file is empty"),
    ],
    ids=["open quote", "column twice", "cell missing", "cell too many", "NUL", "empty"],
)
def test_a_broken_table_is_named_by_its_line_before_anybody_is_asked(
    server: FaultServer, tmp_path: Path, table: str, complaint: str
) -> None:
    from evalwright import TaskConfig, run_task

    (tmp_path / "t_val.csv").write_text(table, encoding="utf-8")
    args = {"general_mcq": {"local_path": str(tmp_path), "subset_list": ["t"]}}
    given = {"datasets": ["general_mcq"], "dataset_args": args, "work_dir": str(tmp_path / "out")}
    with pytest.raises(InputError, match=complaint):
        run_task(TaskConfig(model="m", api_url=server.url, api_key="EMPTY", **given))
    assert server.ledger == []
