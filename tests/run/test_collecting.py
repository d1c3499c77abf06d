"""An evaluation searches for cyclic garbage more seldom, and leaves the interpreter as it found it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalwright.errors import InputError
from evalwright.run import EvalConfig, execute


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def _config(folder: Path) -> EvalConfig:
    items, samples = folder / "items.jsonl", folder / "samples.jsonl"
    items.write_text(
        '{"id":"a","messages":[{"role":"user","content":"hi"}],"tools":[],"expected_output":{"tool_calls":[]}}\n'
    )
    samples.write_text('{"id":"a","output_text":"hello"}\n')
    return EvalConfig(data=(str(items),), models=(f"replay:{samples}",), run=folder / "run")


@pytest.mark.parametrize("given", [(700, 10, 10), (50_000, 5, 5), (0, 10, 10)])
def test_the_thresholds_are_put_back(tmp_path: Path, given: tuple[int, int, int]) -> None:
    gc.set_threshold(*given)
    with execute(_config(tmp_path)):
        during = gc.get_threshold()
    assert during[0] == (max(given[0], 50_000) if given[0] else 0)
    assert gc.get_threshold() == given


def test_also_after_a_failure(tmp_path: Path) -> None:
    config = _config(tmp_path)
    (tmp_path / "items.jsonl").write_text("{\n")
    before = gc.get_threshold()
    with pytest.raises(InputError), execute(config):
        pass
    assert gc.get_threshold() == before
