"""Exploring servers of strangers: what is learnt, what is set apart, and what is never done."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import InputError, UsageError
from evalwright.synth import Settings, World, explored, flow_of, read_world, world_summary, write_world

SERVER = Path(__file__).with_name("moody_server.py")


def explore(*options: str, **more: Any) -> World:
    """The world of a moody server."""
    words = " ".join(options)
    return explored(Settings(out=Path(), source=f"mcp+stdio:{sys.executable} {SERVER} {words}".strip(), **more))


def logged(path: Path) -> list[str]:
    return [json.loads(line)[0] for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


class TestEffects:
    def test_the_evidence_is_named(self) -> None:
        world = explore()
        assert world.evidence["list_notes"] == "annotation"
        assert (world.source.effects["create_note"], world.evidence["create_note"]) == ("write", "annotation")

    def test_what_the_user_says_counts_most(self, tmp_path: Path) -> None:
        from evalwright.synth import SourceAccess

        log = tmp_path / "log"
        world = explore("--log", str(log), access=SourceAccess(write=("get_note",)))
        assert (world.source.effects["get_note"], world.evidence["get_note"]) == ("write", "user")
        assert "get_note" not in logged(log)


class TestWrites:
    def test_no_write_is_tried_where_no_way_back_is_named(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        world = explore("--log", str(log))
        assert set(logged(log)) == {"list_notes", "get_note"}
        assert set(world.forbidden) == {"create_note", "delete_note"}
        assert world_summary(world)["state"].startswith("No way to put the state back is named")

    def test_a_new_start_that_puts_back_is_seen_to(self) -> None:
        world = explore(reset="restart")
        assert (world.reset.proved, world.reset.tool, world.forbidden) == (True, "create_note", [])
        assert {"create_note", "delete_note"} <= set(flow_of(world).usable)

    def test_a_store_that_survives_a_new_start_is_found_out_and_cleaned(self, tmp_path: Path) -> None:
        store = tmp_path / "store.json"
        store.write_text(json.dumps({"N1001": "Milk"}), encoding="utf-8")
        world = explore("--store", str(store), reset="restart")
        assert (world.reset.proved, world.reset.why) == (False, "still-there")
        assert (world.reset.undone_by, world.reset.left) == ("delete_note", [])
        assert json.loads(store.read_text(encoding="utf-8")) == {"N1001": "Milk"}
        assert set(world.forbidden) == {"create_note", "delete_note"}
        assert "delete_note took it away again" in world_summary(world)["state"]

    def test_what_is_left_behind_is_said(self, tmp_path: Path) -> None:
        from evalwright.synth import SourceAccess

        store = tmp_path / "store.json"
        access = SourceAccess(exclude=("delete_note",))
        world = explore("--store", str(store), reset="restart", access=access)
        assert world.reset.proved is False and "create_note" in world.reset.left[0]
        assert "evalwright-" in store.read_text(encoding="utf-8")
        assert "Left behind: create_note" in world_summary(world)["state"]

    def test_a_copy_is_put_back_without_a_new_start_and_the_original_never_touched(self, tmp_path: Path) -> None:
        store = tmp_path / "explored-store.json"
        store.write_text(json.dumps({"N1001": "Milk", "N1002": "Rent"}), encoding="utf-8")
        before = store.stat()
        world = explore("--store", str(store), state=(str(store),))
        assert (world.reset.way, world.reset.proved, world.reset.restarts) == ("state", True, False)
        assert store.stat().st_mtime_ns == before.st_mtime_ns and "N1002" in store.read_text(encoding="utf-8")

    def test_a_command_of_the_users_puts_back(self, tmp_path: Path) -> None:
        store, kept = tmp_path / "store.json", tmp_path / "kept.json"
        for path in (store, kept):
            path.write_text(json.dumps({"N1001": "Milk"}), encoding="utf-8")
        world = explore("--store", str(store), reset_run=f"cp {kept} {store}")
        assert (world.reset.way, world.reset.proved, world.reset.restarts) == ("run", True, False)
        assert store.read_bytes() == kept.read_bytes()

    def test_a_command_that_puts_nothing_back_is_found_out(self, tmp_path: Path) -> None:
        world = explore("--store", str(tmp_path / "store.json"), reset_run="true")
        assert (world.reset.proved, world.reset.why) == (False, "still-there")


class TestChanging:
    def test_clocks_and_counters_are_set_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("evalwright.synth.explore.changing.A_WHILE", 1.1)
        world = explore("--counter", "--clock", "--reading")
        assert set(world.changing) == {"count_visits", "read_clock"}
        assert flow_of(world).changing == ["count_visits", "read_clock"]
        assert "list_notes" in {read.tool for read in world.reads}
        assert not {"count_visits", "read_clock"} & {read.tool for read in world.reads}

    def test_of_a_changing_result_the_steady_part_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("evalwright.synth.explore.changing.A_WHILE", 1.1)
        world = explore("--clock", "--reading")
        (clock,) = (each for each in world.observed() if each.tool == "read_clock")
        assert clock.steady == {"place": "Lisbon"}

    def test_a_tool_that_was_not_looked_at_twice_counts_as_changing(self) -> None:
        world = explore("--reading", explore_calls=2)
        assert world.changing == {"list_notes": "not-asked-twice"}

    def test_a_write_whose_effect_is_never_the_same_counts_as_changing(self) -> None:
        world = explore("--dated", reset="restart")
        assert (world.reset.proved, world.changing) == (True, {"create_note": "differs"})


class TestFailures:
    def test_how_a_tool_says_no_is_learnt_by_contrast(self) -> None:
        world = explore("--plain", "--reading")
        assert world.failures == {"get_note": ["There is nothing on that shelf for *"]}
        asked = [each for each in world.observed() if each.tool == "get_note" and not each.ok]
        assert len(asked) == 1 and asked[0].content.startswith("There is nothing")

    def test_nothing_is_asked_that_cannot_exist_where_the_user_says_so(self) -> None:
        world = explore("--plain", "--reading", probe=False)
        assert world.failures == {} and all(each.ok for each in world.observed())

    def test_what_says_no_by_itself_needs_one_question(self) -> None:
        world = explore("--reading")
        assert world.failures == {}
        assert [each.ok for each in world.observed() if each.tool == "get_note"].count(False) == 1


class TestLimits:
    def test_fifteen_tools_take_at_most_two_hundred_calls_and_ten_seconds(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("evalwright.synth.explore.changing.A_WHILE", 1.1)
        log, begun = tmp_path / "log", time.monotonic()
        world = explore("--kinds", "--counter", "--log", str(log), reset="restart")
        took = time.monotonic() - begun
        assert len(world.source.tools) == 15 and world.untried == []
        assert 60 <= world.spent["calls"] <= len(logged(log)) <= 200
        busy = os.getloadavg()[0] > (os.cpu_count() or 1)  # others take the time then
        assert (busy or took < 10) and not world.incomplete

    def test_the_calls_are_bounded_and_what_was_left_out_is_told(self, tmp_path: Path) -> None:
        log = tmp_path / "log"
        world = explore("--log", str(log), "--counter", "--clock", "--reading", explore_calls=3)
        assert len(logged(log)) <= 3 and world.spent["calls"] <= 3

    def test_seconds_decide_nothing_but_make_a_world_incomplete(self) -> None:
        world = explore("--reading", explore_seconds=0.001)
        assert world.incomplete == "seconds"

    def test_bytes_are_bounded(self) -> None:
        world = explore("--reading", explore_bytes=10)
        assert len(world.observed()) == 1


class TestFile:
    def test_a_world_is_for_its_owner_and_says_the_same_again(self, tmp_path: Path) -> None:
        world = explore("--plain", reset="restart")
        path = tmp_path / "world.json"
        write_world(path, world)
        assert path.stat().st_mode & 0o777 == 0o600
        again = read_world(path)
        assert flow_of(again).usable == flow_of(world).usable
        assert flow_of(again).bundles == flow_of(world).bundles
        assert list(flow_of(again).edges) == list(flow_of(world).edges)
        assert (again.reset, again.reads, again.failures) == (world.reset, world.reads, world.failures)

    def test_values_stand_in_it_with_their_addresses(self, tmp_path: Path) -> None:
        write_world(tmp_path / "world.json", explore("--reading"))
        told = json.loads((tmp_path / "world.json").read_text(encoding="utf-8"))
        assert {"name": "note_id", "value": "N1002", "tool": "list_notes", "at": "$[1].note_id"} in told["values"]
        assert {"from": "list_notes", "at": "$[].note_id", "to": "get_note", "as": "note_id"} in told["flow"]["feeds"]

    def test_exploring_twice_gives_the_same_bytes(self, tmp_path: Path) -> None:
        for name in ("one", "other"):
            write_world(tmp_path / name, explore(reset="restart"))
        assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (lambda told: told["tools"]["get_note"].update(effect="reads"), r"tools\.get_note\.effect is none of"),
            (lambda told: told["calls"][0].pop("tool"), r"calls\[0\] is not as"),
            (lambda told: told["state"].update(proved="yes"), "state is not as"),
            (lambda told: told.update(format=9), "no world of format 1"),
        ],
    )
    def test_an_edited_file_that_is_wrong_is_named_by_its_place(self, tmp_path: Path, change: Any, said: str) -> None:
        path = tmp_path / "world.json"
        write_world(path, explore("--reading"))
        told = json.loads(path.read_text(encoding="utf-8"))
        change(told)
        path.write_text(json.dumps(told), encoding="utf-8")
        with pytest.raises(InputError, match=said):
            read_world(path)

    def test_an_effect_that_is_edited_counts_as_the_users_word(self, tmp_path: Path) -> None:
        path = tmp_path / "world.json"
        write_world(path, explore("--reading"))
        told = json.loads(path.read_text(encoding="utf-8"))
        told["tools"]["get_note"]["effect"] = "write"
        path.write_text(json.dumps(told), encoding="utf-8")
        world = explore("--reading", world=path)
        assert world.evidence["get_note"] == "user" and world.forbidden == ["get_note"]
        assert flow_of(world).usable == ["list_notes"]

    def test_a_world_of_another_state_or_server_is_refused(self, tmp_path: Path) -> None:
        path, store = tmp_path / "world.json", tmp_path / "store.json"
        store.write_text(json.dumps({"N1001": "Milk"}), encoding="utf-8")
        write_world(path, explore("--store", str(store)))
        store.write_text(json.dumps({"N1001": "Cheese"}), encoding="utf-8")
        with pytest.raises(UsageError, match="not in the state"):
            explore("--store", str(store), world=path)
        with pytest.raises(UsageError, match="is the world of"):
            explore("--reading", world=path)
        with pytest.raises(UsageError, match="another way back"):
            explore("--store", str(store), world=path, reset="restart")
