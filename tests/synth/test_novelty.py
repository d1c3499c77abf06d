"""No opening twice, no story told again with other values, nobody on both sides."""

from __future__ import annotations

from evalwright.synth.novelty import Fresh, Marker
from evalwright.synth.plan import Draft

STORY = "Hello there, I bought {0} last week and it simply does not work any more, so I would like to send it back soon"


def draft(name: str, text: str, *values: str, people: tuple[str, ...] = ()) -> Draft:
    spans = [(text.index(value), text.index(value) + len(value)) for value in values]
    messages = [
        {"role": "system", "content": "rules"},
        {"role": "user", "content": text},
        {"role": "assistant", "content": f"I am on it for {name} and will look at the whole matter right away now"},
    ]
    return Draft(name, messages, {1: spans}, {"lang": "en"}, list(people))


def objection(fresh: Fresh, one: Draft, side: str) -> str | None:
    return fresh.objection(Marker().marks(one), side)


def accept(fresh: Fresh, one: Draft) -> None:
    assert objection(fresh, one, "train") is None
    fresh.keep(Marker().marks(one), "train")


def test_the_same_words_about_another_thing_are_a_near_duplicate() -> None:
    fresh = Fresh()
    first = draft("a", STORY.replace("{0}", "the red kettle"), "the red kettle")
    second = draft("b", STORY.replace("{0}", "a desk lamp"), "a desk lamp")
    accept(fresh, first)
    assert objection(fresh, second, "train") == "near-duplicate"


def test_an_opening_is_the_same_whatever_its_case_and_punctuation() -> None:
    fresh = Fresh()
    accept(fresh, draft("a", "Where is my order?"))
    assert objection(fresh, draft("b", "where is my order"), "train") == "opening-twice"


def test_a_person_of_one_side_cannot_appear_on_the_other() -> None:
    fresh = Fresh()
    accept(fresh, draft("a", "Where is my order?", people=("ann_1",)))
    other = draft("b", "I would like to know what became of my parcel", people=("ann_1",))
    assert objection(fresh, other, "valid") == "person-on-both-sides"
    assert objection(fresh, other, "train") is None


def test_what_was_only_looked_at_is_not_remembered() -> None:
    fresh = Fresh()
    one = draft("a", "Where is my order?")
    assert objection(fresh, one, "train") is None
    assert objection(fresh, one, "train") is None
