"""Real servers that change things: their state is copied and put back, and a way back that is none is found out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from evalwright import synthesise
from evalwright.synth import Settings, World, explored, flow_of, prove, write_world

from .kit import SERVERS, Server
from .workplace import text_of, work_on

pytestmark = pytest.mark.slow
THERE = {server.name: server for server in SERVERS if server.is_installed()}


def the(name: str) -> Server:
    if name not in THERE:
        pytest.skip(f"{name} is not installed: make servers")
    return THERE[name]


def explore(server: Server, place: Path, **more: Any) -> World:
    return explored(Settings(out=Path(), source=server.source(place), **more))


@pytest.mark.parametrize("name", ["filesystem", "memory", "sqlite", "git"])
def test_a_copy_is_put_back_while_the_server_runs_on(name: str, tmp_path: Path) -> None:
    server = the(name)
    place = work_on(server, tmp_path / f"state-of-{name}")
    before = text_of(place)
    world = explore(server, place, state=(str(place),))
    assert (world.reset.way, world.reset.proved, world.reset.restarts) == ("state", True, False)
    assert world.forbidden == [] and world.reads and world.state
    assert world.spent["calls"] <= 200 and text_of(place) == before


def test_a_memory_in_a_file_that_outlives_a_new_start_is_found_out_and_cleaned(tmp_path: Path) -> None:
    server = the("memory")
    place = work_on(server, tmp_path / "work")
    before = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    world = explore(server, place, reset="restart")
    assert (world.reset.proved, world.reset.why, world.reset.tool) == (False, "still-there", "create_entities")
    assert (world.reset.undone_by, world.reset.left) == ("delete_entities", [])
    assert [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()] == before
    assert not {"create_entities", "add_observations", "delete_entities"} & set(flow_of(world).usable)


def test_times_that_no_copy_can_keep_make_a_tool_changing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalwright.synth.explore.changing.A_WHILE", 1.1)
    server = the("filesystem")
    place = work_on(server, tmp_path / "dated")
    world = explore(server, place, state=(str(place),))
    assert list(world.changing) == ["get_file_info"]


def test_an_environment_that_is_printed_stands_nowhere(tmp_path: Path) -> None:
    world = explore(the("everything"), tmp_path)
    assert world.set_aside == {"get-env": "secret"}
    write_world(tmp_path / "world.json", world)
    assert '"HOME' not in (tmp_path / "world.json").read_text(encoding="utf-8")


def test_rows_of_a_memory_are_proved_from_another_copy_of_it(tmp_path: Path) -> None:
    server = the("memory")
    place = work_on(server, tmp_path / "here")
    done = synthesise(server.source(place), out=tmp_path / "rows", n=8, state=(str(place),), force=True)
    elsewhere = tmp_path / "elsewhere.jsonl"
    shutil.move(place, elsewhere)
    proof = prove(done.out, run=True, state=[str(elsewhere)])
    assert (proof.ok, proof.end_observed, "other-state" in proof.counts) == (True, True, False)
    elsewhere.write_text(elsewhere.read_text(encoding="utf-8").replace("rye", "white"), encoding="utf-8")
    assert "other-state" in prove(done.out, run=True, state=[str(elsewhere)]).counts
