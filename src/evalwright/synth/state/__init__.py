"""The state of a server: copied to a fixed place, put back before each conversation, known by what reads show."""

from ..sources import McpTarget
from .command_paths import on_the_copy, texts_that_name
from .fingerprint import MOST_READS, Read, fingerprint
from .fixed_place import FixedPlace, StatePart, state_parts
from .reset_command import run_reset_command, split_reset_command
from .state_digest import state_digest

__all__ = [
    "MOST_READS",
    "FixedPlace",
    "McpTarget",
    "Read",
    "StatePart",
    "fingerprint",
    "on_the_copy",
    "run_reset_command",
    "split_reset_command",
    "state_digest",
    "state_parts",
    "texts_that_name",
]
