"""CONTRIBUTING.md: one example of everything that can be added, each carried out as it is printed."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT
from tests.docs.blocks import read_blocks
from tests.docs.reader import Reader
from tests.docs.session import Session, clean_clone

PAGE = ROOT / "CONTRIBUTING.md"
ADDED = ("task", "scorer", "model", "domain", "language", "audit rule", "chat dialect")
HALF_A_PAGE = 70
"""Lines of a section, its example included."""


def sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            lines = found.setdefault(line.removeprefix("## "), [])
        lines.append(line)
    return found


def test_every_example_of_the_page_works(tmp_path: Path) -> None:
    home, clone = tmp_path / "home", tmp_path / "clone"
    home.mkdir()
    clone.mkdir()
    with Session(clean_clone(clone), home) as session:
        reader = Reader(session)
        reader.read(PAGE)
    assert not reader.failures, "\n\n".join(reader.failures)
    assert reader.done >= len(ADDED)


def test_everything_that_can_be_added_has_a_short_section_with_an_example() -> None:
    found = sections()
    for name in ADDED:
        text = found[next(title for title in found if title.lower() in (f"a {name}", f"an {name}"))]
        assert len(text) <= HALF_A_PAGE, name
        assert "```python" in text, name


def test_examples_import_the_public_door_alone() -> None:
    for block in read_blocks(PAGE):
        for node in ast.walk(ast.parse(block.text)) if block.kind == "python" else ():
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("evalwright"):
                assert node.module == "evalwright", f"line {block.line + node.lineno - 1}"
            assert not (isinstance(node, ast.Import) and any("evalwright" in each.name for each in node.names))


def test_both_readmes_lead_to_the_page() -> None:
    for name in ("README.md", "README.zh.md"):
        assert "(CONTRIBUTING.md)" in (ROOT / name).read_text(encoding="utf-8")
