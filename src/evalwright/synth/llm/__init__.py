"""Wording by a model: rewriting with values locked, or playing both sides while code executes and decides."""

from .asking import Asker
from .paraphrase import Paraphrased, paraphrase
from .simulate import Simulated, simulate

__all__ = ["Asker", "Paraphrased", "Simulated", "paraphrase", "simulate"]
