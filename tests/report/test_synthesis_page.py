"""The page of a made data set: everything from strangers is text, Chinese stays Chinese."""

from __future__ import annotations

import json
from pathlib import Path

from evalwright.report import write_synthesis_page

from ..conftest import write_jsonl
from .hostile import HOSTILE
from .html_help import parse
from .test_html_hostile import shape


def data_set(folder: Path, texts: list[str]) -> Path:
    """A data set in which everything that may come from strangers is one of these texts."""
    call = {"id": texts[0], "function": {"name": texts[1 % len(texts)], "arguments": json.dumps({"x": texts})}}
    messages = [{"role": "user", "content": text} for text in texts]
    messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
    rows = [{"id": texts[0], "messages": messages, "tools": [], "metadata": {"intents": texts, "tags": texts}}]
    counted = dict.fromkeys(texts, 1)
    coverage = {"by_tool": counted, "by_tag": counted, "by_intent": counted, "self_bleu_4": dict.fromkeys(texts, 0.5)}
    coverage["by_transition"] = {f"{text} -> {text}": 1 for text in texts}
    manifest = {
        "source": {"text": texts[0]},
        "notes": texts,
        "profile": texts[0],
        "rejected": counted,
        "coverage": coverage,
        "files": {"train.jsonl": {"rows": 1}, **{text: {"rows": 1} for text in texts}},
    }
    write_jsonl(folder / "train.jsonl", rows)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return write_synthesis_page(folder)


def test_nothing_hostile_becomes_more_than_text(tmp_path: Path) -> None:
    for start in range(0, len(HOSTILE), 30):
        texts = list(dict.fromkeys(HOSTILE[start : start + 30]))
        hostile = shape(parse(data_set(tmp_path, texts)))
        assert hostile == shape(parse(data_set(tmp_path, [f"word {number}" for number in range(len(texts))])))
        assert not {"script", "img", "iframe", "a", "form"} & {tag for tag, _ in hostile}


def test_chinese_and_notes_can_be_read(tmp_path: Path) -> None:
    page = data_set(tmp_path, ["查询订单", "“您好”——换货"]).read_text(encoding="utf-8")
    assert '<meta charset="utf-8">' in page
    assert "<li>查询订单</li>" in page
    assert "“您好”——换货" in page


def made_of(folder: Path, coverage: dict[str, object], **more: object) -> Path:
    """A data set whose manifest says this about its coverage."""
    write_jsonl(folder / "train.jsonl", [{"id": "a", "messages": [{"role": "user", "content": "hello"}]}])
    manifest = {
        "coverage": {"by_messages": {"9": 1, "11": 5}, **coverage},
        "files": {"train.jsonl": {"rows": 1}},
        **more,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return write_synthesis_page(folder)


def test_what_stands_most_often_is_first_and_lengths_stay_in_their_order(tmp_path: Path) -> None:
    page = parse(made_of(tmp_path, {"by_tool": {"apple": 1, "berry": 30, "cherry": 2}}))
    labels = [label.text for label in page.all("div", class_="label")]
    assert labels == ["9", "11", "berry", "cherry", "apple"]


def test_a_call_that_follows_itself_is_not_painted_as_right(tmp_path: Path) -> None:
    page = parse(made_of(tmp_path, {"by_transition": {"a -> a": 1, "a -> b": 2, "c -> b": 9}}))
    (drawing,) = page.all("svg", class_="heat")
    assert not drawing.all("rect", class_="right")
    assert [text.text for text in drawing.all("text")][:3] == ["b", "c", "a"]


def test_the_page_of_chinese_data_is_chinese(tmp_path: Path) -> None:
    page = made_of(tmp_path, {"by_tool": {"f": 1}}, lang=["zh"]).read_text(encoding="utf-8")
    assert "合成的对话" in page and "每个对话的消息数" in page
    assert "Made conversations" in made_of(tmp_path, {}, lang=["en", "zh"]).read_text(encoding="utf-8")
