"""Keys and addresses from the command line: servers elsewhere record what they were sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..conftest import Run, read_jsonl, write_jsonl
from ..server import FaultServer, item

USUAL, OWN = "sk-usual-0123456789abc", "sk-own-0123456789abcdef"
ENVIRONMENT = {"OPENAI_API_KEY": USUAL, "MYKEY": OWN, "http_proxy": "", "HTTP_PROXY": ""}


@pytest.fixture
def servers() -> Iterator[tuple[FaultServer, FaultServer]]:
    with FaultServer() as one, FaultServer() as other:
        yield one, other


@pytest.fixture
def items(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "items.jsonl", [item("i0"), item("i1")])


def sent(server: FaultServer, name: str = "authorization") -> set[str | None]:
    """What all requests to this server had in a header."""
    assert server.ledger
    return {asked.headers.get(name) for asked in server.ledger}


def test_with_several_addresses_nobody_gets_a_key_that_was_not_named_for_it(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], items: Path
) -> None:
    one, other = servers
    done = evalwright("eval", items, "-m", f"a@{one.url}#MYKEY", "-m", f"b@{other.url}", "-o", "run", env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    assert sent(one) == {f"Bearer {OWN}"} and sent(other) == {None}


def test_the_key_of_the_command_goes_to_its_address_and_to_no_other(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], items: Path
) -> None:
    one, other = servers
    headers = json.dumps({"extra_headers": {"X-Api-Key": "sk-header-123"}})
    where = ("--api-url", one.url, "--generation-config", headers)
    done = evalwright("eval", items, "-m", "a", "-m", f"b@{other.url}", *where, "-o", "run", env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    assert (sent(one), sent(other)) == ({f"Bearer {USUAL}"}, {None})
    assert (sent(one, "x-api-key"), sent(other, "x-api-key")) == ({"sk-header-123"}, {None})


def qa(folder: Path) -> Path:
    return write_jsonl(folder / "qa.jsonl", [{"id": "q", "query": "q ok", "response": "x"}])


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({}, None),
        ({"api_key": "sk-judge-1234567"}, "sk-judge-1234567"),
        ({"api_key_env": "MYKEY"}, OWN),
        ({"generation_config": {"extra_headers": {"Authorization": "Bearer sk-h-1234567"}}}, "sk-h-1234567"),
    ],
)
def test_a_judge_elsewhere_gets_its_own_key_or_none(
    evalwright: Run,
    servers: tuple[FaultServer, FaultServer],
    tmp_path: Path,
    more: dict[str, object],
    key: str | None,
) -> None:
    model, judge = servers
    about = json.dumps({"model_id": "j", "api_url": judge.url, **more})
    asking = ("--judge-strategy", "llm", "--judge-model-args", about, "--tries", 1, "--api-key-env", "MYKEY")
    evalwright("eval", qa(tmp_path), "-m", "m", "--api-url", model.url, "-o", "run", *asking, env=ENVIRONMENT)
    assert sent(model) == {f"Bearer {OWN}"} and sent(judge) == {f"Bearer {key}" if key else None}


def test_a_judge_at_the_models_address_uses_its_key(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path
) -> None:
    server, _ = servers
    about = json.dumps({"model_id": "j", "api_url": f"{server.url}/"})
    asking = ("--judge-strategy", "llm", "--judge-model-args", about, "--tries", 1)
    evalwright("eval", qa(tmp_path), "-m", f"m@{server.url}#MYKEY", "-o", "run", *asking, env=ENVIRONMENT)
    assert {asked.body["model"] for asked in server.ledger} == {"m", "j"} and sent(server) == {f"Bearer {OWN}"}


@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_without_a_key_says_how_to_name_one(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path, status: int
) -> None:
    one, other = servers
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0", f"status:{status}")])
    several = ("-m", f"a@{one.url}", "-m", f"b@{other.url}")
    done = evalwright("eval", items, *several, "-o", "run", env=ENVIRONMENT)
    assert done.returncode == 2 and f"-m 'a@{one.url}#MY_KEY'" in done.stderr
    alone = evalwright("eval", items, "-m", f"a@{one.url}", "-o", "run2", env=ENVIRONMENT)
    assert alone.returncode == 2 and "OPENAI_API_KEY" in alone.stderr, "the key that was refused is named"


def test_a_variable_that_is_not_set_is_named_before_anything_is_sent(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], items: Path, tmp_path: Path
) -> None:
    for named in (("-m", f"a@{servers[0].url}#NOT_THERE"), ("-m", "a", "--api-key-env", "NOT_THERE")):
        done = evalwright("eval", items, *named, "--api-url", servers[0].url, "-o", "run", env=ENVIRONMENT)
        assert done.returncode == 2 and "NOT_THERE" in done.stderr and len(done.stderr.splitlines()) == 1
    assert servers[0].ledger == [] and not (tmp_path / "run").exists()


def test_models_of_one_name_are_told_apart_without_their_keys(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], items: Path, tmp_path: Path
) -> None:
    one, other = servers
    secrets = ("sesame-open-1", "sesame-open-2")
    texts = [f"m@{server.url}?code={key}" for server, key in zip(servers, secrets, strict=True)]
    command = ("eval", items, "-m", texts[0], "-m", texts[1], "-o", "run")
    done = evalwright(*command, "--json", env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    named = [report["model"] for report in json.loads(done.stdout)["reports"]]
    assert named == [f"m@{one.url}?code=***", f"m@{other.url}?code=***"]
    kept = [f"{path} {path.read_bytes().decode() if path.is_file() else ''}" for path in tmp_path.rglob("run/**/*")]
    assert not [text for text in (*kept, done.stdout, done.stderr) if "sesame" in text]
    asked = len(one.ledger) + len(other.ledger)
    assert evalwright(*command, env=ENVIRONMENT).returncode == 0
    assert len(one.ledger) + len(other.ledger) == asked, "the same command finds its answers again"


@pytest.mark.parametrize("argument", ["http://me:hunter2@127.0.0.1/v1", "m@http://me:hunter2@127.0.0.1/v1"])
def test_a_password_on_the_command_line_is_repeated_by_nobody(evalwright: Run, items: Path, argument: str) -> None:
    for command in (
        ("eval", items, "-m", argument, "--api-url", argument, "-o", "run"),
        ("eval", items, "-m", argument, "-o", "run", "--nonsense", argument),
        ("show", argument),
        ("synth", argument.partition("@")[2] or argument, "-o", "out"),
        ("tools", argument),
        (argument,),
    ):
        done = evalwright(*command)
        assert done.returncode == 2 and "hunter2" not in done.stdout + done.stderr, command


def test_the_models_of_a_synthesis_get_their_own_keys(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path
) -> None:
    one, other = servers
    players = ("-m", f"a@{one.url}#MYKEY", "--user-model", f"b@{other.url}")
    evalwright("synth", "shop", "-n", 1, "-o", "data", "--wording", "simulate", *players, env=ENVIRONMENT)
    assert {key for server in servers for key in ([*sent(server)] if server.ledger else [])} <= {f"Bearer {OWN}", None}
    assert other.ledger and sent(other) == {None}


def test_a_removed_secret_is_said_in_the_sample_the_review_and_the_report(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path
) -> None:
    items = write_jsonl(tmp_path / "items.jsonl", [item("i0", "echo-answer"), item("i1")])
    asking = ("-m", "m", "--api-url", servers[0].url, "-o", "run")
    done = evalwright("eval", items, *asking, env=ENVIRONMENT)
    assert done.returncode == 0 and "1 answer repeated a key of ours" in done.stdout
    samples = read_jsonl(tmp_path / "run/predictions/m/next_call_items.jsonl")
    assert [line["sample"].get("notes") for line in samples] == [["secret_removed"], None]
    reviews = read_jsonl(tmp_path / "run/reviews/m/next_call_items.jsonl")
    assert [line["details"].get("secret_removed") for line in reviews] == [True, None]


def test_a_private_run_can_be_read_by_its_owner_alone(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], items: Path, tmp_path: Path
) -> None:
    done = evalwright("eval", items, "-m", "m", "--api-url", servers[0].url, "-o", "run", "--private", env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    paths = [tmp_path / "run", *(tmp_path / "run").rglob("*")]
    assert len(paths) > 5 and {path.stat().st_mode & 0o077 for path in paths} == {0}


def test_addresses_in_the_data_are_asked_by_nobody(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path
) -> None:
    server, trap = servers
    address = f"http://127.0.0.1:{trap.port}/trap"
    record = item("i0")
    picture = {"type": "image_url", "image_url": {"url": f"{address}.png"}}
    record["messages"].insert(0, {"role": "user", "content": [picture, {"type": "text", "text": address}]})
    function = {"name": "other", "parameters": {"$ref": f"{address}.json", "properties": {"a": {"$ref": address}}}}
    record["tools"] = [*record["tools"], {"type": "function", "function": function}]
    items = write_jsonl(tmp_path / "items.jsonl", [record])
    evalwright("eval", items, "-m", "m", "--api-url", server.url, "-o", "run", env=ENVIRONMENT)
    assert len(server.ledger) == 1 and trap.ledger == []
    for url in ("file:///etc/passwd", "gopher://127.0.0.1/", "unix:/run/x.sock"):
        done = evalwright("eval", items, "-m", "m", "--api-url", url, "-o", "run2", env=ENVIRONMENT)
        assert done.returncode == 2 and "is no http address" in done.stderr


@pytest.mark.parametrize("place", ["{query.__class__}", "{cfg.api_key}", "{query:>99999999}", "{query!r}", "{0}"])
def test_a_template_reaches_nothing_but_its_own_places(
    evalwright: Run, servers: tuple[FaultServer, FaultServer], tmp_path: Path, place: str
) -> None:
    server, _ = servers
    arguments = json.dumps(
        {"general_qa": {"local_path": str(qa(tmp_path).parent), "prompt_template": f"{place}{{query}}"}}
    )
    asking = ("--datasets", "general_qa", "--dataset-args", arguments)
    evalwright("eval", *asking, "-m", "m", "--api-url", server.url, "-o", "run", env=ENVIRONMENT)
    assert [asked.body["messages"][-1]["content"] for asked in server.ledger] == [f"{place}q ok"]


def test_a_config_file_that_cannot_be_read_is_not_quoted(evalwright: Run, items: Path, tmp_path: Path) -> None:
    for name, text in {
        "c.yaml": "model: m\napi_key: sk-abc-123\n  x: [\n",
        "c.json": '{"model": "m", "api_key": sk-abc-123}',
    }.items():
        (tmp_path / name).write_text(text)
        done = evalwright("eval", items, "--config", name, "-o", "run")
        assert done.returncode == 2 and "sk-abc" not in done.stderr + done.stdout


def test_a_crash_of_ours_shows_no_key(evalwright: Run, tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "from evalwright.cli import app\n"
        "from evalwright.secrecy import Secret\n"
        f"key = Secret({USUAL!r}, 'OPENAI_API_KEY').reveal()\n"
        "app._carried_out = lambda args: {}[key]\n"
        "app.main([])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "KeyError" in done.stderr and "***" in done.stderr
    assert USUAL not in done.stderr.replace(code, "")
