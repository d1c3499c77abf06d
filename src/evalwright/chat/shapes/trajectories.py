"""tau-bench's results: `task_id`, `reward`, `info` and the messages under `traj`."""

from __future__ import annotations

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..types import ChatError
from .fields import without


def trajectory(record: Raw) -> Raw | None:
    """The conversation of one trial of a task."""
    if "traj" not in record:
        return None
    messages = record["traj"]
    if not isinstance(messages, list) or not messages:
        raise ChatError("traj", phrase("chat.empty_messages"))
    made: Raw = {"messages": messages, **without(record, "traj")}
    if "id" not in record and isinstance(record.get("task_id"), int | str):
        made["id"] = f"{record['task_id']}-{record.get('trial', 0)}"
    return made
