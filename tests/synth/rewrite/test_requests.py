"""Requests of a wording: resumed after a kill, never sent twice, and given up with a cure where nobody answers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import RunLockedError, RunStoppedError
from evalwright.models import Request, make_model
from evalwright.synth import synthesise, verify
from evalwright.synth.rewrite import Asker

from ...conftest import ROOT
from .conftest import settings
from .player import Body, Player, Reply, Stage, lang_of, players, playing, rewritten

Command = Callable[..., tuple[int, str, str]]
FILES = ("train.jsonl", "valid.jsonl", "manifest.json")


def synth(server: Player, out: Path, *more: str, wording: str = "paraphrase", n: int = 6) -> list[str]:
    """The command line of a small wording."""
    small = ("-n", str(n), "--seed", "7", "--lang", "en,zh", "--users", "60", "--concurrency", "2")
    return ["synth", "shop", *small, "--wording", wording, "-m", "m", "--api-url", server.url, "-o", str(out), *more]


def honest(body: Body) -> Reply:
    return {"content": rewritten(body)}


def contents(out: Path) -> list[bytes]:
    return [(out / name).read_bytes() for name in FILES]


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, command: Command) -> None:
    def slowly(body: Body) -> Reply:
        time.sleep(0.02)
        return honest(body)

    with playing(slowly) as server:
        whole, broken = tmp_path / "whole", tmp_path / "broken"
        assert command(*synth(server, whole))[0] == 0
        needed = len(server.bodies)
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        child = subprocess.Popen(
            [sys.executable, "-m", "evalwright", *synth(server, broken)], env=environment, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 20
        while len(server.bodies) < needed + needed // 2 and time.monotonic() < until:
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
        assert not (broken / "train.jsonl").exists()
        assert command(*synth(server, broken))[0] == 0
        assert 2 * needed <= len(server.bodies) <= 2 * needed + 2, "only what was in flight is asked again"
        assert contents(broken) == contents(whole)
        assert not list(broken.rglob("*.tmp"))
        before = len(server.bodies)
        assert command(*synth(server, broken))[0] == 0
        assert (len(server.bodies), contents(broken)) == (before, contents(whole))


def test_more_conversations_ask_for_the_new_ones_only_and_another_seed_for_all(
    tmp_path: Path, command: Command
) -> None:
    with playing(honest) as server:
        command(*synth(server, tmp_path / "six"))
        first = len(server.bodies)
        assert command(*synth(server, tmp_path / "six", n=8))[0] == 0
        assert server.asked_twice() == []
        once = len(server.bodies)
        command(*synth(server, tmp_path / "eight", n=8))
        assert len(server.bodies) - once == once > first
        assert contents(tmp_path / "six") == contents(tmp_path / "eight")
        seen = len(server.bodies)
        assert command(*synth(server, tmp_path / "six", "--seed", "8"))[0] == 0
        assert len(server.bodies) > seen
        assert verify(tmp_path / "six").errors == 0


def test_stories_that_were_played_are_not_played_again(
    tmp_path: Path, told_by_code: list[Any], command: Command
) -> None:
    with playing(Stage(told_by_code)) as server:
        assert command(*synth(server, tmp_path, wording="simulate", n=12))[0] == 0
        asked, made = len(server.bodies), contents(tmp_path)
        assert command(*synth(server, tmp_path, wording="simulate", n=12))[0] == 0
    assert (len(server.bodies), contents(tmp_path)) == (asked, made)
    assert server.asked_twice() == []


def test_equal_requests_are_sent_once_and_share_the_answer(tmp_path: Path) -> None:
    asked = [Request(name, [{"role": "user", "content": text}]) for name, text in (("a", "x"), ("b", "y"), ("c", "x"))]
    with playing(lambda body: {"content": f"{body['messages'][0]['content']}!"}) as server:
        asker = Asker(make_model("m", api_url=server.url), tmp_path)
        answers = [asker.ask("again", asked) for _ in range(2)]
    assert [sample and sample["output_text"] for sample in answers[0]] == ["x!", "y!", "x!"]
    assert answers[0] == answers[1]
    assert len(server.bodies) == 2


@pytest.mark.parametrize("wording", ["paraphrase", "simulate"])
def test_a_wrong_key_stops_at_once_with_the_cure(tmp_path: Path, command: Command, wording: str) -> None:
    with playing(lambda body: {"status": 401, "error": "no such key"}) as server:
        code, _, said = command(*synth(server, tmp_path / "out", wording=wording))
    assert code == 3
    assert "no such key" in said and "--api-key-env" in said
    assert len(server.bodies) <= 4
    assert not (tmp_path / "out").exists()


def test_a_server_that_is_not_there_is_named(tmp_path: Path, command: Command) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    wanted = ("synth", "-n", "2", "--wording", "paraphrase", "-m", "m", "--api-url", url)
    (tmp_path / "there").mkdir()
    for out in (tmp_path / "new" / "data", tmp_path / "there"):
        code, _, said = command(*wanted, "-o", out)
        assert code == 2
        assert url.removesuffix("/v1") in said and "--api-url" in said
    assert not (tmp_path / "new").exists()
    assert list((tmp_path / "there").iterdir()) == []


def test_what_was_there_before_a_failure_stays(tmp_path: Path, command: Command) -> None:
    synthesise(settings(tmp_path))
    before = contents(tmp_path)
    with playing(lambda body: {"status": 401}) as server:
        assert command(*synth(server, tmp_path))[0] == 3
    assert contents(tmp_path) == before


def test_a_setting_that_the_server_refuses_can_be_left_out(tmp_path: Path, command: Command) -> None:
    def picky(body: Body) -> Reply:
        if "temperature" in body:
            return {"status": 400, "error": "Unsupported parameter: temperature"}
        return honest(body)

    with playing(picky) as server:
        code, _, said = command(*synth(server, tmp_path))
        assert code == 3
        assert "Unsupported parameter: temperature" in said and "--generation-config" in said
        assert not (tmp_path / "train.jsonl").exists()
        assert command(*synth(server, tmp_path, "--generation-config", '{"temperature": null}'))[0] == 0


def test_requests_without_an_answer_are_owed(tmp_path: Path, command: Command) -> None:
    broken = [True]

    def half(body: Body) -> Reply:
        return {"status": 422} if broken[0] and lang_of(body) == "zh" else honest(body)

    with playing(half) as server:
        code, out, said = command(*synth(server, tmp_path))
        assert code == 3
        assert "run the same command again" in said and "no-answer" in out
        owed = sum(lang_of(body) == "zh" for body in server.bodies)
        asked = len(server.bodies)
        broken[0] = False
        code, out, said = command(*synth(server, tmp_path))
        assert (code, len(server.bodies) - asked) == (0, owed)
        assert "no-answer" not in out


def test_fewer_stories_than_wanted_are_said(tmp_path: Path, told_by_code: list[Any], command: Command) -> None:
    def fault(number: int, role: str, place: int, honest: Reply) -> Reply:
        return {"content": ""} if number in (1, 2) else honest

    with playing(Stage(told_by_code, fault)) as server:
        code, out, said = command(*synth(server, tmp_path, wording="simulate", n=12))
    assert code == 1
    assert "only 10 of 12" in said
    assert "10 of 14 stories kept" in out and "user-rubbish 4" in out


def test_two_processes_do_not_write_the_same_data_set(tmp_path: Path) -> None:
    with playing(honest) as server:
        within: list[type[BaseException]] = []

        def meanwhile(body: Body) -> Reply:
            server.says = honest
            with pytest.raises(RunLockedError) as refused:
                synthesise(settings(tmp_path, "paraphrase", n=1), players=players(server))
            within.append(refused.type)
            return honest(body)

        server.says = meanwhile
        synthesise(settings(tmp_path, "paraphrase", n=1), players=players(server))
    assert within == [RunLockedError]


def test_a_model_that_never_answers_stops_the_run(tmp_path: Path) -> None:
    with playing(lambda body: {"hang": 0.6, "content": "late"}) as server, pytest.raises(RunStoppedError) as stopped:
        synthesise(settings(tmp_path, "paraphrase", n=1), players=players(server, timeout=0.1))
    assert "answered none of" in str(stopped.value) and "same command again" in str(stopped.value)
    assert not (tmp_path / "train.jsonl").exists()


def test_a_limit_of_requests_stops_a_wording_and_the_same_command_goes_on(tmp_path: Path, command: Command) -> None:
    with playing(honest) as server:
        code, _, told = command(*synth(server, tmp_path / "few", "--max-requests", "5"))
        assert (code, len(server.bodies), "--max-requests 5" in told) == (3, 5, True)
        assert not (tmp_path / "few" / "train.jsonl").exists()
        assert command(*synth(server, tmp_path / "few"))[0] == 0
        assert server.asked_twice() == []
