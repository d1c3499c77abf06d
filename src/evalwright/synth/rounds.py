"""Stories in rounds: several are proposed at once, with what was accepted before the round, and accepted in order.

How many a round has depends on how many conversations there are, and a round is cut into pieces of a constant size: so
the same seed gives the same bytes however many processes work. Within a piece each story knows those before it. Where
a generator depends on every conversation that was accepted (`in_rounds` is not stated), a round has one story.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from evalwright.data import paused_gc
from evalwright.executor import Executor, LocalExecutor
from evalwright.plugins import DOMAINS

from .coverage import Coverage
from .generator import Generator
from .generator_choice import open_generator
from .proposals import ATTEMPTS, Proposal, Story, StoryMaker
from .settings import Settings

PIECE = 16
"""Stories that one process makes one after the other."""
_PIECES, _ROWS_FOR_A_PIECE = 64, 128
"""A round has a piece for so many conversations that there are, and at most so many pieces."""
_TRIES_FOR_A_SIDE = 3
"""So many stories in a row that could not be had for valid: train gets the place."""
_GIVEN_UP_AT_MOST = 40
"""So many stories in a row that could not be had: there are no more."""


class Piece(NamedTuple):
    """Stories that belong together."""

    stories: list[Story]
    coverage: Coverage
    """What there was when the round began, as far as it steers."""
    wants_shape: bool = True


class PieceMaker:
    """Makes the proposals of a piece, in whatever process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __call__(self, piece: Piece) -> list[Proposal]:
        """One proposal for each story; the conversations themselves stay here."""
        with paused_gc():
            made = proposals_of(piece, _maker_in_worker(self._settings))
        for row in (row for proposal in made for row in proposal.rows):
            row.draft = None
        return made


_OPENED: list[StoryMaker] = []
"""What a worker has opened: the function of a round comes anew with every round."""


def _maker_in_worker(settings: Settings) -> StoryMaker:
    if not _OPENED or _OPENED[0].settings != settings:
        for other in _OPENED:
            other.maker.close()
        _OPENED[:] = [StoryMaker(settings, open_generator(settings))]
    return _OPENED[0]


def proposals_of(piece: Piece, stories: StoryMaker) -> list[Proposal]:
    """The proposals of a piece, each drawn with those before it counted."""
    coverage, made = piece.coverage.steering(), []
    stories.wants_shape = piece.wants_shape
    for story in piece.stories:
        proposal = stories.proposal(story, coverage)
        for row in proposal.rows:
            coverage.count(row.counted)
        made.append(proposal)
    return made


def may_be_shared(settings: Settings, maker: Generator) -> bool:
    """Whether other processes can make the stories of this generator: it says so, and its domain is known to them."""
    return is_in_rounds(maker) and not DOMAINS.is_registered(settings.source)


def is_in_rounds(maker: Generator) -> bool:
    """Whether a generator depends on what was accepted before by the coverage alone."""
    return bool(getattr(maker, "in_rounds", False))


class Rounds:
    """Which stories come next, until there are enough conversations or no more to be had."""

    def __init__(self, stories: StoryMaker, executor: Executor, one: Callable[[Story], Proposal]) -> None:
        """`one`: makes a story that depends on all before it, and is new."""
        self._stories, self._settings, self._one = stories, stories.settings, one
        self._in_rounds = is_in_rounds(stories.maker)
        self._executor = executor if may_be_shared(stories.settings, stories.maker) else LocalExecutor()
        self._waiting: list[Story] = []
        self._owed: list[str] = []
        self._number = self._gave_up = self.made = 0

    def proposals(self, coverage: Coverage, wants_shape: Callable[[], bool]) -> Iterator[Proposal]:
        """Proposals in order; whoever takes one says what became of it by `accepted`, `again` or `given_up`."""
        while self.made < self._settings.n and self._gave_up < _GIVEN_UP_AT_MOST:
            stories = self._next_stories()
            if not self._in_rounds:
                yield from map(self._one, stories)
                continue
            parts = [stories[at : at + PIECE] for at in range(0, len(stories), PIECE)]
            pieces = [Piece(part, coverage.steering(), wants_shape()) for part in parts]
            for made in self._executor.map_in_order(self._piece_maker(), pieces):
                yield from made

    def accepted(self, rows: int) -> None:
        """So many conversations more."""
        self.made += rows
        self._gave_up = 0

    def again(self, story: Story) -> bool:
        """A story that came too late to be new is drawn again in the next round; False where it was often enough."""
        if story.attempt + 1 >= ATTEMPTS:
            return False
        self._waiting.append(story._replace(attempt=story.attempt + 1))
        return True

    def given_up(self, story: Story) -> None:
        """A story could not be had: another is for its side."""
        self._owed.append(story.side)
        self._gave_up += 1

    def _piece_maker(self) -> Callable[[Piece], list[Proposal]]:
        if isinstance(self._executor, LocalExecutor):
            return lambda piece: proposals_of(piece, self._stories)
        return PieceMaker(self._settings)

    def _next_stories(self) -> list[Story]:
        """Those that are to be drawn again, and new ones, as many as a round has."""
        size = PIECE * min(max(self.made // _ROWS_FOR_A_PIECE, 1), _PIECES) if self._in_rounds else 1
        stories, self._waiting = self._waiting[:size], self._waiting[size:]
        width = len(self._settings.langs) if self._settings.parallel else 1
        while len(stories) < size:
            place = self.made + width * (len(stories) + len(self._waiting))
            if place >= self._settings.n:
                break
            stories.append(Story(self._number, 0, self._next_side(place)))
            self._number += 1
        return stories

    def _next_side(self, place: int) -> str:
        owed = self._owed.pop(0) if self._owed else self._side(place)
        return owed if self._gave_up < _TRIES_FOR_A_SIDE else "train"  # a small world is train's alone

    def _side(self, number: int) -> str:
        share = self._settings.valid_share
        return "valid" if int((number + 1) * share + 1e-9) > int(number * share + 1e-9) else "train"
