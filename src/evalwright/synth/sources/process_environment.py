"""What a started MCP server gets of the user's environment: what programs need to run, and what was named for it.

A server is somebody's code, and the environment holds keys for others. So the command names what it is to get, as a
shell would write it: `mcp+stdio:TOKEN=${TOKEN} npx some-server`. Only the name stands in the manifest, never the value.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from evalwright.errors import UsageError
from evalwright.secrecy import Secret, is_secret_name, query_secrets, secret_header

from ..source_access import REFERENCE

_NEEDED = re.compile(
    r"PATH|HOME|LOGNAME|USER|SHELL|TERM|PWD|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP|TMP|XDG_\w+|LD_LIBRARY_PATH"
    r"|PYTHON(?:PATH|HOME|UTF8|IOENCODING|HASHSEED|UNBUFFERED|DONTWRITEBYTECODE)|VIRTUAL_ENV|CONDA_PREFIX"
    r"|NODE_PATH|NVM_DIR|JAVA_HOME|DOCKER_HOST|SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS"
    r"|(?i:https?_proxy|all_proxy|no_proxy)|EVALWRIGHT_LANG"
)
_LOGIN = re.compile(r"//[^/@\s]*@")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


def server_environment(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The environment of a server: what every program needs, and what was named for this one."""
    needed = {name: value for name, value in os.environ.items() if _NEEDED.fullmatch(name) and not _LOGIN.search(value)}
    return needed | {name: filled(value, name) for name, value in named}


def split_environment(words: tuple[str, ...]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The leading `NAME=VALUE` words of a command, and the command itself."""
    named: list[tuple[str, str]] = []
    for place, word in enumerate(words):
        found = _ASSIGNMENT.fullmatch(word)
        if found is None:
            return tuple(named), words[place:]
        if is_secret_name(found[1]) and found[2] and not REFERENCE.search(found[2]):
            raise UsageError.named("secrets.literal_variable", name=found[1])
        named.append((found[1], found[2]))
    return tuple(named), ()


def filled(text: str, where: str) -> str:
    """The text with every `${NAME}` put in from the environment, which is from then on a secret."""

    def value(found: re.Match[str]) -> str:
        secret = os.environ.get(found[1])
        if not secret:
            raise UsageError.named("secrets.unset", variable=found[1])
        return Secret(secret, found[1], certain=is_secret_name(found[1]) or is_secret_name(where)).reveal()

    return REFERENCE.sub(value, text)


def filled_headers(templates: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Headers as they are sent, with what the environment holds; the redactor knows them from then on."""
    made = {}
    for name, template in templates:
        value = filled(template, name).strip()
        if not value.isprintable() or not value.isascii():
            raise UsageError.named("source.header_value", name=name)
        secret_header(name, value)
        made[name] = value
    return made


def expect_no_secret(address: str) -> None:
    """UsageError for an address with a password or a key in it: it would stand in the manifest for everyone to read."""
    authority = re.split(r"[/?#]", address.partition("//")[2], maxsplit=1)[0]
    if "@" in authority:
        where = authority.rpartition("@")[2]
        raise UsageError.named("source.password", where=where)
    named = REFERENCE.sub("", address)
    if any(secret and secret.certain for secret in query_secrets(named)):
        raise UsageError.named("secrets.key_in_address", address=authority, example="${MY_KEY}")
