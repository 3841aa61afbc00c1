"""Marks (dead hands, errors, infractions) that contradict each other or the numbers of their game."""

from collections.abc import Iterator

from msgspec import UNSET

from rules.check.index import Index
from rules.check.numbers import Numbers
from rules.game import Contradiction, ErrorCall, Phrase


def contradictions(index: Index, numbers: Numbers) -> tuple[Contradiction, ...]:
    """The marks that contradict each other or the numbers, for numbers that no game gives.

    A contradiction has the code of the refusal that ``score`` gives for the same facts, where there is one.
    """
    if numbers.dead is UNSET and numbers.error is UNSET and not numbers.marked and not numbers.extras:
        return ()
    return tuple(_Marked(index, numbers).all())


class _Marked:
    """One game's numbers with the marked penalties taken out. Seats are indexes into the letters."""

    def __init__(self, index: Index, numbers: Numbers) -> None:
        self.index, self.numbers, self.letters = index, numbers, numbers.seats
        self.points = list(map(sum, zip(numbers.points, numbers.fined(index), strict=True)))
        shared = {0, index.wall, index.unfinished, index.survivor}
        lowest = index.values[0]
        self.winners = [
            seat for seat, points in enumerate(self.points) if points >= lowest and points not in shared
        ]
        self.throwers = [seat for seat, points in enumerate(self.points) if -points in index.thrown]
        self.intact = numbers.intact()

    def all(self) -> Iterator[Contradiction]:
        yield from self.out_of_the_game()
        if isinstance(self.numbers.error, ErrorCall):
            yield from self.after_an_error(self.numbers.error)
        elif self.numbers.dead is not UNSET and len(self.intact) < 2:
            yield self.needs_ruling(self.intact)
        elif self.numbers.dead is UNSET and self.numbers.error is None and self.index.wall:
            walled = [seat for seat, points in enumerate(self.points) if points == self.index.wall]
            if len(walled) == 1 and self.points.count(0) == len(self.points) - 1:
                yield self.needs_ruling(walled)
        yield from self.misnamed()
        yield from self.extras_of_others()

    def out_of_the_game(self) -> Iterator[Contradiction]:
        for seat in sorted(self.numbers.out()):
            if seat in self.winners:
                yield self.named("dead-winner", seat, variant=self.mark(seat))
            elif self.points[seat] > 0 and not self.index.dead_gets_wall:
                points = self.numbers.points[seat]
                yield self.named("dead-winner", seat, variant=f"{self.mark(seat)} paid", points=points)
        for seat in sorted(self.numbers.erring()):
            if self.points[seat] < 0 and seat in self.throwers and {*self.winners} - {seat}:
                yield self.named("dead-thrower", seat, variant=self.mark(seat))

    def after_an_error(self, error: ErrorCall) -> Iterator[Contradiction]:
        due, intact = self.index.survivor, self.intact
        others_paid = any(points > 0 and seat not in intact for seat, points in enumerate(self.points))
        if len(intact) < 2 and (self.winners or others_paid):
            if intact:
                yield self.named("should-have-ended", intact[0], due=due)
            else:
                yield Contradiction("should-have-ended", None, {"variant": "nobody"})
        elif len(intact) == 1 and due and self.points[intact[0]] == 0:
            yield self.named(
                "survivor-unpaid", intact[0], due=due - self.numbers.fined(self.index)[intact[0]]
            )
        paid = [seat for seat, points in enumerate(self.points) if points]
        if due and len(intact) > 1 and len(paid) == 1 and paid[0] in intact and self.points[paid[0]] == due:
            others = tuple(self.letters[seat] for seat in intact if seat != paid[0])
            values = {
                "caller": error.caller,
                "count": len(others),
                "others": Phrase("listed", {"parts": others}),
            }
            yield self.named("play-goes-on", paid[0], **values)

    def needs_ruling(self, live: list[int]) -> Contradiction:
        if live:
            return self.named("needs-ruling", live[0])
        return Contradiction("needs-ruling", None, {"variant": "nobody"})

    def misnamed(self) -> Iterator[Contradiction]:
        misnamers = sorted(self.numbers.misnamers())
        wrong = [seat for seat in misnamers if not self.winners or seat not in self.throwers]
        for seat in wrong or (misnamers if len(misnamers) > 1 else ()):
            yield self.named("not-the-thrower", seat)

    def extras_of_others(self) -> Iterator[Contradiction]:
        for letter, code in self.numbers.extras or ():
            extra, seat = self.index.extras[code], self.letters.index(letter)
            if extra.to == "winner" and seat not in self.winners:
                yield self.named("not-for-outcome", seat, name=extra.name)

    def mark(self, seat: int) -> str:
        error = self.numbers.error
        if isinstance(error, ErrorCall):
            if self.letters[seat] == error.caller:
                return "called"
            if self.letters[seat] in error.exposed:
                return "shown"
        return "dead"

    def named(self, code: str, seat: int, **values: object) -> Contradiction:
        return Contradiction(code, self.letters[seat], {"seat": self.letters[seat], **values})


def rulings(index: Index, numbers: Numbers) -> tuple[Contradiction, ...]:
    return tuple(
        Contradiction(
            "needs-ruling",
            seat,
            {"variant": "infraction", "infraction": Phrase("infraction", {"kind": kind, "seat": seat})},
        )
        for seat, kind in numbers.marked
        if kind not in index.costs
    )
