"""A Ray cluster of two nodes on this machine: a kill costs nothing but what was in flight; results come in order."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from benchmarks.ray_kills import LIMIT, Nodes, measure

from evalwright.executor import open_executor

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    cluster = Nodes(2)
    yield cluster
    cluster.close()


def test_a_kill_loses_nothing_and_the_limit_holds(nodes: Nodes) -> None:
    found = measure(500, 1, 3, nodes)
    assert found["lost"] == found["twice"] == 0 and found["files as of one process"]
    assert found["asked again"] <= LIMIT and found["open connections"] <= LIMIT and sum(found["kills"].values()) == 1


def test_pieces_come_back_in_order_and_errors_at_their_place(nodes: Nodes) -> None:
    with open_executor(2, "ray", {"address": nodes.address}) as executor:
        assert list(executor.map_in_order(json.loads, map(str, range(20)))) == list(range(20))
        results = executor.map_in_order(json.loads, ["1", "2", "{", "4"])
        assert [next(results), next(results)] == [1, 2]
        with pytest.raises(json.JSONDecodeError):
            next(results)
