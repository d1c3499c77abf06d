"""What the shop's tools answer when they refuse: every refusal in code has its sentence, every sentence its refusal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import evalwright
from evalwright.text import resource_json

FILES = (("evalwright.synth", "words/refusals.json"), ("evalwright.domains.retail", "refusals.json"))
SENTENCES = {
    f"{kind}.{case}": sentence
    for package, file in FILES
    for kind, cases in resource_json(package, file).items()
    if isinstance(cases, dict)
    for case, sentence in cases.items()
}


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Every refusal that code names, with the values it gives; a name made from a part stands for all of its kind."""
    for path in sorted(Path(evalwright.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "because":
                values = {word.arg or "**" for word in node.keywords}
                for name in _names(node.args[0]):
                    yield name, values
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CalculationError":
                assert isinstance(node.args[0], ast.Constant)
                yield f"calculation.{node.args[0].value}", {word.arg or "**" for word in node.keywords}


def _names(named: ast.expr) -> list[str]:
    if isinstance(named, ast.Constant):
        return [named.value]
    assert isinstance(named, ast.JoinedStr) and isinstance(named.values[0], ast.Constant)
    return [name for name in SENTENCES if name.startswith(named.values[0].value)]


def test_every_refusal_has_its_sentence_and_its_values() -> None:
    for name, values in refusals():
        wanted = set(re.findall(r"\{(\w+)\}", SENTENCES[name]))
        assert wanted <= values or "**" in values, name


def test_every_sentence_is_said_somewhere() -> None:
    assert {name for name, _ in refusals()} == set(SENTENCES)
