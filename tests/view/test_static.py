"""The page's own files: nothing that turns text into elements, no address outside, every word in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import evalwright.view
from evalwright.text import localized_section

STATIC = Path(evalwright.view.__file__).parent / "static"
FILES = sorted(STATIC.iterdir())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_text_never_becomes_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "DOMParser",
        "createContextualFragment",
        "setHTML",
        "srcdoc",
        "eval(",
        "new Function",
        "javascript:",
        "style=",
    ):
        assert word not in text
    assert not re.search(r"""set(Timeout|Interval)\(\s*["'`]""", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_address_outside(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(https?:)?//[\w.-]+\.\w", text)
    assert "@import" not in text and "url(" not in text


def test_elements_are_made_in_one_place() -> None:
    makers = [
        path.name for path in SCRIPTS if re.search(r"createElement|setAttribute\(", path.read_text(encoding="utf-8"))
    ]
    assert set(makers) <= {"dom.js", "app.js"}
    assert "createElement" not in (STATIC / "app.js").read_text(encoding="utf-8")


def test_every_word_is_there_in_both_languages() -> None:
    known = localized_section("viewer", "zh")
    assert len(known) > 80
    used = {key for path in SCRIPTS for key in re.findall(r'\bw\("([\w-]+)"\)', path.read_text(encoding="utf-8"))}
    assert used - known.keys() - localized_section("page", "zh").keys() == set()
    assert all(re.search(r"[\u4e00-\u9fff]", str(word)) or key == "of" for key, word in known.items())


def test_imports_lead_to_files_that_are_there() -> None:
    for path in SCRIPTS:
        for name in re.findall(r'from "\./([\w.]+)"', path.read_text(encoding="utf-8")):
            assert name == "locale.js" or (STATIC / name).is_file(), f"{path.name}: {name}"
