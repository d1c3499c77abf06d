"""Conversations in the bundled shop: plan, then words, in each language that was asked for."""

from __future__ import annotations

from evalwright.synth.domain_kit import (
    SEED_CALLS,
    SEED_MESSAGES,
    Coverage,
    Draft,
    EnvironmentFacts,
    EnvironmentSpec,
    Origin,
    Plan,
    Quota,
    RowEnvironment,
    RowMetadata,
    Settings,
    assemble,
    make_environment,
    random_for,
)
from evalwright.synth.phrases import draw_voice

from .plans import ShopPlanner, Wish
from .shop import Shop
from .wording import phrase_texts, speaker

_STEERED_EVERY, _LATER_EVERY = 3, 30
"""Every third conversation is drawn towards what is still missing, the others as they come; later on fewer."""
_STEERED_UNTIL, _MANY = 300, 2_000
"""When later begins; where so many are wanted, at once, since most of what is missing comes by itself among them."""
_LENGTHS_TRIED = 4


class RetailGenerator:
    """Makes conversations in the shop."""

    simulated = False
    replays = True
    judged_by_calls = False

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._name = settings.source
        self.varied = self._name == "shop"
        self._shops = {lang: self._shop(lang) for lang in settings.langs}
        self._profile = profile = "mini" if self._name == "shop-mini" else settings.profile
        self._planners = {lang: ShopPlanner(shop, profile) for lang, shop in self._shops.items()}
        self._sides = {lang: self._people(shop) for lang, shop in self._shops.items()}
        self._calls = Quota(SEED_CALLS) if settings.profile == "seed" else None
        self._messages = Quota(SEED_MESSAGES)
        self.in_rounds = self._calls is None
        """The lengths of the profile `seed` are met by looking at every conversation that was accepted."""

    def make(self, number: int, attempt: int, side: str, coverage: Coverage) -> list[Draft]:
        """One story in one language, or in all of them."""
        langs = self._settings.langs
        told = langs if self._settings.parallel else (langs[number % len(langs)],)
        wish = self._wish(number, attempt, told[0], coverage)
        seed = (self._settings.seed, number, attempt)
        plans = [self._plan(lang, seed, side, wish) for lang in told]
        return [self._word(lang, plan, seed) for lang, plan in zip(told, plans, strict=True) if plan is not None]

    def accepted(self, drafts: list[Draft]) -> None:
        """Count the lengths that were reached."""
        for draft in drafts if self._calls is not None else ():
            self._messages.meet(len(draft.messages))
            assert self._calls is not None
            self._calls.meet(sum(message["role"] == "tool" for message in draft.messages))

    def environment(self, lang: str) -> Shop:
        """The shop of a language, as it is before any conversation."""
        return self._shops[lang]

    def vocabulary(self, lang: str) -> str:
        """All that its phrases are made of."""
        return " ".join(phrase_texts(lang))

    def describe(self) -> Origin:
        """The shop's seed and sizes; the same anywhere give the same shop."""
        hashes = {lang: shop.hash() for lang, shop in self._shops.items()}
        environment: EnvironmentFacts = {
            "name": self._name,
            "seed": self._settings.seed,
            "options": self._settings.options,
            "locales": hashes,
        }
        return {
            "source": {"kind": self._name, "text": self._settings.source},
            "environment": environment,
            "notes": [],
        }

    def close(self) -> None:
        """Nothing is held."""

    def _shop(self, lang: str) -> Shop:
        spec = EnvironmentSpec(self._settings.seed, lang, self._settings.options)
        made = make_environment(self._name, spec)
        assert isinstance(made, Shop)
        return made

    def _people(self, shop: Shop) -> dict[str, list[str]]:
        """The users of each side: nobody is on both, and the same positions in every language."""
        users = list(shop.world.users)
        positions = list(range(len(users)))
        random_for(self._settings.seed, "sides").shuffle(positions)
        share = self._settings.valid_share
        count = max(round(len(users) * share), 1) if share else 0
        return {"valid": [users[at] for at in positions[:count]], "train": [users[at] for at in positions[count:]]}

    def _wish(self, number: int, attempt: int, lang: str, coverage: Coverage) -> Wish | None:
        if self._calls is not None:
            return Wish(calls=self._calls.most_lacking())
        often = number < _STEERED_UNTIL and self._settings.n < _MANY
        if number % (_STEERED_EVERY if often else _LATER_EVERY) or attempt > _LENGTHS_TRIED:
            return None
        return self._planners[lang].steer(coverage.tools, coverage.transitions, coverage.intents)

    def _plan(self, lang: str, seed: tuple[int, ...], side: str, wish: Wish | None) -> Plan | None:
        """The plan; where lengths count, the best of a few."""
        drawn: list[Plan] = []
        for again in range(_LENGTHS_TRIED if self._calls is not None else 1):
            rng = random_for(*seed, "plan", again)
            plan = self._planners[lang].plan(rng, _plan_id(seed), self._sides[lang][side], wish)
            if plan is not None:
                drawn.append(plan)
        return max(drawn, key=self._fit, default=None)

    def _fit(self, plan: Plan) -> float:
        calls = len(plan.calls())
        return self._messages.lack(len(plan.steps) + calls + 1)

    def _word(self, lang: str, plan: Plan, seed: tuple[int, ...]) -> Draft:
        rng = random_for(*seed, "words", lang)
        shop = self._shops[lang]
        environment: RowEnvironment = {
            "name": self._name,
            "seed": self._settings.seed,
            "locale": lang,
            "hash": plan.hash_before,
            "hash_after": plan.hash_after,
        }
        if plan.facts.get("faults"):
            environment["faults"] = plan.facts["faults"]
        if self._settings.options:
            environment["options"] = dict(self._settings.options)
        metadata: RowMetadata = {
            "plan": plan.id,
            "lang": lang,
            "profile": self._profile,
            "intents": plan.intents,
            "tags": plan.tags,
            "wording": "grammar",
            "simulated": False,
            "environment": environment,
        }
        words = speaker(draw_voice(rng, lang), rng)
        return assemble(plan, words, shop.policy(lang), metadata, f"{self._name}-{lang}-{plan.id}")


def _plan_id(seed: tuple[int, ...]) -> str:
    return f"{seed[0]}-{seed[1]:05d}"
