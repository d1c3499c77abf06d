"""A hundred thousand items: how long the first page, a filter, a search and a comparison take.

The aims are 300 ms for a first page and 500 ms for a filter; three times that is allowed here, because the machines
that run these tests are shared. The numbers are printed: `pytest -s`.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from typing import Any

import pytest

from evalwright.rundir import RunDir

from .conftest import Served, running
from .runs import make_run, write_many

COUNT = 100_000
FIRST_PAGE = 0.3
FILTER = 0.5
ALLOWED = 3


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    folder = tmp_path_factory.mktemp("large")
    run = make_run(folder / "root" / "run", {"a": [], "b": []})
    write_many(RunDir(run).reviews("a", "next_call", "eval"), COUNT)
    shutil.copy(RunDir(run).reviews("a", "next_call", "eval"), RunDir(run).reviews("b", "next_call", "eval"))
    with running(folder / "root") as viewer:
        yield viewer, str(viewer.json("/api/all")["runs"][0]["id"])


def timed(viewer: Served, path: str, what: str, aim: float) -> Any:
    started = time.perf_counter()
    document = viewer.json(path)
    took = time.perf_counter() - started
    print(f"\n{what}: {took * 1000:.0f} ms (aim {aim * 1000:.0f} ms)")
    assert took < aim * ALLOWED, what
    return document


def test_a_hundred_thousand_items_stay_quick(large: tuple[Served, str]) -> None:
    viewer, run = large
    base = f"/api/runs/{run}/parts/0/items"
    page = timed(viewer, base, "first page, file never seen", FIRST_PAGE)
    assert len(page["items"]) == 50
    while not page["complete"]:
        page = timed(viewer, base, f"again, {page['total']:,} items read", FIRST_PAGE)
    assert page["total"] == COUNT
    timed(viewer, base, "first page, file known", FIRST_PAGE)
    assert timed(viewer, f"{base}?verdict=wrong_arguments", "by verdict", FILTER)["matching"] == COUNT // 10
    assert (
        timed(viewer, f"{base}?tool=get_order_3&min=0.4&max=0.6&sort=-score", "by tool and score, sorted", FILTER)[
            "matching"
        ]
        > 0
    )
    found = timed(viewer, f"{base}?q=needle+IM+heuhaufen", "by text, one hit", FILTER)
    while not found["complete"]:
        found = timed(viewer, f"{base}?q=needle+IM+heuhaufen", "by text, going on", FILTER)
    assert found["matching"] == 1
    found = timed(viewer, f"{base}?q=e&sort=id&page=999", "by a letter, all hits, sorted, a late page", FILTER)
    while not found["complete"]:
        found = timed(viewer, f"{base}?q=e&sort=id&page=999", "going on", FILTER)
    assert found["matching"] == COUNT
    timed(viewer, f"{base}?page=1999", "last page", FIRST_PAGE)


def test_two_models_on_a_hundred_thousand_items_are_compared(large: tuple[Served, str]) -> None:
    viewer, run = large
    path = f"/api/compare?a={run}.0&b={run}.1&kind=both_wrong"
    viewer.json(path)
    assert timed(viewer, path, "comparison, files known", FILTER)["matching"] == COUNT // 10
