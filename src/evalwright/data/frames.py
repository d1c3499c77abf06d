"""Tables for pandas, which is not one of our parts: asked for when a table is, and missed with a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from evalwright.errors import UsageError


def data_frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> Any:
    """The rows as a pandas DataFrame; UsageError with the cure where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ModuleNotFoundError:
        raise UsageError.named("readers.no_pandas") from None
    return pandas.DataFrame(list(rows)) if columns is None else pandas.DataFrame(list(rows), columns=list(columns))
