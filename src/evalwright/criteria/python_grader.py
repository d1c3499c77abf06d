"""`python`: somebody's `grade(sample, item)`, looked at here and run elsewhere, in a process that is confined.

Nothing of the code is executed here: it is parsed, so that what can never work is said when the criterion is made, a
missing package among it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import ClassVar, Literal

from .criterion import Elsewhere, Outcome
from .fields import Fields
from .template import Variables

MAX_SOURCE = 256 * 1024


@dataclass(frozen=True, slots=True, eq=False)
class PythonGrader:
    """The grader."""

    source: str
    kind: ClassVar[Literal["number"]] = "number"
    top: ClassVar[float] = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """What the code returns."""
        return elsewhere(self, variables)


def read_python(fields: Fields) -> PythonGrader:
    """The grader that a criterion of this type describes."""
    source = fields.text("source") or ""
    if len(source) > MAX_SOURCE:
        raise fields.fault("source", "source_size", n=len(source), most=MAX_SOURCE)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        told = error.msg if isinstance(error, SyntaxError) else str(error)
        raise fields.fault("source", "source_syntax", problem=f"{told}{line}"[:200]) from None
    except (RecursionError, MemoryError):
        raise fields.fault("source", "source_syntax", problem="too deep") from None
    if not any(_defines_grade(node) for node in ast.walk(tree)):
        raise fields.fault("source", "no_grade")
    for name in _needed_packages(tree):
        if not _is_installed(name):
            raise fields.fault("source", "no_package", name=name)
    return PythonGrader(source)


def _defines_grade(node: ast.AST) -> bool:
    """Whether something here gives the module a `grade`, also by import or assignment."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name == "grade"
    if isinstance(node, ast.alias):
        return (node.asname or node.name) in ("grade", "*")
    return isinstance(node, ast.Name) and node.id == "grade" and isinstance(node.ctx, ast.Store)


def _needed_packages(tree: ast.Module) -> Iterator[str]:
    """The packages that the module itself imports; what stands in a `try` or in a function may be missing."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.If | ast.With):
            waiting += node.body


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False
