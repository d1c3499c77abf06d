"""The standalone file: it needs nothing, never raises, and gives the grades of the package."""

from __future__ import annotations

import ast
import builtins
import dis
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from evalwright import __version__
from evalwright.scoring import MatchRules, grade_tool_calls, standalone_grader

from .scoring_help import SHOP, call, text_call, vectors

RUNNER = """
import json, sys
import grader
cases = json.load(open(sys.argv[1], encoding="utf-8"))
for sample, item in cases:
    score = grader.grade(sample, item)
    review = grader.review(sample, item)
    assert type(score) is float and 0.0 <= score <= 1.0
    assert score == (review["score"] or 0.0)
    print(json.dumps([review["score"], review["verdict"], review["reason"], review["details"]]))
"""


def run(directory: Path, source: str, cases: list[Any]) -> list[Any]:
    """The reviews that the file gives in a bare interpreter: no site packages, no environment."""
    (directory / "grader.py").write_text(source, encoding="utf-8")
    (directory / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(directory)!r})\n{RUNNER}"
    (directory / "run.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(directory / "run.py"), str(directory / "cases.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def item(expected: Any, tools: Any = SHOP) -> dict[str, Any]:
    return {"expected_output": {"role": "assistant", "tool_calls": expected}, "tools": tools}


def local(expected: Any, given: Any, tools: Any, rules: MatchRules) -> list[Any]:
    review = grade_tool_calls(expected, given, tools, rules=rules)
    details = {key: value for key, value in review.details.items() if key != "schema_valid"}
    return [review.score, review.verdict, review.reason, details]


@pytest.mark.parametrize("mode", ["schema", "exact", "foundry"])
def test_worked_cases_are_graded_as_by_the_package(tmp_path: Path, mode: str) -> None:
    rules = MatchRules(mode=mode)  # type: ignore[arg-type]
    cases = vectors()
    got = run(
        tmp_path,
        standalone_grader(rules),
        [({"output_tools": c["given"]}, item(c["expected"], c["tools"])) for c in cases],
    )
    assert got == [local(c["expected"], c["given"], c["tools"], rules) for c in cases]


def _value(draw: random.Random, depth: int = 0) -> Any:
    kind = draw.random()
    if depth < 4 and kind < 0.2:
        return [_value(draw, depth + 1) for _ in range(draw.randint(0, 3))]
    if depth < 4 and kind < 0.5:
        keys = ["function", "name", "arguments", "input", "args", "id", "limit", "note", "tool_calls", "item", "x"]
        return {draw.choice(keys): _value(draw, depth + 1) for _ in range(draw.randint(0, 4))}
    return draw.choice(
        [None, True, 0, 1, -1.5, 10, 2**80, "", "order", "{}", "{", '{"id": "A"}', '{"id": NaN}', "e\u0301", "A"]
    )


def _calls(draw: random.Random) -> Any:
    if draw.random() < 0.2:
        return _value(draw)
    made = [call(id="A"), call(id="B", limit=10), call("list"), text_call(_value(draw)), _value(draw)]
    return [draw.choice(made) for _ in range(draw.randint(0, 3))]


@pytest.mark.parametrize(
    "rules",
    [
        MatchRules(),
        MatchRules(mode="exact"),
        MatchRules(mode="foundry"),
        MatchRules(ignore={"order": ("id",)}, unordered={"order": ("items",)}, casefold={"ordér\n": ('"""',)}),
    ],
    ids=["schema", "exact", "foundry", "settings"],
)
def test_random_values_are_graded_as_by_the_package(tmp_path: Path, rules: MatchRules) -> None:
    draw = random.Random(7)
    pairs = [(_calls(draw), _calls(draw)) for _ in range(1000)]
    got = run(
        tmp_path, standalone_grader(rules), [({"output_tools": given}, item(expected)) for expected, given in pairs]
    )
    want = [local(expected, given, SHOP, rules) for expected, given in pairs]
    assert got == json.loads(json.dumps(want))
    assert len({verdict for _, verdict, _, _ in got}) > 4


def test_random_samples_and_items_never_raise(tmp_path: Path) -> None:
    draw = random.Random(8)
    cases = [(_value(draw), _value(draw)) for _ in range(2000)]
    assert len(run(tmp_path, standalone_grader(), cases)) == 2000


def test_items_may_be_wrapped_and_tools_may_be_text(tmp_path: Path) -> None:
    sample = {"output_tools": [call(id="A", limit=10)]}
    plain = item([call(id="A")])
    cases = [(sample, plain), (sample, {"item": plain}), (sample, item([call(id="A")], json.dumps(SHOP)))]
    assert [score for score, *_ in run(tmp_path, standalone_grader(), cases)] == [1.0, 1.0, 1.0]


def test_an_unreadable_gold_call_scores_nothing_and_says_so(tmp_path: Path) -> None:
    ((score, verdict, _, _),) = run(tmp_path, standalone_grader(), [({"output_tools": []}, item([text_call("{")]))])
    assert (score, verdict) == (None, "invalid_item")


def test_the_file_is_small_says_what_it_is_and_imports_the_standard_library_alone() -> None:
    source = standalone_grader(MatchRules(mode="exact", ignore={"order": ("note",)}))
    assert len(source.encode()) < 256_000
    tree = ast.parse(source)
    assert __version__ in (ast.get_docstring(tree) or "")
    assert "MODE = 'exact'\nIGNORE = {'order': ('note',)}\n" in source
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


def test_every_name_that_the_file_uses_stands_in_it() -> None:
    space: dict[str, Any] = {"__name__": "grader"}
    whole = compile(standalone_grader(), "grader.py", "exec")
    exec(whole, space)
    waiting, used = [whole], set[str]()
    for code in waiting:
        used |= {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    in_classes = {"__name__", "__qualname__", "__module__", "__annotations__"}
    assert used - space.keys() - set(dir(builtins)) - in_classes == set()


def test_joined_modules_do_not_take_each_others_names() -> None:
    names: Counter[str] = Counter()
    for node in ast.parse(standalone_grader()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] += 1
        elif isinstance(node, ast.Assign):
            names.update(leaf.id for target in node.targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] += 1
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("inherit", [True, False], ids=["with the caller's future imports", "alone"])
def test_it_works_where_a_service_executes_the_text(monkeypatch: pytest.MonkeyPatch, inherit: bool) -> None:
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    space: dict[str, Any] = {"__name__": "not_a_registered_module"}
    exec(compile(standalone_grader(), "grader.py", "exec", dont_inherit=not inherit), space)
    assert space["grade"]({"output_tools": [call(id="B")]}, item([call(id="A")])) == 0.5
