"""Every check, loaded: importing the files of the checks registers them."""

from . import claims, confirming, language_rules, policy, replay
from .context import SPECS

__all__ = ["SPECS", "claims", "confirming", "language_rules", "policy", "replay"]
