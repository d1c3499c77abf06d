"""What a made data set is executed in again, from its manifest: a domain by its name, a made-up backend from its tools.

A manifest may come from anyone, and one that was made on a server names a command or an address. A domain of our
own is started without asking; anything else is used only if the user allows it, on this machine too: what listens here
may trust whoever asks from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.errors import InputError
from evalwright.executor import Workers
from evalwright.text import phrase
from evalwright.workbench import Finding, visible

from ..checks import Verified
from ..checks import verify as verify_rows
from ..environment import Environment, EnvironmentSpec, environment_names, make_environment
from ..generic import McpEnvironment, ServedEnvironment, simulated_from
from ..settings import LANGUAGES
from ..source_access import SourceAccess
from ..sources import ToolSource, source_of
from ..writing import manifest_digest
from .manifest_server import changed_tools, manifest_server, other_states

_MAX_BYTES = 1_000_000_000

Progress = Callable[[int, int], None]


def verify(
    directory: str | Path,
    *,
    run: bool = False,
    replay: bool = True,
    access: SourceAccess | None = None,
    state: Sequence[str] = (),
    progress: Progress | None = None,
    workers: Workers = 1,
) -> Verified:
    """Prove a directory again; `run` allows commands and addresses that its manifest names, `access` what they need.

    `state`: where what the server works on lies on this machine. `workers`: processes, or `all`; calls to a server are
    one process's work.
    """
    directory = Path(directory)
    manifest = _manifest(directory)
    environments = _environments(manifest, access or SourceAccess(), state, run=run) if replay else {}
    served = next((each for each in environments.values() if isinstance(each, ServedEnvironment)), None)
    try:
        parts = getattr(served, "parts", (served,))
        changed = [each for part in parts if isinstance(part, McpEnvironment) for each in changed_tools(part)]
        others = list(other_states(served, _mapping(manifest.get("environment")))) if served is not None else []
        given = environments or None
        done = verify_rows(directory, environment=given, progress=progress, replay=replay, workers=workers)
    finally:
        for each in {id(one): one for one in environments.values()}.values():
            each.close()
    where = str(directory / "manifest.json")
    done.end_observed = served is None or served.observed
    for tool, text in changed:
        path = f"catalogue.tools.{visible(tool, 80)}"
        done.add(Finding("changed-tools", "error", where, None, None, None, path, text))
    for text in others:
        done.add(Finding("other-state", "warning", where, None, None, None, "environment.options.state", text))
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


def _why_not(manifest: Mapping[str, Any]) -> str:
    if manifest.get("replays") is False:
        return phrase("verify.why.changed")
    return phrase("verify.why.nothing")


def _environments(
    manifest: Mapping[str, Any], access: SourceAccess, state: Sequence[str], *, run: bool
) -> dict[str, Environment]:
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
    parts = _parts(source.get("parts"))
    tools.parts = [_part_of(manifest["catalogue"], part) for part in parts]
    told = {**told, "options_of_parts": [part.get("options") for part in parts]}
    server = manifest_server(tools, told, access, state, run=run)
    return {} if server is None else dict.fromkeys(langs, server)


def _parts(told: Any) -> list[Mapping[str, Any]]:
    return [_mapping(each) for each in told] if isinstance(told, list) else []


def _part_of(catalogue: Any, told: Mapping[str, Any]) -> ToolSource:
    """One of several sources, with its tools as they stand in the catalogue of the set."""
    part = source_of(catalogue, text=str(told.get("text", "")), kind=str(told.get("kind", "")))
    names = told.get("tools")
    part.keep({name for name in names if isinstance(name, str)} if isinstance(names, list) else set())
    return part


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
