"""Supervised LoRA fine-tuning of a local checkpoint on conversations; everything heavy is imported when it begins."""

from .finetune import finetune
from .settings import TrainingSettings

__all__ = ["TrainingSettings", "finetune"]
