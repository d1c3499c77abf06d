"""What a domain with a planner of its own is built from: a second door of this room, for anybody's domain.

`Generator` is the protocol of what `Domain.generator` gives. The bundled domain is made with this door,
`evalwright.synth` and `evalwright.synth.phrases`, and nothing else of this room; docs/synthesis.md tells how.
"""

from ..assemble import assemble
from ..calculator import CalculationError, calculate
from ..coverage import Coverage
from ..environment import Effect, Environment, EnvironmentSpec, Result, make_environment
from ..generator import Generator
from ..manifest_types import EnvironmentFacts, Origin
from ..plan import AsRight, Called, Draft, Move, Plan, Role, Said, Slots, Span, Step, Worded
from ..quota import SEED_CALLS, SEED_MESSAGES, Quota
from ..row_types import RowEnvironment, RowMetadata
from ..seeds import random_for
from ..settings import Settings

__all__ = [
    "SEED_CALLS",
    "SEED_MESSAGES",
    "AsRight",
    "CalculationError",
    "Called",
    "Coverage",
    "Draft",
    "Effect",
    "Environment",
    "EnvironmentFacts",
    "EnvironmentSpec",
    "Generator",
    "Move",
    "Origin",
    "Plan",
    "Quota",
    "Result",
    "Role",
    "RowEnvironment",
    "RowMetadata",
    "Said",
    "Settings",
    "Slots",
    "Span",
    "Step",
    "Worded",
    "assemble",
    "calculate",
    "make_environment",
    "random_for",
]
