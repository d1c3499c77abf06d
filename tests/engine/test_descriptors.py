"""Connections are open files, of which a process may have so many: no more are tried at once."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

from evalwright.engine import Gate
from evalwright.engine.descriptors import connections_at_most


@pytest.fixture
def few_files() -> Iterator[int]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    yield 64
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_open_files_leave_so_many_connections(few_files: int) -> None:
    assert 1 <= connections_at_most() < few_files - 8


def test_the_gate_never_opens_wider_than_that() -> None:
    gate = Gate(500, at_most=14)
    gate.open_up()
    assert gate.limit == 14
    adaptive = Gate(None, at_most=6)
    adaptive.open_up()
    assert adaptive.limit == 6
