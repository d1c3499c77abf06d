"""Rules from a file: a scenario file, the manifest of a data set, or a list of rules alone, as YAML or JSON.

So anyone's conversations can be held to the rules of a file that somebody else wrote; of a scenario file nothing but
its rules is looked at.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, loads
from evalwright.errors import InputError

from ..scenarios.yaml_nodes import MAX_BYTES, Node, YamlError, read_nodes
from .model import Rules
from .reading import rules_from

_MAX_MANIFEST = 1_000_000_000


def read_rules(path: str | Path) -> Rules:
    """The rules that a file holds; InputError, with the line and the cure, where they cannot be used."""
    path = Path(path)
    found = rules_from(_json_rules(path) if path.suffix == ".json" else _yaml_rules(path))
    for finding in found.findings:
        if finding.severity == "error":
            raise InputError(finding.message, path=path, line=finding.line or None, cure=finding.cure)
    return found


def rules_in_manifest(manifest: Any) -> Any:
    """The rules that a manifest holds as data; None where it holds none."""
    if not isinstance(manifest, dict):
        return None
    scenarios = manifest.get("scenarios")
    own = scenarios.get("rules") if isinstance(scenarios, dict) else None
    return manifest.get("rules", own)


def _json_rules(path: Path) -> Any:
    try:
        value = loads(_text_of(path, _MAX_MANIFEST))
    except JsonError as error:
        raise InputError.named("rules.not_json", path=path, problem=error.problem) from None
    rules = value if isinstance(value, list) else rules_in_manifest(value)
    if rules is None:
        raise InputError.named("rules.none", path=path)
    return rules


def _yaml_rules(path: Path) -> Any:
    try:
        root = read_nodes(_text_of(path, MAX_BYTES))
    except YamlError as error:
        raise InputError(error.problem, path=path, line=error.line) from None
    rules = root if root.kind == "list" else root.get("rules")
    if rules is None:
        raise InputError.named("rules.none", path=path)
    return [_with_line(item) for item in rules.items] if rules.kind == "list" else rules.plain()


def _with_line(item: Node) -> Any:
    return item.plain() | {"line": item.line} if item.kind == "mapping" else item.plain()


def _text_of(path: Path, most: int) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(most + 1)
        if len(raw) > most:
            raise InputError.named("rules.too_large", path=path)
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError.named("rules.unreadable", path=path, strerror=error.strerror) from None
    except UnicodeDecodeError:
        raise InputError.named("rules.not_utf8", path=path) from None
