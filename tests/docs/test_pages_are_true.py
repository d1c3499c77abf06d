"""Documents name what is there: the rooms and their edges, the public names, files, verbs, and earlier places."""

from __future__ import annotations

import importlib
import inspect
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

import evalwright
from tests.conftest import ROOT
from tests.test_architecture import EDGES

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
NOW = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""Those that tell how things are, not how they became so."""
ONE_PAGE = 70
EARLIER = json.loads(Path(__file__).with_name("earlier_names.json").read_text(encoding="utf-8"))
"""By room, what could be imported from its door before the rooms were rebuilt."""
_PATH = re.compile(r"(?<![\w/.-])((?:src|tests|docs|examples|benchmarks|requirements)/[\w./*-]*[\w*])")
_INNER = re.compile(rf"(?<![\w/.-])((?:{'|'.join(EDGES)})/[\w./*-]+\.(?:py|css|md|json|phrases))\b")
_CELL = re.compile(r"^\| (`[^|]+`) \|")
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def test_the_map_is_one_page_and_shows_the_edges_that_are_allowed() -> None:
    lines = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= ONE_PAGE
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")]
    assert {room.strip("`"): uses for room, _, uses in rows} == EDGES
    assert [room.strip("`") for room, _, _ in rows] == list(EDGES)


def named_in_api() -> set[str]:
    """Every name that a table of the page begins a row with."""
    found: set[str] = set()
    for line in (ROOT / "docs" / "api.md").read_text(encoding="utf-8").splitlines():
        if cell := _CELL.match(line):
            found |= {re.match(r"\w+", code)[0] for code in re.findall(r"`([^`]+)`", cell[1])}
    return found


def test_every_public_name_has_its_row_and_no_row_is_of_a_name_that_is_gone() -> None:
    assert set(evalwright.__all__) - {"__version__"} == named_in_api()
    assert "`__version__`" in (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_parameter_that_the_page_shows_exists() -> None:
    for line in (ROOT / "docs" / "api.md").read_text(encoding="utf-8").splitlines():
        for name, inside in re.findall(r"`(\w+)\(([^`]*)\)`", line.split("|")[1]) if _CELL.match(line) else ():
            made = getattr(evalwright, name)
            if isinstance(made, ModuleType) or name == "TaskConfig":  # takes what a test of its own looks at
                continue
            shown = re.findall(r"(\w+)=", re.sub(r"\([^()]*\)", "", inside))
            assert set(shown) <= set(inspect.signature(made).parameters), f"{name}({inside})"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [*_PATH.findall(text), *(f"src/evalwright/{name}" for name in _INNER.findall(text))]
    missing = [place for place in places if "NAME" not in place and not any(ROOT.glob(place))]
    links = [link for link in _LINK.findall(text) if "." in link and not (page.parent / link).exists()]
    assert (missing, links) == ([], [])


@pytest.mark.parametrize("page", NOW, ids=lambda page: str(page.relative_to(ROOT)))
def test_verbs_that_a_page_names_exist(page: Path) -> None:
    words = json.loads((ROOT / "src/evalwright/text/locale/en.json").read_text(encoding="utf-8"))
    verbs = set(words["help"]["lines"])
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:`|^\$ )evalwright ([a-z]+)\b", text, re.MULTILINE)
    assert set(named) - verbs == set()


@pytest.mark.parametrize(("room", "name"), [(room, name) for room, names in EARLIER.items() for name in names])
def test_an_earlier_place_gives_the_same_object(room: str, name: str) -> None:
    found = getattr(importlib.import_module(f"evalwright.{room}"), name)
    home = str(getattr(found, "__module__", "")).split(".")
    if home[0] != "evalwright" or home[1] not in EDGES:  # a constant, or something of the standard library
        return
    door = importlib.import_module(f"evalwright.{home[1]}")
    assert any(getattr(door, each) is found for each in door.__all__), f"{name} is behind no door of {home[1]}"
