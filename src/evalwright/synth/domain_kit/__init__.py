"""What a domain with a planner of its own is built from: the inner door of this room for the domains of the package.

Plans, drafts and whoever makes them are not public: their form for everybody comes with scenario files. A domain of
the package uses this door, `evalwright.synth` and `evalwright.synth.phrases`, and nothing else of this room.
"""

from ..assemble import assemble
from ..calculator import CalculationError, calculate
from ..coverage import Coverage
from ..environment import Effect, Environment, EnvironmentSpec, Result, make_environment
from ..generator import Generator
from ..plan import Called, Draft, Move, Plan, Role, Said, Span, Step, Worded
from ..policy_rules import Policy
from ..quota import SEED_CALLS, SEED_MESSAGES, Quota
from ..seeds import random_for
from ..settings import Settings

__all__ = [
    "SEED_CALLS",
    "SEED_MESSAGES",
    "CalculationError",
    "Called",
    "Coverage",
    "Draft",
    "Effect",
    "Environment",
    "EnvironmentSpec",
    "Generator",
    "Move",
    "Plan",
    "Policy",
    "Quota",
    "Result",
    "Role",
    "Said",
    "Settings",
    "Span",
    "Step",
    "Worded",
    "assemble",
    "calculate",
    "make_environment",
    "random_for",
]
