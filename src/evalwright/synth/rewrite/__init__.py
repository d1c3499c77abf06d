"""Wording by a model: rewriting with values locked, or playing both sides while code executes and decides."""

from .asking import Asker
from .paraphrase import paraphrase
from .simulate import simulate
from .tally import Tally

__all__ = ["Asker", "Tally", "paraphrase", "simulate"]
