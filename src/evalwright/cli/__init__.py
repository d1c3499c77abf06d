"""The command line: one thin file per verb, loaded only when that verb is used."""

from .app import main

__all__ = ["main"]
