"""Packages as `pip install` leaves them, made by a test: modules, and a record of what they offer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_package(folder: Path, name: str, offers: Mapping[str, Mapping[str, str]], **modules: str) -> Path:
    """A package of this name that offers things (group, name, target), with the source of its modules."""
    record = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = []
    for group, points in offers.items():
        lines += [f"[{group}]", *(f"{point} = {target}" for point, target in points.items())]
    (record / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    return folder
