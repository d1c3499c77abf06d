"""A dry run surveys, shows the first request and counts the rest; it sends nothing, writes nothing, tells no secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import TaskConfig, run_task
from evalwright.errors import UsageError
from tests.conftest import Run, write_jsonl
from tests.run.scripted import by_marker, scripted
from tests.server import FaultServer, item

CANARY = "sk-canary-0123456789"


def items(tmp_path: Path, number: int = 5) -> Path:
    return write_jsonl(tmp_path / "items.jsonl", [item(f"i{n}") for n in range(number)])


def tree(tmp_path: Path) -> list[str]:
    return sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*"))


def test_a_task_that_is_only_rehearsed_sends_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_jsonl(tmp_path / "t_val.jsonl", [{"question": "1+1?", "A": "1", "B": "2", "answer": "B"}] * 3)
    before = tree(tmp_path)
    with scripted(by_marker({})) as server:
        config = TaskConfig(
            model="m",
            api_url=server.url,
            datasets=["general_mcq"],
            dataset_args={"general_mcq": {"local_path": str(tmp_path), "subset_list": ["t"]}},
            generation_config={"max_tokens": 100},
            work_dir=str(tmp_path / "out"),
            dry_run=True,
        )
        found = run_task(config)
        assert server.bodies == [] and tree(tmp_path) == before
    (plan,) = found["general_mcq"]["plans"]
    assert (plan["requests"], plan["completion_tokens_at_most"]) == (3, 300) and plan["prompt_tokens"] > 100
    assert plan["first_request"]["body"]["messages"][-1]["content"].endswith("B) 2")
    out = capsys.readouterr().out
    assert "m / general_mcq / t: 3 requests" in out and "nothing was sent and nothing was written" in out
    assert '"max_tokens": 100' in out


def test_the_command_line_shows_what_would_be_sent(evalwright: Run, tmp_path: Path) -> None:
    data = items(tmp_path)
    before = tree(tmp_path)
    with FaultServer() as server:
        done = evalwright("eval", data, "-m", "m", "--api-url", server.url, "--dry-run", "--json")
        assert not server.ledger
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (plan,) = document["plans"]
    assert document["dry_run"] is True and document["requests"] == plan["requests"] == 5
    assert plan["first_request"]["url"] == f"{server.url}/chat/completions"
    assert plan["first_request"]["body"]["tools"] == item("i0")["tools"]
    assert tree(tmp_path) == before, "not even an outputs folder"


def test_what_is_answered_already_would_not_be_sent(evalwright: Run, tmp_path: Path) -> None:
    data = items(tmp_path, 4)
    with FaultServer() as server:
        asking = ("eval", data, "-m", "m", "--api-url", server.url, "-o", tmp_path / "run")
        assert evalwright(*asking, "--limit", 3).returncode == 0
        before = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()}
        document = json.loads(evalwright(*asking, "--dry-run", "--json").stdout)
        assert len(server.ledger) == 3
    (plan,) = document["plans"]
    assert (plan["items"], plan["answered"], plan["requests"]) == (4, 3, 1)
    assert {path: path.read_bytes() for path in before} == before


def test_no_secret_is_shown(evalwright: Run, tmp_path: Path) -> None:
    generation = {
        "extra_body": {"vendor": {"auth_token": CANARY + "1"}, "user": CANARY},
        "extra_headers": {"X-Api-Key": CANARY + "2"},
    }
    done = evalwright(
        *(
            "eval",
            items(tmp_path),
            "-m",
            "m",
            "--api-url",
            f"http://127.0.0.1:9/v1?api-key={CANARY}3&code={CANARY}4",
            "--dry-run",
        ),
        *("--generation-config", json.dumps(generation)),
        env={"OPENAI_API_KEY": CANARY},
    )
    assert done.returncode == 0, done.stderr
    assert "canary" not in done.stdout + done.stderr and "***" in done.stdout


def test_a_judge_is_counted(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "q.jsonl", [{"query": "why?"}, {"query": "who?", "response": "me"}])
    config = TaskConfig(
        model="m",
        api_url="http://127.0.0.1:9/v1",
        datasets=["general_qa"],
        dataset_args={"general_qa": {"local_path": str(tmp_path), "subset_list": ["q"]}},
        judge_model_args={"model_id": "j"},
        dry_run=True,
    )
    (plan,) = run_task(config)["general_qa"]["plans"]
    assert plan["judge_requests_at_most"] == 1, "where there is a reference, auto asks no judge"


def test_nothing_is_fetched_for_it() -> None:
    with pytest.raises(UsageError, match="fetches nothing"):
        run_task(TaskConfig(model="m", api_url="http://127.0.0.1:9/v1", datasets=["general_fc"], dry_run=True))


def config(**more: Any) -> Any:
    return TaskConfig(model="m", api_url="http://127.0.0.1:9/v1", datasets=["general_mcq"], **more).resolve()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"debug": True}, "debug means nothing here"),
        ({"dry_runs": True}, "Did you mean 'dry_run'"),
        ({"dataset_args": {"general_mcq": {"extra_params": {"multiple_corect": True}}}}, "'multiple_correct'"),
        ({"dataset_args": {"general_mcq": {"extra_params": {"anything": 1}}}}, "there is no 'anything'"),
        ({"dataset_args": {"general_mcq": {"extra_params": ["x"]}}}, "must be a dictionary"),
        ({"generation_config": {"do_sample": True}}, "no temperature is given"),
        ({"judge_model_args": {"model_id": "j", "generation_config": {"stream": True}}}, "stream means nothing here"),
        ({"judge_model_args": {"model_id": "j", "generation_config": {"timeout": 5}}}, "timeout means nothing here"),
    ],
)
def test_a_field_that_means_nothing_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        config(**given)
    assert said in str(caught.value)


def test_a_field_that_asks_for_what_is_done_anyway_is_taken() -> None:
    config(debug=False, dry_run=False, generation_config={"do_sample": False, "temperature": 0.0})
    config(generation_config={"do_sample": True, "temperature": 0.7})
    config(dataset_args={"general_mcq": {"extra_params": {"multiple_correct": True}}})


def test_a_dry_run_finds_and_refuses_what_the_run_itself_would(evalwright: Run, tmp_path: Path) -> None:
    """Else it promises requests that would not be sent, or that a command works which will not."""
    data, run = items(tmp_path), tmp_path / "run"
    (tmp_path / "other").mkdir()
    other = write_jsonl(tmp_path / "other" / "items.jsonl", [item(f"o{n}") for n in range(4)])
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with FaultServer() as server:
        asking = ("-m", "m", "--api-url", server.url, "-o")
        assert evalwright("eval", data, *asking, run).returncode == 0
        assert evalwright("eval", other, *asking, run).returncode == 0, "which is called items-2 there"
        (plan,) = json.loads(evalwright("eval", other, *asking, run, "--dry-run", "--json").stdout)["plans"]
        assert (plan["subset"], plan["answered"], plan["requests"]) == ("items-2", 4, 0)
        refused = [
            evalwright("eval", data, *asking, run, "--limit", 3, "--dry-run"),
            evalwright("eval", data, *asking, tmp_path / "mine", "--dry-run"),
            evalwright("eval", data, *asking, data, "--dry-run"),
        ]
        journal = run / "predictions" / "m" / "next_call_items.jsonl"
        journal.write_bytes(journal.read_bytes().replace(b"lookup", b"lookuq", 1))
        refused.append(evalwright("eval", data, *asking, run, "--dry-run"))
    assert [done.returncode for done in refused] == [2] * 4
    for done, word in zip(refused, ("limit", "but no run", "is a file", "is damaged"), strict=True):
        assert word in done.stderr
