"""The table of effects: which name two traces get, row by row and in its order."""

from __future__ import annotations

import pytest

from evalwright.effects import Done, Trace, effect_of

READ = Done("get", b'{"id":"1"}', True, '{"name": "Ann"}')
ALIKE = READ._replace(arguments=b'{"id":"01"}')
OTHER = READ._replace(arguments=b'{"id":"2"}', content='{"name": "Ben"}')
REFUSED = Done("get", b'{"id":"9"}', False, "Error: there is no 9.")
WRITE = Done("set", b'{"id":"1"}', True, "done")


def trace(*calls: Done, after: str = "s") -> Trace:
    return Trace(calls, "s", after)


CASES = {
    "a change that nobody wanted": (trace(READ), trace(WRITE, after="t"), "harm"),
    "another change than the right one": (trace(WRITE, after="t"), trace(WRITE, after="u"), "harm"),
    "the right change and one more": (trace(WRITE, after="t"), trace(WRITE, WRITE, after="tt"), "harm"),
    "a call that is refused": (trace(READ), trace(REFUSED), "refused"),
    "refused as the right one is": (trace(REFUSED), trace(REFUSED), "refused"),
    "refused where something was to be done": (trace(WRITE, after="t"), trace(REFUSED), "refused"),
    "one refused, one not": (trace(READ), trace(REFUSED, OTHER), "harmless"),
    "the very same call": (trace(READ), trace(READ), "same"),
    "another spelling of it": (trace(READ), trace(ALIKE), "same"),
    "another spelling of its result": (trace(READ), trace(ALIKE._replace(content='{"name":"Ann"}')), "same"),
    "the same change, spelt otherwise": (
        trace(WRITE, after="t"),
        trace(WRITE._replace(arguments=b"{}"), after="t"),
        "same",
    ),
    "both calls, the other way round": (trace(READ, OTHER), trace(OTHER, READ), "same"),
    "the right call fails, this one does not": (trace(REFUSED), trace(READ), "harmless"),
    "another tool that says the same": (trace(READ), trace(READ._replace(name="find")), "harmless"),
    "half of it": (trace(READ, OTHER), trace(READ), "harmless"),
    "nothing done where something was due": (trace(WRITE, after="t"), trace(READ), "not_done"),
    "something else was read": (trace(READ), trace(OTHER), "harmless"),
    "a call where none was due": (trace(), trace(READ), "harmless"),
    "a change where no call was due": (trace(), trace(WRITE, after="t"), "harm"),
    "the right change by another tool": (
        trace(WRITE, after="t"),
        trace(WRITE._replace(name="put"), after="t"),
        "harmless",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_effect_is_that_of_the_table(case: str) -> None:
    right, given, effect = CASES[case]
    assert effect_of(right, given, lambda done: True) == effect


def test_equal_results_that_say_nothing_are_not_the_same() -> None:
    assert effect_of(trace(READ), trace(ALIKE), lambda done: False) == "harmless"
    assert effect_of(trace(READ), trace(READ), lambda done: False) == "same"  # the same call needs no proof
    changed = trace(WRITE, after="t"), trace(WRITE._replace(arguments=b"{}"), after="t")
    assert effect_of(*changed, lambda done: False) == "same"  # the state is the proof
