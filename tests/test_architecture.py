"""The rooms: imports go one way, through doors, and the start-up path stays light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "evalwright"
EDGES = {
    "text": "",
    "secrecy": "",
    "spill": "",
    "executor": "text spill",
    "chat": "text",
    "scoring": "text chat",
    "criteria": "text chat scoring",
    "data": "text secrecy spill executor chat",
    "workbench": "text secrecy spill executor chat data",
    "effects": "text chat data workbench",
    "models": "text secrecy chat data",
    "engine": "text data models",
    "tasks": "text secrecy chat scoring criteria data workbench models",
    "rundir": "text chat data engine tasks",
    "report": "text chat scoring criteria data workbench models engine tasks rundir",
    "run": "text secrecy executor chat scoring criteria data effects models engine tasks rundir report",
    "synth": "text secrecy executor chat scoring data workbench effects models engine report run",
    "domains": "text chat synth",
    "view": "text chat scoring data workbench engine tasks report",
    "serve": "text secrecy chat criteria data models engine tasks report run view",
    "cli": "text secrecy executor chat scoring criteria data workbench models engine tasks rundir report run synth "
    "domains view serve",
}
"""Which rooms a room may use: earlier ones alone. `docs/architecture.md` shows the same table."""
ROOMS = list(EDGES)
DOORS = ("__init__.py", "__main__.py", "constants.py", "errors.py", "lazy.py", "plugins.py")
INNER_DOORS = ("domain_kit", "phrases")
"""Doors of `synth` for the domains that come with the package."""
FILES = sorted(SOURCE.rglob("*.py"))


def imported_modules(path: Path) -> list[str]:
    """Every evalwright module a file imports, in full, wherever in the file the import stands."""
    package = ["evalwright", *path.relative_to(SOURCE).parts[:-1]] if path.is_relative_to(SOURCE) else ["tests"]
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.split(".")[0] == "evalwright"]
        elif isinstance(node, ast.ImportFrom):
            if node.level and package == ["tests"]:
                continue
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
        assert target in EDGES[room].split(), f"{room} may not use {target}: {module}"
        if target == "domains":  # each domain is a folder with a door of its own
            inside = inside[1:]
        if (room, target) == ("domains", "synth") and inside[0] in INNER_DOORS:
            inside = inside[1:]
        assert not any(inside), f"{module} is inside {target}; use evalwright.{target}"


def test_rooms_use_earlier_rooms_alone_and_every_edge_is_used() -> None:
    used = {room: set() for room in ROOMS}
    for path in FILES:
        room = path.relative_to(SOURCE).parts[0]
        if room in used:
            used[room] |= {module.split(".")[1] for module in imported_modules(path)} & set(ROOMS) - {room}
    for number, (room, edges) in enumerate(EDGES.items()):
        assert set(edges.split()) <= set(ROOMS[:number]), room
        assert set(edges.split()) == used[room], room


INNER_IMPORTS = Path(__file__).parent / "inner_imports.txt"
PUBLIC_KIT = "evalwright.synth.domain_kit"
"""A second door of `synth`, for anybody's domain."""


def test_tests_use_doors_but_for_a_list_that_only_shrinks() -> None:
    found = set()
    for path in sorted(INNER_IMPORTS.parent.rglob("*.py")):
        for module in imported_modules(path):
            if module.count(".") > 1 and module.split(".")[1] in ROOMS and module != PUBLIC_KIT:
                found.add(f"{path.relative_to(INNER_IMPORTS.parent).as_posix()} {module}")
    listed = set(INNER_IMPORTS.read_text(encoding="utf-8").splitlines())
    assert sorted(found - listed) == [], "use the doors of the rooms, or of the package"
    assert sorted(listed - found) == [], "take these out of the list"


def test_helpers_say_what_they_are_about() -> None:
    files: dict[str, set[Path]] = {}
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.fullmatch("_[a-z].*[^_]", node.name):
                files.setdefault(node.name, set()).add(path)
    crowded = {name: len(found) for name, found in files.items() if len(found) > 3}
    assert crowded == {}, "names that stand in more than three files tell nobody where to look"


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


_OWN_DATABASES: dict[str, set[Any]] = {
    "workbench/imports/traces/index.py": {"sqlite3"},
    "executor/frames.py": {"pickle"},
}
"""Who keeps a temporary database of its own making, or speaks to processes that it started over sockets of their own,
and opens no file of others with it."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_evaluated_or_unpickled(path: Path) -> None:
    forbidden = {"eval", "exec", "compile", "__import__"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in forbidden, f"{path.name}:{node.lineno} calls {node.func.id}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {name.name for name in node.names} | {getattr(node, "module", None)}
            names -= _OWN_DATABASES.get(str(path.relative_to(SOURCE)), set())
            assert not names & {"pickle", "marshal", "shelve", "dill", "sqlite3", "dbm"}, f"{path.name}:{node.lineno}"
