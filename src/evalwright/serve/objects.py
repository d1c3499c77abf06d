"""Evals, runs and files as clients see them: what is kept on disk flows in, the documents of the API flow out.

Fields that a client sent and nobody here knows are kept and given back; what the server itself needs besides (the order
of objects, the digest of the request that made one) is not shown.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from evalwright.chat import JsonObject

_OWN = frozenset({"number", "updated_at", "made_by", "rows", "reviews", "answers"})
"""What the server notes in a document for itself."""
_MADE_HERE = _OWN | {"id", "object", "created_at", "eval_id", "status", "report_url"}
"""Fields that no client can set, whatever it sends."""
_NO_COUNTS = {"total": 0, "passed": 0, "failed": 0, "errored": 0}
ENDED = ("completed", "failed", "canceled")
STATUSES = ("queued", "in_progress", *ENDED)


def shown(document: Mapping[str, Any]) -> JsonObject:
    """A document without what is the server's own."""
    return {name: value for name, value in document.items() if name not in _OWN}


def _kept_fields(body: Mapping[str, Any]) -> JsonObject:
    """What a client sent, known or not."""
    return {name: value for name, value in body.items() if name not in _MADE_HERE}


def eval_document(body: Mapping[str, Any], criteria: Sequence[JsonObject]) -> JsonObject:
    """A new eval, made of what a client posted."""
    config = body["data_source_config"]
    return {
        "object": "eval",
        **_kept_fields(body),
        "name": body.get("name") or "",
        "metadata": body.get("metadata") or {},
        "data_source_config": _config_document(config),
        "testing_criteria": list(criteria),
    }


def _config_document(config: Mapping[str, Any]) -> JsonObject:
    """The answer holds the schema of a whole row: the posted one under `item`, and `sample` where it was asked for."""
    properties: JsonObject = {"item": config.get("item_schema") or {"type": "object"}}
    required = ["item"]
    if config.get("include_sample_schema"):
        properties["sample"] = _SAMPLE_SCHEMA
        required.append("sample")
    more = {name: value for name, value in config.items() if name not in ("item_schema", "include_sample_schema")}
    return {**more, "schema": {"type": "object", "properties": properties, "required": required}}


_SAMPLE_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "model": {"type": "string"},
        "choices": {"type": "array"},
        "output_text": {"type": "string"},
        "output_json": {"type": "object"},
        "output_tools": {"type": "array"},
    },
    "required": ["model", "choices"],
}


def with_ids(criteria: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """Criteria with an id each, as clients of Azure need it: their name and something that nobody else has."""
    return [{**each, "id": f"{each.get('name') or each.get('type')}-{uuid.uuid4()}"} for each in criteria]


def run_document(body: Mapping[str, Any], eval_id: str, more: Mapping[str, Any]) -> JsonObject:
    """A new run, which waits."""
    return {
        **_kept_fields(body),
        "object": "eval.run",
        "eval_id": eval_id,
        "name": body.get("name") or "",
        "metadata": body.get("metadata") or {},
        "status": "queued",
        "error": None,
        "result_counts": dict(_NO_COUNTS),
        "per_testing_criteria_results": None,
        "per_model_usage": None,
        **more,
    }


def file_document(kept: Mapping[str, Any]) -> JsonObject:
    """A file; the one status that it can have is that it is there."""
    return {**shown(kept), "object": "file", "status": "processed", "status_details": None, "expires_at": None}
