"""Sixteen hands: each player may score a mahjong or fishing, and extras beside either."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from rules.facts import TABLES, Seats, SixteenHandsFacts
from rules.game import LETTERS, Fault, Line, Scored
from rules.impossible import NOTHING_LOST, bad_seats, not_at_table, not_for_outcome, repeated
from rules.profile import SixteenHandsProfile, shown
from rules.words import say, to_say

OUTCOMES = ("played", "stale", "missed")
MOST_KONGS = 4

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
    found += _seat_faults(facts, seats)
    found += _number_faults(facts)
    found += _mahjong_faults(facts)
    found += _override_faults(facts, lost)
    if facts.outcome in ("stale", "missed"):
        sentences = _STALE if facts.outcome == "stale" else _MISSED
        said = [name for name in _SCORES if getattr(facts, name) not in (UNSET, (), {})]
        found += [not_for_outcome(name, say(sentences[name])) for name in said]
    if facts.outcome == "missed" and facts.wrong_count:
        sentence = say("A game that was never begun has no wrong count of tiles.")
        found.append(not_for_outcome("wrong_count", sentence))
    return found


def _seat_faults(facts: SixteenHandsFacts, seats: Seats) -> list[Fault]:
    named = [("mahjong.seat", facts.mahjong.seat)] if facts.mahjong is not UNSET else []
    named += [(f"fishing.{index}.seat", fishing.seat) for index, fishing in enumerate(facts.fishing)]
    named += [(name, seat) for name in ("bouquet", "flower", "wrong_count") for seat in getattr(facts, name)]
    named += [(f"kongs.{shown(seat)[1:-1]}", seat) for seat in facts.kongs]
    named += [(f"won_before.{shown(seat)[1:-1]}", seat) for seat in facts.won_before]
    found = [not_at_table(seat, field) for field, seat in named if seat not in seats]
    for name, listed in (
        ("bouquet", facts.bouquet),
        ("flower", facts.flower),
        ("wrong_count", facts.wrong_count),
        ("fishing", tuple(fishing.seat for fishing in facts.fishing)),
    ):
        found += [Fault("wrong-type", name, say(_TWICE[name], seat=shown(seat))) for seat in repeated(listed)]
    return found


def _hands(facts: SixteenHandsFacts) -> Iterable[tuple[str, str, int]]:
    """Field, seat and number of every hand that somebody scores with."""
    if facts.mahjong is not UNSET:
        yield "mahjong", facts.mahjong.seat, facts.mahjong.hand
    for index, fishing in enumerate(facts.fishing):
        yield f"fishing.{index}", fishing.seat, fishing.hand


def _number_faults(facts: SixteenHandsFacts) -> list[Fault]:
    found = [
        Fault("unknown-hand", f"{field}.hand", say("The hands are numbered from 1 to 16."))
        for field, _, hand in _hands(facts)
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
    known = {str(number) for number in range(1, 17)}
    found += [
        Fault("unknown-hand", f"won_before.{shown(seat)[1:-1]}", say("The hands are numbered from 1 to 16."))
        for seat, won in facts.won_before.items()
        if not won.keys() <= known
    ]
    return found


def _mahjong_faults(facts: SixteenHandsFacts) -> list[Fault]:
    found: list[Fault] = []
    mahjong, miscounted = facts.mahjong, {*facts.wrong_count}
    if mahjong is not UNSET and not mahjong.declared:
        sentence = say("A mahjong counts only after fishing was declared and the token shown.")
        found.append(Fault("undeclared-mahjong", "mahjong.declared", sentence))
    for field, seat, hand in _hands(facts):
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


def _override_faults(facts: SixteenHandsFacts, lost: frozenset[str]) -> list[Fault]:
    if facts.override is UNSET:
        return []
    found: list[Fault] = []
    if not facts.override.reason.strip():
        found.append(Fault("missing", "override.reason", say("A director's exception needs a reason.")))
    won = [1 <= hand <= 16 and str(hand) in facts.won_before.get(seat, {}) for _, seat, hand in _hands(facts)]
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
    worth = {"half-limit": profile.half_limit, "limit": profile.limit, "double-limit": profile.double_limit}
    lines = []
    for field, seat, number in _hands(facts):
        tier = profile.hands[number - 1].tier
        if field == "mahjong":
            code, points = "mahjong", worth[tier]
        else:
            code, points = "fishing", profile.fishing_double if tier == "double-limit" else profile.fishing
        sentence = say(_HAND_LINES[code, tier], points=points, hand=number)
        lines.append(Line(seat, points, code, profile.clauses[code], sentence))
    return lines


def _extra_lines(facts: SixteenHandsFacts, profile: SixteenHandsProfile, seats: Seats) -> list[Line]:
    lines: list[Line] = []
    for code, each, counts in (
        ("bouquet", profile.bouquet, dict.fromkeys(facts.bouquet, 1)),
        ("flower", profile.flower, dict.fromkeys(facts.flower, 1)),
        ("kong", profile.kong, facts.kongs),
    ):
        lines += [
            _extra_line(facts, profile, seat, code, each * counts[seat])
            for seat in seats
            if each and counts.get(seat)
        ]
    return lines


def _extra_line(
    facts: SixteenHandsFacts, profile: SixteenHandsProfile, seat: str, code: str, points: int
) -> Line:
    """Bouquet and own flower count whatever happened; a kong does not with a wrong number of tiles."""
    clause = profile.clauses[code]
    if code == "kong" and seat in facts.wrong_count:
        sentence = say("0 for kongs: with a wrong number of tiles they do not count")
        return Line(seat, 0, code, clause, sentence)
    return Line(seat, points, code, clause, say(_EXTRA_LINES[code], points=points))
