"""Sixteen hands: each player may score a mahjong or fishing, and extras beside either."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET

from rules.facts import TABLES, Seats, SixteenHandsFacts
from rules.game import LETTERS, Fault, Line, Scored, saying
from rules.impossible import NOTHING_LOST, bad_seats, not_at_table, not_for_outcome, repeated
from rules.profile import SixteenHandsProfile, shown
from rules.words import say, to_say

OUTCOMES = ("played", "stale", "missed")
MOST_KONGS = 4

Scoring: TypeAlias = tuple[str, str, int]
"""The field, the seat and the number of a hand that somebody scores with."""

_NUMBERS = frozenset(str(number) for number in range(1, 17))

_SCORES = ("mahjong", "fishing", "bouquet", "flower", "kongs")
_STALE = {
    "mahjong": to_say("Nothing is scored after a false mahjong with hands shown, so it has no mahjong."),
    "fishing": to_say("Nothing is scored after a false mahjong with hands shown, so it has no fishing."),
    "bouquet": to_say("Nothing is scored after a false mahjong with hands shown, so it has no bouquet."),
    "flower": to_say("Nothing is scored after a false mahjong with hands shown, so it has no flower."),
    "kongs": to_say("Nothing is scored after a false mahjong with hands shown, so it has no kongs."),
}
_MISSED = {
    "mahjong": to_say("Nothing is scored in a game that was never begun, so it has no mahjong."),
    "fishing": to_say("Nothing is scored in a game that was never begun, so it has no fishing."),
    "bouquet": to_say("Nothing is scored in a game that was never begun, so it has no bouquet."),
    "flower": to_say("Nothing is scored in a game that was never begun, so it has no flower."),
    "kongs": to_say("Nothing is scored in a game that was never begun, so it has no kongs."),
}
_TWICE = {
    "bouquet": to_say("Seat {seat} is named twice in bouquet."),
    "flower": to_say("Seat {seat} is named twice in flower."),
    "wrong_count": to_say("Seat {seat} is named twice in wrong count."),
    "fishing": to_say("Seat {seat} is named twice in fishing."),
}
_HAND_LINES = {
    ("mahjong", "half-limit"): to_say("{points} for mahjong with hand {hand}, a half limit hand"),
    ("mahjong", "limit"): to_say("{points} for mahjong with hand {hand}, a limit hand"),
    ("mahjong", "double-limit"): to_say("{points} for mahjong with hand {hand}, a double limit hand"),
    ("fishing", "half-limit"): to_say("{points} for fishing with hand {hand}, a half limit hand"),
    ("fishing", "limit"): to_say("{points} for fishing with hand {hand}, a limit hand"),
    ("fishing", "double-limit"): to_say("{points} for fishing with hand {hand}, a double limit hand"),
}
_EXTRA_LINES = {
    "bouquet": to_say("{points} for a bouquet"),
    "flower": to_say("{points} for the seat's own flower"),
    "kong": to_say("{points} for kongs"),
}
_KONGS_LOST = to_say("0 for kongs: with a wrong number of tiles they do not count")


def faults(
    facts: SixteenHandsFacts, profile: SixteenHandsProfile, lost: frozenset[str] = NOTHING_LOST
) -> list[Fault]:
    """Everything that cannot be; an empty list when the game can be scored."""
    found: list[Fault] = []
    seats = TABLES.get(facts.seats)
    if seats is None:
        seats = LETTERS
        if "seats" not in lost:
            found.append(bad_seats())
    hands = _hands(facts)
    found += _seat_faults(facts, seats, hands)
    found += _number_faults(facts, hands)
    found += _mahjong_faults(facts, hands)
    found += _override_faults(facts, hands, lost)
    if facts.outcome in ("stale", "missed"):
        sentences = _STALE if facts.outcome == "stale" else _MISSED
        said = [name for name in _SCORES if getattr(facts, name) not in (UNSET, (), {})]
        found += [not_for_outcome(name, say(sentences[name])) for name in said]
    if facts.outcome == "missed" and facts.wrong_count:
        sentence = say("A game that was never begun has no wrong count of tiles.")
        found.append(not_for_outcome("wrong_count", sentence))
    return found


def _hands(facts: SixteenHandsFacts) -> list[Scoring]:
    """Field, seat and number of every hand that somebody scores with."""
    fishing = [(f"fishing.{index}", one.seat, one.hand) for index, one in enumerate(facts.fishing)]
    if facts.mahjong is UNSET:
        return fishing
    return [("mahjong", facts.mahjong.seat, facts.mahjong.hand), *fishing]


def _seat_faults(facts: SixteenHandsFacts, seats: Seats, hands: list[Scoring]) -> list[Fault]:
    found = [not_at_table(seat, f"{field}.seat") for field, seat, _ in hands if seat not in seats]
    for name, named in (
        ("fishing", [one.seat for one in facts.fishing]),
        ("bouquet", facts.bouquet),
        ("flower", facts.flower),
        ("wrong_count", facts.wrong_count),
    ):
        if named:
            found += [
                Fault("wrong-type", name, say(_TWICE[name], seat=shown(seat))) for seat in repeated(named)
            ]
            found += [not_at_table(seat, name) for seat in named if seat not in seats and name != "fishing"]
    for name, by_seat in (("kongs", facts.kongs), ("won_before", facts.won_before)):
        for seat in by_seat:
            if seat not in seats:
                found.append(not_at_table(seat, f"{name}.{shown(seat)[1:-1]}"))
    return found


def _number_faults(facts: SixteenHandsFacts, hands: list[Scoring]) -> list[Fault]:
    found = [
        Fault("unknown-hand", f"{field}.hand", say("The hands are numbered from 1 to 16."))
        for field, _, hand in hands
        if not 1 <= hand <= 16
    ]
    found += [
        Fault(
            "bad-value",
            f"kongs.{shown(seat)[1:-1]}",
            say("A player has from 0 to {most} kongs.", most=MOST_KONGS),
        )
        for seat, count in facts.kongs.items()
        if not 0 <= count <= MOST_KONGS
    ]
    found += [
        Fault("unknown-hand", f"won_before.{shown(seat)[1:-1]}", say("The hands are numbered from 1 to 16."))
        for seat, won in facts.won_before.items()
        if not won.keys() <= _NUMBERS
    ]
    return found


def _mahjong_faults(facts: SixteenHandsFacts, hands: list[Scoring]) -> list[Fault]:
    found: list[Fault] = []
    mahjong, miscounted = facts.mahjong, {*facts.wrong_count}
    if mahjong is not UNSET and not mahjong.declared:
        sentence = say("A mahjong counts only after fishing was declared and the token shown.")
        found.append(Fault("undeclared-mahjong", "mahjong.declared", sentence))
    for field, seat, hand in hands:
        if field != "mahjong" and mahjong is not UNSET and seat == mahjong.seat:
            sentence = say("{seat} scores the mahjong or the fishing, never both.", seat=shown(seat)[1:-1])
            found.append(Fault("mahjong-and-fishing", f"{field}.seat", sentence))
        if seat in miscounted:
            sentence = say(
                "{seat} has a wrong number of tiles and can score neither mahjong nor fishing.",
                seat=shown(seat)[1:-1],
            )
            found.append(Fault("wrong-count", f"{field}.seat", sentence))
        game = facts.won_before.get(seat, {}).get(str(hand)) if 1 <= hand <= 16 else None
        if game is not None and facts.override is UNSET:
            sentence = say(
                "{seat}'s player has already won hand {hand}: {game}.",
                seat=seat,
                hand=hand,
                game=shown(game)[1:-1],
            )
            found.append(Fault("hand-won-before", f"{field}.hand", sentence))
    return found


def _override_faults(facts: SixteenHandsFacts, hands: list[Scoring], lost: frozenset[str]) -> list[Fault]:
    if facts.override is UNSET:
        return []
    found: list[Fault] = []
    if not facts.override.reason.strip():
        found.append(Fault("missing", "override.reason", say("A director's exception needs a reason.")))
    won = [1 <= hand <= 16 and str(hand) in facts.won_before.get(seat, {}) for _, seat, hand in hands]
    if not any(won) and lost.isdisjoint({"mahjong", "fishing", "won_before"}):
        sentence = say("Nobody scores with a hand won before, so there is nothing to make an exception for.")
        found.append(not_for_outcome("override", sentence))
    return found


def score(facts: SixteenHandsFacts, profile: SixteenHandsProfile) -> Scored:
    """Score a game in which ``faults`` found nothing."""
    seats = TABLES[facts.seats]
    lines = _hand_lines(facts, profile) + _extra_lines(facts, profile, seats)
    points = dict.fromkeys(seats, 0)
    for line in lines:
        points[line.seat] += line.points
    warnings = []
    if facts.outcome == "played" and not any(points.values()):
        warnings.append("may-be-replayed")
    if facts.override is not UNSET:
        warnings.append(f"{facts.override.code}: {facts.override.reason}")
    return Scored(points, "scored", warnings, lines)


def _hand_lines(facts: SixteenHandsFacts, profile: SixteenHandsProfile) -> list[Line]:
    line, lines = saying(), []
    for field, seat, number in _hands(facts):
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
        sentence = _HAND_LINES[code, tier]
        lines.append(line(seat, points, code, profile.clauses[code], sentence, hand=number))
    return lines


def _extra_lines(facts: SixteenHandsFacts, profile: SixteenHandsProfile, seats: Seats) -> list[Line]:
    """Bouquet and own flower count whatever happened; a kong does not with a wrong number of tiles."""
    line, lines = saying(), []
    for code, each, having in (
        ("bouquet", profile.bouquet, facts.bouquet),
        ("flower", profile.flower, facts.flower),
        ("kong", profile.kong, facts.kongs),
    ):
        for seat in seats if each and having else ():
            count = facts.kongs.get(seat, 0) if code == "kong" else int(seat in having)
            lost = code == "kong" and seat in facts.wrong_count
            if count:
                points, sentence = (0, _KONGS_LOST) if lost else (each * count, _EXTRA_LINES[code])
                lines.append(line(seat, points, code, profile.clauses[code], sentence))
    return lines
