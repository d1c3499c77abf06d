"""A replay answers by item id from a samples file in any of its shapes."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from evalwright.errors import EvalwrightError, InputError
from evalwright.models.protocol import AnswerError, Model, Request, Sample
from evalwright.models.replay import ReplayModel

CALL = {"id": "c", "type": "function", "function": {"name": "get", "arguments": '{"城市": "北京"}'}}


def write(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def replay(path: Path, *ids: str) -> list[Sample]:
    async def go() -> list[Sample]:
        model = ReplayModel(path)
        await model.open()
        try:
            requests = [Request(id=identifier, messages=[]) for identifier in ids]
            return [await model.answer(request, model.prepare(request)) for request in requests]
        finally:
            await model.close()

    return asyncio.run(go())


def test_samples_are_found_by_id_in_any_order(tmp_path: Path) -> None:
    records = [{"id": f"c{n}#0", "output_text": f"answer {n}"} for n in range(3000)]
    path = write(tmp_path / "s.jsonl", *records)
    texts = [sample["output_text"] for sample in replay(path, "c2999#0", "c0#0", "c1234#0", "c0#0")]
    assert texts == ["answer 2999", "answer 0", "answer 1234", "answer 0"]


@pytest.mark.parametrize(
    "record",
    [
        {"id": "7", "output_tools": [CALL]},
        {"id": 7, "sample": {"output_tools": [CALL]}},
        {"id": "7", "digest": "d", "sample": {"output_text": None, "output_tools": [CALL]}},
        {"item": {"id": "7", "messages": []}, "sample": {"output_tools": [CALL]}},
        {"id": "7", "sample": {"choices": [{"message": {"role": "assistant", "tool_calls": [CALL]}}]}},
        {
            "id": "outputitem_1",
            "datasource_item": {"id": "7"},
            "sample": {"output": [{"role": "assistant", "content": None, "tool_calls": [CALL]}]},
        },
    ],
)
def test_every_shape_gives_the_same_call(tmp_path: Path, record: dict[str, Any]) -> None:
    (sample,) = replay(write(tmp_path / "s.jsonl", {"id": "x", "output_text": "first"}, record), "7")
    assert sample["output_tools"] == [CALL]
    assert sample["output_text"] is None
    assert sample["usage"] is None


def test_a_sample_without_an_id_stands_under_its_position(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"output_text": "a"}\r\n\n  \n{"output_text": "b"}')
    assert [sample["output_text"] for sample in replay(path, "1", "0")] == ["b", "a"]


def test_a_sample_that_is_not_there_is_not_asked_for_again(tmp_path: Path) -> None:
    path = write(tmp_path / "s.jsonl", {"id": "1", "output_text": "a"})
    with pytest.raises(AnswerError) as caught:
        replay(path, "2")
    assert caught.value.kind == "missing_sample"
    assert not caught.value.retry
    assert caught.value.stop is None


def test_a_recorded_error_is_no_sample_but_a_later_answer_is(tmp_path: Path) -> None:
    failed = {"digest": "d", "error": {"kind": "http_500", "message": "oops"}}
    path = write(tmp_path / "s.jsonl", {"id": "1", **failed}, {"id": "2", **failed}, {"id": "2", "output_text": "b"})
    assert replay(path, "2")[0]["output_text"] == "b"
    with pytest.raises(AnswerError, match="missing_sample"):
        replay(path, "1")


def test_a_file_that_changes_while_it_is_used_stops_the_run(tmp_path: Path) -> None:
    path = write(tmp_path / "s.jsonl", {"id": "1", "output_text": "a"})

    async def go() -> None:
        model = ReplayModel(path)
        await model.open()
        path.write_text("#" * 20)
        try:
            await model.answer(Request(id="1", messages=[]), b"")
        finally:
            await model.close()

    with pytest.raises(AnswerError) as caught:
        asyncio.run(go())
    assert caught.value.stop


def test_it_is_a_model_known_by_its_content(tmp_path: Path) -> None:
    one = ReplayModel(write(tmp_path / "one.jsonl", {"id": "1", "output_text": "a"}))
    two = ReplayModel(write(tmp_path / "two.jsonl", {"id": "1", "output_text": "b"}))
    assert isinstance(one, Model)
    assert one.name == "replay:one"
    assert one.identity()["kind"] == "replay"
    assert one.identity() != two.identity()
    assert one.prepare(Request(id="1", messages=[])) != one.prepare(Request(id="2", messages=[]))


class TestFilesThatCannotBeUsed:
    def refusal(self, path: Path) -> str:
        with pytest.raises(EvalwrightError) as caught:
            replay(path)
        assert caught.value.exit_code == 2
        assert caught.value.cure
        assert "\n" not in str(caught.value)
        return str(caught.value)

    def test_the_same_id_twice_is_refused_with_both_lines(self, tmp_path: Path) -> None:
        path = tmp_path / "s.jsonl"
        path.write_text(
            '{"id": "a", "output_text": ""}\n\n{"id": "b", "output_text": ""}\n{"id": "a", "output_text": "x"}\n'
        )
        with pytest.raises(InputError) as caught:
            replay(path)
        assert caught.value.line == 4
        assert "line 1" in str(caught.value)

    def test_a_position_can_clash_with_an_id(self, tmp_path: Path) -> None:
        text = self.refusal(write(tmp_path / "s.jsonl", {"id": "1", "output_text": "a"}, {"output_text": "b"}))
        assert "line 1" in text

    @pytest.mark.parametrize("broken", [{"id": "2"}, {"id": "2", "sample": 5}, [1], {"id": "2", "output_tools": "x"}])
    def test_a_line_that_is_no_sample_is_named(self, tmp_path: Path, broken: Any) -> None:
        path = write(tmp_path / "s.jsonl", {"id": "1", "output_text": "a"}, broken)
        assert self.refusal(path).startswith(f"{path}:2: ")

    def test_a_torn_line_is_named(self, tmp_path: Path) -> None:
        path = write(tmp_path / "s.jsonl", {"id": "1", "output_text": "a"})
        path.write_text(path.read_text() + '{"id": "2", "outp')
        assert f"{path}:2: " in self.refusal(path)

    def test_nothing_but_errors(self, tmp_path: Path) -> None:
        path = write(tmp_path / "s.jsonl", {"id": "1", "error": {"kind": "timeout", "message": "slow"}})
        assert "only 1 recorded error" in self.refusal(path)

    def test_missing_empty_and_directory(self, tmp_path: Path) -> None:
        (tmp_path / "empty.jsonl").write_text("")
        assert "no such file" in self.refusal(tmp_path / "gone.jsonl")
        assert "empty" in self.refusal(tmp_path / "empty.jsonl")
        assert "directory" in self.refusal(tmp_path)

    def test_a_pipe_cannot_be_looked_up_in(self, tmp_path: Path) -> None:
        reading, writing = os.pipe()
        try:
            assert "read but once" in self.refusal(Path(f"/dev/fd/{reading}"))
            assert "read but once" in self.refusal(Path("-"))
        finally:
            os.close(reading)
            os.close(writing)
