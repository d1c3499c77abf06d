"""Headers, variables, time limits and the choice of tools: all of it holds, and no key is written down."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from evalwright import synthesise
from evalwright.errors import UsageError
from evalwright.synth import SourceAccess, prove, read_source
from tests.conftest import Run
from tests.servers import petstore

from .guarded_server import guarded

TOKEN = "tkn-7Qd2Vb91XsLmE4"
BEARER = "Authorization: Bearer ${CLERK_TOKEN}"
RAW = Path(__file__).with_name("raw_server.py")
DUMP = """
import json, os, sys
from mcp.server import MCPServer
server = MCPServer("dump")

@server.tool()
def read_variables() -> str:
    names = ("PLAIN", "OTHER", "CLERK_TOKEN", "GIT_AUTHOR_DATE")
    return json.dumps({name: os.environ[name] for name in names if name in os.environ})

server.run()
"""


def everything_below(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in folder.rglob("*") if path.is_file())


class TestHeaders:
    def test_a_service_gets_the_header_and_nobody_reads_its_value(self, tmp_path: Path, evalwright: Run) -> None:
        env = {"CLERK_TOKEN": TOKEN}
        with petstore.serving(TOKEN) as url:
            where = ("--base-url", url, "--reset-path", petstore.RESET_PATH, "--header", BEARER)
            made = evalwright("synth", petstore.DOCUMENT, *where, "-n", "4", "-o", tmp_path / "made", env=env)
            assert made.returncode in (0, 1), made.stderr
            proved = evalwright("verify", tmp_path / "made", "--run", "--header", BEARER, env=env)
            assert proved.returncode == 0, proved.stdout + proved.stderr
            forgotten = evalwright("verify", tmp_path / "made", "--run", env=env)
            unset = evalwright("verify", tmp_path / "made", "--run", "--header", BEARER)
        assert forgotten.returncode == 2 and "--header 'Authorization: ${TOKEN}'" in forgotten.stderr
        assert unset.returncode == 2 and "CLERK_TOKEN" in unset.stderr
        said = "".join(done.stdout + done.stderr for done in (made, proved, forgotten, unset))
        assert TOKEN not in everything_below(tmp_path) + said
        manifest = json.loads((tmp_path / "made" / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["environment"]["options"]["headers"] == ["Authorization"]

    def test_a_server_at_an_address_gets_the_header(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CLERK_TOKEN", TOKEN)
        with guarded(TOKEN) as (url, seen):
            access = SourceAccess(header=(BEARER, "X-Title: rooms"))
            source = read_source(url, access)
            assert source.names() == ["list_rooms", "get_weather_report", "cancel_everything"]
            assert TOKEN not in f"{source!r} {source.target} {access!r}"
            made = synthesise(url, out=tmp_path / "made", n=2, header=list(access.header), valid_share=0)
            assert made.made and prove(made.out, run=True, access=access).ok
        assert {each["Authorization"] for each in seen} == {f"Bearer {TOKEN}"}
        assert {each["X-Title"] for each in seen} == {"rooms"}
        assert TOKEN not in everything_below(tmp_path)

    def test_a_server_that_wants_a_key_says_which_option_gives_it(self) -> None:
        with guarded(TOKEN) as (url, _), pytest.raises(UsageError, match=r"401.*--header 'Authorization: Bearer"):
            read_source(url)

    @pytest.mark.parametrize(
        ("header", "words"),
        [
            ("Authorization: Bearer tkn-7Qd2Vb91XsLmE4", r"write \$\{TOKEN\} in its place"),
            ("X-Api-Key: tkn-7Qd2Vb91XsLmE4", "X-Api-Key"),
            ("tkn-7Qd2Vb91XsLmE4", "is no header"),
            ("X-Title:", "no text that a header can hold"),
            ("X-Title: a\r\nX-Other: b", "no text that a header can hold"),
        ],
    )
    def test_what_is_no_header_or_holds_a_key_is_refused(self, header: str, words: str) -> None:
        with pytest.raises(UsageError, match=words) as caught:
            SourceAccess(header=(header,))
        assert TOKEN not in str(caught.value)

    def test_a_value_that_would_add_a_header_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CLERK_TOKEN", f"{TOKEN}\r\nX-Other: b")
        with guarded(TOKEN) as (url, seen), pytest.raises(UsageError, match="no text that a header can hold"):
            read_source(url, SourceAccess(header=(BEARER,)))
        assert seen == []

    @pytest.mark.parametrize("source", ["shop", str(petstore.DOCUMENT), "mcp+stdio:true"])
    def test_a_header_for_nobody_is_said(self, source: str, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="--header"):
            synthesise(source, out=tmp_path / "made", n=1, header="X-Title: x")


class TestKeysOfServices:
    def test_a_missing_key_is_named_with_the_option_that_gives_it(self, tmp_path: Path, evalwright: Run) -> None:
        with petstore.serving(TOKEN) as url:
            done = evalwright("synth", petstore.DOCUMENT, "--base-url", url, "-n", "2", "-o", tmp_path / "made")
        assert done.returncode == 2 and not (tmp_path / "made").exists()
        assert "the service answered 401, because it wants a key" in done.stderr
        assert "--header 'Authorization: Bearer ${TOKEN}'" in done.stderr

    def test_a_wrong_key_is_found_out_before_rows_are_full_of_refusals(self, tmp_path: Path, evalwright: Run) -> None:
        with petstore.serving(TOKEN) as url:
            where = ("--base-url", url, "--header", BEARER, "-n", "2", "-o", tmp_path / "made")
            done = evalwright("synth", petstore.DOCUMENT, *where, env={"CLERK_TOKEN": "tkn-of-last-year-4711"})
        assert done.returncode == 2 and "does not take the key. Check the key in Authorization" in done.stderr
        assert "tkn-of-last-year" not in done.stderr

    def test_a_key_in_the_address_is_sent_and_not_shown(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SHOP_KEY", TOKEN)
        document = yaml.safe_load(petstore.DOCUMENT.read_text(encoding="utf-8"))
        document["components"]["securitySchemes"]["clerkToken"] = {"type": "apiKey", "in": "query", "name": "token"}
        asked = {"name": "token", "in": "query", "required": True, "schema": {"type": "string"}}
        document["paths"]["/pets"]["get"]["parameters"].append(asked)
        (tmp_path / "api.yaml").write_text(yaml.safe_dump(document), encoding="utf-8")
        source = read_source(str(tmp_path / "api.yaml"))
        assert "token" not in source.tools[0]["function"]["parameters"]["properties"], "a key is no argument"
        assert any("--base-url 'URL?token=${API_KEY}'" in note for note in source.notes)
        with petstore.serving(TOKEN) as url:
            with pytest.raises(UsageError, match=r"--base-url 'URL\?token=\$\{API_KEY\}'"):
                synthesise(str(tmp_path / "api.yaml"), out=tmp_path / "a", n=1, base_url=url)
            made = synthesise(
                str(tmp_path / "api.yaml"), out=tmp_path / "b", n=2, base_url=f"{url}?token=${{SHOP_KEY}}"
            )
            assert made.made and prove(made.out, run=True).ok
        assert TOKEN not in everything_below(tmp_path)

    @pytest.mark.parametrize(
        ("scheme", "option"),
        [
            ({"type": "http", "scheme": "bearer"}, "--header 'Authorization: Bearer ${TOKEN}'"),
            ({"type": "http", "scheme": "basic"}, "--header 'Authorization: Basic ${BASIC_AUTH}'"),
            ({"type": "oauth2", "flows": {}}, "--header 'Authorization: Bearer ${TOKEN}'"),
            ({"type": "apiKey", "in": "header", "name": "X-Key"}, "--header 'X-Key: ${API_KEY}'"),
            ({"type": "apiKey", "in": "cookie", "name": "sid"}, "--header 'Cookie: sid=${API_KEY}'"),
        ],
    )
    def test_every_scheme_is_an_option(self, scheme: dict[str, Any], option: str, tmp_path: Path) -> None:
        document = {
            "openapi": "3.1.0",
            "paths": {"/a": {"get": {"operationId": "get_a", "security": [{"s": []}]}}},
            "components": {"securitySchemes": {"s": scheme}},
        }
        (tmp_path / "api.json").write_text(json.dumps(document), encoding="utf-8")
        assert any(option in note for note in read_source(str(tmp_path / "api.json")).notes)


class TestVariables:
    @pytest.fixture
    def server(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
        for name, value in (("PLAIN", "from outside"), ("OTHER", "not named"), ("CLERK_TOKEN", TOKEN)):
            monkeypatch.setenv(name, value)
        (tmp_path / "dump.py").write_text(DUMP, encoding="utf-8")
        yield f"mcp+stdio:{sys.executable} {tmp_path / 'dump.py'}"

    def test_the_manifest_says_what_the_server_got_and_verify_gives_it_again(self, server: str, tmp_path: Path) -> None:
        access = SourceAccess(env=("GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",), call_timeout=7)
        made = synthesise(server, out=tmp_path / "made", n=1, access=access, valid_share=0)
        assert made.manifest["environment"]["options"] == {"env": list(access.env), "call_timeout": 7}
        assert "2026-01-01T00:00:00Z" in (made.out / "train.jsonl").read_text(encoding="utf-8")
        assert prove(made.out, run=True).ok

    @pytest.mark.parametrize(
        ("env", "words"), [("CLERK_TOKEN=abc", r"CLERK_TOKEN=\$\{CLERK_TOKEN\}"), ("A B", "is no variable")]
    )
    def test_a_key_is_not_written_as_a_fixed_value(self, env: str, words: str) -> None:
        with pytest.raises(UsageError, match=words):
            SourceAccess(env=(env,))

    @pytest.mark.parametrize("source", ["http://127.0.0.1:9/mcp", str(petstore.DOCUMENT), "shop"])
    def test_variables_for_nobody_are_said(self, source: str) -> None:
        with pytest.raises(UsageError, match="--env"):
            read_source(source, SourceAccess(env=("PLAIN",)))


class TestChoice:
    def names(self, **given: Any) -> list[str]:
        return read_source(str(petstore.DOCUMENT), SourceAccess(**given)).names()

    def test_patterns_take_tools_in_and_out(self) -> None:
        assert self.names(include=("*order*",)) == ["listOrders", "placeOrder", "getOrderById", "cancelOrder"]
        assert self.names(include=("*Order*", "getInventory"), exclude=("list*", "cancelOrder")) == [
            "getInventory",
            "placeOrder",
            "getOrderById",
        ]

    def test_a_pattern_that_fits_nothing_is_a_mistake(self) -> None:
        with pytest.raises(UsageError, match=r"--exclude 'cancelOrders' fits no tool.*cancelOrder"):
            self.names(exclude=("cancelOrders",))
        with pytest.raises(UsageError, match="no tool is left"):
            self.names(include=("cancelOrder",), read_only=True)

    def test_read_only_leaves_out_whatever_changes_something(self) -> None:
        source = read_source(str(petstore.DOCUMENT), SourceAccess(read_only=True))
        assert "write" not in source.effects.values() and "getPetById" in source.names()
        assert any(note.startswith("7 tools change something and are left out: addPet") for note in source.notes)

    def test_the_user_knows_best_what_a_tool_does(self) -> None:
        access = SourceAccess(read=("placeOrder",), write=("log*",), read_only=True)
        source = read_source(str(petstore.DOCUMENT), access)
        assert "placeOrder" in source.names() and "placeOrder" not in source.guessed
        assert not {"loginCustomer", "logoutCustomer"} & set(source.names())

    def test_what_is_left_out_is_neither_declared_nor_called(self, tmp_path: Path, evalwright: Run) -> None:
        with petstore.serving() as url:
            where = ("--base-url", url, "--include", "*Pet*,getInventory", "--read-only")
            made = evalwright("synth", petstore.DOCUMENT, *where, "-n", "4", "-o", tmp_path / "made", "--json")
        told = json.loads(made.stdout)
        declared = {tool["function"]["name"] for tool in told["catalogue"]["tools"]}
        assert declared == {"listPets", "findPetsByTag", "getPetById", "getInventory"}
        assert set(told["coverage"]["by_tool"]) <= declared

    def test_read_only_and_allow_writes_exclude_each_other(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="exclude each other"):
            synthesise("x.json", out=tmp_path, read_only=True, allow_writes=True)


class TestTime:
    def test_a_call_has_its_time(self, tmp_path: Path, evalwright: Run) -> None:
        source = f"mcp+stdio:{sys.executable} -S {RAW} hangs"
        done = evalwright("synth", source, "-n", "1", "-o", tmp_path / "made", "--call-timeout", "0.2", timeout=60)
        assert done.returncode in (1, 2)

    def test_a_start_has_its_time(self, evalwright: Run) -> None:
        slow = f"mcp+stdio:{sys.executable} -c 'import time; time.sleep(60)'"
        for flag in ("--start-timeout", "--timeout"):
            done = evalwright("tools", slow, flag, "0.5")
            assert done.returncode == 2 and "in 0.5 seconds" in done.stderr

    def test_no_time_is_refused(self, evalwright: Run) -> None:
        done = evalwright("tools", "shop", "--call-timeout", "0")
        assert done.returncode == 2 and "--call-timeout must be more than 0" in done.stderr
