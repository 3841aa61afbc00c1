"""Every game that could have given the numbers on the cards; one explanation for each that differs."""

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import product
from operator import attrgetter, itemgetter

from msgspec import UNSET, UnsetType

from rules.check.extras import fitting
from rules.check.index import Index, Ways
from rules.check.numbers import MOST_GAMES, Marks, Numbers
from rules.game import LETTERS, ErrorCall, ExtraMark, Infraction, Seats
from rules.systems.points import PointsGame

Rank = tuple[int, ...]
"""An explanation's place in the order: infractions, bonuses, dead, then the seats concerned."""

Ranked = tuple[Rank, PointsGame]


def games(index: Index, numbers: Numbers) -> list[PointsGame]:
    """Every explanation without infractions other than the marked ones, simplest first."""
    return [game for _, game in sorted(_explanations(index, numbers), key=itemgetter(0))]


def games_with_infractions(index: Index, numbers: Numbers) -> list[PointsGame]:
    """Every explanation with at most one further infraction per seat, simplest first; for numbers without `games`."""
    if numbers.only_marked:
        return []
    explanations = _explanations(index, numbers, with_fines=True)
    return [game for _, game in sorted(explanations, key=itemgetter(0))]


def legal(index: Index, numbers: Numbers) -> bool:
    """Whether some game without infractions other than the marked ones gives these numbers."""
    if numbers.has_marks:
        return _legal_as_marked(index, numbers)
    return _legal_unmarked(index, tuple(sorted(numbers.points)))


@lru_cache(maxsize=MOST_GAMES)
def _legal_as_marked(index: Index, numbers: Numbers) -> bool:
    return next(_explanations(index, numbers), None) is not None


@lru_cache(maxsize=MOST_GAMES)
def _legal_unmarked(index: Index, points: tuple[int, ...]) -> bool:
    """Takes the numbers in ascending order: without marks the seats do not differ."""
    return next(_explanations(index, Numbers(LETTERS[: len(points)], points)), None) is not None


def _explanations(index: Index, numbers: Numbers, *, with_fines: bool = False) -> Iterator[Ranked]:
    if not index.extras:
        return _Search(index, numbers, with_fines=with_fines).all()
    return _with_extras(index, numbers, with_fines=with_fines)


def _with_extras(index: Index, numbers: Numbers, *, with_fines: bool) -> Iterator[Ranked]:
    """The explanations with the marked extras, or where none are known with each set of extras that fits.

    Extras change no other fact, so that for one game and its points each seat has one sum of extras; of the sets with
    this sum, one stands for all. An extra for the winner is only in games that this seat won.
    """
    if numbers.extras is not UNSET:
        winners = {seat for seat, code in numbers.extras if index.extras[code].to == "winner"}
        for rank, game in _Search(index, numbers, with_fines=with_fines).all():
            if not winners or winners == {game.winner}:
                yield rank, game
        return
    for winner in (None, *numbers.seats):
        for marks in fitting(index, numbers, winner, with_fines=with_fines):
            search = _Search(index, numbers._replace(extras=marks), with_fines=with_fines)
            for rank, game in search.all():
                if winner == (None if game.winner is UNSET else game.winner):
                    yield rank, game


class _Search:
    """The search through one game's numbers. Seats are indexes into the letters.

    A seat's number is explained by the kind of an infraction: empty where the number needs none, None where no
    infraction explains it.
    """

    # # Marks of the desk; most games have none.
    names_dead = False
    """Whether exactly the marked hands were declared dead."""
    dead_seats: Set[int] = frozenset()
    """Everybody marked as out of the game, the erring players among them."""
    erring: Set[int] = frozenset()
    error: ErrorCall | UnsetType | None = UNSET
    game_error: ErrorCall | UnsetType = UNSET
    """The mah jongg in error that was marked, beside a game that went on."""
    marked_seats: Set[int] = frozenset()
    misnamers: Set[int] = frozenset()
    extras: Marks = ()

    def __init__(self, index: Index, numbers: Numbers, *, with_fines: bool) -> None:
        self.index = index
        self.letters = letters = numbers.seats
        self.seats = range(len(letters))
        self.fines = index.fines if with_fines else {}
        self.thrower_fines = index.thrower_fines if with_fines else {}
        self.points: Sequence[int] = numbers.points
        self.marked = numbers.marked
        if numbers.dead is not UNSET:
            self.names_dead, self.dead_seats = True, numbers.out()
        if numbers.error is not UNSET:
            self.error, self.erring, self.dead_seats = numbers.error, numbers.erring(), numbers.out()
            if numbers.error is not None:
                self.game_error = ErrorCall(numbers.error.caller, tuple(sorted(numbers.error.exposed)))
        if numbers.extras:
            self.extras = numbers.extras
        if numbers.marked or numbers.extras:
            self.points = list(map(sum, zip(numbers.points, numbers.fined(index), strict=True)))
            self.marked_seats = {letters.index(letter) for letter, _ in numbers.marked}
            self.misnamers = numbers.misnamers()
        if self.fines:
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
        if self.game_error is not UNSET:
            yield from self.marked_error(self.game_error)
        elif self.error is UNSET and len(self.scoring) <= 1:
            yield from self.errors()

    def wins(self) -> Iterator[Ranked]:
        for winner in self.scoring if len(self.scoring) == 2 or not self.fines else self.seats:
            others = [seat for seat in self.scoring if seat != winner]
            if winner in self.dead_seats or len(others) > 1:
                continue
            won = self.totals(winner)
            if not won:
                continue
            if not others and not self.misnamers and len(self.seats) - len(self.dead_seats) > 1:
                yield from self.won(winner, won, self.index.picked)
            for thrower in others or self.seats:
                if thrower != winner and thrower not in self.erring and self.misnamers <= {thrower}:
                    for ways, kind in self.throws(thrower):
                        yield from self.won(winner, won, ways, thrower, kind)

    def totals(self, winner: int) -> list[tuple[int, str]]:
        """Points the winner may have won, each with the infraction that turns them into the number on the card."""
        number, lowest = self.points[winner], self.index.values[0]
        totals = [(number, "")] if number >= lowest else []
        if self.fines and winner not in self.marked_seats:
            totals += [(number + cost, kind) for cost, kind in self.fines.items() if number + cost >= lowest]
        return totals

    def won(
        self,
        winner: int,
        totals: list[tuple[int, str]],
        ways: Ways,
        thrower: int | None = None,
        thrower_kind: str = "",
    ) -> Iterator[Ranked]:
        """Wins without a thrower or off this one. A dead thrower was declared dead on the winning tile."""
        thrown = frozenset() if thrower is None else frozenset({thrower})
        for total, kind in totals:
            for extra, hands in ways.items():
                value = total - extra
                for hand in hands if value in self.index.values else ():
                    kinds = self.idle.copy()
                    kinds[winner] = kind
                    if thrower is not None:
                        kinds[thrower] = thrower_kind
                    place = 0 if thrower is None else thrower + 1
                    yield self.ranked(
                        "win",
                        kinds,
                        (hand.bonuses, len(self.dead_seats), winner, place, -value, hand.jokerless),
                        winner=self.letters[winner],
                        value=value,
                        hand_class=hand.hand_class,
                        jokerless=hand.jokerless,
                        self_picked=thrower is None,
                        thrower=UNSET if thrower is None else self.letters[thrower],
                        exposures=hand.exposures,
                        dead=self.named(self.dead_seats - self.erring - thrown),
                        dead_after_throw=self.named(self.dead_seats & thrown),
                        error=self.game_error,
                    )

    def throws(self, thrower: int) -> Iterator[tuple[Ways, str]]:
        """Winning hands by their cost to the thrower, with the infraction that turns that cost into the thrower's
        number.
        """
        penalty = -self.points[thrower]
        if penalty in self.index.thrown:
            yield self.index.thrown[penalty], ""
        if thrower not in self.marked_seats:
            for cost, kind in self.thrower_fines.items():
                if penalty - cost in self.index.thrown:
                    yield self.index.thrown[penalty - cost], kind

    def shared(self, outcome: str, points: int, *, dead_share: bool) -> Iterator[Ranked]:
        may_be_dead = not self.names_dead and points and not dead_share
        dead_points = points if dead_share else 0
        options: list[list[tuple[bool, str]]] = []
        for seat in self.seats:
            is_marked = seat in self.dead_seats
            ends = []
            if not is_marked and (kind := self.fine(seat, points)) is not None:
                ends.append((False, kind))
            if (is_marked or may_be_dead) and (kind := self.fine(seat, dead_points)) is not None:
                ends.append((True, kind))
            if not ends:
                return
            options.append(ends)
        for ends_of_seats in product(*options):
            dead = {seat for seat in self.seats if ends_of_seats[seat][0]}
            too_few_live = len(self.seats) - len(dead) < 2
            if too_few_live and (outcome != "wall" or not self.may_be_short()):
                continue
            # # An error that leaves fewer than two hands ends the game, so the others died on the last throw of the
            # wall.
            dead_at_end = dead - self.erring if too_few_live and self.erring else set()
            needs_ruling = too_few_live and not self.erring
            yield self.ranked(
                outcome,
                [kind for _, kind in ends_of_seats],
                (
                    0,
                    len(dead),
                    len(self.seats) if needs_ruling else -1,
                    outcome != "wall",
                    -sum([8 >> seat for seat in dead]),
                ),
                dead=self.named(dead - self.erring - dead_at_end),
                dead_after_throw=self.named(dead_at_end),
                error=self.game_error,
                ruled="wall" if needs_ruling else UNSET,
            )

    def may_be_short(self) -> bool:
        """Whether fewer than two live hands may be left in a wall game.

        After an error that left two hands, the others marked dead died on the last throw. Without an error a director
        must have ruled so, which is assumed only where no hand is marked.
        """
        if self.erring:
            return self.names_dead and len(self.seats) - len(self.erring) >= 2
        return not self.names_dead and self.error is UNSET

    def errors(self) -> Iterator[Ranked]:
        """Unmarked mah jongg in error that ended the game with one intact hand or none.

        Players marked dead were dead before it; the others exposed their hands. Yields nothing where fewer than two
        hands were live before it, because that needs a director's ruling.
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
        """The marked mah jongg in error, if it ended the game: it left at most one hand intact."""
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
        exposed: Set[int],
        dead: Set[int],
    ) -> Ranked:
        dead_hands = len(self.seats) - (intact is not None)
        return self.ranked(
            "error",
            kinds,
            (0, dead_hands, caller, -1 if intact is None else intact),
            dead=self.named(dead),
            error=ErrorCall(self.letters[caller], self.named(exposed)),
        )

    def named(self, seats: Set[int]) -> Seats:
        return tuple([self.letters[seat] for seat in sorted(seats)]) if seats else ()

    def fine(self, seat: int, expected_points: int) -> str | None:
        """The infraction that turns ``expected_points`` into this seat's number; see the class for "" and None."""
        gap = expected_points - self.points[seat]
        if not gap:
            return ""
        if seat in self.marked_seats:
            return None
        return self.fines.get(gap)

    def ranked(self, outcome: str, kinds: Sequence[str | None], rank: Rank, **facts: object) -> Ranked:
        """One explanation with the infraction of each seat. ``rank`` orders explanations with equally many
        infractions.
        """
        infractions = []
        if self.fines or self.thrower_fines:
            infractions = [
                Infraction(letter, kind) for letter, kind in zip(self.letters, kinds, strict=True) if kind
            ]
        if self.marked:
            infractions += [Infraction(letter, kind) for letter, kind in self.marked]
            infractions.sort(key=attrgetter("seat"))
        extras = self.extras
        if extras:
            rank = (rank[0] + len(extras), *rank[1:], len(extras))
            facts["extras"] = tuple([ExtraMark(letter, code) for letter, code in extras])
        return (len(infractions), *rank), PointsGame(
            outcome=outcome,
            seats=self.letters,
            profile=self.index.changes,
            infractions=tuple(infractions),
            **facts,  # type: ignore[arg-type]
        )
