"""What tests of models share."""

from __future__ import annotations

import sys
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Tiny matrices on a busy machine: threads only wait for each other."""
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)
