"""Other answers that are as right as the call a conversation made, inferred from the conversation alone.

Conversations of a file flow in, for each call the alternatives with their reason and the rules of its arguments flow
out. No name of a domain stands here: what tools do is told by their descriptions and by how the file uses them, so that
renaming every tool, parameter and id of a file gives the same alternatives. Where in doubt there is none: one that a
careful examiner would refuse is worse than one that is missed.
"""

from .infer import Alternative, Inference, Inferred
from .planned import ALTERNATIVES
from .usage import ToolUsage, usage_of

__all__ = ["ALTERNATIVES", "Alternative", "Inference", "Inferred", "ToolUsage", "usage_of"]
