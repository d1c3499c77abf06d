"""What each server works on, made anew in a folder of the caller's, and all that stands in it as one text."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

from .kit import MATERIAL, Server


def work_on(server: Server, folder: Path) -> Path:
    """Make what a server works on; the folder itself where it needs nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    if server.material is None:
        return folder
    place = folder / server.material
    subprocess.run([sys.executable, str(MATERIAL), server.material, str(place)], check=True)
    return place


def text_of(place: Path) -> str:
    """The paths and texts of what a server works on: whatever it could know."""
    if place.is_dir():
        return "\n".join([str(place), *(_file_text(path, place) for path in sorted(place.rglob("*")))])
    text = place.read_bytes()
    if text.startswith(b"SQLite"):
        with sqlite3.connect(place) as connection:
            return "\n".join(connection.iterdump())
    return text.decode("utf-8", "replace")


def _file_text(path: Path, place: Path) -> str:
    name = f"{path}\n{path.relative_to(place)}\n{path.name}"
    if not path.is_file() or ".git" in path.relative_to(place).parts:
        return name
    return f"{name}\n{path.read_text(encoding='utf-8', errors='replace')}"
