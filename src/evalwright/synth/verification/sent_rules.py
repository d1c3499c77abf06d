"""The rules of a proof in another process: made again there, from the manifest of the directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dataset import ProofRules


def proof_rules_again(directory: str, replay: bool) -> ProofRules:
    """The rules by which rows of a directory are proven, with environments of this process."""
    from ..checks import verify  # noqa: F401 - it must be there first: it uses the proof, which uses it
    from .dataset import rules_of_directory

    return rules_of_directory(directory, replay=replay)
