"""Every check, loaded: importing the files of the checks registers them."""

from . import claims, language_rules, replay
from .context import SPECS

__all__ = ["SPECS", "claims", "language_rules", "replay"]
