"""The planner of the shop: stories drawn from its state, every call executed, every step a move of the list."""

from .constraints import Transition, Wish, messages_of
from .planner import ShopPlanner
from .profiles import INTENTS, PROFILES, Profile
from .variations import VARIATIONS

__all__ = ["INTENTS", "PROFILES", "VARIATIONS", "Profile", "ShopPlanner", "Transition", "Wish", "messages_of"]
