"""A guess at what a tool does, from its name, where nothing better is known.

A tool that is wrongly thought to write is only used with more care; one wrongly thought to read could do harm. So the
first verb of the name decides, a second action beside it (`find_and_replace`) makes it write, and so does every name
that says nothing.
"""

from __future__ import annotations

import re

from evalwright.text import resource_json

from ..environment import Effect

_TABLES = resource_json(__package__, "words/effects.json")
_EFFECTS: dict[str, Effect] = {verb: effect for effect, verbs in _TABLES["verbs"].items() for verb in verbs}
_NOUNS = frozenset(_TABLES["nouns"])
"""Things to look at, where the name has no verb at all."""
_PEOPLE = frozenset(_TABLES["people"])
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LOOKS: tuple[tuple[str, Effect], ...] = tuple(
    (verb, effect) for effect, verbs in _TABLES["verbs_zh"].items() for verb in verbs
)


def guess_effect(name: str) -> Effect:
    """The effect that a name suggests."""
    chinese = next((effect for verb, effect in _LOOKS if name.startswith(verb)), None)
    if chinese is not None:
        return chinese
    words = [word.lower() for word in _WORDS.findall(name)]
    if words[:1] in (["transfer"], ["escalate"]):
        # Handing over to a person ends a conversation; transferring anything else moves something.
        return "none" if _PEOPLE.intersection(words) else "write"
    if words[:1] == ["check"] and words[1:2] in (["in"], ["out"]):
        return "write"
    # A prefix such as the name of a service says nothing, so the first verb is looked for, wherever it stands.
    effects = [_EFFECTS[word] for word in words if word in _EFFECTS]
    if "and" in words and "write" in effects:
        return "write"
    if effects:
        return effects[0]
    return "read" if _NOUNS.intersection(words) else "write"
