"""Scenarios from chains of calls: who wants what, in words of the descriptions, and what is told of the results.

A chain is played in up to two ways. The user names the thing at once, and the assistant finds it; or the user asks what
there is, is told, and picks. What flows out is what a scenario file would say, as plain data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalwright.workbench import read_result_text

from ..generic.actions import are_forms_of_one
from ..generic.names import words_of
from ..generic.toolview import ToolView
from ..scenarios.choosing import MOST_OFFERED
from ..scenarios.telling import field_words, plain_value, told
from .chains import ME, Call, Chain, Chosen, is_sought, quoted_field
from .finding import Chains
from .phrasing import IT_IS_ME, Spoken, style_of
from .sayable import is_unsayable
from .speech import SaidPurpose, SaidValue, said_purpose

_ALL_TOLD, _SHORT = 8, 60
_CALLED, _NUMBERED = ("name", "title", "label"), ("id", "uuid")
_STANDING, _IDS = (("status",), ("state",)), (("id",), ("number",))
_RESULTS = (("result",), ("message",), ("msg",), ("response",), ("answer",), ("text",), ("output",), ("content",))
"""Fields whose value is said as it stands."""
_MOST_READ = 5
_CALLED_BY = tuple((each,) for each in _CALLED)
ScenarioData = dict[str, Any]


class Drafter:
    """Drafts scenarios from what was observed."""

    def __init__(self, chains: Chains, views: Mapping[str, ToolView]) -> None:
        self._chains, self._views = chains, views
        self.purposes = {name: purpose for name, view in views.items() if (purpose := said_purpose(view)) is not None}
        self.values: dict[str, SaidValue] = {}
        """What users say, by name."""
        self.mine: dict[str, dict[str, Any]] = {}
        """How users say what they know of themselves, by field."""
        self.unnamed: dict[str, None] = {}
        """Parameters of changing tools that are looked up, and need no yes of their own."""

    def scenarios(self, tool: str) -> list[ScenarioData]:
        """Every scenario that ends with a call of this tool; none where it cannot be asked for."""
        purpose = self.purposes.get(tool)
        if purpose is not None and purpose.is_of_several:
            return []  # it takes many at once, and people ask for one
        if any(param.type == "boolean" for param in self._views[tool].required):
            return []  # nobody asks for a yes or a no by the name of a switch
        if purpose is None or not (self._writes(tool) or self._chains.results(tool)):
            return []
        if not self._writes(tool) and all(map(_is_only_an_id, self._chains.results(tool))):
            return []
        made: list[ScenarioData] = []
        for chain in self._chains.to(tool):
            if chain.goal.is_about_me and (self._chains.feeds_others(tool) or purpose.is_of_somebody):
                continue  # who somebody is serves to find out something else; nobody asks for "a member"
            if self._writes(tool) and _takes_any(chain):
                continue  # nobody changes a thing without saying which
            for scenario in self._of_chain(chain, purpose):
                self._remember(chain, purpose)
                made.append({**scenario, "lang": purpose.lang})
        return made

    def _writes(self, tool: str) -> bool:
        return self._views[tool].effect == "write"

    def _remember(self, chain: Chain, goal: SaidPurpose) -> None:
        """Keep what is said in a chain, with the words for it."""
        for call in chain.calls:
            purpose = self.purposes.get(call.tool)
            for param, source in call.sources.items() if purpose is not None else ():
                mine = source.startswith(f"{ME}.")
                counts = all(type(each) is int for each in chain.values.get(source, ()))
                words = purpose.fact_words(source, param, mine=mine, counts=counts) if purpose is not None else {}
                if mine:
                    self.mine.setdefault(source.removeprefix(f"{ME}."), words)
                elif source in chain.values:
                    base = source.partition(".")[0]
                    values = self._chains.said.records.get(base, chain.values[source])
                    self.values.setdefault(base, SaidValue(values, words if base == source else {}))

    def _of_chain(self, chain: Chain, purpose: SaidPurpose) -> Iterator[ScenarioData]:
        if not chain.choices:
            yield from self._direct(chain, purpose, {})
            return
        if len(chain.choices) == 1 and _is_found_by_name(chain.choices[0]):
            yield from self._direct(chain, purpose, {chain.choices[0].name: chain.choices[0]})
        yield from self._browsing(chain)

    def _direct(self, chain: Chain, purpose: SaidPurpose, named: Mapping[str, Chosen]) -> Iterator[ScenarioData]:
        """All is said in the first message."""
        said = _spoken(chain, chain.goal, named)
        if set(chain.values) - set(chain.goal.sources.values()) or (named and _is_sought_before(chain)):
            return  # it takes something that nobody who wants this would think of
        wants = purpose.wishes(said)
        if wants and all(chosen.slot in wants[0] for chosen in named.values()):
            steps = [self._step_data(chain, call, named) for call in chain.calls]
            knows = [chosen.slot.strip("{}") for chosen in named.values()]
            tells = self._telling_words(chain.goal, purpose, said)
            yield _scenario(chain, "named" if named else "asked", wants, steps, tells, knows)

    def _browsing(self, chain: Chain) -> Iterator[ScenarioData]:
        """The user asks what there is, and picks."""
        listing = next(at for at, call in enumerate(chain.calls) if call.chosen is not None and not call.chosen.single)
        first, goal = self.purposes.get(chain.calls[listing].tool), self.purposes[chain.goal.tool]
        if first is None or first.is_of_several or first.lang != goal.lang:
            return
        brief = self._was_told(chain)
        if brief and not all(map(self._are_named, chain.choices)):
            return
        wants = first.wishes(_spoken(chain, chain.calls[listing], {}))
        if not wants or set(chain.values) - {source for call in chain.calls for source in call.sources.values()}:
            return
        steps = []
        named: dict[str, Chosen] = {}
        for at, call in enumerate(chain.calls):
            step = self._step_data(chain, call, named)
            if call.chosen is not None and not call.chosen.single:
                named[call.chosen.name] = call.chosen
                picks = self._picks(chain, _asked_next(chain, at), named, call.chosen)
                if not picks:
                    return
                step["offers"], step["picks"] = self._offers(chain, call, goal, brief=brief), picks
            steps.append(step)
        tells = self._telling_words(chain.goal, goal, self._not_yet_said(chain, chain.goal, named))
        yield _scenario(chain, "picked", wants, steps, tells, [])

    def _are_named(self, chosen: Chosen) -> bool:
        """Whether the names of things alone say something: not where they are numbers, another's, or not all."""
        named = chosen.own and bool(chosen.labels) and style_of(chosen.labels) != "number"
        return named and (self._chains.is_all(chosen.origin) or chosen.label[-1:] in _CALLED_BY)

    def _was_told(self, chain: Chain) -> bool:
        """Whether all that the goal ever gave would be told of the list before it: nobody asks for that again."""
        if self._writes(chain.goal.tool):
            return False
        said = [_told_pieces(value) for value in self._chains.results(chain.calls[-2].tool)]
        given = [_told_pieces(value) for value in self._chains.results(chain.goal.tool)]
        return bool(given) and all(any(pieces <= before for before in said) for pieces in given)

    def _picks(self, chain: Chain, after: Call, named: Mapping[str, Chosen], chosen: Chosen) -> list[str]:
        """How the user goes on with one of the things that were named."""
        purpose = self.purposes.get(after.tool)
        said = self._not_yet_said(chain, after, named)
        ways = None if purpose is None else purpose.follow_ups if chosen.own else purpose.wishes
        picks = ways(said) if ways is not None else []
        return picks if picks and chosen.slot in picks[0] else []

    def _not_yet_said(self, chain: Chain, call: Call, named: Mapping[str, Chosen]) -> dict[str, Spoken]:
        """What is said for a call, without what was said before, such as the repository; all of it where it must be."""
        said = _spoken(chain, call, named)
        before = {source for each in chain.calls if each is not call for source in each.sources.values()}
        new = {name: each for name, each in said.items() if call.sources[name] not in before & set(chain.values)}
        purpose = self.purposes.get(call.tool)
        return new if purpose is not None and new and purpose.deed(new) is not None else said

    def _step_data(self, chain: Chain, call: Call, named: Mapping[str, Chosen]) -> ScenarioData:
        step: ScenarioData = {call.tool: dict(call.arguments)}
        if call.name != call.tool:
            step["as"] = call.name
        if call.chosen is not None:
            step["choose"] = {call.chosen.name: _choice(call.chosen)}
            if self._is_all_there_is(call.chosen):
                step["none"] = self.purposes[chain.goal.tool].frames("none")
        if self._writes(call.tool):
            step |= self._confirmed(chain, call, named)
        return {**step, "fails": self.purposes[chain.goal.tool].frames("fails")}

    def _is_all_there_is(self, chosen: Chosen) -> bool:
        """Whether there is nothing at all where there is nothing to choose: else it would be false to say so.

        A line that a pattern does not fit may name a thing in words that were not seen before.
        """
        return chosen.where is None and not chosen.origin.form and self._chains.is_all(chosen.origin)

    def _confirmed(self, chain: Chain, call: Call, named: Mapping[str, Chosen]) -> ScenarioData:
        """The question before a change, with all that was said; what was looked up need not be named."""
        purpose = self.purposes.get(call.tool)
        said = _spoken(chain, call, named)
        what = purpose.deed(said) if purpose is not None else None
        told = {name for name, source in call.sources.items() if source in named and named[source].slot in (what or "")}
        looked_up = [name for name, source in call.sources.items() if source not in chain.values and name not in told]
        self.unnamed.update(dict.fromkeys(each for each in looked_up if not call.sources[each].startswith(f"{ME}.")))
        if what is None or purpose is None:
            return {}
        slots = {name: f"{{{source}}}" for name, source in call.sources.items() if source not in named}
        told_in = [name for name, slot in slots.items() if slot not in what and name not in self.unnamed]
        details = purpose.details([(name, slots[name]) for name in told_in])
        return {"confirms": purpose.frames("confirm", deed=what, details=details)}

    def _telling_words(self, call: Call, purpose: SaidPurpose, said: Mapping[str, Spoken]) -> list[str]:
        """What is told of the result."""
        slot = f"{{{call.name}.told}}"
        values = self._chains.results(call.tool)
        field = _only_field(values)
        if field is not None and not self._writes(call.tool) and purpose.is_about(field):
            facts = purpose.facts(said, f"{{{call.name}.{quoted_field(field)}}}")
            return [purpose.sentence(each) for each in facts]
        if values and not self._writes(call.tool) and all(type(plain_value(each)) in (int, float) for each in values):
            return [purpose.sentence(each) for each in purpose.numbers(said, slot)]
        if self._writes(call.tool):
            return self._change_words(call, purpose, values)
        block = any(found.block for value in values if (found := told(value)) is not None)
        text = block and any(_is_prose(plain_value(value)) for value in values)
        return [purpose.sentence(purpose.joined(lead, slot)) for lead in purpose.leads(said, text=text)]

    def _change_words(self, call: Call, purpose: SaidPurpose, values: Sequence[Any]) -> list[str]:
        """What is told after a change: how things stand now, the number of what is new; of many fields no more."""
        slot, field = f"{{{call.name}.told}}", _only_field(values) or _field_of_change(values, purpose)
        if field is not None and words_of(field)[-1:] not in _RESULTS:
            frame = "done_status" if words_of(field)[-1:] in _STANDING else "done_field"
            return purpose.frames(
                frame, label=field_words(field, purpose.lang), slot=f"{{{call.name}.{quoted_field(field)}}}"
            )
        if values and all(map(_is_long, values)) and (brief := _brief_facts(call, values)):
            slot = ", ".join(
                f"{field_words(name, purpose.lang)}: {{{call.name}.{quoted_field(name)}}}" for name in brief
            )
        told_too = [purpose.sentence(each) for each in purpose.frames("done_told", slot=slot)]
        return told_too if values or self._chains.simulated else [*purpose.frames("done"), *told_too]

    def _offers(self, chain: Chain, call: Call, purpose: SaidPurpose, *, brief: bool) -> list[str]:
        """What was found, and the question which one it is: all of it where it is short, else some of it.

        `brief`: only the names, since all else is what is asked for next.
        """
        chosen = call.chosen
        assert chosen is not None
        frames, lists = purpose.frames, self._chains.lists(chosen.origin)
        first = self.purposes[call.tool]
        several = chosen.own and self._chains.is_all(chosen.origin) and all(len(each) > 1 for each in lists)
        several = several and first.manner != "find"  # what is looked for may be one
        changes = self._writes(_asked_next(chain, chain.calls.index(call)).tool)
        asks = frames("offer_change" if changes else "offer" if several else "offer_more")
        whole = self._chains.is_all(chosen.origin)
        many = whole and any(len(each) > _ALL_TOLD for each in lists)
        if many or brief:
            field = ".".join((call.name, *map(quoted_field, (*(chosen.origin.things or ()), *chosen.label))))
            # of a list that is all there is but too long to be named, it is told how many more there are
            some = chosen.where is not None or (not whole and any(len(each) > MOST_OFFERED for each in lists))
            named = frames(("among" if whole else "among_more") if some else "names", names=f"{{{field}}}")
            asks = frames("offer") if many and not changes else asks
            return [purpose.joined(lead, ask) for lead in named for ask in asks]
        leads = first.leads(_spoken(chain, call, {}), text=False)
        found = [purpose.sentence(purpose.joined(lead, f"{{{call.name}.told}}")) for lead in leads]
        return [purpose.joined(each, ask) for each in found for ask in asks]


def _scenario(
    chain: Chain, how: str, wants: list[str], steps: list[ScenarioData], tells: list[str], knows: list[str]
) -> ScenarioData:
    name = f"{' -> '.join(call.name for call in chain.calls)}, {how}"
    weight = len(chain.calls) ** 2 if how == "picked" else len(chain.calls)  # what is looked up step by step
    made: ScenarioData = {"name": name, "weight": weight, "wants": wants}
    return {**made, **({"knows": knows} if knows else {}), "steps": steps, "tells": tells}


def _told_pieces(value: Any) -> set[str]:
    """What is told of a result, in its smallest parts: a name by itself, and no id, which lists go without."""
    found = told(value)
    text = found.text.replace(" and ", ", ") if found is not None else ""  # a list within a line, and one by itself
    pieces = [piece.strip("-. )") for piece in re.split(r"\n|; | \(", text)]
    pairs = [(piece, *piece.partition(": ")[::2]) for piece in pieces]
    return {inner if key in _CALLED else piece for piece, key, inner in pairs if key not in _NUMBERED}


def _takes_any(chain: Chain) -> bool:
    """Whether the goal takes a thing that nobody spoke of: the only one of a list that nobody asked for."""
    unasked = [call.chosen.name for call in chain.calls if call.chosen and call.chosen.single and not call.sources]
    return any(
        source == name or source.startswith(f"{name}.") for name in unasked for source in chain.goal.sources.values()
    )


def _asked_next(chain: Chain, at: int) -> Call:
    """What the user goes on with after a choice: the next call that offers something, else the goal."""
    later = chain.calls[at + 1 :]
    return next((call for call in later if call.chosen is not None and not call.chosen.single), chain.goal)


def _is_sought_before(chain: Chain) -> bool:
    """Whether something is looked for on the way: whoever names the thing itself has said it already."""
    return any(is_sought(param) for call in chain.calls[:-1] for param in call.sources)


def _spoken(chain: Chain, call: Call, named: Mapping[str, Chosen]) -> dict[str, Spoken]:
    """How the arguments of a call are said: what the user says, things by their names, and whoever asks."""
    about_me = [each for each in chain.calls if each.is_about_me]
    mine = {each.name if each.chosen is None else each.chosen.name for each in about_me}
    made = {}
    for param, source in call.sources.items():
        if source in chain.values:
            made[param] = Spoken(f"{{{source}}}", style_of(chain.values[source]))
        elif source in named:
            chosen = named[source]
            made[param] = Spoken(chosen.slot, style_of(chosen.labels), chosen.label != chosen.origin.field)
        elif source.startswith(f"{ME}.") and is_sought(param):
            made[param] = Spoken(f"{{{source}}}")
        elif source.startswith(f"{ME}.") or source in mine:
            made[param] = IT_IS_ME
    return made


def _only_field(values: Sequence[Any]) -> str | None:
    """The one field that all results have, where it holds a number or a few words."""
    fields = {tuple(value) if isinstance(value, Mapping) else () for value in values}
    if len(fields) != 1 or len(field := fields.pop()) != 1:
        return None
    inner = [value[field[0]] for value in values]
    plain = all(isinstance(each, str | int | float) and not isinstance(each, bool) for each in inner)
    short = all("\n" not in str(each) and len(str(each)) <= _SHORT for each in inner)
    sentences = any(str(each).endswith((".", "!", "?", "。")) for each in inner)
    return str(field[0]) if plain and short and not sentences else None


def _field_of_change(values: Sequence[Any], purpose: SaidPurpose) -> str | None:
    """The field of a record that tells of a change: a status that it led to, or the number of what is new."""
    if not values or not all(isinstance(value, Mapping) for value in values):
        return None
    long = all(map(_is_long, values))
    for field in values[0]:
        held = [value.get(field) for value in values]
        ends = words_of(str(field))[-1:]
        if ends in _STANDING and all(isinstance(each, str) and are_forms_of_one(each, purpose.verb) for each in held):
            return str(field)
        numbered = long and purpose.creates and all(isinstance(each, str | int) for each in held)
        if ends in _IDS and numbered and not any(map(is_unsayable, held)):
            return str(field)
    return None


def _brief_facts(call: Call, values: Sequence[Any]) -> list[str]:
    """The fields of a long record that were asked for, else what it is called by: enough to tell that it is done."""
    plain = [
        str(field)
        for field in values[0]
        if all(isinstance(value.get(field), str | int) and str(value[field]).strip() for value in values)
    ]
    asked = [field for field in plain if field in call.arguments and words_of(field)[-1:] not in _IDS]
    called = [field for ends in (*_STANDING, *_CALLED_BY, *_IDS) for field in plain if words_of(field)[-1:] == ends]
    return asked[:_MOST_READ] or called[:1]


def _is_prose(value: Any) -> bool:
    """Whether a result is a text that says something, not lines of names and values."""
    return isinstance(value, str) and read_result_text(value).shape not in ("record", "records")


def _is_long(value: Any) -> bool:
    """Whether a result is a record of so many fields that nobody who wanted a change would read them all."""
    return isinstance(value, Mapping) and len(value) > _MOST_READ


def _is_only_an_id(value: Any) -> bool:
    """Whether a result is nothing but an id, which serves for other calls and is nobody's wish."""
    return isinstance(value, Mapping) and len(value) == 1 and words_of(str(next(iter(value))))[-1:] == ("id",)


def _is_found_by_name(chosen: Chosen) -> bool:
    """Whether a thing is looked for by its name to get what a call takes: not where that is its name, or a number."""
    takes_more = chosen.label != chosen.origin.field or bool(chosen.origin.below)
    return bool(chosen.labels) and style_of(chosen.labels) != "number" and takes_more


def _choice(chosen: Chosen) -> str:
    path = f'"{chosen.origin.form}"' if chosen.origin.form else ".".join(map(quoted_field, chosen.origin.things or ()))
    text = f"{'first' if chosen.single else 'any'}{f' of {path}' if path else ''}"
    return f'{text} where {quoted_field(chosen.where[0])} = "{chosen.where[1]}"' if chosen.where else text
