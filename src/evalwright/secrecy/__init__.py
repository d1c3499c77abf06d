"""What must never be read by others: keys, passwords, tokens, and the one redactor that stands before every sink.

A `Secret` knows where it came from and never prints; making one tells the redactor its value. `redacted` takes known
values out of text, however they are escaped; `shown_*` hide by name what was never made a `Secret`.
"""

from __future__ import annotations

from .escapes import Unescaped, unescaped
from .naming import (
    HIDDEN,
    has_password_in_address,
    is_harmless_name,
    is_harmless_value,
    is_placeholder,
    is_secret_name,
    looks_random,
)
from .redactor import holds_secret, redact_answer, redacted, redacted_tree
from .secret import Secret, as_plain, forget_secrets, keep_secrets_of_proxies, secret_header
from .showing import keep_secrets_in, query_secrets, shown_address, shown_settings, shown_text

__all__ = [
    "HIDDEN",
    "Secret",
    "Unescaped",
    "as_plain",
    "forget_secrets",
    "has_password_in_address",
    "holds_secret",
    "is_harmless_name",
    "is_harmless_value",
    "is_placeholder",
    "is_secret_name",
    "keep_secrets_in",
    "keep_secrets_of_proxies",
    "looks_random",
    "query_secrets",
    "redact_answer",
    "redacted",
    "redacted_tree",
    "secret_header",
    "shown_address",
    "shown_settings",
    "shown_text",
    "unescaped",
]
