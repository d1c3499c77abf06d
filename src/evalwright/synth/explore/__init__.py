"""Exploring a source: what its tools hold and do, kept as a world from which everything else follows."""

from ..explore_limits import Limits
from ..state import Read
from .exploring import discover, explore_source
from .known_world import take_world
from .learning import changing_notes, flow_of
from .reset_proof import leads_back, shows_change
from .summary import ToolSummary, WorldSummary, state_in_words, world_summary
from .world import ObservedCall, ResetFacts, World
from .world_file import WORLD, world_document, write_world
from .world_reading import read_world

__all__ = [
    "WORLD",
    "Limits",
    "ObservedCall",
    "Read",
    "ResetFacts",
    "ToolSummary",
    "World",
    "WorldSummary",
    "changing_notes",
    "discover",
    "explore_source",
    "flow_of",
    "leads_back",
    "read_world",
    "shows_change",
    "state_in_words",
    "take_world",
    "world_document",
    "world_summary",
    "write_world",
]
