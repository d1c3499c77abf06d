"""Three hundred hostile strings in every field of a run: in the page none becomes an element or an attribute."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalwright.report.html import write_html

from .hostile import HOSTILE
from .html_help import Element, call, island, make_run, parse, review

TAGS = {
    *("html", "head", "meta", "link", "title", "style", "body", "header", "main", "section", "h1", "h2", "h3", "small"),
    *("p", "ul", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "b", "strong", "span", "div"),
    *("figure", "figcaption", "svg", "g", "line", "circle", "rect", "text", "code", "details", "summary", "script"),
    *("noscript", "wbr", "h4", "ol", "a", "time"),
}
VALUE = re.compile(r"[\w .,%:;()+\-'=/]*|#f[\w-]+")


def hostile_run(path: Path, text: Callable[[int], str]) -> Path:
    """A run in which everything that can hold a text holds one of them."""
    reviews: dict[str, list[dict[str, Any]]] = {}
    for model in range(2):
        made = []
        for at in range(len(HOSTILE)):
            word = text(at)
            one = review(
                f"{word}#{at}",
                ("wrong_arguments", "wrong_tool", word)[at % 3],
                call(word, {word: word}),
                call(word if at % 3 == 0 else text(at + 1), {word: text(at + 2)}),
                conversation_id=word,
            )
            one["reason"] = one["details"]["problem"] = one["details"]["reply"] = word
            one["details"]["arguments"] = [
                dict.fromkeys(("path", "kind", "expected", "given", "expected_source", "given_source"), word)
            ]
            one["details"] |= {"reference": [word], "answer": word, "rules": [word], word: word}
            made.append(one)
        reviews[text(model)] = made
    items = [
        {
            "id": f"{text(at)}#{at}",
            "messages": [
                {"role": "system", "content": text(at)},
                {"role": "user", "content": f"{text(at)} {text(at + 2)}"},
                {"role": "assistant", "content": None, "tool_calls": [_tool_call(text(at))]},
                {"role": "tool", "tool_call_id": "1", "name": text(at), "content": text(at)},
            ],
            "tools": [],
            "expected_output": {"role": "assistant", "tool_calls": []},
        }
        for at in range(len(HOSTILE))
    ]
    failures = [{"id": text(at), "kind": text(at + 1), "message": text(at + 2)} for at in range(50)]
    names = {"dataset": text(2), "subset": text(3)}
    return make_run(path, reviews, items=items, failures=failures, **names)


def _tool_call(word: str) -> dict[str, Any]:
    return {"id": "1", "type": "function", "function": {"name": word, "arguments": json.dumps({word: word})}}


def harmful(at: int) -> str:
    return HOSTILE[at % len(HOSTILE)]


def shape(element: Element) -> Counter[tuple[str, tuple[str, ...]]]:
    """How often each kind of element with each set of attributes stands in the page.

    Where a long name may break, and which of many tools a heat map shows, depends on the names: there kinds count once.
    """
    found: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for child in element.children:
        if child.tag != "wbr":
            found[child.tag, tuple(sorted(child.attributes))] += 1
        inside = shape(child)
        found += Counter(set(inside)) if child.has("class", "heat") else inside
    return found


def every(element: Element) -> list[Element]:
    return [each for child in element.children for each in (child, *every(child))]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Element:
    return parse(write_html(hostile_run(tmp_path_factory.mktemp("hostile") / "run", harmful)))


def test_the_page_is_built_of_the_same_elements_as_one_of_plain_words(page: Element, tmp_path: Path) -> None:
    plain = parse(write_html(hostile_run(tmp_path / "run", lambda at: f"word{at % len(HOSTILE)}")))
    assert shape(page)["details", ("class", "data-n")] > 500
    assert shape(page) == shape(plain)


def test_no_foreign_element_or_attribute_is_there(page: Element) -> None:
    for element in every(page):
        assert element.tag in TAGS
        for name, value in element.attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "src", "srcdoc", "action", "xlink:href")
            assert VALUE.fullmatch(value or ""), (element.tag, name, value)
    assert len(page.all("script")) == 2


def test_everything_is_there_as_text(page: Element) -> None:
    shown = island(page)
    texts = {row[1] for row in shown["messages"]}
    for at, word in enumerate(HOSTILE):
        if all(character.isprintable() for character in word):
            assert word in texts, at
    body = page.all("body")[0].text
    assert "<img src=x onerror=document.pwned=1>" in body


def test_no_control_or_direction_character_reaches_the_page(page: Element) -> None:
    for text in (page.text, json.dumps(island(page), ensure_ascii=False)):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]", text)


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, [[]], {"a": {}}, True, 1e308, "\ud800"])
def test_reviews_of_any_shape_make_a_page(tmp_path: Path, value: Any) -> None:
    names = ("verdict", "reason", "details", "tool", "call_index", "conversation_id", "repeat")
    made: list[dict[str, Any]] = [
        {**review("c#0", "wrong_tool", call("f", {}), call("g", {})), "id": name, name: value} for name in names
    ]
    for name in ("expected", "given", "arguments", "reference", "answer", "reply", "how", "calls", "next_call"):
        one = review("c#0", "wrong_tool", call("f", {}), call("g", {}))
        made.append({**one, "id": f"details {name}", "details": {**one["details"], name: value}})
    made = json.loads(json.dumps(made).replace("\\ud800", "\\ufffd"))
    page = parse(write_html(make_run(tmp_path / "run", {"m": made})))
    assert len(island(page)["failures"]) == len(made)
