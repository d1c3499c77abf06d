"""Which result fits which parameter, found out by trying; and what becomes of servers of all sorts."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

from evalwright.errors import EvalwrightError, UsageError
from evalwright.synth import Limits, SourceAccess, discover, state
from evalwright.synth.environment import Result
from evalwright.synth.generic import McpEnvironment, OpenApiEnvironment, environment_for
from evalwright.synth.sources import McpTarget, Operation, Parameter, ToolSource

from .tool_files import LIBRARY, backend, source_of, text, tool

PETS = [
    tool("list_owners", "List the owners.", {}),
    tool("get_owner", "Get an owner.", {"owner_id": text()}),
    tool("get_pet", "Get a pet.", {"pet_id": text()}),
    tool("rename_pet", "Rename a pet.", {"pet_id": text(), "name": text()}),
]


class Kennel:
    """A stand-in for a connection to a server: two owners with a pet each."""

    def __init__(self, resources: tuple[str, ...] = (), *, lost_at: str = "") -> None:
        self.target = McpTarget(command=("kennel",))
        self.restarts = 0
        self.called: list[str] = []
        self.lost_at = lost_at
        self.names = {"p1": "Rex", "p2": "Ivo"}
        self._resources = resources

    def resources(self) -> list[str]:
        return list(self._resources)

    def read_resource(self, uri: str, timeout: float | None = None) -> str:
        if uri.endswith("reset"):
            self.names = {"p1": "Rex", "p2": "Ivo"}
        return json.dumps({"hash": "-".join(self.names.values())})

    def restart(self) -> None:
        self.restarts += 1
        self.names = {"p1": "Rex", "p2": "Ivo"}

    def close(self) -> None:
        self.called.append("close")

    def call(self, name: str, arguments: Mapping[str, Any], timeout: float | None = None) -> Result:
        self.called.append(name)
        if name == self.lost_at:
            self.restarts += 1
            return Result(False, "Error: the tool server ended during the call")
        value = self._answer(name, arguments)
        return Result(True, json.dumps(value), value) if value is not None else Result(False, "Error: not found.")

    def _answer(self, name: str, arguments: Mapping[str, Any]) -> Any:
        if name == "list_owners":
            return [{"owner_id": "o1", "name": "Ada"}, {"owner_id": "o2", "name": "Bo"}]
        if name == "get_owner":
            return {
                "o1": {"owner_id": "o1", "pet": {"pet_id": "p1"}},
                "o2": {"owner_id": "o2", "pet": {"pet_id": "p2"}},
            }.get(arguments["owner_id"])
        pet = arguments["pet_id"]
        if pet in self.names and name == "rename_pet":
            self.names[pet] = arguments["name"]
        return {"pet_id": pet, "name": self.names[pet]} if pet in self.names else None


def kennel(*resources: str, lost_at: str = "", **more: Any) -> tuple[McpEnvironment, Kennel]:
    connection = Kennel(resources, lost_at=lost_at)
    return McpEnvironment(source_of(PETS), connection, **more), connection  # type: ignore[arg-type]


class TestDiscovery:
    def test_values_are_followed_from_tool_to_tool(self) -> None:
        environment, _ = kennel("evalwright://reset", "evalwright://state")
        flow = discover(environment, random.Random(1))
        seen = {(edge.producer, edge.path, edge.consumer) for edge in flow.edges if edge.seen}
        assert ("list_owners", "$[].owner_id", "get_owner") in seen
        assert ("get_owner", "$.pet.pet_id", "get_pet") in seen
        assert flow.usable == ["list_owners", "get_owner", "get_pet", "rename_pet"]

    def test_nothing_that_writes_is_called_to_find_out(self) -> None:
        environment, connection = kennel()
        discover(environment, random.Random(1))
        assert "rename_pet" not in connection.called

    def test_the_number_of_calls_is_bounded(self) -> None:
        environment, connection = kennel()
        discover(environment, random.Random(1), limits=Limits(calls=4))
        assert len(connection.called) == 4

    def test_what_nobody_knows_is_left_out_and_said(self) -> None:
        connection = Kennel()
        environment = McpEnvironment(source_of(PETS[1:3]), connection)  # type: ignore[arg-type]
        flow = discover(environment, random.Random(1))
        assert flow.usable == []
        assert flow.notes[0] == "get_owner: left out, no value for owner_id is known"

    def test_what_users_know_is_a_beginning(self) -> None:
        connection = Kennel()
        environment = McpEnvironment(source_of(PETS[1:3]), connection)  # type: ignore[arg-type]
        flow = discover(environment, random.Random(1), known=[{"owner_id": "o1"}])
        assert flow.usable == ["get_owner", "get_pet"]

    def test_no_made_up_word_is_sent_to_find_out(self) -> None:
        connection = Kennel()
        shelf = tool("read_shelf", "Read what stands on a shelf.", {"shelf": text()})
        environment = McpEnvironment(source_of([PETS[0], shelf]), connection)  # type: ignore[arg-type]
        flow = discover(environment, random.Random(1))
        assert set(connection.called) == {"list_owners"}
        assert flow.notes == ["read_shelf: left out, no value for shelf is known"]

    def test_a_tool_that_was_not_asked_twice_counts_as_changing(self) -> None:
        environment, connection = kennel()
        flow = discover(environment, random.Random(1), limits=Limits(calls=1))
        assert flow.changing == connection.called == ["list_owners"]
        assert "list_owners: it was not asked the same twice" in flow.notes[0]

    def test_a_made_up_backend_is_asked_for_its_things(self) -> None:
        flow = discover(backend(LIBRARY), random.Random(1))
        assert ("search_books", "borrow_book") in {(edge.producer, edge.consumer) for edge in flow.edges}
        assert flow.notes == []


class TestMcp:
    def test_without_a_reset_nothing_is_changed(self) -> None:
        environment, connection = kennel()
        assert not environment.may_call("rename_pet") and environment.may_call("get_pet")
        refused = environment.fork().call("rename_pet", {"pet_id": "p1", "name": "X"})
        assert not refused.ok and connection.called == []
        flow = discover(environment, random.Random(1))
        assert flow.notes == ["rename_pet: left out, it changes things, and the server cannot be reset"]

    def test_writes_that_are_allowed_are_made(self) -> None:
        environment, connection = kennel(allow_writes=True)
        assert environment.fork().call("rename_pet", {"pet_id": "p1", "name": "X"}).ok
        assert connection.names["p1"] == "X"

    @pytest.mark.parametrize("how", ["resource", "restart"])
    def test_every_fork_begins_anew(self, how: str) -> None:
        resources = ("evalwright://reset", "evalwright://state") if how == "resource" else ()
        environment, _ = kennel(*resources, reset="auto" if how == "resource" else "restart")
        if how == "restart":
            environment.watch([state.Read("get_pet", {"pet_id": "p1"})])
        begin = environment.hash()
        for _ in range(2):
            fork = environment.fork()
            assert fork.call("get_pet", {"pet_id": "p1"}).value["name"] == "Rex"
            fork.call("rename_pet", {"pet_id": "p1", "name": "X"})
            assert fork.hash() != begin == environment.hash()

    def test_a_fork_that_is_over_is_not_used_any_more(self) -> None:
        environment, _ = kennel("evalwright://reset")
        old = environment.fork()
        environment.fork()
        with pytest.raises(EvalwrightError, match="kennel: another conversation has begun"):
            old.call("list_owners", {})

    def test_a_server_that_dies_breaks_the_conversation_and_says_so(self) -> None:
        environment, _ = kennel("evalwright://reset", lost_at="get_pet")
        fork = environment.fork()
        assert isinstance(fork, McpEnvironment)
        assert fork.call("list_owners", {}).ok and not fork.broken
        assert fork.call("get_pet", {"pet_id": "p1"}).content.startswith("Error: the tool server ended")
        assert fork.broken

    def test_an_unknown_tool_is_refused(self) -> None:
        environment, _ = kennel()
        assert environment.call("nothing", {}).content == "Error: there is no such tool."


class Handler(BaseHTTPRequestHandler):
    """A service with one item that can be changed."""

    item: ClassVar[dict[str, str]] = {"name": "lamp"}
    seen: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.seen.append(self.path)
        if self.path.startswith("/items/7"):
            self._send(200, json.dumps(self.item))
        elif self.path == "/away":
            self._send(302, "", Location="http://127.0.0.1:9/")
        elif self.path == "/large":
            self._send(200, "x" * 1_100_000)
        else:
            self._send(404, json.dumps({"detail": "no such item"}))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        type(self).item = json.loads(body) if body else {"name": "lamp"}
        self._send(200, "{}")

    def _send(self, status: int, body: str, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def described(server: str = "") -> ToolSource:
    source = ToolSource("api.json", "openapi")
    source.add("get_item", "Get an item.", {"type": "object", "properties": {"item_id": {}, "tags": {}}})
    source.add("set_item", "Set an item.", {"type": "object", "properties": {"name": {}}})
    source.add("get_away", "Go away.", {"type": "object"})
    source.add("get_large", "Get a lot.", {"type": "object"})
    path, tags = Parameter("item_id", "id", "path"), Parameter("tags", "tag", "query", "form", True)
    source.operations = {
        "get_item": Operation("get", "/items/{id}", server, (path, tags)),
        "set_item": Operation(
            "post", "/items", server, (Parameter("name", "name", "body"),), "fields", "application/json"
        ),
        "get_away": Operation("get", "/away", server),
        "get_large": Operation("get", "/large", server),
    }
    source.effects = {"get_item": "read", "set_item": "write", "get_away": "read", "get_large": "read"}
    return source


class TestOpenApi:
    def test_a_call_is_a_request(self, service: str) -> None:
        environment = OpenApiEnvironment(described(), service)
        result = environment.fork().call("get_item", {"item_id": "7/..", "tags": ["a b", "c"]})
        assert result.value == {"name": "lamp"}
        assert Handler.seen[-1] == "/items/7%2F..?tag=a+b&tag=c"

    def test_a_refusal_says_what_the_service_says(self, service: str) -> None:
        environment = OpenApiEnvironment(described(), service)
        answered = environment.call("get_item", {"item_id": "8"})
        assert (answered.ok, answered.content) == (False, '{"detail": "no such item"}')

    def test_redirects_are_not_followed_and_large_answers_refused(self, service: str) -> None:
        environment = OpenApiEnvironment(described(), service)
        assert environment.call("get_away", {}).content.startswith("Error: ")
        assert environment.call("get_large", {}).content == "Error: the result is larger than 1 MB."

    def test_writes_need_a_reset_or_leave(self, service: str) -> None:
        assert not OpenApiEnvironment(described(), service).call("set_item", {"name": "desk"}).ok
        environment = OpenApiEnvironment(described(), service, reset_path="/reset")
        environment.watch([state.Read("get_item", {"item_id": "7"})])
        fork = environment.fork()
        assert fork.call("set_item", {"name": "desk"}).ok
        assert fork.call("get_item", {"item_id": "7"}).value == {"name": "desk"}
        assert fork.hash() != environment.hash()
        assert environment.fork().call("get_item", {"item_id": "7"}).value == {"name": "lamp"}

    def test_nobody_there_is_an_error_that_names_the_address(self) -> None:
        with pytest.raises(EvalwrightError, match=r"http://127\.0\.0\.1:9: nobody answers"):
            OpenApiEnvironment(described(), "http://127.0.0.1:9").call("get_away", {})
        with pytest.raises(UsageError, match="no address of a service"):
            OpenApiEnvironment(described(), "file:///etc/passwd")

    def test_an_answer_that_drips_in_has_its_time(self) -> None:
        def drip() -> None:
            taken, _ = listening.accept()
            with taken, suppress(OSError):
                taken.recv(65536)
                taken.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                while True:
                    taken.sendall(b"x")
                    time.sleep(0.05)

        with socket.create_server(("127.0.0.1", 0)) as listening:
            threading.Thread(target=drip, daemon=True).start()
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            environment = OpenApiEnvironment(described(), address, access=SourceAccess(call_timeout=0.4))
            began = time.monotonic()
            assert environment.call("get_away", {}).content == "Error: the service did not answer in 0.4 seconds."
        assert time.monotonic() - began < 5


class TestChoice:
    def test_a_document_alone_is_simulated(self) -> None:
        environment, notes = environment_for(described())
        assert environment.simulated and notes == ["results are simulated: nothing executes these tools"]

    def test_a_document_that_names_a_service_elsewhere_needs_the_users_word(self) -> None:
        environment, notes = environment_for(described("https://api.example.com/v1"))
        assert environment.simulated and "--base-url https://api.example.com/v1" in notes[0]

    def test_only_an_address_that_the_user_gives_is_used(self, service: str) -> None:
        environment, _ = environment_for(described(service))
        assert environment.simulated
        environment, _ = environment_for(described(service), base_url=service)
        assert not environment.simulated and environment.call("get_item", {"item_id": "7"}).ok

    def test_a_service_that_cannot_be_reset_is_noted(self, service: str) -> None:
        _, notes = environment_for(described(), base_url=service)
        assert "cannot be reset" in notes[0]
        reading = described()
        reading.effects = dict.fromkeys(reading.effects, "read")
        assert environment_for(reading, base_url=service)[1] == []
