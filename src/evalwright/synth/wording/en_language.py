"""English: all rules and forms in one place, for `languages`."""

from __future__ import annotations

from . import (
    en_asking,
    en_doing,
    en_facts,
    en_openings,
    en_parts,
    en_reactions,
    en_refusing,
    en_stories,
    en_telling,
    en_wishes,
)
from .en_finish import finish
from .en_forms import FORMS
from .languages import merged

RULES = merged(
    en_parts.RULES,
    en_wishes.RULES,
    en_openings.RULES,
    en_stories.RULES,
    en_facts.RULES,
    en_reactions.RULES,
    en_asking.RULES,
    en_telling.RULES,
    en_doing.RULES,
    en_refusing.RULES,
)

__all__ = ["FORMS", "RULES", "finish"]
