"""Ways to ask for what a tool is for, and to tell what it gave, in Chinese: from descriptions that are Chinese.

Nothing is translated: the verb and its noun are the description's own, and a parameter is called what its description
says it is. A tool whose parameters have no Chinese names, or whose description is in another language, has no words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalwright.text import resource_json

from ..generic.parameters import Param
from ..generic.toolview import ToolView
from .nouns import is_key
from .phrasing import Spoken, filled
from .purposes import Manner

lang = "zh"
_WORDS: dict[str, Any] = resource_json(__package__, "words/chinese.json")
_MANNERS: dict[str, Manner] = {verb: manner for manner in ("see", "find", "work", "do") for verb in _WORDS[manner]}
_VERB = "|".join(sorted(_MANNERS, key=len, reverse=True))
_LEADS = re.compile("^(?:" + "|".join(each.replace("VERB", f"(?:{_VERB})") for each in _WORDS["lead"]) + ")+")
_DEED = re.compile(rf"(?P<verb>{_VERB})(?P<rest>[^，。；,;：:（(\s]{{1,24}})")
_PLACE = re.compile(_WORDS["place"])
_STOP = re.compile(r"[。；;\n]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_KEYS = re.compile(_WORDS["keys"])
_NAMING = re.compile(_WORDS["naming"])
_OWNER = re.compile(rf"(?!{'|'.join(_WORDS['all'])})[\u4e00-\u9fff]{{2,6}}")
_LABEL = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class ChinesePurpose:
    """What a tool is for."""

    manner: Manner
    verb: str
    rest: str
    """What stands after the verb, with `{}` for its place."""
    placed: str
    """The parameter whose value is said there; empty where none is."""
    labels: Mapping[str, str]
    """What the parameters are called."""


def purpose_of(view: ToolView) -> ChinesePurpose | None:
    """What a tool is for; None where its description does not say it in Chinese."""
    first = _STOP.split(view.description.strip())[0]
    found = _DEED.match(_LEADS.sub("", first.strip()))
    labels = {param.name: label for param in view.params if (label := label_of(param)) is not None}
    if found is None:
        return None
    unnamed = [param for param in view.required if param.name not in labels]
    if len(unnamed) == 1 and (noun := _noun_meant(found["rest"], unnamed[0])):
        labels[unnamed[0].name] = noun
    elif unnamed:
        return None
    manner = _MANNERS[found["verb"]]
    if (manner == "do") is (view.effect != "write"):
        manner = "do" if view.effect == "write" else "work"
    rest, param = _with_place(found["rest"], view, labels)
    return ChinesePurpose(manner, found["verb"], rest, param, labels)


def _with_place(rest: str, view: ToolView, labels: Mapping[str, str]) -> tuple[str, str]:
    """What follows the verb, with a place for what is meant: a noun that is pointed at, or the owner of a thing."""
    place = _PLACE.search(rest)
    param = _meant(place["noun"], view, labels) if place is not None else None
    if place is not None and param is not None:
        return f"{rest[: place.start()]}{{}}{rest[place.end() :]}", param
    owner, joint, owned = rest.partition(_WORDS["owner_joint"])
    names = [each.name for each in view.required if owner and _KEYS.sub("", labels[each.name]) == owner]
    return (f"{{}}{joint}{owned}", names[0]) if joint and owned and len(names) == 1 else (rest, "")


def _noun_meant(rest: str, param: Param) -> str:
    """What the one parameter without a Chinese name is about: the noun that is pointed at, or whose thing is meant."""
    place = _PLACE.search(rest)
    if place is not None:
        return place["noun"]
    owner, joint, owned = rest.partition(_WORDS["owner_joint"])
    return owner if joint and owned and is_key(param) and _OWNER.fullmatch(owner) else ""


def label_of(param: Param) -> str | None:
    """What a parameter is called in Chinese; None where nothing says so."""
    for text in (param.description, str(param.schema.get("title", "")), param.name):
        found = _LABEL.match(text.strip())
        if found is not None and _HAN.search(found[0]):
            return found[0].partition(_WORDS["or"])[0] or found[0]  # a name or an id: people say the name
    return None


def _meant(noun: str, view: ToolView, labels: Mapping[str, str]) -> str | None:
    """The parameter that says which one a noun means: the number of a book, or its name."""
    for param in view.required:
        thing = _KEYS.sub("", labels[param.name])
        if thing and not param.options and (thing.endswith(noun) or noun.endswith(thing)):
            return param.name
    return None


def wishes(purpose: ChinesePurpose, said: Mapping[str, Spoken]) -> list[str]:
    """Ways to ask for it, with what is said of it."""
    text = _phrase(purpose, said)
    ways = [
        each
        for each in _WORDS["wish"][purpose.manner]
        if _WORDS["pause"] not in (text or "") or not each.endswith(_WORDS["question"])
    ]
    verb = _WORDS["said_verbs"].get(purpose.verb, purpose.verb)
    short = verb not in _WORDS["softened"]
    ways = [each.replace(_WORDS["softener"], "") if short else each for each in ways]
    return [filled(each, verb=verb, np=text) for each in ways] if text else []


def follow_ups(purpose: ChinesePurpose, said: Mapping[str, Spoken]) -> list[str]:
    """Ways to ask for it after it was mentioned; for a change in so many words, since a name alone asks for none."""
    slot = said[purpose.placed].slot if purpose.placed in said and purpose.manner != "do" else ""
    return [*wishes(purpose, said), *([filled(each, slot=slot) for each in _WORDS["follow"]] if slot else [])]


def deed(purpose: ChinesePurpose, said: Mapping[str, Spoken]) -> str | None:
    """What is done: a verb and what follows it."""
    text = _phrase(purpose, said, owner=_WORDS["yours"])
    return f"{purpose.verb}{text}" if text else None


def leads(purpose: ChinesePurpose, said: Mapping[str, Spoken], *, text: bool) -> list[str]:
    """What stands before what is told of a result."""
    if purpose.manner == "find":
        return frames("told_found")
    phrase = _phrase(purpose, said) if "{}" not in purpose.rest and len(said) == 0 else None
    return [*(frames("told_of", np=phrase) if phrase else []), *frames("told")]


def facts(purpose: ChinesePurpose, said: Mapping[str, Spoken], slot: str) -> list[str]:
    """What is told where the result is one value."""
    return frames("told_fact", slot=slot)


def _phrase(purpose: ChinesePurpose, said: Mapping[str, Spoken], owner: str = _WORDS["mine"]) -> str | None:
    """What follows the verb; of what belongs to whoever asks it is said that it is theirs."""
    place = said.get(purpose.placed)
    is_mine = place is not None and place.style == "me"
    if purpose.placed and (place is None or (is_mine and not purpose.rest.startswith(f"{{}}{_WORDS['owner_joint']}"))):
        return None
    named = "" if place is None else owner if is_mine else filled(_WORDS["quoted"], slot=place.slot)
    text = purpose.rest.replace("{}", named)
    for name, spoken in said.items():
        if name != purpose.placed and spoken.style != "me":
            label = purpose.labels[name]
            label = (_KEYS.sub("", label) or label) if spoken.by_name else _NAMING.sub("", label)
            text += filled(_WORDS["attached"], label=label, slot=spoken.slot)
    return text


def is_about(purpose: ChinesePurpose, field: str) -> bool:
    """Whether what is asked for is what a field says: the name of a field says nothing of that in Chinese."""
    return True


def is_of_somebody(purpose: ChinesePurpose) -> bool:
    """Whether it is about a person that nothing names."""
    return not purpose.placed and purpose.rest in _WORDS["persons"]


def numbers(purpose: ChinesePurpose, said: Mapping[str, Spoken], slot: str) -> list[str]:
    """What is told where the result is a bare number."""
    return facts(purpose, said, slot)


def label_in(purpose: ChinesePurpose, param: str) -> str:
    """What a parameter is called in a sentence."""
    return purpose.labels[param]


def frames(name: str, **slots: str) -> list[str]:
    """The ways to say something, with its slots filled in."""
    return [filled(frame, **slots) for frame in _WORDS[name]]


def words_for(name: str) -> Any:
    """What stands in the file of words under a name, as it is."""
    return _WORDS[name]


def fact_words(name: str, label: str, *, mine: bool, counts: bool) -> dict[str, Sequence[str]]:
    """How a fact is asked for and said."""
    end = "_mine" if mine else ""
    return {key: frames(f"{key}{end}", label=label, slot=f"{{{name}}}") for key in ("ask", "say")}
