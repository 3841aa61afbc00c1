"""Sixteen hands: each player may score a mahjong or fishing, with extras."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from msgspec import UNSET

from rules.game import (
    LETTERS,
    TABLES,
    Due,
    Fault,
    Fishing,
    Mahjong,
    Override,
    Seats,
    Settled,
    SixteenHandsGame,
    quoted,
    short,
)
from rules.systems.profile import Hand, Profile
from rules.systems.rack import NOTHING_LOST, bad_seats, not_at_table, not_for_outcome, repeats

OUTCOMES = ("played", "stale", "missed")
GAME = SixteenHandsGame
MOST_KONGS = 4

_NUMBERS = frozenset(str(number) for number in range(1, 17))
_SCORES = ("mahjong", "fishing", "bouquet", "flower", "kongs")


class SixteenHandsProfile(Profile, frozen=True, kw_only=True):
    """Points by class of hand. ``hands`` has the sixteen in the order of their numbers."""

    half_limit: int
    limit: int
    double_limit: int
    fishing: int
    fishing_double: int
    bouquet: int
    flower: int
    kong: int
    hands: tuple[Hand, ...]

    @property
    def ticks(self) -> tuple[str, ...]:
        """What a player writes besides a hand, limited to what scores at this event."""
        values = {"bouquet": self.bouquet, "flower": self.flower, "kongs": self.kong}
        return tuple(name for name, value in values.items() if value)


def faults(
    game: SixteenHandsGame, profile: SixteenHandsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Every fault of the game; empty when it can be scored."""
    problems: list[Fault] = []
    seats = TABLES.get(game.seats)
    if seats is None:
        seats = LETTERS
        if "seats" not in lost_fields:
            problems.append(bad_seats())
    miscounted = {*game.wrong_count}
    for position, scored in enumerate(_hands(game)):
        problems += _hand_faults(game, seats, miscounted, scored, position)
    problems += _mark_faults(game, seats)
    if game.mahjong is not UNSET and not game.mahjong.declared:
        problems.append(Fault("undeclared-mahjong", "mahjong.declared"))
    if game.override is not UNSET:
        problems += _override_faults(game, game.override, lost_fields)
    if game.outcome in ("stale", "missed"):
        filled = [name for name in _SCORES if getattr(game, name) not in (UNSET, (), {})]
        problems += [not_for_outcome(name, f"{game.outcome} {name}") for name in filled]
    if game.outcome == "missed" and game.wrong_count:
        problems.append(not_for_outcome("wrong_count", "missed wrong_count"))
    return problems


def _hands(game: SixteenHandsGame) -> tuple[Mahjong | Fishing, ...]:
    """Every hand that a player scores, the mahjong first."""
    return game.fishing if game.mahjong is UNSET else (game.mahjong, *game.fishing)


def _hand_faults(
    game: SixteenHandsGame, seats: Seats, miscounted: Set[str], scored: Mahjong | Fishing, position: int
) -> Iterator[Fault]:
    """``position`` counts in `_hands`; ``miscounted`` are the seats marked with a wrong count."""
    seat, hand, mahjong = scored.seat, scored.hand, game.mahjong
    is_numbered = 1 <= hand <= 16
    is_of_winner = mahjong is not UNSET and scored is not mahjong and seat == mahjong.seat
    earlier = game.won_before.get(seat, {}).get(str(hand)) if is_numbered and game.won_before else None
    if seat in seats and is_numbered and not is_of_winner and seat not in miscounted and earlier is None:
        return
    field = "mahjong" if scored is mahjong else f"fishing.{position - (mahjong is not UNSET)}"
    if seat not in seats:
        yield not_at_table(seat, f"{field}.seat")
    if not is_numbered:
        yield Fault("unknown-hand", f"{field}.hand")
    if is_of_winner:
        yield Fault("mahjong-and-fishing", f"{field}.seat", {"seat": short(seat)})
    if seat in miscounted:
        yield Fault("wrong-count", f"{field}.seat", {"seat": short(seat)})
    if earlier is not None and game.override is UNSET:
        values = {"seat": seat, "hand": hand, "game": short(earlier)}
        yield Fault("hand-won-before", f"{field}.hand", values)


def _mark_faults(game: SixteenHandsGame, seats: Seats) -> list[Fault]:
    """The faults of what is marked beside the hands, and of who fishes twice."""
    problems: list[Fault] = []
    if len(game.fishing) > 1:
        problems += _twice("fishing", [fishing.seat for fishing in game.fishing])
    for name, marked in (
        ("bouquet", game.bouquet),
        ("flower", game.flower),
        ("wrong_count", game.wrong_count),
    ):
        if marked:
            problems += _twice(name, marked)
            problems += [not_at_table(seat, name) for seat in marked if seat not in seats]
    for seat, count in game.kongs.items():
        if seat not in seats:
            problems.append(not_at_table(seat, f"kongs.{short(seat)}"))
        if not 0 <= count <= MOST_KONGS:
            values = {"variant": "kongs", "most": MOST_KONGS}
            problems.append(Fault("bad-value", f"kongs.{short(seat)}", values))
    for seat, won in game.won_before.items():
        if seat not in seats:
            problems.append(not_at_table(seat, f"won_before.{short(seat)}"))
        if not won.keys() <= _NUMBERS:
            problems.append(Fault("unknown-hand", f"won_before.{short(seat)}"))
    return problems


def _twice(name: str, seats: Sequence[str]) -> list[Fault]:
    return [
        Fault("wrong-type", name, {"variant": f"twice {name}", "seat": quoted(seat)})
        for seat in repeats(seats)
    ]


def _override_faults(
    game: SixteenHandsGame, override: Override, lost_fields: frozenset[str]
) -> Iterator[Fault]:
    if not override.reason.strip():
        yield Fault("missing", "override.reason", {"variant": "reason"})
    won = [
        1 <= scored.hand <= 16 and str(scored.hand) in game.won_before.get(scored.seat, {})
        for scored in _hands(game)
    ]
    if not any(won) and lost_fields.isdisjoint({"mahjong", "fishing", "won_before"}):
        yield not_for_outcome("override", "override")


def settle(game: SixteenHandsGame, profile: SixteenHandsProfile) -> Settled:
    """Scores a game without `faults`."""
    seats = TABLES[game.seats]
    due = _hands_due(game, profile) + _extras_due(game, profile, seats)
    points = dict.fromkeys(seats, 0)
    for seat, number, _, _ in due:
        points[seat] += number
    warnings = []
    if game.outcome == "played" and not any(points.values()):
        warnings.append("may-be-replayed")
    if game.override is not UNSET:
        warnings.append(f"{game.override.code}: {game.override.reason}")
    return Settled(points, "scored", warnings, due)


def _hands_due(game: SixteenHandsGame, profile: SixteenHandsProfile) -> list[Due]:
    due: list[Due] = []
    for scored in _hands(game):
        tier = profile.hands[scored.hand - 1].tier
        is_double = tier == "double-limit"
        if scored is not game.mahjong:
            code, points = "fishing", profile.fishing_double if is_double else profile.fishing
        elif is_double:
            code, points = "mahjong", profile.double_limit
        else:
            code, points = "mahjong", profile.limit if tier == "limit" else profile.half_limit
        due.append((scored.seat, points, code, (("variant", tier), ("hand", scored.hand))))
    return due


def _extras_due(game: SixteenHandsGame, profile: SixteenHandsProfile, seats: Seats) -> list[Due]:
    """Bouquet and own flower always count; a kong does not with a wrong number of tiles."""
    due: list[Due] = []
    if game.bouquet and profile.bouquet:
        due += [(seat, profile.bouquet, "bouquet", ()) for seat in seats if seat in game.bouquet]
    if game.flower and profile.flower:
        due += [(seat, profile.flower, "flower", ()) for seat in seats if seat in game.flower]
    if game.kongs and profile.kong:
        for seat in seats:
            count = game.kongs.get(seat)
            if count and seat in game.wrong_count:
                due.append((seat, 0, "kong", (("variant", "wrong-count"),)))
            elif count:
                due.append((seat, profile.kong * count, "kong", ()))
    return due
