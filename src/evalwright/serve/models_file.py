"""Who answers: the name that a client gives as `model`, looked up in a small file, or sent to one address.

The file is the user's, JSON or YAML: a name and beside it an address with the name of a key's variable, or one of our
own kinds (`hf:`, `gguf:`, `baseline:`, `replay:`). A client's name is compared, never parsed: it cannot choose an
address, a file or a key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.errors import InputError, UsageError
from evalwright.models import Access, model_kinds, read_served
from evalwright.run import read_config_file
from evalwright.secrecy import Secret

from .api_errors import refused

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:/+\-]{0,199}")
_FIELDS = ("url", "key_env", "model", "kind")


@dataclass(frozen=True, slots=True)
class Answerer:
    """Who answers to a name."""

    name: str
    """As clients say it."""
    text: str
    """As `-m` takes it."""
    url: str | None = None
    """Its address, where it is served."""
    sent_as: str = ""
    """How its server calls it."""

    @property
    def place(self) -> str:
        """What limits are counted by: its address, or itself where it runs here."""
        return self.url or self.text


@dataclass(frozen=True, slots=True)
class ModelsFile:
    """The names of the file, and where all others go."""

    named: Mapping[str, Answerer] = field(default_factory=dict)
    api_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"

    def find(self, name: Any, param: str) -> Answerer:
        """Who answers to this name; ApiError where nobody does."""
        if not isinstance(name, str) or not name:
            raise refused("needs", param=param, name="model")
        if name in self.named:
            return self.named[name]
        if self.api_url is None:
            shown = ", ".join(list(self.named)[:8])
            raise refused(
                "no_model_named" if shown else "no_models", 404, param=param, name=repr(name[:80]), known=shown
            )
        if not is_plain_name(name):
            raise refused("model_name", param=param, name=repr(name[:80]))
        return Answerer(name, f"{name}@{self.api_url}", self.api_url.partition("#")[0], name)

    def key_of(self, answerer: Answerer) -> Secret | None:
        """The key for its address, out of the environment."""
        served = read_served(answerer.text, None)
        if served is None:
            return None
        if served.key_env is None and self.api_url is not None:
            return Access(self.api_url, self.api_key_env).key_for(served)
        return Access(served.url, None).key_for(served)


def is_plain_name(name: str) -> bool:
    """Whether a name can be nothing but a name: no address, and none of our kinds of models."""
    return bool(_PLAIN.fullmatch(name)) and name.partition(":")[0] not in model_kinds() and "://" not in name


def read_models_file(path: Path | None, api_url: str | None, api_key_env: str = "OPENAI_API_KEY") -> ModelsFile:
    """The file's names; an error with the line's cure where one cannot be used."""
    if api_url is not None and not re.match(r"https?://", api_url):
        raise UsageError.named("serve.api_url", given=repr(api_url[:80]))
    given = read_config_file(path) if path is not None else {}
    assert path is not None or not given
    named = {name: _answerer(str(name), entry, path) for name, entry in given.items()} if path is not None else {}
    return ModelsFile(named, api_url, api_key_env)


def _answerer(name: str, entry: Any, path: Path) -> Answerer:
    if isinstance(entry, str):
        return _of_text(name, entry, path)
    if not isinstance(entry, Mapping) or not (isinstance(entry.get("url"), str) or isinstance(entry.get("kind"), str)):
        raise InputError.named("serve.models_entry", path=path, name=repr(name[:80]))
    for unknown in entry.keys() - set(_FIELDS):
        raise InputError.named(
            "serve.models_field", path=path, name=repr(name[:80]), field=repr(str(unknown)), known=", ".join(_FIELDS)
        )
    if isinstance(entry.get("kind"), str):
        return _of_text(name, entry["kind"], path)
    sent, variable = str(entry.get("model") or name), entry.get("key_env")
    return _of_text(name, f"{sent}@{entry['url']}" + (f"#{variable}" if variable else ""), path)


def _of_text(name: str, text: str, path: Path) -> Answerer:
    """`NAME@URL#ENV`, a bare address, or one of our kinds."""
    if re.match(r"https?://", text):
        text = f"{name}@{text}"
    if text.partition(":")[0] in model_kinds() and ":" in text:
        return Answerer(name, text, None, name)
    served = read_served(text, None)
    if served is None or not served.name:
        raise InputError.named("serve.models_entry", path=path, name=repr(name[:80]))
    return Answerer(name, text, served.url, served.name)
