"""What can be wrong with testing criteria, found before anything is asked: a sentence, its cure, and which field it is.

The command line prints the sentence; a server answers with the same words and the field's place as `param`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from evalwright.errors import UsageError


class CriteriaError(UsageError):
    """Criteria that cannot be used as they are."""

    param: str | None = None
    """The field at fault, such as `testing_criteria[0].input`."""

    @classmethod
    def _make_error(cls, message: str, cure: str | None, values: Mapping[str, Any]) -> Self:
        made = cls(message, cure=cure)
        made.param = values.get("param")
        return made
