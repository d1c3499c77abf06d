"""The tables in `words/*.json` by which names of tools and fields are understood: what each file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .names import Act


class NameTables(TypedDict):
    """`words/names.json`: what the words of a tool's name say."""

    acts: dict[Act, list[str]]
    """Verbs by what they do."""
    acts_zh: dict[Act, list[str]]
    id_ends: list[str]
    ves: dict[str, str]
    not_ids: list[str]
    qualifiers: list[str]
    same_plural: list[str]
    participles: dict[str, str]
    after_thing: list[str]


class KindTables(TypedDict):
    """`words/kinds.json`: which things there are, and what belongs to them."""

    persons: list[str]
    statuses: list[str]
    no_fields: list[str]
    no_keys: list[str]
    made: dict[str, str]
    fields_of: dict[str, list[str]]


class SampleTables(TypedDict):
    """`words/samples.json`: which values a field of a name takes."""

    by_word: list[list[str]]
    """What makes the value, then the words that ask for it."""
    called: dict[str, list[str]]
    """Lists of names, and the things that are called so."""
    each_own: list[str]
    """What everybody has one of their own of, whatever a schema shows as an example."""
    anywhere: list[str]
    """Words that decide wherever they stand in a name; the others only at its end."""
    said_only: list[str]
    """What people say, and no system tells of itself."""
    files: list[str]
    folders: list[str]
    people: list[str]
    days: list[str]
    beginnings: list[str]
    """Words in the name of a day that comes before the one named by a word of `endings`."""
    endings: list[str]
    births: list[str]
    times: list[str]
    money: list[str]
    ranges: dict[str, list[int]]
    """The least and the most of a number."""
    currencies: list[str]
    languages: list[str]
