"""Handing over to a person, with a short summary in the language of the shop."""

from __future__ import annotations

from ..shop import handover_summaries
from .story import Story


def hand_over(story: Story, topic: str) -> None:
    """Call the tool, say the fixed sentence, and nothing more."""
    story.tags["hand-over"] = None
    summary = story.pick(handover_summaries(story.setting.locale)[topic])
    story.call("transfer_to_human_agents", summary=summary)
    story.assistant("transfer")
    story.over = True
