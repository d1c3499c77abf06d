"""Handing over to a person, with a short summary in the language of the shop."""

from __future__ import annotations

from ..shop import handover_summaries
from .offers import Offer
from .story import Story


def hand_over(story: Story, topic: str) -> None:
    """Call the tool, say the fixed sentence, and nothing more."""
    story.tags["hand-over"] = None
    summaries = handover_summaries(story.setting.locale)[topic]
    summary = story.pick(summaries)
    offer = Offer(tries=[{"summary": each} for each in summaries if each != summary], rules={"summary": "free_text"})
    story.call("transfer_to_human_agents", offer, summary=summary)
    story.assistant("transfer")
    story.over = True
