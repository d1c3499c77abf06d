"""What a made data set is executed in again, from its manifest: a domain by its name, a made-up backend from its tools.

A manifest may come from anyone, and one that was made on a server names a command or an address. A domain of our
own is started without asking; anything else is used only if the user allows it, on this machine too: what listens here
may trust whoever asks from here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.errors import InputError, UsageError
from evalwright.plugins import DOMAINS
from evalwright.text import Sentence, listed, phrase
from evalwright.workbench import Finding, visible

from ..checks import Verified
from ..checks import verify as verify_rows
from ..environment import Environment, EnvironmentSpec, environment_names, make_environment
from ..generic import McpEnvironment, OpenApiEnvironment, simulated_from
from ..settings import LANGUAGES
from ..sources import McpConnection, McpTarget, ToolSource, source_of, target_of
from ..writing import manifest_digest

_SERVED = re.compile(
    r"mcp\+stdio:(?:\S*/)?(?:evalwright|python[0-9.]* -m evalwright)"
    r" ((?:serve )?([a-z][a-z-]*)(?: --(?:stdio|mini|seed \d+|lang \w+))+)"
)
"""A domain that we serve ourselves: by `serve` and its name, or by the verb that has its name."""
_MAX_BYTES = 1_000_000_000
_CURE = phrase("cures.run_or_not")

Progress = Callable[[int, int], None]


def verify(
    directory: str | Path, *, run: bool = False, replay: bool = True, progress: Progress | None = None
) -> Verified:
    """Prove a directory again; `run` allows commands and addresses that its manifest names."""
    directory = Path(directory)
    manifest = _manifest(directory)
    environments = _environments(manifest, run=run) if replay else {}
    try:
        changed = [text for each in _servers(environments) for text in _changed_tools(each)]
        done = verify_rows(directory, environment=environments or None, progress=progress, replay=replay)
    finally:
        for each in {id(one): one for one in environments.values()}.values():
            each.close()
    where = str(directory / "manifest.json")
    for tool, text in changed:
        done.add(
            Finding("changed-tool", "error", where, None, None, None, f"catalogue.tools.{visible(tool, 80)}", text)
        )
    if replay and not done.replayed:
        # Whoever asked for a proof is not to take a digest for one.
        text = phrase("verify.found.not_replayed", manifest=_why_not(manifest))
        done.add(Finding("not-replayed", "error", where, None, None, None, "environment", text))
    if "digest" in manifest and manifest["digest"] != manifest_digest(manifest):
        text = phrase("verify.found.manifest")
        done.add(Finding("changed-manifest", "error", where, None, None, None, "", text))
    return done


prove = verify
"""Its name in the room, which calls the proof of rows in a given environment `verify`."""


def _servers(environments: Mapping[str, Environment]) -> list[McpEnvironment]:
    found = {id(each): each for each in environments.values() if isinstance(each, McpEnvironment)}
    return list(found.values())


def _changed_tools(server: McpEnvironment) -> Iterator[tuple[str, Sentence]]:
    """Tools that a server no longer offers as it did: whoever trusted it then did not see what it says now."""
    now = {tool["function"]["name"]: tool["function"] for tool in server.offered_now().tools}
    for tool in server.source.tools:
        then = tool["function"]
        found = now.get(then["name"])
        if found is None:
            yield then["name"], phrase("verify.found.tool_gone", tool=visible(then["name"], 80))
            continue
        parts = [key for key in ("description", "parameters") if found.get(key) != then.get(key)]
        if parts:
            yield then["name"], phrase("verify.found.tool_changed", tool=visible(then["name"], 80), parts=listed(parts))


def _why_not(manifest: Mapping[str, Any]) -> str:
    if manifest.get("replays") is False:
        return phrase("verify.why.changed")
    return phrase("verify.why.nothing")


def _environments(manifest: Mapping[str, Any], *, run: bool) -> dict[str, Environment]:
    """By language, what the calls are executed in; empty where the manifest names an environment of ours, or none."""
    if "catalogue" not in manifest or manifest.get("replays") is False:
        return {}
    source, told = _mapping(manifest.get("source")), _mapping(manifest.get("environment"))
    kind, text = str(source.get("kind", "")), str(source.get("text", ""))
    langs = [lang for lang in LANGUAGES if lang in _mapping(told.get("locales"))]
    seed = told["seed"] if type(told.get("seed")) is int else 0
    tools = source_of(manifest["catalogue"], text=text, kind=kind)
    if manifest.get("simulated"):
        return {lang: simulated_from(tools, seed=seed, locale=lang) for lang in langs}
    options = _mapping(told.get("options"))
    if text in environment_names():
        return {lang: make_environment(text, EnvironmentSpec(seed, lang, options)) for lang in langs}
    server = _server(tools, options, run=run)
    return {} if server is None else dict.fromkeys(langs, server)


def _server(tools: ToolSource, options: Mapping[str, Any], *, run: bool) -> Environment | None:
    """The service or server that a manifest names, as far as it may be used."""
    base_url = options.get("base_url")
    if isinstance(base_url, str):
        _require_permission(base_url, allowed=run)
        return OpenApiEnvironment(tools, base_url, reset_path=_text_or_none(options.get("reset_path")))
    tools.target = _manifest_target(tools.text, run=run)
    if tools.target is None:
        return None
    reset: Literal["auto", "restart"] = "restart" if options.get("reset") == "restart" else "auto"
    return McpEnvironment(tools, McpConnection(tools.target), reset=reset)


def _manifest_target(text: str, *, run: bool) -> McpTarget | None:
    """Where a manifest's server is; UsageError where it may not be used."""
    own = _SERVED.fullmatch(text)
    if own is not None and own[2] in DOMAINS.own_names():
        return McpTarget(command=(sys.executable, "-m", "evalwright", *own[1].split()))
    target = target_of(text)
    if target is not None:
        _require_permission(str(target), allowed=run)
    return target


def _require_permission(what: str, *, allowed: bool) -> None:
    if not allowed:
        raise UsageError.named("verify.would_use", what=what[:300], cure=_CURE)


def _manifest(directory: Path) -> JsonObject:
    """The manifest, as far as it can be read; what is wrong with it is said by `verify`."""
    path = directory / "manifest.json"
    try:
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            return {}
        manifest = dict(_mapping(loads(path.read_text("utf-8"))))
    except UnicodeDecodeError:
        return {}
    except OSError as error:
        cure = phrase("cures.synth_directory")
        raise InputError.named("verify.unreadable", path=path, strerror=error.strerror, cure=cure) from None
    except JsonError as error:
        raise InputError.named("verify.not_json", path=path, error=error) from None
    if manifest.get("unfinished") is True:
        raise InputError.named("verify.broken_off", path=path)
    return manifest


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None
