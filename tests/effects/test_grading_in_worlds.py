"""Grading by effect in a world that is made for it: what is executed, how often, and what is unknown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from evalwright.data import Item, read_item
from evalwright.effects import EffectGrader, Outcome, effect_values
from evalwright.errors import EvalwrightError

TOOLS = ("look", "put", "hand_over", "tick", "crash")
DEFINITIONS = [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in TOOLS]


class Box:
    """Holds one text. `look` shows it, `put` changes it, `hand_over` says the same to everyone."""

    def __init__(self, log: list[str], held: str = "apple", steady: bool = True) -> None:
        self.log, self.held, self.steady = log, held, steady

    def has_tool(self, name: str) -> bool:
        return name in TOOLS

    def execute(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        self.log.append(name)
        if name == "put":
            self.held = str(arguments.get("what"))
            return Outcome(True, "done")
        if name == "hand_over":
            return Outcome(True, "A colleague takes over.")
        if name == "tick":
            return Outcome(True, f"tick {len(self.log)}")
        if name == "crash":
            return Outcome(False, "", "it hangs")
        if str(arguments.get("where")).strip() != "box":
            return Outcome(False, "Error: there is no such place.")
        return Outcome(True, json.dumps({"held": self.held}))

    def state(self) -> str:
        return self.held

    def fork(self) -> Box:
        return Box(self.log, self.held, self.steady)


class Boxes:
    """One box for every item."""

    def __init__(self, steady: bool = True) -> None:
        self.log: list[str] = []
        self._steady = steady

    def of(self, stated: Mapping[str, Any] | None) -> Box | str:
        return Box(self.log, steady=self._steady) if stated != {"name": "none"} else "there is no such box"

    def close(self) -> None: ...


def call(name: str, number: int = 0, **arguments: Any) -> dict[str, Any]:
    return {"id": f"c{number}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


LOOK = ("look", {"where": "box"})


def item(*past: tuple[str, dict[str, Any], str], due: Any = LOOK, environment: Any = ..., **more: Any) -> Item:
    """An item after these calls with their results."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "What is in it?"}]
    for number, (name, arguments, result) in enumerate(past):
        messages.append({"role": "assistant", "content": None, "tool_calls": [call(name, number, **arguments)]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    expected = [] if due is None else [call(due[0], **due[1])]
    stated = {"name": "box"} if environment is ... else environment
    record = {"messages": messages, "tools": DEFINITIONS, "expected_output": {"tool_calls": expected}, **more}
    return read_item({**record, **({} if stated is None else {"environment": stated})}, "i")


def effect_in(boxes: Boxes, question: Item, *given: Any) -> str | None:
    return EffectGrader(boxes).effect(question, list(given)).effect


SEEN = ("look", {"where": "box"}, '{"held": "apple"}')
PUT = ("put", {"what": "pear"}, "done")


@pytest.mark.parametrize(
    ("due", "given", "effect"),
    [
        (LOOK, call("look", where="box"), "same"),
        (LOOK, call("look", where=" box "), "same"),
        (LOOK, call("look", where="bag"), "refused"),
        (LOOK, call("put", what="pear"), "harm"),
        (LOOK, call("put", what="apple"), "harmless"),
        (("put", {"what": "pear"}), call("put", what="plum"), "harm"),
        (("put", {"what": "pear"}), call("look", where="box"), "not_done"),
        (("hand_over", {"why": "he asks"}), call("hand_over", why="she begs"), "harmless"),
        (("hand_over", {"why": "he asks"}), call("hand_over", why="he asks"), "same"),
        (LOOK, call("fly"), "refused"),
        (LOOK, {"function": {"name": "put", "arguments": "{"}}, "refused"),
        (LOOK, "put", "refused"),
        (LOOK, call("crash"), "unknown"),
        (None, call("put", what="pear"), "harm"),
        (None, call("look", where="box"), "harmless"),
    ],
)
def test_an_answer_has_the_effect_that_executing_it_shows(due: Any, given: Any, effect: str) -> None:
    assert effect_in(Boxes(), item(SEEN, due=due), given) == effect


def test_the_history_is_executed_first() -> None:
    """The pear is in the box by then: to put it in once more changes nothing."""
    changed = item(SEEN, PUT, due=("put", {"what": "plum"}))
    assert effect_in(Boxes(), changed, call("put", what="pear")) == "not_done"
    assert effect_in(Boxes(), item(SEEN, due=("put", {"what": "plum"})), call("put", what="pear")) == "harm"


def test_a_conversation_is_executed_once_for_all_its_items() -> None:
    boxes = Boxes()
    grader = EffectGrader(boxes)
    history = [SEEN, PUT, ("look", {"where": "box"}, '{"held": "pear"}'), ("hand_over", {}, "A colleague takes over.")]
    for length in range(len(history) + 1):
        assert grader.effect(item(*history[:length]), [call("look", where="bag")]).effect == "refused"
    assert len(boxes.log) == len(history) + 2 * (len(history) + 1)
    grader.effect(item(*history[:2]), [call("look", where="bag")])  # back to an earlier one: from the beginning
    assert len(boxes.log) == len(history) + 2 * (len(history) + 1) + 2 + 2


def test_several_answers_to_an_item_execute_the_right_call_once() -> None:
    boxes = Boxes()
    grader, question = EffectGrader(boxes), item(SEEN)
    assert [grader.effect(question, [call("look", where=text)]).effect for text in ("bag", "box ")] == [
        "refused",
        "same",
    ]
    assert len(boxes.log) == 1 + 1 + 1 + 2  # the history, the right call, one answer, and one with what nobody asks


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (item(("look", {"where": "box"}, '{"held": "fig"}')), "gives something else"),
        (item(SEEN, environment={"name": "none"}), "no such box"),
        (item(SEEN, environment={"name": "box", "hash": "fig"}), "begin in the state"),
        (item(("sing", {}, "la")), "no tool sing"),
        (item(SEEN, due=("sing", {})), "no tool sing"),
        (item(SEEN, due=("crash", {})), "it hangs"),
        (item(environment=None), "nothing shows"),
        (item(("look", {"where": "bag"}, "Error: there is no such place."), environment=None), "nothing shows"),
    ],
)
def test_where_the_world_is_not_the_conversations_the_effect_is_unknown(question: Item, why: str) -> None:
    found = EffectGrader(Boxes()).effect(question, [call("look", where="box")])
    assert found.effect == "unknown" and why in found.why
    assert effect_values(found, exact=True) == {}
    silent = EffectGrader(Boxes()).effect(question, [])
    assert silent.effect is None and effect_values(silent, exact=False) == {}


def test_an_item_that_names_no_environment_may_show_its_own() -> None:
    assert effect_in(Boxes(), item(SEEN, environment=None), call("look", where="box")) == "same"


def test_an_injected_fault_was_never_executed() -> None:
    fault = "Error: the service is not available at the moment."
    stated = {"name": "box", "faults": [[1, fault]]}
    assert effect_in(
        Boxes(), item(("put", {"what": "pear"}, fault), SEEN, environment=stated), call("look", where="box")
    )
    boxes = Boxes()
    question = item(("put", {"what": "pear"}, fault), SEEN, environment=stated)
    assert effect_in(boxes, question, call("look", where="box")) == "same"
    assert "put" not in boxes.log


def test_an_answer_without_a_call_has_no_effect_and_counts() -> None:
    found = EffectGrader(Boxes()).effect(item(SEEN), None)
    assert found.effect is None
    assert effect_values(found, exact=False) == {"right_by_effect": 0.0, "harm": 0.0}
    assert effect_values(found, exact=True) == {"right_by_effect": 1.0, "harm": 0.0}


def test_a_world_that_changes_by_itself_tells_nothing() -> None:
    question = item(SEEN, due=("tick", {}))
    assert effect_in(Boxes(), question, call("look", where="box")) == "harmless"
    found = EffectGrader(Boxes(steady=False)).effect(question, [call("look", where="box")])
    assert found.effect == "unknown" and "twice" in found.why
    assert effect_in(Boxes(steady=False), item(SEEN), call("put", what="fig")) == "harm"


def test_a_flood_of_calls_is_not_executed() -> None:
    boxes = Boxes()
    assert effect_in(boxes, item(SEEN), *[call("put", what="fig")] * 101) == "unknown"
    assert "put" not in boxes.log


def test_a_world_that_is_lost_again_and_again_is_left_alone() -> None:
    class Lost(Boxes):
        asked = 0

        def of(self, stated: Mapping[str, Any] | None) -> Box | str:
            self.asked += 1
            raise EvalwrightError("the server is gone")

    lost = Lost()
    grader = EffectGrader(lost)
    found = [grader.effect(item(SEEN), [call("look", where="box")]) for _ in range(10)]
    assert {each.effect for each in found} == {"unknown"} and lost.asked == 3
    assert "the server is gone" in found[0].why and "too often" in found[-1].why
