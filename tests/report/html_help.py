"""Run directories made by hand, and a page taken apart, for the tests of report.html."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from evalwright.report import summarise, write_report
from evalwright.rundir import RunDir
from evalwright.scoring import NEXT_CALL_METRICS

from ..conftest import write_jsonl

VOID = {"meta", "link", "wbr", "input", "br"}


@dataclass
class Element:
    """One element of a page, with the text directly and anywhere inside it."""

    tag: str
    attributes: dict[str, str | None]
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def all(self, tag: str, **wanted: str) -> list[Element]:
        """All elements inside, of a tag and with these attributes; a class needs to be one of several."""
        found = []
        for child in self.children:
            if child.tag == tag and all(child.has(name.strip("_"), value) for name, value in wanted.items()):
                found.append(child)
            found += child.all(tag, **wanted)
        return found

    def has(self, name: str, value: str) -> bool:
        given = self.attributes.get(name)
        return value in (given or "").split() if name == "class" else given == value

    def number(self, name: str) -> float | None:
        given = self.attributes.get(f"data-{name}")
        return None if given is None else float(given)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]
        self.odd: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.odd.append(data)

    def handle_pi(self, data: str) -> None:
        self.odd.append(data)

    def unknown_decl(self, data: str) -> None:
        self.odd.append(data)


def parse(path: Path) -> Element:
    """The page as a tree; it must be well nested and hold no comment."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    assert [element.tag for element in reader.open] == [""], "something was left open"
    assert reader.odd == []
    return reader.root


def island(page: Element) -> Any:
    """The data that the script shows."""
    (script,) = page.all("script", id="data")
    return json.loads(script.text)


def call(name: str, arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def review(
    identifier: str, verdict: str, expected: Mapping[str, Any], given: Mapping[str, Any], **more: Any
) -> dict[str, Any]:
    """A review of next_call with one call due and one made."""
    right, named = verdict == "exact", expected["name"] == given["name"]
    differences = [
        {"path": path, "kind": "different", "expected": value, "given": given["arguments"].get(path)}
        for path, value in expected["arguments"].items()
        if named and value != given["arguments"].get(path)
    ]
    return {
        "id": identifier,
        "conversation_id": identifier.partition("#")[0],
        "call_index": 0,
        "tool": expected["name"],
        "score": {
            "next_call_score": 1.0 if right else 0.5 if named else 0.0,
            "next_call_exact": float(right),
            "tool_name_accuracy": float(named),
            "schema_valid": 1.0,
        },
        "verdict": verdict,
        "reason": f"called {given['name']}",
        "details": {"expected": [expected], "given": [given], "arguments": differences, "rules": []},
        **more,
    }


Reviews = Mapping[str, Sequence[dict[str, Any]]]


def make_run(
    path: Path,
    reviews: Reviews,
    *,
    items: Sequence[Any] = (),
    task: str = "next_call",
    dataset: str = "next_call",
    subset: str = "eval",
    metrics: Sequence[Any] = NEXT_CALL_METRICS,
    sample: Callable[[int], dict[str, Any]] | None = None,
    failures: Sequence[dict[str, Any]] = (),
) -> Path:
    """A finished run with these reviews by model, as `evalwright eval` leaves it."""
    path.mkdir(parents=True)
    data = write_jsonl(path.parent / f"{path.name}-data.jsonl", list(items))
    source = {
        "task": task,
        "dataset": dataset,
        "subset": subset,
        "path": str(data),
        "sha256": hashlib.sha256(data.read_bytes()).hexdigest(),
        "rows": len(items),
        "options": {},
    }
    config = {"models": [{"name": model} for model in reviews], "generation": {"temperature": 0}, "data": [source]}
    (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    directory = RunDir(path)
    for model, made in reviews.items():
        files = [kind(model, dataset, subset) for kind in (directory.reviews, directory.predictions)]
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
        write_jsonl(files[0], list(made))
        answers = [
            {"id": each["id"], "digest": "", "sample": sample(at) if sample else {}} for at, each in enumerate(made)
        ]
        write_jsonl(files[1], answers)
        report = summarise(made, model=model, dataset=dataset, metrics=metrics, subsets=[subset], failures=failures)
        write_report(report, directory.report(model, dataset))
    return path


def read_report(run: Path, model: str, dataset: str = "next_call") -> dict[str, Any]:
    report: dict[str, Any] = json.loads(RunDir(run).report(model, dataset).read_text(encoding="utf-8"))
    return report
