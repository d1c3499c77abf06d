"""Runs that were damaged or moved, as the viewer sees them: bad lines are named and never shown."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalwright.data import sealed

from .conftest import Serve
from .runs import item, make_run, prediction, review


@pytest.mark.parametrize("folder", ["predictions", "reviews"])
def test_a_damaged_line_is_named_and_not_shown(serve: Serve, tmp_path: Path, folder: str) -> None:
    run = make_run(tmp_path / "root/run", {"m": [review("a#0"), review("b#0"), review("c#0")]})
    rows = [(prediction if folder == "predictions" else review)(name) for name in ("a#0", "b#0", "c#0")]
    lines = [sealed(row) + b"\n" for row in rows]
    lines[1] = lines[1].replace(b"#E1", b"#E3")
    file = f"{folder}/m/next_call_eval.jsonl"
    (run / file).write_bytes(b"".join(lines))
    viewer = serve(tmp_path / "root")
    base = f"/api/runs/{viewer.json('/api/all')['runs'][0]['id']}"
    page = viewer.json(f"{base}/parts/0/items?of={folder}")
    assert [each["id"] for each in page["items"]] == ["a#0", "c#0"]
    assert page["damaged"] == {"file": file, "line": 2, "count": 1}
    shown = viewer.json(f"{base}/parts/0/item?key=a%230")
    assert shown["beside"]["next"] == {"key": "b#0" if folder == "predictions" else "c#0", "copy": 0}
    if folder == "predictions":
        assert viewer.json(base)["parts"][0]["damaged"] == {"file": file, "line": 2, "count": 1}


def test_a_record_is_found_when_the_run_was_moved_together_with_its_data(serve: Serve, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run = make_run(root / "run", {"m": [review("a#0")]}, data=[item("a#0", "the words of the record")])
    config = json.loads((run / "config.json").read_text())
    config["data"][0] |= {"relative": "../run-data/eval.jsonl", "path": "/nowhere/eval.jsonl"}
    (run / "config.json").write_text(json.dumps(config))
    shutil.move(root, tmp_path / "moved")
    viewer = serve(tmp_path / "moved")
    entry = viewer.json("/api/all")["runs"][0]["id"]
    found = viewer.json(f"/api/runs/{entry}/parts/0/item?key=a%230")["record"]
    assert found["state"] == "found" and found["trace"]["steps"][0]["text"] == "the words of the record"
