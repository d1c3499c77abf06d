"""What the viewer answers is what the types of its answers say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalwright.view import ComparePage, ConversationPage, Everything, FilePage, ItemPage, ItemsPage, RunPage

from ..conftest import ROOT
from ..typed_documents import mismatches
from .conftest import Serve
from .runs import make_run, review

ADDRESSES = {
    "/api/all": Everything,
    "/api/runs/{run}": RunPage,
    "/api/runs/{run}/parts/0/items": ItemsPage,
    "/api/runs/{run}/parts/1/item?key={key}": ItemPage,
    "/api/compare?a={run}.0&b={run}.1": ComparePage,
    "/api/files/{file}": FilePage,
    "/api/files/{file}/rows/1": ConversationPage,
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_answer_is_what_its_type_says(serve: Serve, tmp_path: Path, address: str) -> None:
    a, b = [review("c1#0"), review("c2#0")], [review("c1#0", right=False), review("c2#0")]
    make_run(tmp_path / "root" / "run", {"first": a, "second": b})
    lines = (ROOT / "examples" / "retail" / "valid.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "root" / "talks.jsonl").write_bytes(b"".join(lines[:3]) + b"[1]\n")
    viewer = serve(tmp_path / "root")
    known: Any = viewer.json("/api/all")
    run, file = known["runs"][0]["id"], next(each["id"] for each in known["files"] if "talks" in each["name"])
    key = viewer.json(f"/api/runs/{run}/parts/0/items")["items"][0]["key"]
    assert mismatches(viewer.json(address.format(run=run, file=file, key=key)), ADDRESSES[address]) == []
