"""Where the weights lie: a directory, a GGUF file, or a hub that they are fetched from; and what identifies them.

An answer depends on every byte of the weights and of what belongs to them, so files are known by their hashes, and
what a hub delivers by its commit. Without a network the user is told so at once, and what to do.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import TypedDict

from evalwright.data import sha256_of
from evalwright.errors import UsageError

HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
_DECIDING = (".safetensors", ".bin", ".json", ".model", ".txt", ".jinja", ".gguf", ".py")
_WANTED = ["*.safetensors", "*.json", "*.model", "*.txt", "*.jinja", "*.py"]
_CARDS = frozenset({"card.json", "trainer_state.json"})
"""Notes about a training; they decide nothing."""
_TIMEOUT = 5.0
"""Seconds in which a hub must answer, before what is already on disk is used."""


class WeightsIdentity(TypedDict, total=False):
    """What identifies weights: a hub's snapshot, or the hash of all that decides."""

    hub: str
    commit: str
    sha256: str


class AdapterIdentity(TypedDict, total=False):
    """What a model's identity says of its adapter, where it has one."""

    adapter: WeightsIdentity


def adapter_identity(path: Path | None) -> AdapterIdentity:
    """The adapter's part of an identity; nothing where there is none."""
    return {} if path is None else {"adapter": identify(path)}


def looks_local(text: str) -> bool:
    """Whether a model's name without an address can only mean a checkpoint: a path, or a hub id."""
    return HUB_ID.fullmatch(text) is not None or text.endswith(".gguf") or Path(text).is_dir()


def find_weights(name: str, revision: str | None = None) -> Path:
    """The directory or file of a checkpoint, fetched from the hub where it is not on disk."""
    path = Path(name).expanduser()
    if path.exists():
        return path
    if HUB_ID.fullmatch(name) is None or name.endswith(".gguf"):
        raise UsageError.named("model.no_checkpoint", name=name)
    return _from_modelscope(name, revision) if _hub() == "modelscope" else _from_hugging_face(name, revision)


def identify(path: Path) -> WeightsIdentity:
    """What identifies the weights: the commit of a hub's snapshot, or the hash of all that decides."""
    if path.parent.name == "snapshots" and re.fullmatch(r"[0-9a-f]{40}", path.name):
        return {"hub": path.parent.parent.name, "commit": path.name}
    if path.is_file():
        return {"sha256": sha256_of(path)}
    files = sorted(file for file in path.iterdir() if file.suffix in _DECIDING and file.name not in _CARDS)
    mark = hashlib.sha256()
    for file in files:
        mark.update(f"{file.name}\0{sha256_of(file)}\n".encode())
    return {"sha256": mark.hexdigest()}


def _hub() -> str:
    return os.environ.get("EVALWRIGHT_HUB", "huggingface").strip().lower()


def _from_hugging_face(name: str, revision: str | None) -> Path:
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, revision=revision, etag_timeout=_TIMEOUT, allow_patterns=_WANTED))
    except Exception as error:  # every way in which a hub can fail; an older copy on disk is used if there is one
        try:
            return Path(snapshot_download(name, revision=revision, local_files_only=True))
        except Exception:
            raise _unreachable(name, "Hugging Face", error) from None


def _from_modelscope(name: str, revision: str | None) -> Path:
    try:
        from modelscope.hub.snapshot_download import snapshot_download  # type: ignore[import-not-found]
    except ImportError:
        raise UsageError.named("model.modelscope", name=name) from None
    try:
        return Path(snapshot_download(name, revision=revision))
    except Exception as error:
        raise _unreachable(name, "ModelScope", error) from None


def _unreachable(name: str, hub: str, error: Exception) -> UsageError:
    return UsageError.named("model.not_on_hub", name=name, hub=hub, error=type(error).__name__)
