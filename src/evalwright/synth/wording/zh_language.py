"""Chinese, put together: every rule, every form, and the finish."""

from __future__ import annotations

from . import (
    zh_actions,
    zh_asks,
    zh_choices,
    zh_facts,
    zh_forms,
    zh_goods,
    zh_lists,
    zh_reactions,
    zh_refusals,
    zh_stories,
    zh_tells,
    zh_wants,
    zh_words,
)
from .languages import merged, merged_forms
from .zh_finish import finish

__all__ = ["FORMS", "RULES", "finish"]

RULES = merged(
    zh_words.RULES,
    zh_wants.RULES,
    zh_goods.RULES,
    zh_stories.RULES,
    zh_facts.RULES,
    zh_choices.RULES,
    zh_reactions.RULES,
    zh_asks.RULES,
    zh_tells.RULES,
    zh_actions.RULES,
    zh_refusals.RULES,
)
FORMS = merged_forms(zh_forms.FORMS, zh_lists.FORMS)
