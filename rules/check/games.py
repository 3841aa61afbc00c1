"""Every game that could have given the numbers on the cards: one explanation for each that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product

from msgspec import UNSET, UnsetType

from rules.check.index import Hand, Index, Ways
from rules.check.numbers import MOST_GAMES, Numbers
from rules.game import ErrorCall, Infraction, PointsGame, Seats

Rank = tuple[int, ...]
"""An explanation's place in the order: infractions, bonuses, dead, then the seats concerned."""

Ranked = tuple[Rank, PointsGame]


def games(index: Index, numbers: Numbers) -> list[PointsGame]:
    """Every explanation of the numbers without infractions but the marked ones, simplest first."""
    return _sorted(_Search(index, numbers))


def games_with_infractions(index: Index, numbers: Numbers) -> list[PointsGame]:
    """Every explanation with at most one infraction more a seat, simplest first. Asked where `games` has none."""
    if numbers.only_marked:
        return []
    return _sorted(_Search(index, numbers, fines=index.fines, thrower_fines=index.thrower_fines))


def _sorted(search: _Search) -> list[PointsGame]:
    return [game for _, game in sorted(search.all(), key=_rank)]


@lru_cache(maxsize=MOST_GAMES)
def legal(index: Index, numbers: Numbers) -> bool:
    """Whether some game without infractions, but for those marked, gives these numbers."""
    return next(_Search(index, numbers).all(), None) is not None


def _rank(ranked: Ranked) -> Rank:
    return ranked[0]


NO_FINES: Mapping[int, str] = {}


class _Search:
    """The search through one game's numbers. Seats are numbered in their order.

    What explains a seat's number is the kind of an infraction, empty where none is needed, None where nothing does.
    """

    # What was marked; most often nothing.
    names_dead = False
    """Whether exactly the marked hands were declared dead."""
    dead_seats: Set[int] = frozenset()
    """Everybody marked as out of the game, the erring players among them."""
    erring: Set[int] = frozenset()
    error: ErrorCall | UnsetType | None = UNSET
    beside: ErrorCall | UnsetType = UNSET
    """The mah jongg in error that was marked, beside a game that went on."""
    marked_seats: Set[int] = frozenset()
    misnamers: Set[int] = frozenset()

    def __init__(
        self,
        index: Index,
        numbers: Numbers,
        *,
        fines: Mapping[int, str] = NO_FINES,
        thrower_fines: Mapping[int, str] = NO_FINES,
    ) -> None:
        self.index = index
        self.letters = letters = numbers.seats
        self.seats = range(len(letters))
        self.fines = fines
        self.thrower_fines = thrower_fines
        self.points: Sequence[int] = numbers.points
        self.marked = numbers.marked
        if numbers.dead is not None:
            self.names_dead, self.dead_seats = True, numbers.out()
        if numbers.error is not UNSET:
            self.error, self.erring, self.dead_seats = numbers.error, numbers.erring(), numbers.out()
            if numbers.error is not None:
                self.beside = ErrorCall(numbers.error.caller, tuple(sorted(numbers.error.exposed)))
        if numbers.marked:
            self.points = list(map(sum, zip(numbers.points, numbers.fined(index), strict=True)))
            self.marked_seats = {letters.index(letter) for letter, _ in numbers.marked}
            self.misnamers = numbers.misnamers()
        if fines:
            self.idle = [self.fine(seat, 0) for seat in self.seats]
        else:
            self.idle = [None if number else "" for number in self.points]
        """What explains each seat's number if the seat had no points in the game."""
        self.scoring = [seat for seat, kind in enumerate(self.idle) if kind is None]

    def all(self) -> Iterator[Ranked]:
        index, numbers = self.index, {*self.points}
        if len(self.scoring) <= 2:
            yield from self.wins()
        if self.misnamers:  # a misnamed tile that was claimed for mah jongg ends the game in a win
            return
        if self.fines or numbers <= {0, index.wall}:
            yield from self.shared("wall", index.wall, dead_share=index.dead_gets_wall)
        if self.fines or numbers <= {0, index.unfinished}:
            yield from self.shared("unfinished", index.unfinished, dead_share=False)
        if self.beside is not UNSET:
            yield from self.marked_error(self.beside)
        elif self.error is UNSET and len(self.scoring) <= 1:
            yield from self.errors()

    def wins(self) -> Iterator[Ranked]:
        for winner in self.scoring if len(self.scoring) == 2 or not self.fines else self.seats:
            others = [seat for seat in self.scoring if seat != winner]
            won = [] if winner in self.dead_seats or len(others) > 1 else list(self.totals(winner))
            if not won:
                continue
            if not others and not self.misnamers and len(self.seats) - len(self.dead_seats) > 1:
                yield from self.picked(winner, won)
            for thrower in others or self.seats:
                if thrower != winner and thrower not in self.erring and self.misnamers <= {thrower}:
                    yield from self.thrown(winner, won, thrower)

    def totals(self, winner: int) -> Iterator[tuple[int, str]]:
        """Points the winner may have won, with the infraction that makes the number out of them."""
        number, lowest = self.points[winner], self.index.values[0]
        if number >= lowest:
            yield number, ""
        if winner not in self.marked_seats:
            for cost, kind in self.fines.items():
                if number + cost >= lowest:
                    yield number + cost, kind

    def hands(self, won: list[tuple[int, str]], ways: Ways) -> Iterator[tuple[int, Hand, str]]:
        """The value, the hand and the winner's infraction."""
        for total, kind in won:
            for value in self.index.values:
                for hand in ways.get(total - value, ()):
                    yield value, hand, kind

    def picked(self, winner: int, won: list[tuple[int, str]]) -> Iterator[Ranked]:
        """Wins without a thrower."""
        for value, hand, kind in self.hands(won, self.index.picked):
            kinds = self.idle.copy()
            kinds[winner] = kind
            yield self.ranked(
                "win",
                kinds,
                (hand.bonuses, len(self.dead_seats), winner, 0, -value, hand.jokerless),
                winner=self.letters[winner],
                value=value,
                hand_class=hand.hand_class,
                jokerless=hand.jokerless,
                self_picked=True,
                exposures=hand.exposures,
                dead=self.named(self.dead_seats - self.erring),
                error=self.beside,
            )

    def thrown(self, winner: int, won: list[tuple[int, str]], thrower: int) -> Iterator[Ranked]:
        """Wins off this thrower. A thrower who was dead was declared so on the winning tile."""
        for ways, paid in self.throws(thrower):
            for value, hand, kind in self.hands(won, ways):
                kinds = self.idle.copy()
                kinds[winner], kinds[thrower] = kind, paid
                yield self.ranked(
                    "win",
                    kinds,
                    (hand.bonuses, len(self.dead_seats), winner, thrower + 1, -value, hand.jokerless),
                    winner=self.letters[winner],
                    value=value,
                    hand_class=hand.hand_class,
                    jokerless=hand.jokerless,
                    self_picked=False,
                    thrower=self.letters[thrower],
                    exposures=hand.exposures,
                    dead=self.named(self.dead_seats - self.erring - {thrower}),
                    dead_after_throw=self.named(self.dead_seats & {thrower}),
                    error=self.beside,
                )

    def throws(self, thrower: int) -> Iterator[tuple[Ways, str]]:
        """Ways of winning that cost the thrower so much, with the infraction that makes the number out of it."""
        lost = -self.points[thrower]
        if lost in self.index.thrown:
            yield self.index.thrown[lost], ""
        if thrower not in self.marked_seats:
            for cost, kind in self.thrower_fines.items():
                if lost - cost in self.index.thrown:
                    yield self.index.thrown[lost - cost], kind

    def shared(self, outcome: str, points: int, *, dead_share: bool) -> Iterator[Ranked]:
        """Games that nobody won: every live player has the same points, a dead one none unless they share."""
        options: list[list[tuple[bool, str]]] = []
        for seat in self.seats:
            ends = []
            if seat not in self.dead_seats:
                ends.append((False, self.fine(seat, points)))
            if seat in self.dead_seats or (not self.names_dead and points and not dead_share):
                ends.append((True, self.fine(seat, points if dead_share else 0)))
            options.append([(is_dead, kind) for is_dead, kind in ends if kind is not None])
            if not options[-1]:
                return
        for chosen in product(*options):
            dead = {seat for seat in self.seats if chosen[seat][0]}
            short = len(self.seats) - len(dead) < 2
            if short and (outcome != "wall" or not self.may_be_short()):
                continue
            # Fewer than two hands after an error end the game, so that the others died on the last throw of the wall.
            late = dead - self.erring if short and self.erring else set()
            ruled = short and not self.erring
            yield self.ranked(
                outcome,
                [kind for _, kind in chosen],
                (
                    0,
                    len(dead),
                    len(self.seats) if ruled else -1,
                    outcome != "wall",
                    -sum(8 >> seat for seat in dead),
                ),
                dead=self.named(dead - self.erring - late),
                dead_after_throw=self.named(late),
                error=self.beside,
                ruled="wall" if ruled else UNSET,
            )

    def may_be_short(self) -> bool:
        """Whether a wall may have been left with fewer than two live hands.

        After an error that left two, the others marked dead died on the last throw. Without an error the director
        ruled so: that is supposed only where nothing is marked about anybody's hand.
        """
        if self.erring:
            return self.names_dead and len(self.seats) - len(self.erring) >= 2
        return not self.names_dead and self.error is UNSET

    def errors(self) -> Iterator[Ranked]:
        """Mah jongg in error, not marked, that ended the game: one player, or nobody, had kept the hand intact.

        Those marked dead were so before; the others have exposed their hands. Where fewer than two hands were live
        without it, the director has to rule.
        """
        if self.names_dead and len(self.seats) - len(self.dead_seats) < 2:
            return
        for intact in self.scoring or (None, *self.seats):
            kinds = self.idle.copy()
            if intact is not None:
                kinds[intact] = self.fine(intact, self.index.survivor)
                if kinds[intact] is None or intact in self.dead_seats:
                    continue
            for caller in self.seats:
                if caller != intact and caller not in self.dead_seats:
                    exposed = {*self.seats} - {caller, intact} - self.dead_seats
                    yield self.error_ranked(kinds, intact, caller, exposed, self.dead_seats)

    def marked_error(self, error: ErrorCall) -> Iterator[Ranked]:
        """The mah jongg in error that was marked, if it ended the game: one hand at most was left intact."""
        intact = [seat for seat in self.seats if seat not in self.dead_seats]
        kinds = self.idle.copy()
        for seat in intact:
            kinds[seat] = self.fine(seat, self.index.survivor)
        if len(intact) < 2 and None not in kinds:
            caller = self.letters.index(error.caller)
            exposed, dead = self.erring - {caller}, self.dead_seats - self.erring
            yield self.error_ranked(kinds, intact[0] if intact else None, caller, exposed, dead)

    def error_ranked(
        self,
        kinds: Sequence[str | None],
        intact: int | None,
        caller: int,
        exposed: Iterable[int],
        dead: Iterable[int],
    ) -> Ranked:
        out = len(self.seats) - (intact is not None)
        return self.ranked(
            "error",
            kinds,
            (0, out, caller, -1 if intact is None else intact),
            dead=self.named(dead),
            error=ErrorCall(self.letters[caller], self.named(exposed)),
        )

    def named(self, seats: Iterable[int]) -> Seats:
        return tuple([self.letters[seat] for seat in sorted(seats)])

    def fine(self, seat: int, due: int) -> str | None:
        """What makes this seat's number out of the points due."""
        gap = due - self.points[seat]
        if not gap:
            return ""
        if seat in self.marked_seats:
            return None
        return self.fines.get(gap)

    def ranked(self, outcome: str, kinds: Sequence[str | None], rank: Rank, **facts: object) -> Ranked:
        """One explanation, with the infraction of each seat. ``rank`` is its place among those with as many."""
        infractions = []
        if self.fines or self.thrower_fines:
            infractions = [
                Infraction(letter, kind) for letter, kind in zip(self.letters, kinds, strict=True) if kind
            ]
        if self.marked:
            infractions += [Infraction(letter, kind) for letter, kind in self.marked]
            infractions.sort(key=_seat)
        return (len(infractions), *rank), PointsGame(
            outcome=outcome,
            seats=self.letters,
            profile=self.index.changes,
            infractions=tuple(infractions),
            **facts,  # type: ignore[arg-type]
        )


def _seat(infraction: Infraction) -> str:
    return infraction.seat
