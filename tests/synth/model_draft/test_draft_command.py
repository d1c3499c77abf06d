"""`scenarios SOURCE -m MODEL -o FILE`: what it prints, what it leaves, and how it goes on after a kill or a limit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ...conftest import ROOT
from ..rewrite.player import Body, Player, Reply, playing
from . import notes as drafts
from .author import Author
from .conftest import Server

Command = Callable[..., tuple[int, str, str]]
BAD = {**drafts.GOOD, "list_notes": ["I like turtles."]}


def line(notes: Server, server: Player, out: Path, *more: str) -> list[str]:
    asked = ("-m", "player", "--api-url", server.url, "--concurrency", "2", "--lang", "en,zh", "-o", str(out))
    return ["scenarios", notes.source, "--world", str(notes.world_file), *asked, *more]


def test_the_share_that_holds_is_told_and_why_the_rest_does_not(
    notes: Server, tmp_path: Path, command: Command
) -> None:
    out = tmp_path / "s.yaml"
    with playing(Author(BAD)) as server:
        code, told, _ = command(*line(notes, server, out))
        assert (code, told.splitlines()) == (
            0,
            [
                f"{out}: 4 of 5 scenarios drafted by player hold",
                "  not kept: list_notes, asked: the answer has not the form that was given",
            ],
        )
        code, told, _ = command(*line(notes, server, out, "--json"))
        document = json.loads(told)
        assert (code, document["tried"], document["kept"], document["left_out"][0]["kind"]) == (0, 5, 4, "scenario")
        assert server.asked_twice() == []
    code, told, _ = command("scenarios", "check", out, notes.source, "--world", notes.world_file)
    assert (code, told) == (0, "4 scenarios in en, zh: nothing is wrong.\n")


def test_where_nothing_holds_nothing_is_written(notes: Server, tmp_path: Path, command: Command) -> None:
    out = tmp_path / "s.yaml"
    with playing(Author({})) as server:
        code, told, _ = command(*line(notes, server, out))
    assert (code, told.splitlines()[0]) == (
        1,
        "nothing is written: no scenario that player drafted holds (5 asked for)",
    )
    assert told.count("the answer has not the form that was given") == 5
    assert [path.name for path in tmp_path.iterdir()] == [".requests"]


def test_a_killed_draft_asks_nothing_twice(notes: Server, tmp_path: Path, command: Command) -> None:
    author, whole, broken = Author(BAD), tmp_path / "whole" / "s.yaml", tmp_path / "broken" / "s.yaml"

    def slowly(body: Body) -> Reply:
        time.sleep(0.05)
        return author(body)

    with playing(slowly) as server:
        assert command(*line(notes, server, whole))[0] == 0
        needed = len(server.bodies)
        child = subprocess.Popen(
            [sys.executable, "-m", "evalwright", *line(notes, server, broken)],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 20
        while len(server.bodies) < needed + 3 and time.monotonic() < until:
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
        assert not broken.exists()
        assert command(*line(notes, server, broken))[0] == 0
        assert 2 * needed <= len(server.bodies) <= 2 * needed + 2, "only what was in flight is asked again"
    assert broken.read_bytes() == whole.read_bytes()
    assert [path.name for path in broken.parent.iterdir() if path.name != ".requests"] == ["s.yaml"]


def test_a_limit_stops_it_and_the_same_command_goes_on(notes: Server, tmp_path: Path, command: Command) -> None:
    out = tmp_path / "s.yaml"
    with playing(Author(BAD)) as server:
        code, _, told = command(*line(notes, server, out, "--max-requests", "6"))
        assert (code, len(server.bodies), out.exists()) == (3, 6, False)
        assert "--max-requests 6" in told
        assert command(*line(notes, server, out))[0] == 0
        assert (len(server.bodies), server.asked_twice()) == (8, [])
    assert out.exists()


def test_a_model_that_answers_nobody_is_named_and_leaves_no_file(
    notes: Server, tmp_path: Path, command: Command
) -> None:
    out = tmp_path / "s.yaml"
    with playing(lambda body: {"status": 400, "error": "no such model"}) as server:
        code, _, told = command(*line(notes, server, out))
    assert (code, out.exists()) == (3, False)
    assert "no such model" in told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("-m", "m", "--api-url", "http://127.0.0.1:9/v1", "-o", "-"), "-o scenarios.yaml"),
        (("--max-requests", "3", "-o", "s.yaml"), "--max-requests"),
        (("-m", "m", "--api-url", "http://127.0.0.1:9/v1", "--max-minutes", "0", "-o", "s.yaml"), "--max-minutes"),
    ],
)
def test_settings_that_mean_nothing_are_refused(more: tuple[str, ...], told: str, command: Command) -> None:
    code, _, said = command("scenarios", "shop", *more)
    assert (code, told in said) == (2, True)
