"""What a made data set is executed in again, from its manifest: the shop by its name, a made-up backend from its tools.

A manifest may come from anyone, and one that was made on a server names a command or an address. Our own shop is
started, and this machine is spoken to, without asking; anything else only if the user allows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from evalwright.chat import JsonError, loads
from evalwright.errors import InputError, UsageError

from .checks import Verified, verify
from .environment import Environment
from .generic import McpEnvironment, OpenApiEnvironment, simulated_from
from .sources import McpConnection, McpTarget, source_of, target_of

_OWN_SHOP = re.compile(
    r"mcp\+stdio:(?:\S*/)?(?:evalwright|python[0-9.]* -m evalwright)"
    r" (shop(?: --(?:stdio|mini|seed \d+|lang \w+))+)"
)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_CURE = "Add --run if you trust it, or --no-replay to prove all but the results"

Progress = Callable[[int, int], None]


def prove(directory: Path, *, run: bool = False, replay: bool = True, progress: Progress | None = None) -> Verified:
    """Prove a directory again; `run` allows commands and addresses that its manifest names."""
    environments = _environments(directory, run=run) if replay else {}
    try:
        return verify(directory, environment=environments or None, progress=progress, replay=replay)
    finally:
        for each in {id(one): one for one in environments.values()}.values():
            each.close()


def _environments(directory: Path, *, run: bool) -> dict[str, Environment]:
    """By language, what the calls are executed in; empty where the manifest names an environment of ours."""
    manifest = _manifest(directory)
    source = _mapping(manifest.get("source"))
    if "catalogue" not in manifest or manifest.get("replays") is False:
        return {}
    kind, text = str(source.get("kind", "")), str(source.get("text", ""))
    told = _mapping(manifest.get("environment"))
    tools = source_of(manifest["catalogue"], text=text, kind=kind)
    langs = [str(lang) for lang in _mapping(told.get("locales"))]
    if manifest.get("simulated"):
        seed = told.get("seed")
        return {lang: simulated_from(tools, seed=seed if type(seed) is int else 0, locale=lang) for lang in langs}
    options = _mapping(told.get("options"))
    base_url = options.get("base_url")
    if isinstance(base_url, str):
        _ask(base_url, allowed=run or _is_here(base_url))
        return dict.fromkeys(langs, OpenApiEnvironment(tools, base_url, reset_path=_text(options.get("reset_path"))))
    tools.target = _target(text, run=run)
    if tools.target is None:
        return {}
    return dict.fromkeys(langs, McpEnvironment(tools, McpConnection(tools.target)))


def _target(text: str, *, run: bool) -> McpTarget | None:
    """The server that a manifest names, as far as it may be used."""
    own = _OWN_SHOP.fullmatch(text)
    if own is not None:
        return McpTarget(command=(sys.executable, "-m", "evalwright", *own[1].split()))
    target = target_of(text)
    if target is not None:
        _ask(str(target), allowed=run or _is_here(target.url))
    return target


def _ask(what: str, *, allowed: bool) -> None:
    if not allowed:
        raise UsageError(f"executing the calls again would use what the manifest names: {what[:300]}", cure=_CURE)


def _is_here(address: str) -> bool:
    try:
        return urlsplit(address).hostname in _LOOPBACK
    except ValueError:
        return False


def _manifest(directory: Path) -> dict[str, Any]:
    """The manifest, as far as it can be read; what is wrong with it is said by `verify`."""
    path = directory / "manifest.json"
    try:
        return dict(_mapping(loads(path.read_text("utf-8"))))
    except (OSError, UnicodeDecodeError):
        return {}
    except JsonError as error:
        raise InputError(f"not JSON: {error}", path=path, cure="Make the data set again with its seed") from None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
