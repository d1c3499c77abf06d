"""What a result says, told as far as one would read it: names in a row, a few facts of each thing, a text as it stands.

Any value flows in, plain text flows out, or None where there is nothing to tell. Only what stands in the result is
said, with its own names for things; a long one is told from its beginning, and that it goes on is told as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evalwright.text import resource_json
from evalwright.workbench import read_result_text

from ..generic.names import words_of
from .prose_refusals import says_no
from .result_pages import is_empty_page, paged
from .told_fields import COLONS, KEYS, is_of_the_call, without_ids, without_pages, without_positions, without_tables

_MOST_THINGS, _MOST_FACTS, _DETAILED, _MOST_DETAILS, _FEW = 8, 12, 6, 8, 4
"""Things of a list, facts of a thing, of how many things more than the name is told, and how much more."""
_BRIEF, _LONGEST_BRIEF = 3, 60
"""Fields of a thing that is told whole, however many there are of it, and how long each may be."""
_LONGEST_ROW, _LONGEST_VALUE = 200, 160
_LONGEST_TEXT, _MOST_LINES = 1_500, 40
_NAMES = ("name", "title", "label", "subject", "summary", "message", "username", "login")
_WORDS: dict[str, dict[str, str]] = resource_json(__package__, "words/telling.json")
"""How each language joins what is told."""
_FIELDS = {"zh": _WORDS["fields_zh"]}
"""By language, what fields are called whose names are words of another one."""


_NOTHING = re.compile(_WORDS["nothing"]["text"], re.I)
"""A text that says that there is nothing."""
_BULLET = re.compile(r"^(?:[-*•]|1[.)]) +(?=\S)")
_ENVELOPE = frozenset(
    {"meta", "metadata", "pagination", "paging", "links", "total", "count", "page", "status", "success", "ok", "code"}
    | {"next", "previous", "has_more", "hasmore", "limit", "offset", "message", "request_id", "requestid", "elapsed"}
    | {"query", "q", "keyword", "search_term"}
)
_INSIDE = frozenset({"data", "result", "results", "response", "payload", "content", "output", "body"})
"""What only wraps a result, and what is wrapped."""
_OWN_WORDS = frozenset({"message", "msg", "result", "detail", "details", "text", "content", "answer", "response"})
"""Fields whose value is said as it stands."""


class Told(NamedTuple):
    """What is told of a result."""

    text: str
    block: bool
    """Whether it stands by itself, below the sentence that leads to it."""


def told(value: Any, lang: str = "en") -> Told | None:
    """What a result says; None where it says nothing."""
    inner = plain_value(value)
    if isinstance(inner, str):
        return _told_text(inner)
    if isinstance(inner, Sequence):
        return _told_list(inner, lang)
    if isinstance(inner, Mapping):
        return _told_record(inner, lang)
    text = _scalar(inner, lang)
    return Told(text, block=False) if text else None


def plain_value(value: Any) -> Any:
    """A value without what only wraps it: the one field of an object, a list that is written as text."""
    while isinstance(value, Mapping) and (len(value) == 1 or _wrapped_key(value)):
        only = value[_wrapped_key(value)] if len(value) > 1 else next(iter(value.values()))
        if not isinstance(only, str | list | Mapping):
            break
        value = only
    if isinstance(value, str) and (value[:1] in ("[", "{", "(") or ("," in value and "\n" not in value.strip())):
        read = read_result_text(value)
        return read.value if read.shape in ("list", "records", "record") else value
    return value


def _wrapped_key(value: Mapping[str, Any]) -> str:
    """The field that holds the result, where all others only say how the call went."""
    inside = [key for key in value if str(key).lower() in _INSIDE and isinstance(value[key], list | Mapping)]
    others = [key for key in value if key not in inside]
    return str(inside[0]) if len(inside) == 1 and all(str(key).lower() in _ENVELOPE for key in others) else ""


def _told_text(text: str) -> Told | None:
    whole = text.strip("\r\n").rstrip()
    if not whole.strip() or ("\n" not in whole and whole.endswith(COLONS)):  # a heading, and nothing below it
        return None
    if says_nothing(whole) or says_no(whole):
        return None
    lines = whole.split("\n")
    if len(lines) == 1:
        whole = _BULLET.sub("", whole)
    if len(whole) <= _LONGEST_TEXT and len(lines) <= _MOST_LINES:
        return Told(whole, block=len(lines) > 1 or len(whole) > _LONGEST_ROW)
    part = "\n".join(lines[:_MOST_LINES])[:_LONGEST_TEXT]
    end = part.rfind("\n") if "\n" in part else part.rfind(" ")
    return Told(f"{part[: end if end > 0 else len(part)].rstrip()}\n…", block=True)


def says_nothing(text: str) -> bool:
    """Whether a text says that there is nothing, which is an answer and no refusal."""
    return _NOTHING.fullmatch(text.strip()) is not None


def _told_list(things: Sequence[Any], lang: str, total: int = 0) -> Told | None:
    """`total`: how many there are in all, where the result says so."""
    total = max(total, len(things))
    if total == 1 and isinstance(things[0], Mapping):
        return _told_record(things[0], lang)
    shown = _lines(things, lang)
    if not shown:
        return None
    more = total > len(shown)
    row = in_a_row(shown, lang, whole=not more)
    if not more and len(row) <= _LONGEST_ROW and not any(_is_detailed(each, lang) for each in shown):
        return Told(row, block=False)
    rest = [_more(total, lang)] if more else []
    return Told("\n".join([*(f"- {each}" for each in shown), *rest]), block=True)


def _lines(things: Sequence[Any], lang: str) -> list[str]:
    """The first things of a list, with more than their names where they are few or have the same name."""
    if len(things) > 1 and len({tuple(each) if isinstance(each, Mapping) else () for each in things}) == 1:
        things = [next(iter(each.values())) if _is_only_a_value(each) else each for each in things]
    things = without_positions(things)
    few = len(things) <= _DETAILED or _are_brief(things)
    shown = [line for thing in things[:_MOST_THINGS] if (line := _line(thing, lang, detailed=few))]
    if few or len(set(shown)) == len(shown):
        return shown
    return [line for thing in things[:_MOST_THINGS] if (line := _line(thing, lang, detailed=True, keys=True))]


def _are_brief(things: Sequence[Any]) -> bool:
    """Whether things are a name each and one or two values that differ, so that even of many all is told."""
    if not all(isinstance(thing, Mapping) and len(thing) <= _BRIEF and name_key(thing) for thing in things):
        return False
    others = [tuple(value for key, value in thing.items() if key not in (name_key(thing), *KEYS)) for thing in things]
    held = [value for each in others for value in each]
    flat = not any(isinstance(value, Mapping | list) or len(str(value)) > _LONGEST_BRIEF for value in held)
    return flat and len(set(others)) > 1


def _is_only_a_value(thing: Any) -> bool:
    """Whether a thing is one field that all of its list have: the values of a column."""
    return isinstance(thing, Mapping) and len(thing) == 1 and not isinstance(next(iter(thing.values())), Mapping | list)


def in_a_row(texts: Sequence[str], lang: str, *, whole: bool = True) -> str:
    """Texts one after the other, as the language joins them."""
    comma, last = _WORDS[lang]["comma"], _WORDS[lang]["last"]
    if len(texts) < 2 or not whole:
        return comma.join(texts)
    return f"{comma.join(texts[:-1])}{last}{texts[-1]}"


def _more(count: int, lang: str) -> str:
    return _WORDS[lang]["more"].replace("{n}", str(count))


def _is_detailed(text: str, lang: str) -> bool:
    return _WORDS[lang]["bracket"][:2].rstrip("{") in text or _WORDS[lang]["colon"] in text


def _told_record(record: Mapping[str, Any], lang: str) -> Told | None:
    page = paged(record)
    if page is not None:
        return _told_list(page[0], lang, page[1])
    if is_empty_page(record):
        return None
    told_of = {key: value for key, value in record.items() if not is_of_the_call(str(key), value, record)} or record
    told_of = without_ids(without_pages(without_tables(told_of)), _FEW)
    only = next(iter(told_of.values())) if len(told_of) == 1 < len(record) else None
    if isinstance(only, list):
        return _told_list(only, lang)
    if isinstance(only, Mapping):
        return _told_record(only, lang)
    facts = [fact for fact in (_fact(str(key), value, lang) for key, value in told_of.items()) if fact is not None]
    if not facts:
        return None
    if len(told_of) == 1 and (only := _only_fact(*next(iter(told_of.items())), lang)):
        return Told(only, block=False)
    shown = facts[:_MOST_FACTS]
    rest = ["…"] if len(facts) > len(shown) else []
    if len(shown) == 1 and not rest and len(shown[0]) <= _LONGEST_ROW and "\n" not in shown[0]:
        return Told(shown[0], block=False)
    return Told("\n".join([*(f"- {each}" for each in shown), *rest]), block=True)


def _only_fact(key: str, value: Any, lang: str) -> str:
    """A single value as a clause: `the balance is 12`; a message is its own words. Empty where it is no such value."""
    text = _scalar(value, lang) if not isinstance(value, bool) else ""
    if not text or isinstance(value, Mapping | list) or len(text) > _LONGEST_ROW // 2 or not str(key).isidentifier():
        return ""
    return text if key.lower() in _OWN_WORDS else _WORDS[lang]["only"].replace("{key}", field_words(key, lang)) + text


def _fact(key: str, value: Any, lang: str) -> str | None:
    """One field of a record; things in a list stand below it where more than their names is told."""
    colon = _WORDS[lang]["colon"]
    value = _entries(value)
    if isinstance(value, list):
        shown = _lines(value, lang)
        rest = [_more(len(value), lang)] if shown and len(shown) < len(value) else []
        if any(_is_detailed(each, lang) for each in shown):
            return "\n  - ".join([f"{field_words(key, lang)}{colon.rstrip()}", *shown, *rest])
        inner = " ".join([in_a_row(shown, lang, whole=not rest), *rest])
    elif isinstance(value, Mapping) and any(isinstance(each, list | Mapping) for each in value.values()):
        below = [fact for name, each in value.items() if (fact := _fact(str(name), each, lang)) is not None]
        inner = "".join("\n  - " + each.replace("\n  ", "\n    ") for each in below)
        return f"{field_words(key, lang)}{colon.rstrip()}{inner}" if below else None
    elif isinstance(value, Mapping):
        inner = _line(value, lang, detailed=True)
    else:
        inner = _scalar(value, lang)
    return f"{field_words(key, lang)}{colon}{inner}" if inner.strip() else None


def _entries(value: Any) -> Any:
    """Things that stand under their ids, as a list of them; each is known by its id where it has no name."""
    if (
        not isinstance(value, Mapping)
        or len(value) < 1
        or not all(isinstance(each, Mapping) for each in value.values())
    ):
        return value
    known = [name_key(each) is not None or key in map(str, each.values()) for key, each in value.items()]
    if all(known):
        return list(value.values())
    return [{"name": str(key), **each} for key, each in value.items()]


def field_words(key: str, lang: str = "en") -> str:
    """What a field is called: `entityType` is the entity type; what is no identifier stays as it is.

    In Chinese, fields that have one usual name are called by it; no name is put together from words.
    """
    words = words_of(key)
    if (usual := _FIELDS.get(lang, {}).get(" ".join(words))) is not None:
        return usual
    if "-" in key:
        return key
    joined = "".join(char for char in key if char.isalnum()).lower()
    return " ".join(words) if "".join(words) == joined and " " not in key else key


def name_key(record: Mapping[str, Any]) -> str | None:
    """The field that is the name of a thing."""
    for wanted in _NAMES:
        for key, value in record.items():
            if words_of(str(key))[-1:] == (wanted,) and isinstance(value, str) and value.strip():
                return str(key)
    named = (str(key) for key, value in record.items() if isinstance(value, str) and value.strip())
    return next((key for key in named if key.endswith(tuple(_WORDS["zh"]["names"].split("|")))), None)


def _line(thing: Any, lang: str, *, detailed: bool, keys: bool = False) -> str:
    """One thing of a list; `keys`: with its id, since its name is not its own."""
    if not isinstance(thing, Mapping):
        return _scalar(thing, lang) if not isinstance(thing, list) else ""
    if len(thing) == 1 and isinstance(inner := next(iter(thing.values())), Mapping):
        thing = inner
    thing = _unwrapped(thing)
    named = _person_keys(thing) or tuple(filter(None, [name_key(thing)]))
    if not named:
        return _details(thing, lang)
    label = " ".join(_scalar(thing[key], lang) for key in named)
    unsaid = named if keys else (*named, *KEYS)
    others = {name: value for name, value in thing.items() if name not in unsaid}
    only_type = str(others.get("type", "")) if set(others) == {"type"} else ""
    if only_type.isalpha():
        details = only_type.lower() if only_type.isupper() else only_type
    else:
        details = _details(others, lang) if detailed or only_type else ""
    return f"{label}{_WORDS[lang]['bracket'].replace('{text}', details)}" if details else label


def _unwrapped(thing: Mapping[str, Any]) -> Mapping[str, Any]:
    """A hit of a search with what was found in it: `{item: {name: ..}, score: ..}` is that thing."""
    inner = [key for key, value in thing.items() if isinstance(value, Mapping)]
    if len(inner) != 1 or name_key(thing) is not None or name_key(thing[inner[0]]) is None:
        return thing
    others = {key: value for key, value in thing.items() if key != inner[0]}
    return thing if others.keys() & thing[inner[0]].keys() else {**thing[inner[0]], **others}


def _person_keys(record: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a first and a last name, where both are there and in the same letters."""
    found = {
        words_of(str(key)): str(key) for key, value in record.items() if isinstance(value, str) and value.isascii()
    }
    both = [found[words] for words in (("first", "name"), ("last", "name")) if words in found]
    return tuple(both) if len(both) == 2 else ()


def _details(record: Mapping[str, Any], lang: str) -> str:
    """Some fields of a thing, beside one another, and that there are more."""
    told_of = {key: text for key, value in without_ids(record, 2).items() if (text := _detail(value, lang))}
    if set(told_of.values()) == {"…"}:
        return ""
    shown = _of_a_line(
        text.lower()
        if key == "type" and text.isupper()
        else f"{field_words(str(key), lang)}{_WORDS[lang]['colon']}{text}"
        for key, text in list(told_of.items())[:_MOST_DETAILS]
    )
    rest = ["…"] if shown and len(told_of) > len(shown) else []
    return _WORDS[lang]["semicolon"].join([*shown, *rest])


def _of_a_line(texts: Iterable[str]) -> list[str]:
    """As many of these as somebody reads beside one another; at least two."""
    made: list[str] = []
    for text in texts:
        if len(made) > 1 and sum(map(len, made)) + len(text) > _LONGEST_ROW:
            break
        made.append(text)
    return made


def _detail(value: Any, lang: str) -> str:
    """One field of a thing in a few words; of many values the first ones."""
    if isinstance(value, Mapping) and (key := name_key(value)) is not None:
        return _scalar(value[key], lang)
    inner = list(value.values()) if isinstance(value, Mapping) else value
    if isinstance(value, Mapping) and len(value) > _BRIEF:
        return "…"  # values without their names say nothing
    if not isinstance(inner, list):
        return _scalar(inner, lang)
    plain = [text for each in inner if not isinstance(each, Mapping | list) and (text := _scalar(each, lang))]
    rest = ["…"] if len(inner) > min(len(plain), _FEW) else []
    return _WORDS[lang]["comma"].join([*plain[:_FEW], *rest])


def _scalar(value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return _WORDS[lang]["yes" if value else "no"]
    if value is None or isinstance(value, Mapping | list):
        return ""
    text = " ".join(str(value).split()) if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE].rsplit(' ', 1)[0]}…"
