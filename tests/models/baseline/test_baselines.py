"""The baselines learn habits from conversations, and copy arguments without ever making one up."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import EvalwrightError, InputError
from evalwright.models.baseline.baselines import BigramBaseline, MajorityBaseline
from evalwright.models.protocol import Model, Request, Sample

Json = dict[str, Any]


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def call(name: str, **arguments: Any) -> Json:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": function}],
    }


def result(value: Any) -> Json:
    content = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return {"role": "tool", "tool_call_id": "c1", "content": content}


def tool(name: str, required: list[str] | None = None, **properties: Any) -> Json:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
    }
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


TEXT = {"type": "string"}


def write(path: Path, *conversations: list[Json]) -> Path:
    """A training file in which every tool that is called is also offered and every call has its result."""
    lines = []
    for messages in conversations:
        called = [m["tool_calls"][0]["function"]["name"] for m in messages if m.get("tool_calls")]
        with_results = []
        for message, following in zip(messages, [*messages[1:], None], strict=True):
            with_results.append(message)
            if message.get("tool_calls") and (following is None or following["role"] != "tool"):
                with_results.append(result("done"))
        tools = [{"type": "function", "function": {"name": n, "parameters": {}}} for n in dict.fromkeys(called)]
        lines.append(json.dumps({"messages": with_results, "tools": tools}, ensure_ascii=False))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def ask(model: Any, messages: list[Json], tools: list[Json]) -> Sample:
    async def go() -> Sample:
        await model.open()
        request = Request(id="0", messages=messages, tools=tools)  # type: ignore[arg-type]
        sample: Sample = await model.answer(request, model.prepare(request))
        await model.close()
        return sample

    return asyncio.run(go())


def chosen(sample: Sample) -> str | None:
    return sample["output_tools"][0]["function"]["name"] if sample["output_tools"] else None


def trained(tmp_path: Path, name: str, *arguments: Json) -> Path:
    """A training file in which one tool is called with these arguments, a conversation each."""
    return write(tmp_path / "train.jsonl", *([user("hi"), call(name, **given)] for given in arguments))


class TestWhichTool:
    def test_the_majority_is_the_tool_called_most(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("find"), call("get"), call("get")])
        assert chosen(ask(MajorityBaseline(train), [user("y")], [tool("find"), tool("get")])) == "get"

    def test_ties_go_by_name(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("b"), call("a")])
        assert chosen(ask(MajorityBaseline(train), [user("y")], [tool("b"), tool("a")])) == "a"

    def test_a_tool_that_is_not_offered_gives_way_to_the_next_best(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("get"), call("get"), call("find")])
        assert chosen(ask(MajorityBaseline(train), [user("y")], [tool("find"), tool("new")])) == "find"

    @pytest.mark.parametrize("tools", [[], [tool("never_seen")], [{"type": "function"}]])
    def test_without_a_known_tool_the_answer_is_no_words(self, tmp_path: Path, tools: list[Json]) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("get")])
        sample = ask(BigramBaseline(train), [user("y")], tools)
        assert (sample["output_text"], sample["output_tools"], sample["finish_reason"]) == ("", None, "stop")

    def test_the_bigram_goes_by_the_last_call(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", *[[user("x"), call("find"), call("get"), call("get"), call("end")]] * 2)
        tools = [tool("find"), tool("get"), tool("end")]
        model = BigramBaseline(train)
        assert chosen(ask(model, [user("y")], tools)) == "find"
        assert chosen(ask(model, [user("y"), call("find"), result("ok")], tools)) == "get"

    def test_tied_followers_go_by_overall_count_then_name(self, tmp_path: Path) -> None:
        train = write(
            tmp_path / "t.jsonl",
            [user("x"), call("s"), call("a")],
            [user("x"), call("s"), call("z"), call("z")],
            [user("x"), call("p"), call("n")],
            [user("x"), call("p"), call("m")],
        )
        tools = [tool(name) for name in "azmn"]
        assert chosen(ask(BigramBaseline(train), [user("y"), call("s")], tools)) == "z"
        assert chosen(ask(BigramBaseline(train), [user("y"), call("p")], tools)) == "m"

    def test_the_bigram_falls_back_on_the_majority(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("get"), call("get"), call("end")])
        tools = [tool("get"), tool("end")]
        assert chosen(ask(BigramBaseline(train), [user("y"), call("unknown")], tools)) == "get"
        assert chosen(ask(BigramBaseline(train), [user("y"), call("get")], [tool("end")])) == "end"


class TestTheModel:
    def test_it_is_a_model_and_names_itself(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("get")])
        model = BigramBaseline(train)
        assert isinstance(model, Model)
        assert model.name == "baseline:bigram"
        assert MajorityBaseline(train).name == "baseline:majority"
        identity = model.identity()
        assert (identity["kind"], identity["which"], len(identity["train_sha256"])) == (
            "baseline",
            "bigram",
            64,
        )

    def test_another_training_file_is_another_identity(self, tmp_path: Path) -> None:
        one = write(tmp_path / "1.jsonl", [user("x"), call("get")])
        two = write(tmp_path / "2.jsonl", [user("x"), call("put")])
        assert MajorityBaseline(one).identity() != MajorityBaseline(two).identity()

    def test_a_call_has_the_shape_of_an_openai_call(self, tmp_path: Path) -> None:
        train = write(tmp_path / "t.jsonl", [user("x"), call("get", who="李娜")])
        assert ask(MajorityBaseline(train), [user("y")], [tool("get", who=TEXT)]) == {
            "output_text": None,
            "output_tools": [
                {
                    "id": "call_0",
                    "type": "function",
                    "function": {"name": "get", "arguments": '{"who": "李娜"}'},
                }
            ],
            "finish_reason": "tool_calls",
            "usage": None,
            "latency_ms": None,
        }

    def test_the_prepared_request_does_not_depend_on_key_order(self, tmp_path: Path) -> None:
        model = MajorityBaseline(write(tmp_path / "t.jsonl", [user("x"), call("get")]))
        one = Request(id="1", messages=[{"role": "user", "content": "x"}], settings={"a": 1, "b": 2})
        two = Request(id="2", messages=[{"content": "x", "role": "user"}], settings={"b": 2, "a": 1})
        assert model.prepare(one) == model.prepare(two)
        assert model.prepare(one) != model.prepare(Request(id="1", messages=[]))

    def test_the_same_question_has_the_same_answer(self, tmp_path: Path) -> None:
        train = trained(tmp_path, "get", *({"a": f"#{n}", "b": [n, "x"], "c": n % 2 == 0} for n in range(50)))
        messages = [user("#7 和 #8"), call("f"), result({"b": [1, "y"], "c": True})]
        tools = [tool("get", a=TEXT, b={"type": "array"}, c={"type": "boolean"})]
        samples = [ask(BigramBaseline(train), messages, tools) for _ in range(3)]
        assert samples[0] == samples[1] == samples[2]

    @pytest.mark.parametrize(
        "message",
        [
            {"role": "user", "content": 5},
            {"role": "user", "content": [None, {"text": 7}]},
            {"role": "assistant", "tool_calls": "x"},
            {"role": "assistant", "tool_calls": [None, {"function": None}, {"function": {"name": 3}}]},
            {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{"}}]},
        ],
    )
    def test_a_hostile_message_does_no_harm(self, tmp_path: Path, message: Json) -> None:
        train = trained(tmp_path, "get", {"key": "#A1"}, {"key": "#B2"})
        sample = ask(BigramBaseline(train), [user("#C3"), message], [tool("get", key=TEXT)])
        assert sample["output_tools"] is not None
        assert sample["output_tools"][0]["function"] == {"name": "get", "arguments": '{"key": "#C3"}'}

    def test_asking_before_opening_is_a_mistake(self, tmp_path: Path) -> None:
        model = MajorityBaseline(write(tmp_path / "t.jsonl", [user("x"), call("get")]))
        with pytest.raises(RuntimeError):
            asyncio.run(model.answer(Request(id="0", messages=[]), b""))


class TestTrainingFilesThatCannotBeUsed:
    def refusal(self, path: Path) -> EvalwrightError:
        with pytest.raises(EvalwrightError) as caught:
            asyncio.run(MajorityBaseline(path).open())
        assert caught.value.exit_code == 2
        assert "\n" not in str(caught.value)
        assert caught.value.cure
        return caught.value

    def test_a_missing_file(self, tmp_path: Path) -> None:
        assert "no such file" in str(self.refusal(tmp_path / "gone.jsonl"))

    def test_a_directory(self, tmp_path: Path) -> None:
        assert "directory" in str(self.refusal(tmp_path))

    def test_an_empty_file(self, tmp_path: Path) -> None:
        (tmp_path / "t.jsonl").write_text("")
        assert "empty" in str(self.refusal(tmp_path / "t.jsonl"))

    def test_standard_input(self) -> None:
        assert "stream" in str(self.refusal(Path("-")))

    @pytest.mark.parametrize("broken", ['{"messages": [', '"text"', '{"messages": 5}', "[]"])
    def test_a_broken_line_is_named(self, tmp_path: Path, broken: str) -> None:
        path = write(tmp_path / "t.jsonl", [user("x"), call("get")])
        path.write_text(path.read_text() + broken + "\n")
        error = self.refusal(path)
        assert isinstance(error, InputError)
        assert str(error).startswith(f"{path}:2: ")

    def test_a_file_without_a_call(self, tmp_path: Path) -> None:
        path = write(tmp_path / "t.jsonl", [user("x"), {"role": "assistant", "content": "hello"}])
        assert "no tool is called in its 1 conversation" in str(self.refusal(path))
