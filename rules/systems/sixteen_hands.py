"""Sixteen hands: each player may score a mahjong or fishing, with extras."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET

from rules.game import LETTERS, TABLES, Due, Fault, Seats, Settled, SixteenHandsGame, quoted, short
from rules.systems.profile import Hand, Profile
from rules.systems.rack import NOTHING_LOST, bad_seats, not_at_table, not_for_outcome, repeated

OUTCOMES = ("played", "stale", "missed")
GAME = SixteenHandsGame
MOST_KONGS = 4

Scoring: TypeAlias = tuple[str, str, int]
"""The field, the seat and the number of a hand that somebody scores with."""

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
    hands = _hands(game)
    problems += _seat_faults(game, seats, hands)
    problems += _number_faults(game, hands)
    problems += _mahjong_faults(game, hands)
    problems += _override_faults(game, hands, lost_fields)
    if game.outcome in ("stale", "missed"):
        filled = [name for name in _SCORES if getattr(game, name) not in (UNSET, (), {})]
        problems += [not_for_outcome(name, f"{game.outcome} {name}") for name in filled]
    if game.outcome == "missed" and game.wrong_count:
        problems.append(not_for_outcome("wrong_count", "missed wrong_count"))
    return problems


def _hands(game: SixteenHandsGame) -> list[Scoring]:
    """Field, seat and number of every hand that a player scores."""
    fishing = [(f"fishing.{index}", hand.seat, hand.hand) for index, hand in enumerate(game.fishing)]
    if game.mahjong is UNSET:
        return fishing
    return [("mahjong", game.mahjong.seat, game.mahjong.hand), *fishing]


def _seat_faults(game: SixteenHandsGame, seats: Seats, hands: list[Scoring]) -> list[Fault]:
    problems = [not_at_table(seat, f"{field}.seat") for field, seat, _ in hands if seat not in seats]
    for name, named in (
        ("fishing", [hand.seat for hand in game.fishing]),
        ("bouquet", game.bouquet),
        ("flower", game.flower),
        ("wrong_count", game.wrong_count),
    ):
        if named:
            problems += [
                Fault("wrong-type", name, {"variant": f"twice {name}", "seat": quoted(seat)})
                for seat in repeated(named)
            ]
            problems += [
                not_at_table(seat, name) for seat in named if seat not in seats and name != "fishing"
            ]
    for name, by_seat in (("kongs", game.kongs), ("won_before", game.won_before)):
        for seat in by_seat:
            if seat not in seats:
                problems.append(not_at_table(seat, f"{name}.{short(seat)}"))
    return problems


def _number_faults(game: SixteenHandsGame, hands: list[Scoring]) -> list[Fault]:
    problems = [Fault("unknown-hand", f"{field}.hand") for field, _, hand in hands if not 1 <= hand <= 16]
    problems += [
        Fault(
            "bad-value",
            f"kongs.{short(seat)}",
            {"variant": "kongs", "most": MOST_KONGS},
        )
        for seat, count in game.kongs.items()
        if not 0 <= count <= MOST_KONGS
    ]
    problems += [
        Fault("unknown-hand", f"won_before.{short(seat)}")
        for seat, won in game.won_before.items()
        if not won.keys() <= _NUMBERS
    ]
    return problems


def _mahjong_faults(game: SixteenHandsGame, hands: list[Scoring]) -> list[Fault]:
    problems: list[Fault] = []
    mahjong, miscounted = game.mahjong, {*game.wrong_count}
    if mahjong is not UNSET and not mahjong.declared:
        problems.append(Fault("undeclared-mahjong", "mahjong.declared"))
    for field, seat, hand in hands:
        if field != "mahjong" and mahjong is not UNSET and seat == mahjong.seat:
            problems.append(Fault("mahjong-and-fishing", f"{field}.seat", {"seat": short(seat)}))
        if seat in miscounted:
            problems.append(Fault("wrong-count", f"{field}.seat", {"seat": short(seat)}))
        earlier = game.won_before.get(seat, {}).get(str(hand)) if 1 <= hand <= 16 else None
        if earlier is not None and game.override is UNSET:
            values = {"seat": seat, "hand": hand, "game": short(earlier)}
            problems.append(Fault("hand-won-before", f"{field}.hand", values))
    return problems


def _override_faults(
    game: SixteenHandsGame, hands: list[Scoring], lost_fields: frozenset[str]
) -> list[Fault]:
    if game.override is UNSET:
        return []
    problems: list[Fault] = []
    if not game.override.reason.strip():
        problems.append(Fault("missing", "override.reason", {"variant": "reason"}))
    won = [1 <= hand <= 16 and str(hand) in game.won_before.get(seat, {}) for _, seat, hand in hands]
    if not any(won) and lost_fields.isdisjoint({"mahjong", "fishing", "won_before"}):
        problems.append(not_for_outcome("override", "override"))
    return problems


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
    for field, seat, number in _hands(game):
        tier = profile.hands[number - 1].tier
        if field == "mahjong":
            worth = {
                "half-limit": profile.half_limit,
                "limit": profile.limit,
                "double-limit": profile.double_limit,
            }
            code, points = "mahjong", worth[tier]
        else:
            code, points = "fishing", profile.fishing_double if tier == "double-limit" else profile.fishing
        due.append((seat, points, code, (("variant", tier), ("hand", number))))
    return due


def _extras_due(game: SixteenHandsGame, profile: SixteenHandsProfile, seats: Seats) -> list[Due]:
    """Bouquet and own flower always count; a kong does not with a wrong number of tiles."""
    due: list[Due] = []
    for code, points_each, having in (
        ("bouquet", profile.bouquet, game.bouquet),
        ("flower", profile.flower, game.flower),
        ("kong", profile.kong, game.kongs),
    ):
        for seat in seats if points_each and having else ():
            count = game.kongs.get(seat, 0) if code == "kong" else int(seat in having)
            if count and code == "kong" and seat in game.wrong_count:
                due.append((seat, 0, code, (("variant", "wrong-count"),)))
            elif count:
                due.append((seat, points_each * count, code, ()))
    return due
