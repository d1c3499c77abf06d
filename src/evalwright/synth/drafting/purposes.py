"""What a tool is for, said as a user would: a verb, and what stands after it, with places for the values.

"Read the complete contents of a file from the file system" becomes `read the complete contents of {path} from the
file system`: an indefinite or pointed-at noun that a parameter names is a place. What cannot be read so is None, and
its tool is not asked for; a sentence that nobody would say is worse than none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from evalwright.text import resource_json

from ..generic.names import singular, words_of
from ..generic.parameters import Param
from ..generic.toolview import ToolView
from .chains import is_sought
from .nouns import PERSONS, Place, is_key, is_plural, key_at_the_end, thing_of, with_places
from .spoken import VERBS, spoken_clauses, verb_of

Manner = Literal["see", "find", "work", "do", "know"]
_TABLES: dict[str, Any] = resource_json(__package__, "words/purposes.json")
_NOT_NOUNS, _SELF_TALK = frozenset(_TABLES["not_nouns"]), _TABLES["self_talk"]
_ASKING = tuple(_TABLES["asking"])
_GATHERED, _DETERMINERS = frozenset(_TABLES["gathered"]), frozenset(_TABLES["determiners"])
_SAME: list[list[str]] = _TABLES["same"]
CREATING, _JOINTS = frozenset(_TABLES["creating"]), frozenset(_TABLES["joints"])
_POINTING = frozenset(_TABLES["pointing"]) - {"existing", "single", "various"}
_CONTAINER = re.compile(r"(?:from|in) the (?:[\w-]+ )?(?:file ?system|system|database|store|disk|account|workspace)")
_PRONOUNS = frozenset({"this", "that", "it", "them", "these", "those", "him", "her"})
_OF_OWNER: str = resource_json(__package__, "words/english.json")["of_owner"]
_FROM_ONE = re.compile(r" (?:from one [\w-]+(?: [\w-]+)? to another(?: [\w-]+)?|between (?:different |two )?[\w-]+)$")
_ALL_OR = re.compile(r"(?:all|list all|list of all) (?:[\w-]+ ){1,3}or", re.I)
_LOOKING = ("see", "find", "work")
_MOST_NAME_WORDS, _MOST_BEFORE = 5, 3


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a tool is for."""

    manner: Manner
    verb: str
    parts: tuple[str | Place, ...]
    """What stands after the verb."""
    unsaid: tuple[Param, ...] = ()
    """Required values that have no place in it."""

    @property
    def places(self) -> list[Place]:
        """The places for values, in order."""
        return [part for part in self.parts if isinstance(part, Place)]

    def __str__(self) -> str:
        told = [part if isinstance(part, str) else f"{{{part.param}}}" for part in self.parts]
        return " ".join([self.verb, *told]).replace(" ,", ",")


def purpose_of(view: ToolView) -> Purpose | None:
    """What a tool is for, by its description, else by its name; None where neither can be said."""
    words = words_of(view.name)
    if "deprecated" in view.description.lower():
        return None
    if words and VERBS.get(words[0]) == "never":
        return None
    named = next((word for word in words if VERBS.get(word, "never") != "never"), None)
    for number, clause in enumerate(spoken_clauses(view.description)):
        verb = verb_of(clause[0]) or (_own_verb(clause, words) if number == 0 else None)
        if verb is None:
            if number == 0 and view.effect != "write" and (made := _unspoken_verb(clause, view)) is not None:
                return made
            continue
        if VERBS.get(verb) == "never":
            return None
        if clause[1].lower() in _PRONOUNS:  # `find this on the settings page` is about something else
            continue
        if VERBS.get(verb) == "see" and clause[1] in _ASKING and view.effect != "write":
            return _unspoken_verb(clause[1:], view)
        if _is_said_of(view, verb, named, first=number == 0):
            return None if _talks_of_itself(clause) else _purpose(verb, clause[1:], view)
    return _by_name(view)


def _is_said_of(view: ToolView, verb: str, named: str | None, *, first: bool) -> bool:
    """Whether a sentence is about what the tool's name says that it does, as far as the name says it."""
    if named is None or verb not in VERBS:
        return first
    looks = VERBS[verb] in _LOOKING and (VERBS[named] in _LOOKING or view.effect != "write")
    does = first and view.effect == "write" and VERBS[verb] == VERBS[named] == "do"
    alike = looks or does or verb == named or any({verb, named} <= set(group) for group in _SAME)
    return alike if first else verb == named


def _own_verb(clause: list[str], name: tuple[str, ...]) -> str | None:
    """A verb that nobody listed: the word with which both the name and the description begin."""
    low = clause[0].lower()
    if verb_of(clause[1]) is not None:  # `fuzzy search` is a way to search
        return None
    return next(
        (low for each in name[:1] if low in (each, f"{each}s", f"{each}es") and len(name) > 1 and (low := each)), None
    )


def _unspoken_verb(clause: list[str], view: ToolView) -> Purpose | None:
    """`The bookings of a guest` are shown, so are `opening hours of a depot`; `what a parcel weighs` is told."""
    if _is_named_so(clause, words_of(view.name)):
        clause = ["the", clause[0].lower(), *clause[1:]]
    if _talks_of_itself(clause) or clause[0] not in (*_ASKING, "the", "all"):
        return None
    asks = clause[0] in _ASKING
    return _purpose("get" if not asks else clause[0], clause[1:] if asks else clause, view)


def _is_named_so(clause: list[str], name: tuple[str, ...]) -> bool:
    """Whether a sentence begins with the thing that the tool is named after: `depot_hours`, `opening hours of ..`."""
    if any(word in VERBS for word in name):
        return False
    at = next((at for at, word in enumerate(clause[:_MOST_BEFORE]) if word.lower() in name[-1:]), None)
    return at is not None and clause[at + 1 : at + 2] in ([], ["of"], ["for"]) and clause[0].lower() not in _DETERMINERS


def _talks_of_itself(words: list[str]) -> bool:
    text = " ".join(words).lower()
    return any(each in text for each in _SELF_TALK) or any(word.strip(".,'\"") in _NOT_NOUNS for word in text.split())


def _by_name(view: ToolView) -> Purpose | None:
    """By the name alone, where that is a verb, a noun and at most what it is found by."""
    words = list(words_of(view.name))
    if not 2 <= len(words) <= _MOST_NAME_WORDS or words[0] not in VERBS or VERBS[words[0]] == "never":
        return None
    if _talks_of_itself(words) or any(word.isdigit() for word in words) or VERBS.get(words[-1]) == "find":
        return None  # nobody asks to get a search
    made = _purpose(words[0], words[1:], view)
    if made is None or not made.unsaid:
        return made
    if not _is_only_of_its_thing(made.unsaid):
        return None
    noun = words[-1]
    if len(made.parts) == 1 and singular(noun) == thing_of(made.unsaid[0]):  # `delete_order` takes an order
        place = Place(made.unsaid[0].name, noun, noun)
        rest = " ".join(words[1:-1])
        return Purpose(made.manner, made.verb, (*([rest] if rest else []), place))
    owner = words[1]
    if len(words) == 3 and len(made.parts) == 1 and singular(owner) == thing_of(made.unsaid[0]):
        # `approve_request_completion` is about the completion of a request
        return Purpose(
            made.manner, made.verb, (_OF_OWNER.replace("<noun>", noun), Place(made.unsaid[0].name, owner, owner))
        )
    return made


def _is_only_of_its_thing(unsaid: tuple[Param, ...]) -> bool:
    """Whether what is missing says only whose it is: `get_balance` takes an account."""
    return len(unsaid) == 1 and is_key(unsaid[0]) and thing_of(unsaid[0]) is not None


def _purpose(verb: str, words: list[str], view: ToolView) -> Purpose | None:
    manner = VERBS.get(verb, "know" if verb in _ASKING else "do")
    if manner in ("see", "find") and view.effect == "write":
        manner = "do"
    if manner == "do" and view.effect != "write":
        manner = "work"
    if verb == "query" and words[0] == "the" and manner == "find":  # `query the stock level` looks at it
        manner = "see"
    rest = _of_whoever_asks(_without_gathering(words) if manner in ("see", "find") else words, view)
    if (manner == "find" or verb == "look") and verb in ("search", "look", "query") and rest[0] in ("for", "up"):
        verb, rest = "find", rest[1:]
    elif verb == "search" and "for" in rest[1:-1]:  # `the catalogue for books`
        at = rest.index("for")
        verb, rest = "find", [*rest[at + 1 :], "in", *rest[:at]]
    if manner in ("see", "find") and (one := _one_named(rest, view)) is not None:
        behind = (" ".join(rest[2:]),) if rest[2:] else ()
        unsaid = tuple(param for param in view.required if param is not one)
        return Purpose(manner, verb, (Place(one.name, "", " ".join(rest[:2])), *behind), unsaid)  # type: ignore[arg-type]
    if manner == "see" and rest[0] == "one" and rest[1:2] != ["of"] and view.required:  # the one that is named
        rest = ["the", *rest[1:]]
    rest = _without_from_one(rest, view) if manner == "work" else rest
    rest, key = key_at_the_end(rest, view.params)
    if manner == "find" and key is None and "by" in rest[1:]:  # `by words in their title` says how
        rest = rest[: rest.index("by", 1)]
    if verb == "find" and manner == "find" and key is None and words != rest:
        rest, key = _without_company(rest), _looked_for(view)
    if verb == "search" and manner == "find" and (sought := _looked_for(view)) and _is_one_place(rest):
        parts: list[str | Place] = [Place(sought[0].name, sought[1], sought[1], alone=True), f"in {' '.join(rest)}"]
        return Purpose("find", "find", tuple(parts))
    parts, free = with_places(rest, view.params, key, finds=manner == "find", creates=verb in CREATING)
    if any(isinstance(part, Place) and re.search(r"['\u2019]s\b", part.noun) for part in parts):
        return None  # `recipe's taste`: of which one?
    parts = _without_container(_without_loose_end(_of_one(parts, view)), manner)
    names = {param.name for param in view.params if not param.name.islower() or "_" in param.name}
    if not parts or any(_points(part) or (isinstance(part, str) and names & set(part.split())) for part in parts):
        return None
    unsaid = tuple(param for param in view.required if param in free)
    return Purpose(manner, verb, tuple(parts), unsaid)  # type: ignore[arg-type]


def _without_from_one(words: list[str], view: ToolView) -> list[str]:
    """Without `from one unit to another`, where one parameter says from which and one to which."""
    ends = {words_of(param.name) for param in view.required}
    if not any(name[:1] == ("from",) and ("to", *name[1:]) in ends for name in ends):
        return words
    return _FROM_ONE.sub("", " ".join(words)).split() or words


def _one_named(words: list[str], view: ToolView) -> Param | None:
    """The parameter of `look up one name`: one that is called so, and must be given."""
    named = [param for param in view.required if words[:1] == ["one"] and words_of(param.name) == tuple(words[1:2])]
    return named[0] if len(named) == 1 and not (words[2:] and words[2] not in _JOINTS) else None


def _of_whoever_asks(words: list[str], view: ToolView) -> list[str]:
    """`a customer's account` is my account, where no parameter says whose."""
    if any(thing_of(param) in PERSONS for param in view.params):
        return words
    made = re.sub(rf"\b(?:an?|the) (?:{'|'.join(sorted(PERSONS))})['\u2019]s(?= )", "my", " ".join(words), flags=re.I)
    return made.split()


def _looked_for(view: ToolView) -> tuple[Param, str] | None:
    """The one value that a search needs, where that is whatever somebody looks for."""
    only = view.required[0] if len(view.required) == 1 else None
    return (only, "query") if only is not None and is_sought(only.name) and only.type == "string" else None


def _is_one_place(words: list[str]) -> bool:
    """Whether words name one place in which things are looked for: `the address book`."""
    named = words[0] in ("the", "my") and len(words) > 1 and not _JOINTS & set(words)
    return named and not is_plural(words[-1])


def _without_company(words: list[str]) -> list[str]:
    """`entities and their relations` are found as entities."""
    at = next((at for at in range(1, len(words) - 1) if words[at : at + 2] == ["and", "their"]), len(words))
    return words[:at]


def _points(part: str | Place) -> bool:
    """Whether words point at a value that is not said."""
    return isinstance(part, str) and bool(_POINTING & set(part.lower().split()))


def _of_one(parts: list[str | Place], view: ToolView) -> list[str | Place]:
    """Of `all airports or one specific airport` the one, where that must be said."""
    needed = {param.name for param in view.required}
    of_one = len(parts) > 1 and isinstance(parts[1], Place) and parts[1].param in needed
    return parts[1:] if of_one and isinstance(parts[0], str) and _ALL_OR.fullmatch(parts[0]) else parts


def _without_loose_end(parts: list[str | Place]) -> list[str | Place]:
    """Without `within a specified date range` at the end, which points at what has no place."""
    if not parts or not isinstance(parts[-1], str) or not _points(parts[-1]):
        return parts
    words = parts[-1].split()
    at = next(at for at, word in enumerate(words) if word.lower() in _POINTING)
    joint = next((each for each in range(at - 1, 0, -1) if words[each] in _JOINTS), None)
    if joint is None or at - joint > 2:
        return parts
    kept = words[: joint - 1] if words[joint - 1] in ("based", "relative") else words[:joint]
    return [*parts[:-1], " ".join(kept)] if kept else parts[:-1]


def _without_container(parts: list[str | Place], manner: str) -> list[str | Place]:
    """Without `from the file system` behind a thing: nobody says where a thing that is named comes from."""
    last = parts[-1] if len(parts) > 1 else None
    if manner in ("see", "do") and isinstance(last, str) and _CONTAINER.fullmatch(last):
        return parts[:-1]
    return parts


def _without_gathering(words: list[str]) -> list[str]:
    """`a list of stocks` are stocks."""
    for at, word in enumerate(words[:4]):
        before = words[:at]
        if word in _GATHERED and words[at + 1 : at + 2] == ["of"] and len(words) > at + 2:
            return words[at + 2 :] if not before or before[0] in _DETERMINERS else words
    return words
