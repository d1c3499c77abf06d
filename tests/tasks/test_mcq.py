"""general_mcq: what is read, what is asked, what is scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright import TaskConfig, run_task
from evalwright.errors import EvalwrightError, InputError, UsageError
from evalwright.tasks import make_task

from ..conftest import ROOT, read_jsonl
from ..run.scripted import by_marker, scripted

VECTORS = ROOT / "tests" / "vectors" / "evalscope"
RECORD = {"question": "Q?", "A": "one", "B": "two", "C": "three", "answer": "B"}


def prompt(record: dict[str, Any] = RECORD, **options: Any) -> str:
    task = make_task("general_mcq", options)
    content = task.request(task.read(record, "0"), {}).messages[-1]["content"]
    assert isinstance(content, str)
    return content


def test_the_default_prompt_is_the_pages_with_the_records_own_letters() -> None:
    assert prompt() == (
        "请回答问题，并选出其中的正确答案。你的回答的最后一行应该是这样的格式：“答案是：LETTER”（不带引号），"
        "其中 LETTER 是 A、B、C 中的一个。\nQ?\nA) one\nB) two\nC) three"
    )


def test_the_english_prompt() -> None:
    assert "where LETTER is one of A, B, C.\nQ?\nA) one" in prompt(language="en")


def test_a_template_of_the_users_own_is_applied_and_its_other_braces_stay() -> None:
    template = 'Reply as {"answer": "X"}. {question} [{letters}]\n{choices}\n{other} {0} {question!r}'
    record = {**RECORD, "question": "What is {choices}?"}
    assert prompt(record, prompt_template=template) == (
        'Reply as {"answer": "X"}. What is {choices}? [A,B,C]\nA) one\nB) two\nC) three\n{other} {0} {question!r}'
    )


def test_a_template_without_a_place_for_the_question_is_refused() -> None:
    with pytest.raises(UsageError, match="no place for the question"):
        make_task("general_mcq", {"prompt_template": "Answer!"})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"question": None}, "`question` is missing"),
        ({"question": {"a": 1}}, "`question` is missing"),
        ({"B": ["x"]}, "option B is empty"),
        ({"answer": None}, "`answer` is missing"),
        ({"answer": "D"}, "is none of the options A to C"),
        ({"answer": "Z"}, "is none of the options"),
        ({"answer": ["A", "C"]}, "multiple_correct"),
        ({"B": None}, "option B is empty"),
        ({"B": None, "C": None}, "fewer than two options"),
        ({letter: letter.lower() for letter in "DEFGHIJK"}, "11 options; at most 10"),
    ],
)
def test_a_row_that_cannot_be_asked(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        make_task("general_mcq", {}).read({**RECORD, **changes}, "0")


@pytest.mark.parametrize("answer", ["B", "b", " B ", "B.", "(B)", "Ｂ", "two", ["B"]])
def test_the_answer_in_any_dress(answer: Any) -> None:
    assert make_task("general_mcq", {}).read({**RECORD, "answer": answer}, "0").answers == ("B",)


def test_numbers_and_lower_case_columns_are_options() -> None:
    question = make_task("general_mcq", {}).read({"question": 5, "a": 1, "b": 2.5, "c": "", "answer": "a"}, "0")
    assert question.choices == ("1", "2.5") and question.question == "5"


def test_several_right_answers_are_scored_as_a_set() -> None:
    task = make_task("general_mcq", {"extra_params": {"multiple_correct": True}})
    question = task.read({**RECORD, "answer": ["A", "C"]}, "0")
    whole = task.review(question, {"output_text": "答案：A、C"})  # type: ignore[typeddict-item]
    part = task.review(question, {"output_text": "答案：A"})  # type: ignore[typeddict-item]
    assert whole["score"] == {"AverageAccuracy": 1.0, "multi_choice_acc": 1.0}
    assert part["score"] == {"AverageAccuracy": 0.0, "multi_choice_acc": 0.5}


def run(folder: Path, url: str, dataset_args: dict[str, Any], **more: Any) -> dict[str, Any]:
    args = {"local_path": str(folder), **dataset_args}
    task = {"datasets": ["general_mcq"], "dataset_args": {"general_mcq": args}, "model": "m", "api_url": url}
    given = {"api_key": "EMPTY", "work_dir": str(folder / "out"), **task, **more}
    return run_task(TaskConfig(**given))["general_mcq"]


@pytest.mark.parametrize("case", read_jsonl(VECTORS / "mcq_loading.jsonl"), ids=lambda c: c["id"])
def test_every_way_a_file_can_lie_there(case: dict[str, Any], tmp_path: Path) -> None:
    file = case["file"]
    if "records" in file:
        ending = "csv" if "csv" in case["id"] else "jsonl"
        _write(tmp_path / f"t_val.{ending}", file["records"])
        dev = [
            {"question": f"示例{n}", "A": "甲", "B": "乙", "C": "丙", "D": "丁", "answer": "AB"[n]} for n in range(2)
        ]
        _write(tmp_path / f"t_dev.{ending}", dev)
    else:
        mark = b"\xef\xbb\xbf" if "bom" in case["id"] else b""
        (tmp_path / file["name"]).write_bytes(mark + file["text"].encode())
    if "second_file" in case:
        (tmp_path / case["second_file"]["name"]).write_text(case["second_file"]["text"], encoding="utf-8")
    replies = case.get("replies") or {}
    default = {"content": "答案：A"} if "C\n" not in str(file.get("text")) else {"content": "答案：C"}
    with scripted(by_marker(replies, default)) as server:
        args = {key: value for key, value in case["dataset_args"].items() if key != "local_path"}
        more = dict(case["task_args"] or {})
        generation = {"retries": 1, **more.pop("generation_config", {})}
        try:
            report = run(tmp_path, server.url, args, generation_config=generation, **more)
        except EvalwrightError as error:
            assert str(tmp_path) in str(error)  # a sentence that names the file
            return
    assert report["num"] + report["errors"] > 0 or report["notes"]


def _write(path: Path, records: list[dict[str, Any]]) -> None:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
        return
    import csv

    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, list(records[0]))
        writer.writeheader()
        writer.writerows(records)


def test_rows_that_cannot_be_asked_are_named_and_the_rest_is_scored(tmp_path: Path) -> None:
    text = "id,question,A,B,answer\n1,one?,x,y,A\n2,two?,x,y,C\n3,three,too,many,cells,here,B\n4,four?,x,y,B\n"
    (tmp_path / "t_val.csv").write_text(text)
    with scripted(by_marker({"one?": {"content": "A"}, "four?": {"content": "A"}})) as server:
        report = run(tmp_path, server.url, {"subset_list": ["t"]})
    assert (report["num"], report["metrics"][0]["score"]) == (2, 0.5)
    assert [f"t_val.csv:{line}: " in note for line, note in zip((3, 4), report["notes"], strict=True)] == [True, True]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
def test_tables_in_the_encodings_that_spreadsheets_write(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "表_val.csv").write_text("id,question,A,B,answer\n1,水的化学式是？,氧气,H2O,B\n", encoding=encoding)
    with scripted(by_marker({"水的化学式是？": {"content": "答案是：B"}})) as server:
        assert run(tmp_path, server.url, {})["metrics"][0]["score"] == 1.0


def test_few_shot_examples_speak_the_language_of_the_template(tmp_path: Path) -> None:
    _write(tmp_path / "t_val.jsonl", [RECORD])
    _write(tmp_path / "t_dev.jsonl", [{**RECORD, "question": "E?", "answer": "C"}])
    with scripted(by_marker({}, {"content": "B"})) as server:
        run(tmp_path, server.url, {"few_shot_num": 1})
        run(tmp_path, server.url, {"few_shot_num": 1, "language": "en"}, work_dir=str(tmp_path / "en"))
        chinese, english = (body["messages"][0]["content"] for body in server.bodies)
    assert "以下是一些示例：" in chinese and "C) three\n答案是：C" in chinese
    assert "Here are some examples:" in english and "The answer is: C" in english and "示例" not in english
    with scripted(by_marker({})) as server, pytest.raises(InputError, match="fewer than few_shot_num 3"):
        run(tmp_path, server.url, {"few_shot_num": 3})


def test_repeats_give_the_mean_and_pass_at_k(tmp_path: Path) -> None:
    _write(tmp_path / "t_val.jsonl", [{**RECORD, "question": f"Q{n}?"} for n in range(4)])
    counts: dict[str, int] = {}

    def script(body: dict[str, Any]) -> dict[str, Any]:
        text = body["messages"][-1]["content"]
        counts[text] = counts.get(text, 0) + 1
        return {"content": "B" if counts[text] == 2 or "Q3" in text else "A"}

    with scripted(script) as server:
        report = run(tmp_path, server.url, {}, repeats=3, eval_batch_size=1)
        assert len(server.bodies) == 12
    mean, best = report["metrics"]
    assert (mean["metric"], mean["num"], mean["score"], mean["conversations"]) == ("AverageAccuracy", 12, 0.5, 4)
    assert (best["metric"], best["num"], best["score"]) == ("AverageAccuracy_pass@3", 4, 1.0)


def test_a_dataset_name_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(tmp_path / "t_val.jsonl", [RECORD])
    with scripted(by_marker({}, {"content": "B"})) as server:
        task = TaskConfig(
            model="org/m-7b",
            api_url=server.url,
            datasets=["general_mcq"],
            dataset_args={"general_mcq": {"local_path": str(tmp_path), "name": "我的题库"}},
            work_dir=str(tmp_path / "out"),
        )
        assert list(run_task(task_cfg=task)) == ["我的题库"]
    assert "| m-7b    | 我的题库" in capsys.readouterr().out
