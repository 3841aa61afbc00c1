"""The steps proposed to a director, and what to see to first: people without a seat, seats without people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.clock.queries import Clock
from tournament.models import Entry, Round, Tournament
from tournament.seating.gaps import address_of_change, gaps, seated_leavers
from tournament.seating.queries import names_and_numbers, seating


@dataclass(frozen=True)
class NextStep:
    """A step: title, sentence, and its page; `instead` is an alternative, if there is one. `prints` is the round whose
    sheets come first, 0 for none; `is_printed`: they are on paper, or nobody wants them.
    """

    title: str
    sentence: str
    url: str
    button: str
    instead: NextStep | None = None
    prints: int = 0
    is_printed: bool = False


def step(tournament: Tournament, title: str, sentence: str, page: str, button: str) -> NextStep:
    return NextStep(title, sentence, reverse(page, args=[tournament.slug]), button)


def round_step(tournament: Tournament, number: int, title: str, sentence: str, button: str) -> NextStep:
    return NextStep(title, sentence, reverse("round", args=[tournament.slug, number]), button)


def desk_step(tournament: Tournament, number: int, title: str, sentence: str) -> NextStep:
    address = reverse("desk-round", args=[tournament.slug, number])
    return NextStep(title, sentence, address, _("To the score desk"))


def attention(tournament: Tournament, latest: Round | None, clock: Clock | None) -> list[NextStep]:
    """People who wait, are missing or have no seat, and seats that are empty meanwhile.

    For the next round: the one to be published, or the latest while its clock waits. Before the draw only the waiting
    list.
    """
    if tournament.finished_at is not None:
        return []
    if tournament.drawn_at is None:
        waiting = list(tournament.entries.with_people().waiting())
        return [waiting_list(tournament, waiting)] if waiting else []
    waits = latest is not None and clock is not None and clock.state == "waiting"
    coming = latest if waits else tournament.rounds.planned().first()
    if coming is None:
        return []
    (round_seating,) = seating(tournament, [coming.number])
    round_in_words = tournament.round_in_words(coming.number)
    round_gaps = gaps(tournament, round_seating)
    seats = ", ".join(round_gaps.empty)
    steps: list[NextStep] = []
    for leaver in seated_leavers(tournament, round_seating):
        values = {
            "name": names_and_numbers([leaver.entry]),
            "left": tournament.round_in_words(leaver.left),
            "round": round_in_words,
            "table": leaver.table,
        }
        words = _("%(name)s left during %(left)s and still has a seat in %(round)s, at table %(table)d.")
        substitute = leaver.substitute.number if leaver.substitute else None
        address = address_of_change(tournament, coming.number, leaver.entry.number, substitute)
        steps.append(NextStep(_("Left, and still seated"), words % values, address, _("Change seats")))
    if round_gaps.not_here:
        words = ngettext(
            "%(count)d player has a seat in %(round)s and is not checked in: %(names)s.",
            "%(count)d players have a seat in %(round)s and are not checked in: %(names)s.",
            len(round_gaps.not_here),
        )
        values = {
            "count": len(round_gaps.not_here),
            "round": round_in_words,
            "names": names_and_numbers(round_gaps.not_here),
        }
        steps.append(
            step(tournament, _("Seated and not here"), words % values, "check-in", _("Open check-in"))
        )
    if round_gaps.without_seat:
        values = {
            "round": round_in_words,
            "names": names_and_numbers(round_gaps.without_seat),
            "seats": seats,
        }
        words = (
            _("Here without a seat in %(round)s: %(names)s. Empty seats: %(seats)s.")
            if round_gaps.empty
            else _("Here without a seat in %(round)s, and no seat is empty: %(names)s.")
        )
        steps.append(
            seats_step(
                tournament,
                _("Here without a seat"),
                words % values,
                kind="late" if round_gaps.empty else "replace",
                number=coming.number,
                arriving=round_gaps.without_seat,
            )
        )
    if round_gaps.waiting and round_gaps.empty:
        values = {"round": round_in_words, "names": names_and_numbers(round_gaps.waiting), "seats": seats}
        words = _("Empty seats in %(round)s: %(seats)s. On the waiting list: %(names)s.")
        steps.append(
            seats_step(
                tournament,
                _("Empty seats and a waiting list"),
                words % values,
                kind="late",
                number=coming.number,
                arriving=round_gaps.waiting,
            )
        )
    elif round_gaps.waiting:
        steps.append(waiting_list(tournament, round_gaps.waiting))
    if round_gaps.missing:
        words = _("Not here, and without a seat: %(names)s.") % {
            "names": names_and_numbers(round_gaps.missing)
        }
        steps.append(step(tournament, _("Not here"), words, "check-in", _("Open check-in")))
    return steps


def seats_step(
    tournament: Tournament, title: str, sentence: str, *, kind: str, number: int, arriving: list[Entry]
) -> NextStep:
    """A link to the changes of seats of this kind; one late arrival alone is filled in, from round `number` on."""
    to_seats = step(tournament, title, sentence, "seat-changes", _("Change seats"))
    query = {"change": kind}
    if kind == "late" and len(arriving) == 1:
        (entry,) = arriving
        query |= {"player": f"{entry.number} {entry.name}", "from_round": str(number)}
    return replace(to_seats, url=f"{to_seats.url}?{urlencode(query)}")


def waiting_list(tournament: Tournament, waiting: list[Entry]) -> NextStep:
    words = _("On the waiting list: %(names)s.") % {"names": names_and_numbers(waiting)}
    return step(tournament, _("People are waiting for a place"), words, "entries", _("Players"))
