"""Data sets that live on the ModelScope hub: fetched by its own library where there is a network, else said plainly."""

from __future__ import annotations

from pathlib import Path

from evalwright.errors import UsageError


def download(name: str) -> Path:
    """The folder of a hub data set, fetched if need be."""
    try:
        from modelscope.hub.snapshot_download import dataset_snapshot_download  # type: ignore[import-not-found]
    except ImportError:
        raise UsageError.named("task.modelscope", name=name) from None
    try:
        return Path(dataset_snapshot_download(name))
    except Exception as error:
        raise UsageError.named("task.not_fetched", name=name, error=type(error).__name__) from None
