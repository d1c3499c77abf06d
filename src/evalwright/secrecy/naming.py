"""Which names stand for secrets, which values are only words, and which could be guessed to be keys.

Everything in an address's query or in a header may be a key, so there a list names what is harmless. In the settings of
a request most values are not, so there a list names what is secret.
"""

from __future__ import annotations

import re

HIDDEN = "***"
SHORTEST = 4
"""Shorter values stand in ordinary text all the time; taking them out would only change it."""
_STANDS_ALONE_BELOW = 8
_SURELY_A_KEY = 16
_WITH_PASSWORD = re.compile(r"\b[A-Za-z][\w+.-]{1,20}://[^\s/:@]{1,80}:([^\s/@:<>{}$*]{4,200})@")


def _name_set(names: str) -> frozenset[str]:
    return frozenset(names.split())


_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET_WORDS = _name_set(
    "apikey auth authorization authentication bearer cookie credential credentials jwt key passphrase passwd password "
    "pass pwd sas secret secrets session sig signature token"
)
_NO_SECRETS = _name_set(
    "prompt_cache_key cache_key idempotency_key x_idempotency_key public_key primary_key sort_key foreign_key "
    "token_type eos_token bos_token pad_token stop_token session_name"
)
_HARMLESS = _name_set(
    "api_version version v model deployment deployment_id region location project provider organization org tenant "
    "format stream timeout beta lang language locale type mode accept accept_encoding accept_language content_type "
    "user_agent connection cache_control http_referer referer x_title openai_organization openai_project openai_beta "
    "anthropic_version anthropic_beta x_request_id"
)
"""Names of query values and headers that say which service is meant, and open nothing."""
_PLAIN_VALUE = re.compile(r"(?i)\d{1,5}|true|false|yes|no|on|off|(?:19|20)\d\d-\d\d-\d\d(?:-preview)?")

PLACEHOLDERS = _name_set(
    "empty none null nil dummy test testing token key api-key api_key apikey your-api-key your_api_key your-key fake "
    "fake-key fake_key mock no-key no_key nokey no-key-required sk-no-key-required not-needed not_needed notneeded "
    "not-used not-required unused n/a placeholder local localhost ollama vllm sglang lmstudio lm-studio llama "
    "llama.cpp llamacpp anything whatever default openai bearer secret password token-abc123 sk-1234 sk-xxx "
    "xxxx xxxxx xxxxxx 1234 12345 123456 0000 undefined true false"
)
"""What people write where a server wants no key. They are words: no secret, and an answer may hold them."""


def is_secret_name(name: str) -> bool:
    """Whether a setting of this name holds a key, a password or the like."""
    words = [word.lower() for word in _WORDS.findall(name)]
    if "_".join(words) in _NO_SECRETS or words[-1:] == ["env"]:  # the name of a variable says nothing
        return False
    return any(word in _SECRET_WORDS for word in words)


def is_harmless_name(name: str) -> bool:
    """Whether a query value or a header of this name opens nothing for anybody."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") in _HARMLESS


def is_harmless_value(value: str) -> bool:
    """Whether a value is a number, a date or a yes or no, whatever its name is."""
    return not value or _PLAIN_VALUE.fullmatch(value) is not None


def is_placeholder(value: str) -> bool:
    """Whether this stands where a key should stand and is none."""
    return len(value) < SHORTEST or value.lower() in PLACEHOLDERS or len(set(value.lower())) == 1


def has_password_in_address(text: str) -> bool:
    """Whether a text holds an address with the name and the password of somebody: `postgres://me:secret@host`."""
    return any(not is_harmless_value(found[1]) for found in _WITH_PASSWORD.finditer(text))


def looks_random(value: str) -> bool:
    """Whether nobody would write this by chance."""
    long = len(value) >= _SURELY_A_KEY and not re.search(r"\s", value)
    return long and bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value))


def may_be_said_by_chance(value: str) -> bool:
    """Whether an answer may hold this value though nobody told the model: a word, a number, something short."""
    plain = re.fullmatch(r"[^\W\d_]+(?:[-_ ][^\W\d_]+)*|\d+", value) is not None
    return len(value) < _STANDS_ALONE_BELOW or (len(value) < _SURELY_A_KEY and plain)


def stands_alone_only(value: str) -> bool:
    """Whether the value is so short that it counts only where no letter or digit touches it."""
    return len(value) < _STANDS_ALONE_BELOW
