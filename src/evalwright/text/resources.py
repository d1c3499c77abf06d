"""The data files of this package: word lists, tables, prompts and schemas that lie beside the code that uses them.

One way to read them, for every room: a file is named by the package it lies in and read once, when it is first wanted.
What comes back is shared by all who ask, so nobody changes it. A file that is missing means a broken installation,
and the error says so.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parents[1]


def resource_path(package: str, name: str) -> Path:
    """Where a data file of one of our packages lies, such as `evalwright.domains.retail` and `tools.json`."""
    return _PACKAGE.joinpath(*package.split(".")[1:], name)


@cache
def resource_text(package: str, name: str) -> str:
    """The whole text of a data file."""
    path = resource_path(package, name)
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise _broken_installation(path, error) from error


@cache
def resource_json(package: str, name: str) -> Any:
    """What a JSON data file holds."""
    import json

    return json.loads(resource_text(package, name))


@cache
def resource_words(package: str, name: str) -> tuple[str, ...]:
    """The words of a text file: whatever stands between spaces and line ends; a line that begins with `#` is a note."""
    lines = resource_text(package, name).splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


def _broken_installation(path: Path, error: OSError) -> Exception:
    from evalwright.errors import EvalwrightError

    if path.parent.name == "locale":  # the words that would say it are what is missing
        return error
    return EvalwrightError.named("installation.missing_file", path=str(path), reason=error.strerror or str(error))
