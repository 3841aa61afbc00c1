from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Literal

from msgspec import UNSET, Struct, UnsetType

from rules.game import (
    HAND_TIERS,
    LETTERS,
    TABLES,
    Due,
    Fault,
    Game,
    Phrase,
    Seats,
    Settled,
    quoted,
    short,
)
from rules.systems.family import WALLS, Claim, Facts, Family, Field, Won
from rules.systems.profile import Hand, Profile
from rules.systems.rack import NOTHING_LOST, bad_seats, not_at_table, not_for_outcome, repeats
from rules.systems.shapes import POINTS, BadValueError, Shape, as_list, is_text

if TYPE_CHECKING:
    from random import Random


MOST_KONGS = 4

_NUMBERS = frozenset(str(number) for number in range(1, 17))
_SCORES = ("mahjong", "fishing", "bouquet", "flower", "kongs")


class Mahjong(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    seat: str
    hand: int
    declared: bool = True


class Fishing(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    seat: str
    hand: int


class Override(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    code: Literal["hand-won-before"]
    reason: str


class SixteenHandsGame(Game, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """``won_before``: by seat, the hands its player has won and the game of each."""

    mahjong: Mahjong | UnsetType = UNSET
    fishing: tuple[Fishing, ...] = ()
    bouquet: Seats = ()
    flower: Seats = ()
    kongs: dict[str, int] = {}
    wrong_count: Seats = ()
    won_before: dict[str, dict[str, str]] = {}
    override: Override | UnsetType = UNSET


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
        values = {"bouquet": self.bouquet, "flower": self.flower, "kongs": self.kong}
        return tuple(name for name, value in values.items() if value)


def _hand_list(value: object, _base: object) -> tuple[Hand, ...]:
    hands = sorted(map(_hand, as_list(value)), key=lambda hand: hand.number)
    if [hand.number for hand in hands] != list(range(1, 17)):
        raise BadValueError(Phrase("give-sixteen-hands"))
    return tuple(hands)


def _hand(value: object) -> Hand:
    if not isinstance(value, dict) or not value.keys() <= {"number", "class", "exposed_chows", "name"}:
        raise BadValueError(Phrase("give-hand-fields"))
    number, tier = value.get("number"), value.get("class")
    chows, name = value.get("exposed_chows", False), value.get("name", "")
    if type(number) is not int or tier not in HAND_TIERS or type(chows) is not bool or not is_text(name):
        raise BadValueError(Phrase("give-hand-values-of-fields", {"tiers": HAND_TIERS}))
    return Hand(number, tier, chows, name)


def faults(
    game: SixteenHandsGame, profile: SixteenHandsProfile, lost_fields: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
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


def winner(game: SixteenHandsGame) -> str | None:
    return None if game.mahjong is UNSET else game.mahjong.seat


def claims(game: SixteenHandsGame) -> Iterator[Claim]:
    return (Claim(scored.seat, scored.hand, scored is game.mahjong) for scored in _hands(game))


def made_up(
    seats: Sequence[str], games: int, _profile: SixteenHandsProfile, won: Won, dice: Random
) -> Iterator[SixteenHandsGame]:
    """About four in ten are walls; nobody wins with, or fishes on, a hand won before."""
    left = {seat: [hand for hand in range(1, 17) if str(hand) not in won.get(seat, {})] for seat in seats}
    for _game in range(games):
        yield SixteenHandsGame(seats=tuple(seats), **_made_up_game(seats, left, dice))


def _made_up_game(seats: Sequence[str], left: dict[str, list[int]], dice: Random) -> Facts:
    if dice.random() < 0.02:
        return {"outcome": "stale"}
    winner, hand = dice.choice(seats), 0
    if dice.random() >= WALLS and left[winner]:
        hand = dice.choice(left[winner])
        left[winner].remove(hand)
    fishing = tuple(
        Fishing(seat, dice.choice(left[seat]))
        for seat in seats
        if not (hand and seat == winner) and left[seat] and dice.random() < 0.3
    )
    bouquet = tuple(seat for seat in seats if dice.random() < 0.08)
    mahjong = Mahjong(winner, hand) if hand else UNSET
    return {"outcome": "played", "mahjong": mahjong, "fishing": fishing, "bouquet": bouquet}


def won_game(_profile: SixteenHandsProfile) -> Facts:
    return {"outcome": "played", "mahjong": {"seat": "A", "hand": 1}}


def examples(profile: SixteenHandsProfile) -> Iterator[tuple[Phrase, Facts]]:
    for hand in {hand.tier: hand for hand in reversed(profile.hands)}.values():
        words = Phrase("hand-won", {"hand": f"{hand.number} {hand.name}".strip()})
        yield words, {"outcome": "played", "mahjong": {"seat": "A", "hand": hand.number}}
    fishing = {"seat": "B", "hand": profile.hands[0].number}
    mahjong = {"seat": "A", "hand": profile.hands[-1].number}
    yield Phrase("hand-fished"), {"outcome": "played", "mahjong": mahjong, "fishing": [fishing]}
    yield Phrase("beside-hands"), {"outcome": "played", "bouquet": ["C"], "flower": ["C"], "kongs": {"C": 1}}


FAMILY = Family(
    name="sixteen-hands",
    profile=SixteenHandsProfile,
    game=SixteenHandsGame,
    outcomes=("played", "stale", "missed"),
    shapes={
        **dict.fromkeys(("half_limit", "limit", "double_limit", "fishing", "fishing_double"), POINTS),
        **dict.fromkeys(("bouquet", "flower", "kong"), POINTS),
        "hands": Shape("hands", _hand_list),
    },
    fields=(
        Field("outcome", "choice", ("played", "stale", "missed"), on_paper=False),
        Field("scored", "hand", of_seat=True),
        Field("bouquet", "tick", of_seat=True),
        Field("flower", "tick", of_seat=True),
        Field("kongs", "number", most=9, of_seat=True),
        Field("count", "tick", of_seat=True),
        Field("points", "points", of_seat=True),
        Field("extra", "extras", of_seat=True, is_rare=True),
        Field("override", "text", is_rare=True, on_paper=False, of_director=True),
    ),
    faults=faults,
    settle=settle,
    winner=winner,
    claims=claims,
    examples=examples,
    won=won_game,
    made_up=made_up,
    form="sixteen",
)
