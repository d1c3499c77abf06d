"""Several sources in one set: tools of all, names that differ, keys to nobody else, and rows that are proved again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from evalwright import synthesise
from evalwright.errors import UsageError
from evalwright.synth import SourceAccess, prove, read_sources
from tests.conftest import Run, read_jsonl
from tests.servers import petstore

from .guarded_server import guarded

MIXED = f"mcp+stdio:{sys.executable} -S {Path(__file__).with_name('mixed_server.py')}"
LIBRARY = "--exclude", "get_lost_books,get_visitor_count,get_whole_archive,get_recommendation"
PARCELS = f"mcp+stdio:{sys.executable} {Path(__file__).parents[1] / 'parcel_server.py'} --form json"
TOKEN = "tkn-4Gh7Wq20ZzLpB8"


def tools_file(tmp_path: Path, name: str, *tools: str) -> str:
    made = [
        {"name": each, "description": f"{each} it.", "parameters": {"type": "object", "properties": {}}}
        for each in tools
    ]
    (tmp_path / name).write_text(json.dumps(made), encoding="utf-8")
    return str(tmp_path / name)


def called(folder: Path) -> set[str]:
    rows = [row for path in folder.glob("*.jsonl") for row in read_jsonl(path)]
    return {
        call["function"]["name"] for row in rows for each in row["messages"] for call in each.get("tool_calls") or ()
    }


def test_a_server_and_a_service_make_one_set_that_is_proved_again(tmp_path: Path, evalwright: Run) -> None:
    with petstore.serving() as url:
        where = ("--base-url", url, "--reset-path", petstore.RESET_PATH, *LIBRARY)
        out = tmp_path / "made"
        made = evalwright("synth", petstore.DOCUMENT, MIXED, *where, "-n", "16", "-o", out, "--force", timeout=200)
        assert made.returncode in (0, 1), made.stderr
        proved = evalwright("verify", out, "--run", timeout=200)
        assert proved.returncode == 0, proved.stdout + proved.stderr
        refused = evalwright("verify", out)
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    parts = manifest["source"]["parts"]
    assert [part["text"] for part in parts] == [str(petstore.DOCUMENT), MIXED]
    assert parts[0]["options"] == {"base_url": url, "reset_path": petstore.RESET_PATH}
    assert "get_book" in parts[1]["tools"] and "getPetById" in parts[0]["tools"]
    used = called(out)
    assert used & set(parts[0]["tools"]) and used & set(parts[1]["tools"])
    assert refused.returncode == 2 and "--run" in refused.stderr


def test_tools_of_one_name_are_told_apart(tmp_path: Path, evalwright: Run) -> None:
    one, other = tools_file(tmp_path, "shop.json", "search", "buy"), tools_file(tmp_path, "archive.json", "search")
    source = read_sources([one, other], SourceAccess())
    assert source.names() == ["search", "buy", "archive_search"]
    assert any("search of" in note and "is called archive_search" in note for note in source.notes)
    listed = evalwright("tools", one, other, "--include", "*search")
    assert listed.returncode == 0 and "archive_search" in listed.stdout and "buy" not in listed.stdout


def test_a_renamed_tool_is_called_by_its_own_name(tmp_path: Path) -> None:
    made = synthesise(
        [MIXED, MIXED.replace("-S ", "-S  ")], out=tmp_path / "made", n=8, include="*get_book,*list_books"
    )
    names = {tool["function"]["name"] for tool in made.manifest["catalogue"]["tools"]}
    assert names == {"get_book", "list_books", "mixed_server_get_book", "mixed_server_list_books"}
    assert prove(made.out, run=True).ok


def test_tools_files_are_made_up_as_one_world(tmp_path: Path) -> None:
    sources = ["examples/retail/tools.json", tools_file(tmp_path, "more.json", "get_opening_hours")]
    made = synthesise(sources, out=tmp_path / "made", n=6)
    assert made.manifest["simulated"] and prove(made.out).ok


def test_what_is_executed_and_what_is_made_up_do_not_stand_in_one_set(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nobody executes .*more\.json"):
        synthesise([MIXED, tools_file(tmp_path, "more.json", "get_it")], out=tmp_path / "made", n=2)
    with pytest.raises(UsageError, match="shop is a domain and stands alone"):
        synthesise(["shop", MIXED], out=tmp_path / "made", n=2)
    with pytest.raises(UsageError, match="--base-url is for one OpenAPI document"):
        both = [str(petstore.DOCUMENT)] * 2
        synthesise(both, out=tmp_path / "made", n=2, base_url="http://127.0.0.1:9")


class TestKeys:
    def test_a_key_goes_to_the_address_that_it_is_named_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ONE", TOKEN)
        monkeypatch.setenv("OTHER", TOKEN[::-1])
        with guarded(TOKEN) as (one, seen_by_one), guarded(TOKEN[::-1]) as (other, seen_by_other):
            headers = (f"{one} Authorization: Bearer ${{ONE}}", f"{other} Authorization: Bearer ${{OTHER}}")
            source = read_sources([one, other], SourceAccess(header=headers))
        assert len(source.names()) == 6
        assert {each["Authorization"] for each in seen_by_one} == {f"Bearer {TOKEN}"}
        assert {each["Authorization"] for each in seen_by_other} == {f"Bearer {TOKEN[::-1]}"}

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"header": ("Authorization: Bearer ${ONE}",)}, "named for none of them"),
            ({"header": ("https://else.example Authorization: Bearer ${ONE}",)}, "is for https://else.example"),
            ({"env": ("ONE",)}, "--env is not used"),
        ],
    )
    def test_a_key_for_nobody_in_particular_goes_nowhere(
        self, given: dict[str, Any], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ONE", TOKEN)
        with guarded(TOKEN) as (one, seen_by_one), guarded(TOKEN) as (other, seen_by_other):
            for make in (
                lambda: read_sources([one, other], SourceAccess(**given)),
                lambda: synthesise([one, other], out=tmp_path / "made", n=1, **given),
            ):
                with pytest.raises(UsageError, match=words):
                    make()
        assert seen_by_one == seen_by_other == []

    def test_a_variable_is_passed_to_one_server(self) -> None:
        with pytest.raises(UsageError, match=r"mcp\+stdio:'ONE=\$\{ONE\} \.\.\.'"):
            read_sources([MIXED, PARCELS], SourceAccess(env=("ONE",)))
