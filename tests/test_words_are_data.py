"""Words and tables are files, not Python: none is left in the source, all come along, and few are read at the start."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from evalwright.errors import EvalwrightError
from evalwright.text import resource_json, resource_path, resource_text, resource_words

from .conftest import ROOT

SOURCE = ROOT / "src" / "evalwright"
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.name != "__init__.py"]
DATA = [path for path in sorted(SOURCE.rglob("*")) if path.is_file() and path.suffix not in (".py", ".pyc")]
TRANSLATED = [path for path in DATA if ".en." in path.name]
LONGEST_TABLE = 20

NO_TABLES = {
    "__main__.py": "starts the command line",
    "_version.py": "a number that the build reads",
    "workbench/audit/all_rules.py": "imports the rules, which register themselves",
    "synth/checks/every_check.py": "imports the checks, which register themselves",
}
"""Modules with neither a function nor a class, and why they are Python."""

TABLES_OF_CODE = {
    "__init__.py": "where the public names are",
    "cli/app.py": "where the verbs are",
    "domains/retail/plans/variations.py": "chances, each with the reason beside it",
}
"""Modules with a long table of literals, and why it is Python."""


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def is_listed(path: Path, patterns: dict[str, str]) -> bool:
    return any(PurePosixPath(name(path)).match(pattern) for pattern in patterns)


def body(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def is_only_tables(path: Path) -> bool:
    code = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return not any(isinstance(node, code) for node in ast.walk(ast.Module(body(path), [])))


def long_tables(path: Path) -> Iterator[str]:
    """Tables of nothing but literals that are longer than a table in code needs to be."""
    for node in body(path):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict | ast.List | ast.Tuple):
            [told] = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines >= LONGEST_TABLE and ast.unparse(told) != "__all__" and not _refers_to_code(node.value):
                yield f"{name(path)}:{node.lineno}: {ast.unparse(told)} has {lines} lines"


def _refers_to_code(table: ast.expr) -> bool:
    return any(isinstance(node, ast.Name | ast.Attribute | ast.Lambda | ast.Call) for node in ast.walk(table))


def test_no_module_is_only_tables() -> None:
    assert [name(path) for path in MODULES if is_only_tables(path) and not is_listed(path, NO_TABLES)] == []


def test_no_long_table_of_literals_stands_in_python() -> None:
    paths = [path for path in SOURCE.rglob("*.py") if not is_listed(path, TABLES_OF_CODE)]
    assert [found for path in sorted(paths) for found in long_tables(path)] == []


def test_the_checks_see_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "table.py"
    table.write_text("WORDS = (\n" + '    "word",\n' * LONGEST_TABLE + ")\n", encoding="utf-8")
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    assert is_only_tables(table)
    assert list(long_tables(table)) == [f"table.py:1: WORDS has {LONGEST_TABLE + 2} lines"]


def test_the_wheel_holds_every_data_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = set(opened.namelist())
    assert len(DATA) > 40
    assert [name(path) for path in DATA if f"evalwright/{name(path)}" not in held] == []


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    assert len(made) == len(pairs), [key for key, _ in pairs]
    return made


@pytest.mark.parametrize("path", [path for path in DATA if path.suffix == ".json"], ids=name)
def test_no_key_stands_twice_in_a_data_file(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once_each)


def slots(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{[a-z_]\w*\}", text)))


def shape(told: Any) -> Any:
    """What two languages must have in common: keys, and the slots of sentences."""
    if isinstance(told, dict):
        return {key: shape(inner) for key, inner in told.items()}
    return slots(told) if isinstance(told, str) else type(told).__name__


DIFFERENT_BY_NATURE = {
    "domains/retail/people.en.json": "addresses are written in another way",
    "synth/checks/words/answers.en.json": "agreement is looked for in another way",
    "synth/generic/words/values.en.json": "names are written in another way",
    "synth/rewrite/words/wish.en.json": "verbs have other forms, and other ones are told apart",
}


@pytest.mark.parametrize("path", TRANSLATED, ids=name)
def test_every_file_of_words_has_its_other_language(path: Path) -> None:
    other = path.with_name(path.name.replace(".en.", ".zh."))
    english, chinese = path.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")
    if is_listed(path, DIFFERENT_BY_NATURE):
        assert english != chinese
    elif path.suffix == ".json":
        assert shape(json.loads(english)) == shape(json.loads(chinese))
    else:
        marks = r"<!--.*?-->|^#+ |^- "
        assert slots(english) == slots(chinese)
        assert re.findall(marks, english, re.MULTILINE) == re.findall(marks, chinese, re.MULTILINE)


OPENED = """
import sys
opened = []
def note(event, values):
    if event == "open" and isinstance(values[0], str) and "evalwright" in values[0]:
        if not values[0].endswith((".py", ".pyc")) and "__pycache__" not in values[0]:
            opened.append(values[0].replace("\\\\", "/").rpartition("/evalwright/")[2])
sys.addaudithook(note)
"""


def files_opened_by(code: str) -> list[str]:
    """Which data files of the package a program opens."""
    program = f"{OPENED}\n{code}\nprint(sorted(set(opened)), file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "EVALWRIGHT_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    found: list[str] = ast.literal_eval(done.stderr)
    return found


def test_importing_the_package_reads_no_data_file() -> None:
    assert files_opened_by("import evalwright") == []


@pytest.mark.parametrize(
    "words", [["--help"], ["synth", "--help"], ["eval", "--help"], ["audit", "--help"]], ids=" ".join
)
def test_help_reads_the_words_of_its_language_alone(words: list[str]) -> None:
    code = f"from evalwright.cli import main\ntry: main({words!r})\nexcept SystemExit: pass"
    assert files_opened_by(code) == ["text/locale/en.json"]


def test_a_data_file_is_read_once_and_shared() -> None:
    first = resource_json("evalwright.domains.retail", "tools.json")
    assert resource_json("evalwright.domains.retail", "tools.json") is first
    assert resource_path("evalwright.domains.retail", "tools.json") == SOURCE / "domains" / "retail" / "tools.json"


def test_a_line_of_notes_is_no_word() -> None:
    assert resource_text("evalwright.scoring", "word_lists/openers.txt").startswith("# ")
    assert not {"#", "Words"} & set(resource_words("evalwright.scoring", "word_lists/openers.txt"))


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(EvalwrightError, match=r"no-such\.json.*install evalwright again"):
        resource_text("evalwright.domains.retail", "no-such.json")


def test_a_broken_installation_says_so_in_one_line(tmp_path: Path) -> None:
    copy = tmp_path / "src" / "evalwright"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SOURCE.parents[1] / "pyproject.toml", tmp_path)  # which says what comes with the package
    (copy / "domains" / "retail" / "tools.json").unlink()
    code = "from evalwright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "synth", "shop", "-n", "1", "-o", str(tmp_path / "made")],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(copy.parent)}, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1 and "tools.json" in done.stderr
    assert not (tmp_path / "made").exists()
