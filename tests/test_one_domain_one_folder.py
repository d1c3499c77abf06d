"""A domain is named in its own folder, in pyproject.toml and by the command that serves it; nowhere else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from evalwright.plugins import DOMAINS

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "evalwright"
OWN_FOLDER = ("domains/retail/",)
SERVING = ("cli/shop_verb.py", "cli/app.py", "cli/help_page.py")
"""The verb, and the two tables in which verbs stand."""
NAMED = re.compile(r"shops?(?![a-z])", re.IGNORECASE)
FILES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if not path.relative_to(SOURCE).as_posix().startswith((*OWN_FOLDER, *SERVING))
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_other_file_knows_the_shop(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [f"{number}: {line.strip()}" for number, line in enumerate(lines, 1) if NAMED.search(line)] == []


@pytest.mark.parametrize("name", ["app.py", "help_page.py"])
def test_the_tables_of_verbs_name_it_once(name: str) -> None:
    assert len(NAMED.findall((SOURCE / "cli" / name).read_text(encoding="utf-8"))) == 1


def test_our_domains_come_in_by_the_door_of_strangers() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert DOMAINS.own_names() == list(declared["evalwright.domains"])
    assert "evalwright.environments" not in declared
