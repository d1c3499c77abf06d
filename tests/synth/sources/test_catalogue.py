"""What a manifest holds of its tools: all that was read, and nothing of the wrong kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalwright.synth.sources import ToolSource, catalogue_of, source_of
from evalwright.synth.sources.openapi import read_openapi

OPERATION = {
    "operationId": "set_n",
    "parameters": [{"name": "id", "in": "path"}, {"name": "tags", "in": "query", "schema": {"type": "array"}}],
    "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"size": {}}}}}},
}


@pytest.fixture
def source() -> ToolSource:
    return read_openapi({"openapi": "3.1.0", "paths": {"/n/{id}": {"put": OPERATION}}}, Path("a.json"), "a.json")


def test_it_comes_back_as_it_was(source: ToolSource) -> None:
    again = source_of(json.loads(json.dumps(catalogue_of(source))), text="a.json", kind="openapi")
    assert again == source


@pytest.mark.parametrize(
    "change",
    [
        {"method": None},
        {"method": "connect"},
        {"path": 7},
        {"path": "@a.example/"},
        {"media_type": []},
        {"parameters": [{"argument": [], "name": "id", "where": "path"}]},
        {"parameters": [{"argument": "id", "name": {}, "where": "path"}]},
        {"surprise": "x"},
    ],
)
def test_a_request_of_the_wrong_kind_is_left_out(source: ToolSource, change: dict[str, Any]) -> None:
    catalogue = json.loads(json.dumps(catalogue_of(source)))
    catalogue["operations"]["set_n"] |= change
    assert source_of(catalogue).operations == {}
