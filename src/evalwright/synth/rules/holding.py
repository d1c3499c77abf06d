"""Holding a conversation to rules: for each kind, where it is broken and why.

One function for each thing that a kind can find, of a view and a rule; what is made, verified, audited or played is
held to the same ones. `found_by_name` groups them by what the findings are called, as rules of an audit want them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from evalwright.text import Sentence, phrase
from evalwright.workbench import Hit, quoted, visible

from ..checks.answers import read_answer
from .model import POLICY_BROKEN, AtMost, Before, Confirm, DirectlyAfter, One, PolicyRule, Rules, SaysAfter, Tie
from .naming import Question, unnamed_details
from .one_person import anothers_told, anothers_used
from .things import Seen, values_of

if TYPE_CHECKING:
    from ..checks.conversation_view import Act, View

_NAME = 80

Finder = Callable[["View", Any], Iterator[Hit]]


class Part(NamedTuple):
    """One thing that a rule can find."""

    rule: PolicyRule
    find: Finder

    def hits(self, view: View) -> Iterable[Hit]:
        """Where a conversation breaks it; each text says which rule it was, where the finding's name does not."""
        heading = self.rule.heading
        if heading.unless and any(view.metadata.get(key) in values for key, values in heading.unless.items()):
            return ()
        found = self.find(view, self.rule)
        if POLICY_BROKEN not in heading.names:
            return found
        return (hit._replace(text=_with_rule(self.rule, hit.text)) for hit in found)


def parts_by_name(rules: Rules) -> Mapping[str, Sequence[Part]]:
    """What can be found, by the names of the findings."""
    found: dict[str, list[Part]] = {}
    for rule in rules.rules:
        names = rule.heading.names
        for number, find in enumerate(_FINDERS[type(rule)]):
            found.setdefault(names[min(number, len(names) - 1)], []).append(Part(rule, find))
    return found


def _with_rule(rule: PolicyRule, text: str) -> Sentence:
    heading = rule.heading
    if heading.line:
        return phrase("rules.broken_line", line=heading.line, kind=heading.kind, problem=text)
    return phrase("rules.broken", number=heading.number, kind=heading.kind, problem=text)


def _unconfirmed(view: View, rule: Confirm) -> Iterator[Hit]:
    """A call without an explicit yes directly before."""
    for act in view.acts:
        if act.name not in rule.tools:
            continue
        user = view.last("u", act.message)
        if user < 0 or "a" in view.roles[user + 1 : act.message]:
            yield _at_call(act, phrase("audit.found.no_word", act=visible(act.name, _NAME)))
            continue
        answer = read_answer(view.texts[user], view.lang)
        if answer != "yes":
            key = "audit.found.declined" if answer == "no" else "audit.found.not_yes"
            yield _at_call(act, phrase(key, tool=visible(act.name, _NAME), text=quoted(view.texts[user])))


def _unnamed(view: View, rule: Confirm) -> Iterator[Hit]:
    """A detail that the question before the yes does not name."""
    for act in view.acts:
        if act.name not in rule.tools:
            continue
        asked = view.last("a", view.last("u", act.message))
        if asked < 0:
            yield _at_call(act, phrase("audit.found.not_proposed", act=visible(act.name, _NAME)))
            continue
        for name, what in unnamed_details(rule, act.arguments, question_before(view, act, asked)):
            text = phrase("audit.found.not_proposed_part", proposal=asked, what=what)
            yield Hit(act.message, act.path(name), text)


def question_before(view: View, act: Act, asked: int) -> Question:
    """What was asked in a message before a call."""

    def seen() -> list[Seen]:
        earlier = reversed(view.acts[: act.number])
        return [Seen(each.text, value) for each in earlier if (value := view.value(each)) is not None]

    return Question(view.texts[asked], view.lang, seen, lambda: "\n".join(view.heard(act.message)))


def _not_before(view: View, rule: Before) -> Iterator[Hit]:
    """A call before another one has succeeded, or with a value that it did not give."""
    earlier: list[Act] = []
    for act in view.acts:
        if act.name in rule.tools:
            before = [each for each in earlier if each.message < act.message]
            if rule.same or not before:
                yield from _not_after(view, rule, act, before)
        if act.ok and act.name in rule.call:
            earlier.append(act)


def _not_after(view: View, rule: Before, act: Act, earlier: Sequence[Act]) -> Iterator[Hit]:
    given = [tie for tie in rule.same if act.arguments.get(tie.argument) not in (None, "")]
    strange = [tie for tie in given if not _is_given(view, earlier, tie, act.arguments[tie.argument])]
    for tie in strange:
        values = {"argument": tie.argument, "value": quoted(act.arguments[tie.argument])}
        text = phrase("audit.found.not_given", act=visible(act.name, _NAME), call=str(rule.call), **values)
        yield Hit(act.message, act.path(tie.argument), text)
    if not earlier and not strange:
        yield _at_call(act, phrase("audit.found.too_early", act=visible(act.name, _NAME), call=str(rule.call)))


def _is_given(view: View, earlier: Sequence[Act], tie: Tie, value: Any) -> bool:
    """Whether earlier calls were made with a value or returned it; of a list, each of its values."""
    if isinstance(value, list):
        return all(_is_given(view, earlier, tie, each) for each in value)
    for each in earlier:
        if each.arguments.get(tie.argument) == value:
            return True
    return any(_returned(view, each, tie, value) for each in earlier)


def _returned(view: View, act: Act, tie: Tie, value: Any) -> bool:
    result = view.value(act)
    if not isinstance(result, dict | list):
        return (result is not None and str(result) == str(value)) or _stands_in(act.text, value)
    return any(found == value or str(found) == str(value) for found in values_of(result, tie.path))


def _stands_in(text: str, value: Any) -> bool:
    from evalwright.workbench import is_said

    return isinstance(value, str | int | float) and is_said(str(value), text, plainly=True)


def _not_directly_after(view: View, rule: DirectlyAfter) -> Iterator[Hit]:
    """A call that succeeded and is not followed by the one that must follow."""
    for act in view.acts:
        if act.name not in rule.tools or not act.ok:
            continue
        following = view.acts[act.number + 1] if act.number + 1 < len(view.acts) else None
        if following is None or following.name not in rule.call:
            text = phrase("audit.found.not_next", act=visible(act.name, _NAME), call=str(rule.call))
            yield _at_call(act, text)
            continue
        for tie in rule.same:
            value = following.arguments.get(tie.argument)
            if value not in (None, "") and not _is_given(view, [act], tie, value):
                values = {"argument": tie.argument, "value": quoted(value), "call": visible(act.name, _NAME)}
                text = phrase("audit.found.not_given", act=visible(following.name, _NAME), **values)
                yield Hit(following.message, following.path(tie.argument), text)


def _too_often(view: View, rule: AtMost) -> Iterator[Hit]:
    """More calls than there may be in a message or in the conversation."""
    if rule.per == "message" and all(act.call.number < rule.number for act in view.acts):
        return
    counted: Counter[Any] = Counter()
    for act in view.acts:
        if act.name not in rule.tools or (rule.succeeding and not act.ok):
            continue
        key = (act.message if rule.per == "message" else -1, _counted_value(act, rule.each))
        counted[key] += 1
        if counted[key] <= rule.number:
            continue
        if rule.per == "message":
            if counted[key] == rule.number + 1:
                text = phrase("audit.found.too_many_at_once", number=rule.number, tools=str(rule.tools))
                yield Hit(act.message, f"messages[{act.message}].tool_calls", text)
        elif rule.each:
            values = {"number": rule.number, "each": rule.each, "value": quoted(act.arguments.get(rule.each))}
            yield _at_call(act, phrase("audit.found.too_often_for", act=visible(act.name, _NAME), **values))
        else:
            yield _at_call(act, phrase("audit.found.too_often", act=visible(act.name, _NAME), number=rule.number))


def _counted_value(act: Act, name: str) -> str:
    value = act.arguments.get(name) if name else None
    return value if isinstance(value, str) else "" if value is None else repr(value)


def _not_said(view: View, rule: SaysAfter) -> Iterator[Hit]:
    """A fixed sentence that is missing, or more than it where it ends the conversation."""
    sentences = rule.sentences.get(view.lang or "") or tuple(each for said in rule.sentences.values() for each in said)
    for act in view.acts:
        if act.name not in rule.tools or not act.ok or act.answer is None:
            continue
        at = act.answer + 1
        last = min(at, len(view.roles) - 1)
        if rule.ends and view.roles[at:] != "a":
            yield Hit(last, f"messages[{last}]", phrase("audit.found.not_ended", act=visible(act.name, _NAME)))
        elif rule.ends and sentences and view.texts[at].strip() not in sentences:
            yield _other_words(at, act, "audit.found.other_words", sentences)
        elif not rule.ends and not any(sentence in "".join(view.texts[at : at + 1]) for sentence in sentences):
            yield _other_words(last, act, "audit.found.not_said", sentences)


def _other_words(at: int, act: Act, key: str, sentences: Sequence[str]) -> Hit:
    return Hit(at, f"messages[{at}].content", phrase(key, act=visible(act.name, _NAME), said=quoted(sentences[0])))


def _at_call(act: Act, text: Sentence) -> Hit:
    return Hit(act.message, act.call.path, text)


_FINDERS: Mapping[type, tuple[Finder, ...]] = {
    Confirm: (_unconfirmed, _unnamed),
    Before: (_not_before,),
    DirectlyAfter: (_not_directly_after,),
    AtMost: (_too_often,),
    SaysAfter: (_not_said,),
    One: (anothers_used, anothers_told),
}
