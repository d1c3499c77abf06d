"""The rooms: imports go one way, through doors, and the start-up path stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "evalwright"
ROOMS = [
    "text",
    "secrecy",
    "chat",
    "scoring",
    "data",
    "models",
    "engine",
    "tasks",
    "synth",
    "domains",
    "report",
    "view",
    "cli",
]
DOORS = ("__init__.py", "__main__.py", "constants.py", "errors.py", "lazy.py", "plugins.py")
INNER_DOORS = ("domain_kit", "phrases")
"""Doors of `synth` for the domains that come with the package."""
FILES = sorted(SOURCE.rglob("*.py"))


def imported_modules(path: Path) -> list[str]:
    """Every evalwright module a file imports, in full, wherever in the file the import stands."""
    package = ["evalwright", *path.relative_to(SOURCE).parts[:-1]]
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.split(".")[0] == "evalwright"]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            if module.split(".")[0] == "evalwright":
                found += [f"{module}.{name.name}" if module == "evalwright" else module for name in node.names]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_uses_earlier_rooms_through_their_doors(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    room = parts[0] if parts[0] in ROOMS else None
    for module in imported_modules(path):
        _, target, *inside = [*module.split("."), ""]
        if target not in ROOMS or target == room:
            continue
        if room is None:
            assert parts[0] in DOORS, f"{path.name} lies in no room but imports {module}"
            continue
        assert ROOMS.index(target) < ROOMS.index(room), f"{room} comes before {target}: {module}"
        if target == "domains":  # each domain is a folder with a door of its own
            inside = inside[1:]
        if (room, target) == ("domains", "synth") and inside[0] in INNER_DOORS:
            inside = inside[1:]
        assert not any(inside), f"{module} is inside {target}; use evalwright.{target}"


@pytest.mark.parametrize("room", [room for room in ROOMS if (SOURCE / room / "__init__.py").exists()])
def test_a_door_lists_what_it_opens_in_order(room: str) -> None:
    tree = ast.parse((SOURCE / room / "__init__.py").read_text(encoding="utf-8"))
    lists = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets)
    ]
    assert lists, f"{room} has no __all__"
    assert len(set(lists[0])) == len(lists[0])
    by_kind = sorted(lists[0], key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert lists[0] == by_kind


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, evalwright\n"
        "heavy = {'aiohttp', 'orjson', 'jsonschema_rs', 'asyncio', 'click', 'numpy', 'json'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_help_loads_no_verb(lang: str) -> None:
    code = (
        "import os, sys\n"
        f"os.environ['EVALWRIGHT_LANG'] = '{lang}'\n"
        "from evalwright.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'aiohttp', 'orjson', 'jsonschema_rs'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "expand" in done.stdout
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_evaluated_or_unpickled(path: Path) -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in forbidden, f"{path.name}:{node.lineno} calls {node.func.id}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {name.name for name in node.names} | {getattr(node, "module", None)}
            assert not names & {"pickle", "marshal", "shelve", "dill", "sqlite3", "dbm"}, f"{path.name}:{node.lineno}"
