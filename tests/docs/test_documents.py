"""Every command and every program of the documents works as it is printed, in order, in a clean clone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import read_blocks
from tests.docs.reader import Reader
from tests.docs.session import Session, clean_clone

ENGLISH = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CHINESE = [ROOT / "README.zh.md", *sorted((ROOT / "docs" / "zh").glob("*.md"))]
NOT_RUN_AT_MOST = 8
"""Blocks of a language that may be left out, each with its reason."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "clone").mkdir()
    return Session(clean_clone(tmp_path / "clone"), home, warm=True)


def test_every_command_of_the_english_documents_works_as_printed(session: Session) -> None:
    with session:
        reader = Reader(session)
        for path in ENGLISH:
            reader.read(path)
    assert not reader.failures, "\n\n".join(reader.failures)
    assert reader.done > 60
    if reader.left_out:
        pytest.skip("all else works as printed; " + "; ".join(reader.left_out))


def test_every_command_of_the_chinese_documents_works_as_printed(session: Session) -> None:
    """What is carried out in English word for word, and in the same order, is not carried out again."""
    pages = [path for path in CHINESE if not _twin(path).exists() or _runs(path) != _runs(_twin(path))]
    with session:
        reader = Reader(session)
        for path in [CHINESE[0], *(page for page in pages if page != CHINESE[0])] if pages else []:
            reader.read(path)
    assert not reader.failures, "\n\n".join(reader.failures)


def _twin(path: Path) -> Path:
    """The same page in English."""
    return ROOT / "README.md" if path.name == "README.zh.md" else ROOT / "docs" / path.name


def _runs(path: Path) -> list[str]:
    """What of a document is carried out, comments aside."""
    found = []
    for block in read_blocks(path):
        if block.kind == "console" and not block.not_run:
            found += [re.sub(r"\s+#.*", "", command.text) for command in block.commands()]
        elif block.kind in ("python", "text") and not block.not_run:
            found.append(re.sub(r"\s*#.*", "", block.text))
    return found


@pytest.mark.parametrize("paths", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_few_blocks_are_left_out_and_each_says_why(paths: list[Path]) -> None:
    blocks = [(path.name, block) for path in paths for block in read_blocks(path)]
    left_out = [(name, block.not_run) for name, block in blocks if block.not_run]
    assert len(left_out) <= NOT_RUN_AT_MOST, left_out
    assert all(len(why or "") > 5 for _, why in left_out)
    unknown = [(name, block.kind) for name, block in blocks if block.kind in ("bash", "sh", "shell", "py", "pycon")]
    assert not unknown, "commands stand in ```console and programs in ```python, so that they are run"


def test_what_does_not_work_as_printed_is_noticed(tmp_path: Path) -> None:
    page = ROOT / "docs" / "page.md"
    blocks = [
        "```console\n$ false\n$ echo one\ntwo\n$ echo \\\n  three\nthree\n```",
        "<!-- exits: 3 -->\n```console\n$ (exit 3)\n```",
        "<!-- not run: it would not end -->\n```console\n$ exit 9\n```",
        "```python\nraise SystemExit(4)\n```",
        "```console\n$ printf 'a\\nb\\nc\\n'\n```\n\n```text\na\n...\nc\n```\n\n```text\nb\na\n```",
    ]
    written = tmp_path / "page.md"
    written.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    with Session(tmp_path, tmp_path) as session:
        reader = Reader(session, name=lambda path: page)
        reader.read(written)
    assert [failure.split("\n")[0] for failure in reader.failures] == [
        "docs/page.md:2: `false` ends with 1:",
        "docs/page.md:3: this is not printed: 'two'",
        "docs/page.md:21: ends with 4:",
        "docs/page.md:35: this is not printed: 'a'",
    ]


def test_the_readme_begins_with_what_it_is_a_picture_and_a_try(tmp_path: Path) -> None:
    for path in (ROOT / "README.md", ROOT / "README.zh.md"):
        text = path.read_text(encoding="utf-8")
        sentence, picture, tried, own = (
            text.index(mark) for mark in ("\n\n", "![", "$ make demo", "$ evalwright expand")
        )
        assert sentence < picture < tried < own
        assert text.index("source .venv/bin/activate") < own, "the command is on the path before it is used"
        assert "Linux" in text and "macOS" in text
