"""The request behind an item as a command that can be pasted into a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.errors import EvalwrightError
from evalwright.report import Part
from evalwright.tasks import make_task, requested

_PLACEHOLDER = "http://127.0.0.1:8000/v1/chat/completions"
_ADDRESS = re.compile(r"https?://[\x21-\x7e]{1,2000}")
_LONGEST = 200_000


def as_curl(config: Mapping[str, Any], part: Part, record: Any) -> str | None:
    """The request as curl sends it; None where it cannot be made again from what the run wrote down."""
    if any(name.startswith("few_shot") for name in part.options):
        return None  # the examples are not part of the record
    body = _request_body(config, part, record)
    if body is None or len(body) > _LONGEST:
        return None
    return (
        f"curl {shlex.quote(_url(config, part.model))} \\\n"
        "  -H 'Content-Type: application/json' \\\n"
        '  -H "Authorization: Bearer $OPENAI_API_KEY" \\\n'
        f"  --data-binary {shlex.quote(body)}"
    )


def _request_body(config: Mapping[str, Any], part: Part, record: Any) -> str | None:
    try:
        task = make_task(part.task, part.options)
        request = requested(task, task.read(record, "0"), part.settings.generation)
        body: JsonObject = {
            **request.settings,
            "model": _requested_model(config, part.model),
            "messages": request.messages,
        }
        if request.tools:
            body["tools"] = request.tools
        text = dumps(body).decode("utf-8")
    except (AttributeError, LookupError, ValueError, TypeError, EvalwrightError):
        return None
    return text if "\0" not in text else None


def _identity(config: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    models = config.get("models")
    return next((each for each in models or () if isinstance(each, Mapping) and each.get("name") == name), {})


def _requested_model(config: Mapping[str, Any], name: str) -> str:
    return str(_identity(config, name).get("model") or name)


def _url(config: Mapping[str, Any], name: str) -> str:
    """The address that was asked; an example for models that have none."""
    url = _identity(config, name).get("url")
    return url if isinstance(url, str) and _ADDRESS.fullmatch(url) else _PLACEHOLDER
