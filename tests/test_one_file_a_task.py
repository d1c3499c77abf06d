"""The name of a task stands in its own file, in tests and in documents, and nowhere else in the source."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from evalwright.plugins import TASKS

SOURCE = Path(__file__).resolve().parents[1] / "src" / "evalwright"
WRITTEN = (".py", ".json", ".js", ".html", ".css", ".txt", ".md", ".yaml")
FILES = [path for path in SOURCE.rglob("*") if path.suffix in WRITTEN]
IMPORT = re.compile(r"^\s*from [.\w]+ import .*$", re.MULTILINE)
"""A task may build on another; the file that it imports may be called like the other task."""


@pytest.mark.parametrize("name", TASKS.own_names())
def test_a_task_is_named_in_its_own_file_alone(name: str) -> None:
    own = Path(inspect.getfile(TASKS.get(name)))
    word = re.compile(rf"\b{name}\b")
    found = [
        str(path.relative_to(SOURCE))
        for path in FILES
        if path != own and word.search(IMPORT.sub("", path.read_text(encoding="utf-8", errors="replace")))
    ]
    assert found == []
    assert word.search(own.read_text(encoding="utf-8"))
