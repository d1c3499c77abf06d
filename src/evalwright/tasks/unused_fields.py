"""What stands in a record and would not be asked: options under other names, pictures beside the question.

A question without its options, or without its picture, is another question, and its score means nothing. So such a
record is refused, with what can be done about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from evalwright.lazy import late_pattern
from evalwright.text import Sentence, listed, phrase

_OPTIONS = late_pattern(
    r"(?i)(?:options?|choices?|opt|candidates|distractors?|选项)[ _\-]?(?:[a-j]|\d{1,2})?|[a-j][ _\-]?(?:option|choice)"
    r"|(?:answer|ans|wrong|incorrect)[ _\-](?:[a-j]|\d{1,2})"
)
_PICTURE = late_pattern(r"(?i)(?:image|img|picture|photo|图片|图像)s?[ _\-]?(?:\d{1,2}|url|path|file|base64|b64)?")


def option_names(record: Mapping[str, Any]) -> list[str]:
    """The fields that hold options under names which are not read; letters alone are, where there is a `question`."""
    found = [str(key) for key, value in record.items() if _is_filled(value) and _OPTIONS.fullmatch(str(key))]
    lists = [key for key in found if isinstance(record.get(key), list | dict)]
    letters = [str(key) for key in record if str(key) in ("A", "B", "a", "b")] if "question" not in record else []
    return found if lists or len(found) > 1 else letters if len(letters) > 1 else []


def picture_name(record: Mapping[str, Any]) -> str | None:
    """The field that holds a picture which is not part of a message."""
    return next((str(key) for key, value in record.items() if _is_filled(value) and _PICTURE.fullmatch(str(key))), None)


@lru_cache(maxsize=256)
def _all_are_read(names: tuple[str, ...]) -> bool:
    """Whether nothing that fields of these names hold would be dropped. Records of a file mostly have the same."""
    told = [str(name) for name in names]
    return "question" in told and not any(_OPTIONS.fullmatch(name) or _PICTURE.fullmatch(name) for name in told)


def refuse_unread(record: Mapping[str, Any]) -> None:
    """ValueError where the record holds options or a picture that would be dropped."""
    if _all_are_read(tuple(record)):
        return
    options = option_names(record)
    if options:
        raise ValueError(_sentence("options", found=", ".join(options)[:200]))
    picture = picture_name(record) if not record.get("messages") else None  # which may hold it as a part
    if picture is not None:
        raise ValueError(_sentence("pictures", name=picture[:80]))


def _is_filled(value: Any) -> bool:
    return value not in (None, "", [], {})


def _sentence(error: str, /, **values: str) -> Sentence:
    return listed((phrase(f"errors.readers.{error}.{part}", **values) for part in ("message", "cure")), "stop")
