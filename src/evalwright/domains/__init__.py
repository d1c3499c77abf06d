"""The domains that come with the package, each a folder that comes in by the door that strangers use.

A domain is named in its own folder and in pyproject.toml, and uses only what `evalwright.synth` and the rooms before it
offer. Nothing here is imported before its domain is asked for by name.
"""

from __future__ import annotations

__all__ = []
