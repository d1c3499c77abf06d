"""Plans for any tools: random walks over the value flow, played out call by call.

A plan begins with what a user wants (one tool), finds the tools that lead there, and plays the conversation: what
the user says at once and what is asked for, choices among what was returned, a summary and a yes before anything is
changed. Variations go wrong on purpose: a mistyped value, a no, a change of mind, a question that belongs elsewhere.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from ..environment import Environment
from ..plan import Move, Plan
from .backward_chaining import MOST_CALLS, chain_to, is_internal
from .dialogue import Turns, off_topics
from .entity_types import PERSONS
from .session import Session, StuckError
from .simulated import WHOLE, Share, SimulatedEnvironment
from .toolview import ToolView
from .value_extraction import Bundle, bundles_in
from .value_flow import Flow

_TRIES = 8
_SECOND = 0.3
_NO_TOOL = 0.03
_IRRELEVANT = 0.07


class Planner:
    """Draws plans for one set of tools."""

    def __init__(self, flow: Flow, environment: Environment, lang: str) -> None:
        self.flow, self._environment, self._lang = flow, environment, lang
        self._goals = self._weighted()

    def plan(self, rng: random.Random, plan_id: str, share: Share = WHOLE, wish: str | None = None) -> Plan | None:
        """One plan, played out; None where several tries led nowhere.

        `share`: the part of all people that it may be about; `wish`: the tool that somebody should come for.
        """
        if not self._goals:
            return None
        if wish is None and rng.random() < _NO_TOOL:
            return self._talk(rng, plan_id)
        for _ in range(_TRIES):
            try:
                return self._play(rng, plan_id, share, wish)
            except StuckError:
                continue
        return None

    def _weighted(self) -> list[str]:
        """What users come for: seldom what only serves to find an id, and never only to be told who they are."""
        usable = self.flow.usable
        makers = {edge.producer for edge in self.flow.edges}
        weighted: list[str] = []
        for name in usable:
            serves = self.flow.views[name].nouns[-1:] == ("id",) and name in makers
            weighted += [name] * (0 if self._identifies(name) else 1 if serves and len(usable) > 1 else 4)
        return weighted or list(usable)

    def _identifies(self, name: str) -> bool:
        """Whether a tool of a real environment tells who somebody is, for other tools that need to know."""
        flow, view = self.flow, self.flow.views[name]
        kind = flow.kinds.by_name.get(flow.kinds.target.get(name) or "")
        if self._environment.simulated or view.effect == "write" or kind is None or kind.key is None:
            return False
        if flow.known and flow.may_say(kind.key):
            return False
        others = (flow.views[other].required for other in flow.usable if other != name)
        serves = any(param.key == kind.key for required in others for param in required)
        found = [key for key, makers in flow.producers.items() if name in makers and key != kind.key]
        who = kind.is_person or (bool(flow.known) and all(map(flow.may_say, found)))
        return who and serves and kind.key not in {param.key for param in view.required}

    def _bundle(self, goal: ToolView, rng: random.Random, share: Share) -> Bundle:
        """What the user knows: of something that the goal can be used on."""
        if isinstance(self._environment, SimulatedEnvironment):
            record = self._environment.draw(rng, goal.name, share)
            found = bundles_in(record, self.flow.about(goal.name)) if record is not None else []
            return found[0] if found else {}
        keys = [param.key for param in goal.required]
        if self.flow.known:
            return self._of_somebody(keys, rng, share)
        for _ in range(_TRIES):
            bundle = self.flow.bundle(rng, keys)
            if share == WHOLE or _belongs(bundle, share):
                break
        return bundle

    def _of_somebody(self, keys: Sequence[str], rng: random.Random, share: Share) -> Bundle:
        """What one of the known users knows, who should know as much as possible of what is needed."""
        mine = self.flow.known_within(share)
        return max(rng.sample(mine, len(mine)), key=lambda bundle: sum(key in bundle for key in keys))

    def _play(self, rng: random.Random, plan_id: str, share: Share, wish: str | None) -> Plan:
        goal = self.flow.views[wish if wish in self._goals and wish is not None else rng.choice(self._goals)]
        environment = self._environment.fork()
        before = environment.hash()
        session = Session(self.flow, environment, rng, self._bundle(goal, rng, share), self._lang, share)
        turns = Turns(session)
        turns.tags += ["irrelevant"] if rng.random() < _IRRELEVANT else []
        intents = [goal.name]
        went_on = turns.reach(goal, self._chain(session, goal, []), first=True)
        if went_on and rng.random() < _SECOND:
            second = self._second(session, goal, rng)
            if second is not None:
                turns.tags.append("second-request")
                if not all(param.key in session.bundle for param in second.required if not param.options):
                    session.bundle = self._bundle(second, rng, share)
                intents.append(second.name)
                called = [name for name, _ in session.returned]
                turns.reach(second, self._chain(session, second, called), first=False)
        turns.close()
        if getattr(environment, "broken", False):
            raise StuckError("the server was lost")
        return Plan(
            id=plan_id,
            steps=session.steps,
            intents=intents,
            tags=list(dict.fromkeys(turns.tags)),
            facts=dict(session.told),
            entities=list(session.seen),
            hash_before=before,
            hash_after=environment.hash(),
        )

    def _chain(self, session: Session, goal: ToolView, done: Sequence[str]) -> list[str]:
        known = {*filter(self.flow.may_say, session.bundle), *session.told}
        return chain_to(self.flow, goal.name, known, done, session.rng, self.flow.usable)

    def _second(self, session: Session, goal: ToolView, rng: random.Random) -> ToolView | None:
        """A further wish: about what is known by now, or about nothing in particular."""
        calls = len(session.returned)
        known = {*session.told, *session.bundle, *(each.key for _, found in session.returned for each in found)}
        listed = {f"{self.flow.kinds.target.get(name)}_id" for name, _ in session.returned}
        fitting = []
        for name in self.flow.usable:
            view = self.flow.views[name]
            needs = [param.key for param in view.required if is_internal(self.flow, param)]
            # What is made anew is made of things that were looked for, not of what happened to be mentioned.
            ready = all(
                key in known and (view.act != "create" or key in session.told or key in listed) for key in needs
            )
            if name != goal.name and calls + 1 < MOST_CALLS and ready and name in self._goals:
                fitting.append(view)
        return rng.choice(fitting) if fitting else None

    def _talk(self, rng: random.Random, plan_id: str) -> Plan:
        """A conversation that needs no tool."""
        environment = self._environment.fork()
        mark = environment.hash()
        session = Session(self.flow, environment, rng, {}, self._lang)
        offered = [self.flow.views[name] for name in self.flow.usable]
        session.say("user", Move("ask.help"))
        session.say("assistant", Move("tell.help", {"tools": rng.sample(offered, min(3, len(offered)))}))
        if rng.random() < 0.5:
            topic = rng.choice(off_topics(self.flow.views))
            session.say("user", Move("ask.irrelevant", {"topic": topic}))
            session.say("assistant", Move("refuse.irrelevant", {}))
        session.say("user", Move("thanks"))
        session.say("assistant", Move("bye"))
        return Plan(plan_id, session.steps, [], ["no-tool"], {}, [], mark, mark)


def _belongs(bundle: Bundle, share: Share) -> bool:
    """Whether a record is of a person in this part of all people, told by a digest of who it is."""
    who = next(
        (str(value) for key, value in bundle.items() if key.removesuffix("_id") in PERSONS or key == "email"), ""
    )
    place = hashlib.blake2b(who.encode("utf-8", "replace"), digest_size=4).digest()
    return not who or share[0] <= int.from_bytes(place) / 2**32 < share[1]
