"""Scenario files drafted by a model: what people may want, how they say it, every piece executed before it is kept."""

from .run import LeftOut, ModelDraft, draft_with_model

__all__ = ["LeftOut", "ModelDraft", "draft_with_model"]
