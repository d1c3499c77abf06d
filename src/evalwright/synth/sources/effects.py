"""A guess at what a tool does, from its name, where nothing better is known.

A tool that is wrongly thought to write is only used with more care; one wrongly thought to read could do harm. So the
first verb of the name decides, a second action beside it (`find_and_replace`) makes it write, and so does every name
that says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evalwright.text import resource_json

from ..environment import Effect

_TABLES = resource_json(__package__, "words/effects.json")
_EFFECTS: dict[str, Effect] = {verb: effect for effect, verbs in _TABLES["verbs"].items() for verb in verbs}
_NOUNS = frozenset(_TABLES["nouns"])
"""Things to look at, where the name has no verb at all and the description begins with no change."""
_LAST_NOUNS = frozenset(_TABLES["last_nouns"])
"""The same of what may be done as well (`balance_load`): where it stands last."""
_ALSO_NO_VERBS = frozenset(_TABLES["also_no_verbs"])
"""Words that change things as verbs and are something else as well: what is open, an order, a log."""
_PEOPLE = frozenset(_TABLES["people"])
_RETURNS = re.compile(_TABLES["returns"], re.I)
_LABEL = re.compile(r"\b(?:tool |function )?description\s*:\s*", re.I)
_READ = 400
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ARITHMETIC = frozenset(_TABLES["arithmetic"])
_ASKING, _ALL_OF, _BEFORE_NOUNS = (frozenset(_TABLES[each]) for each in ("asking", "all_of", "before_nouns"))
_FINITE, _RELATIVE = (frozenset(_TABLES[each]) for each in ("finite", "relative"))
_CHANGES_ZH = re.compile(f"(?:{'|'.join(_TABLES['joints_zh'])})(?:{'|'.join(_TABLES['changes_zh'])})")
_LOOKS: tuple[tuple[str, Effect], ...] = tuple(
    (verb, effect) for effect, verbs in _TABLES["verbs_zh"].items() for verb in verbs
)


def guess_effect(name: str, parameters: Mapping[str, Any] | None = None, description: str = "") -> Effect:
    """The effect that a name suggests, or the description where the name has no verb.

    `parameters`: the schema, since numbers alone are added up, not added.
    """
    if parameters is not None and _only_numbers(parameters) and _ARITHMETIC.intersection(_word_list(name)):
        return "none"
    chinese = next((effect for verb, effect in _LOOKS if name.startswith(verb)), None)
    if chinese is not None:
        return chinese
    words = _word_list(name)
    if words[:1] in (["transfer"], ["escalate"]):
        # Handing over to a person ends a conversation; transferring anything else moves something.
        return "none" if _PEOPLE.intersection(words) else "write"
    if words[:1] == ["check"] and words[1:2] in (["in"], ["out"]):
        return "write"
    # A prefix such as the name of a service says nothing, so the first verb is looked for, wherever it stands.
    effects = [_EFFECTS[word] for word in words if word in _EFFECTS]
    if "and" in words and "write" in effects:
        return "write"
    if words[:1] and words[0] in _ALSO_NO_VERBS and _only_looks(description, besides=words[0]):
        return "read"  # `open_tasks` lists them
    if effects:
        return effects[0]
    noun = bool(_NOUNS.intersection(words) or _LAST_NOUNS.intersection(words[-1:]))
    told = (noun and not _begins_with_change(description)) or (
        name.isascii() and (_only_looks(description) or _only_looks_zh(description))
    )
    return "read" if told else "write"


def _begins_with_change(description: str) -> bool:
    """Whether a description begins with what changes something: `Sets the status of a lamp`."""
    first = _word_list(_LABEL.split(description, maxsplit=1)[-1][:_READ])[:1]
    forms = (form for word in first for form in (word, word.removesuffix("s"), word.removesuffix("es")))
    return any(_EFFECTS.get(form) == "write" for form in forms)


def _only_looks(description: str, besides: str = "") -> bool:
    """Whether a description begins with a verb that looks at something, and names no change but what is no verb."""
    said = _LABEL.split(description, maxsplit=1)[-1][:_READ].strip()
    words = _word_list(_RETURNS.sub("get ", said, count=1))
    if words[:1] and (words[0] in _ASKING or _is_all_of(words)):  # `What is on this week`, `All open tickets`
        words = ["get", *words]
    plain = [word if word in _EFFECTS else word.removesuffix("s") for word in words]
    effects = [_EFFECTS.get(word) or _EFFECTS.get(words[at].removesuffix("es")) for at, word in enumerate(plain)]
    changes = [at for at, effect in enumerate(effects) if effect == "write" and not _is_noun(words, at, besides)]
    return bool(effects) and effects[0] in ("read", "none") and not changes


def _is_all_of(words: list[str]) -> bool:
    """Whether a description is what a tool gives, and no sentence of what it does: `All tickets are closed` is one."""
    said = (at for at, word in enumerate(words) if word in _FINITE)
    return words[0] in _ALL_OF and all(words[at - 1] in _RELATIVE for at in said)


def _is_noun(words: list[str], at: int, besides: str) -> bool:
    """Whether a word that may be a verb is something that is looked at: `shows the books`, `lists orders`."""
    if words[at] == besides or (at and words[at - 1] in _BEFORE_NOUNS):
        return True
    return at == 1 and words[at].endswith("s")


def _only_looks_zh(description: str) -> bool:
    """The same of a Chinese description: it begins with a look, and no change is joined to that."""
    said = description.strip()[:_READ]
    looks = any(effect == "read" and said.startswith(verb) for verb, effect in _LOOKS)
    return looks and _CHANGES_ZH.search(said) is None


def _word_list(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def _only_numbers(parameters: Mapping[str, Any]) -> bool:
    """Whether all that a tool takes are numbers, at least one, and none of them an id."""
    properties = parameters.get("properties")
    if not isinstance(properties, dict) or not properties or any("id" in _word_list(name) for name in properties):
        return False
    kinds = [each.get("type") if isinstance(each, dict) else None for each in properties.values()]
    return all(kind in ("number", "integer") for kind in kinds)
