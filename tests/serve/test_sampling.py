"""Runs that ask: by template or reference, tools and settings sent as they came; who answers; what is passed on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evalwright.serve import Quotas, read_models_file

from .conftest import Api, an_eval, over, rows_of, same, serving
from .speaker import Speaker, speaking

TOOL = {"name": "look", "parameters": {"type": "object", "properties": {"key": {"type": "string"}}}}
KEY = "a-key-of-the-upstream"


def _rule(body: dict[str, Any]) -> Any:
    said = body["messages"][-1]["content"]
    if body.get("tools"):
        call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": json.dumps({"key": said})}}
        return {"role": "assistant", "content": None, "tool_calls": [call]}
    return str(said).upper() if isinstance(said, str) else json.dumps(said)


@pytest.fixture(scope="module")
def speaker() -> Iterator[Speaker]:
    with speaking(_rule) as made:
        yield made


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory, speaker: Speaker) -> Iterator[Api]:
    folder = tmp_path_factory.mktemp("sampling")
    models = folder / "models.yaml"
    models.write_text(f"named:\n  url: {speaker.url}\n  model: own-name\n  key_env: TEST_UPSTREAM_KEY\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEST_UPSTREAM_KEY", KEY)
        patch.delenv("OPENAI_API_KEY", raising=False)
        with serving(folder / "dir", read_models_file(models, speaker.url)) as served:
            yield served


def _run(api: Api, source: dict[str, Any], *criteria: dict[str, Any]) -> tuple[Any, list[Any]]:
    made = api.post("/evals", an_eval(*criteria, sampled=True))["id"]
    run = api.post(f"/evals/{made}/runs", {"name": "sampled", "data_source": source})
    run = api.wait(made, run["id"])
    assert run["status"] == "completed", run["error"]
    return run, api.items(made, run["id"])


def _content(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "file_content", "content": rows}


def test_a_template_is_filled_sent_and_graded(api: Api, speaker: Speaker) -> None:
    template = [
        {"type": "message", "role": "developer", "content": {"type": "input_text", "text": "Shout {{item.word}}."}},
        {"role": "user", "content": "{{ item.word }}"},
    ]
    source = {
        "type": "completions",
        "model": "plain-name",
        "source": _content(rows_of(("a", "A"), ("b", "C"))),
        "input_messages": {"type": "template", "template": template},
        "sampling_params": {"temperature": 0.3, "seed": 7, "max_completions_tokens": 50},
    }
    run, items = _run(api, source, same(given="{{sample.output_text}}"))
    assert run["model"] == "plain-name"
    assert run["result_counts"] == {"total": 2, "passed": 1, "failed": 1, "errored": 0}
    [usage] = run["per_model_usage"]
    assert (usage["invocation_count"], usage["total_tokens"]) == (2, 10)
    body = next(body for body in speaker.bodies if body["messages"][-1]["content"] == "a")
    assert body["model"] == "plain-name" and body["messages"][0]["content"] == "Shout a."
    assert (body["temperature"], body["seed"], body["max_completion_tokens"]) == (0.3, 7, 50)
    assert "authorization" not in speaker.headers[speaker.bodies.index(body)]
    sample = items[0]["sample"]
    assert sample["output"] == [{"role": "assistant", "content": "A"}] and sample["temperature"] == 0.3
    assert [message["role"] for message in sample["input"]] == ["developer", "user"]


def test_messages_of_the_item_in_the_responses_shape_reach_a_server_of_chat_completions(
    api: Api, speaker: Speaker
) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    asked = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "k1"}]}]
    source = {
        "type": "responses",
        "model": "named",
        "source": _content([{"item": {"messages": asked, "gold": "k1"}}]),
        "input_messages": {"type": "item_reference", "item_reference": "item.messages"},
        "sampling_params": {
            "tools": [{"type": "function", **TOOL}],
            "text": {"format": {"type": "json_schema", "name": "n", "schema": schema}},
        },
    }
    walk = "{{sample.output_tools[0].function.arguments.key}}"  # arguments are a text, and walked into
    run, [item] = _run(api, source, same(given=walk))
    assert run["result_counts"]["passed"] == 1
    assert item["sample"]["output"][0]["tool_calls"][0]["function"]["name"] == "look"
    body = next(body for body in speaker.bodies if body["messages"][-1]["content"] == "k1")
    assert body["model"] == "own-name" and body["tools"] == [{"type": "function", "function": TOOL}]
    assert body["response_format"] == {"type": "json_schema", "json_schema": {"name": "n", "schema": schema}}
    assert "temperature" not in body
    assert speaker.headers[speaker.bodies.index(body)]["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("name", ["replay:/etc/passwd", "hf:x", "a@http://127.0.0.1:1/v1", "http://127.0.0.1:1", "a b"])
def test_a_name_of_a_client_is_never_parsed(api: Api, name: str) -> None:
    made = api.post("/evals", an_eval(same(), sampled=True))["id"]
    source = {
        "type": "completions",
        "model": name,
        "source": _content(rows_of(("a", "a"))),
        "input_messages": {"type": "template", "template": [{"role": "user", "content": "x"}]},
    }
    answer = api.ask("POST", f"/evals/{made}/runs", {"data_source": source})
    assert answer.status == 400 and answer.error["param"] == "data_source.model"
    assert api.ask("POST", "/chat/completions", {"model": name, "messages": []}).status == 400


def test_a_tool_that_the_hosted_service_runs_is_refused_by_name(api: Api) -> None:
    made = api.post("/evals", an_eval(same(), sampled=True))["id"]
    source = {
        "type": "responses",
        "model": "named",
        "source": _content(rows_of(("a", "a"))),
        "input_messages": {"type": "template", "template": [{"role": "user", "content": "x"}]},
        "sampling_params": {"tools": [{"type": "mcp", "server_label": "s", "server_url": "http://127.0.0.1:1"}]},
    }
    answer = api.ask("POST", f"/evals/{made}/runs", {"data_source": source})
    assert answer.status == 400 and "mcp" in answer.error["message"]


def test_a_model_that_refuses_ends_the_run_with_its_words(tmp_path: Path) -> None:
    models = tmp_path / "models.json"
    models.write_text(json.dumps({"gone": "http://127.0.0.1:9/v1"}))
    with serving(tmp_path / "dir", read_models_file(models, None)) as api:
        made = api.post("/evals", an_eval(same(), sampled=True))["id"]
        source = {
            "type": "completions",
            "model": "gone",
            "source": _content(rows_of(("a", "a"))),
            "input_messages": {"type": "template", "template": [{"role": "user", "content": "x"}]},
        }
        run = api.wait(made, api.post(f"/evals/{made}/runs", {"data_source": source})["id"])
        assert run["status"] == "failed" and run["error"]["message"]
        assert api.items(made, run["id"]) == []
        answer = api.ask("POST", "/chat/completions", {"model": "gone", "messages": []})
        assert answer.status == 502 and answer.error["message"]


def test_the_other_requests_of_a_client_are_passed_on_without_its_key(api: Api, speaker: Speaker) -> None:
    before = len(speaker.bodies)
    ask = {"model": "named", "messages": [{"role": "user", "content": "hello"}]}
    answer = api.post("/chat/completions", ask, Authorization="Bearer the-clients-own")
    assert answer["choices"][0]["message"]["content"] == "HELLO"
    assert speaker.bodies[before]["model"] == "own-name"
    assert speaker.headers[before]["authorization"] == f"Bearer {KEY}"
    assert api.post("/embeddings", {"model": "x", "input": "a"})["data"][0]["embedding"] == [0.5]
    names = [each["id"] for each in api.get("/models")["data"]]
    assert names == ["named", "upstream"]
    streamed = api.ask("POST", "/chat/completions", {**ask, "stream": True})
    assert streamed.headers["content-type"].startswith("text/event-stream") and b"HELLO" in streamed.body
    assert not any("the-clients-own" in value for headers in speaker.headers for value in headers.values())


def test_a_response_is_made_from_a_chat_completion_where_the_server_knows_no_other(api: Api) -> None:
    made = api.post("/responses", {"model": "named", "instructions": "Shout.", "input": "hello"})
    assert made["object"] == "response" and made["output"][0]["content"][0]["text"] == "HELLO"
    tools = [{"type": "function", **TOOL}]
    called = api.post("/responses", {"model": "named", "input": [{"role": "user", "content": "k"}], "tools": tools})
    assert called["output"][0]["type"] == "function_call" and called["output"][0]["arguments"] == '{"key": "k"}'
    streamed = api.ask("POST", "/responses", {"model": "named", "input": "hello", "stream": True})
    assert b"response.output_text.delta" in streamed.body and b"response.completed" in streamed.body


def test_rows_of_a_file_and_samples_beside_items(api: Api) -> None:
    rows = [
        {"item": {"gold": "yes"}, "sample": {"output_text": "yes"}},
        {"item": {"gold": "no"}, "sample": {"choices": [{"message": {"role": "assistant", "content": "no"}}]}},
        {"item": {"gold": "no"}},
    ]
    file = api.upload("\n".join(json.dumps(row) for row in rows).encode()).json
    made = api.post("/evals", an_eval(same(given="{{sample.output_text}}"), sampled=True))["id"]
    source = {"type": "jsonl", "source": {"type": "file_id", "id": file["id"]}}
    run = api.post(f"/evals/{made}/runs", {"data_source": source})
    api.delete(f"/files/{file['id']}")  # the run has its rows
    run = api.wait(made, run["id"])
    assert run["result_counts"] == {"total": 3, "passed": 2, "failed": 0, "errored": 1}
    bad = api.upload(b'{"item": {}}\n{"item": 3}\n').json
    answer = api.ask(
        "POST",
        f"/evals/{made}/runs",
        {**over([]), "data_source": {**source, "source": {"type": "file_id", "id": bad["id"]}}},
    )
    assert answer.status == 400 and "2" in answer.error["message"]


def test_all_runs_together_keep_one_limit_per_address(tmp_path: Path) -> None:
    with speaking(_rule, latency=0.02) as speaker:
        quotas = Quotas(requests_at_once=4, runs_at_once=2)
        with serving(tmp_path / "dir", read_models_file(None, speaker.url), quotas) as api:
            made = api.post("/evals", an_eval(same(given="{{sample.output_text}}"), sampled=True))["id"]
            source = {
                "type": "completions",
                "model": "m",
                "source": _content(rows_of(*((f"w{number}", f"W{number}") for number in range(40)))),
                "input_messages": {"type": "template", "template": [{"role": "user", "content": "{{item.word}}"}]},
            }
            runs = [api.post(f"/evals/{made}/runs", {"data_source": source})["id"] for _ in range(2)]
            ended = [api.wait(made, run) for run in runs]
            assert [run["result_counts"]["passed"] for run in ended] == [40, 40]
    assert 1 < speaker.most_at_once <= 4
