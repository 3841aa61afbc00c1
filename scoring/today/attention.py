"""People without a seat, seats without people: what a director sees to before the next round."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.today.steps import NextStep, step
from tournament.clock.queries import Clock
from tournament.models import Entry, Round, Tournament
from tournament.rounds.gaps import gaps
from tournament.seating.queries import named, seating


def attention(tournament: Tournament, latest: Round | None, clock: Clock | None) -> list[NextStep]:
    """Who waits, is missing or has no seat, and seats that are empty while somebody does.

    Of the round that comes next: the one to be published, or the latest while its clock waits. Before the draw nobody
    has a seat, and the waiting list alone is named.
    """
    if tournament.finished_at is not None:
        return []
    if tournament.drawn_at is None:
        waiting = list(tournament.entries.with_people().waiting())
        return [waiting_list(tournament, waiting)] if waiting else []
    planned = tournament.rounds.planned().first()
    coming = latest if latest is not None and clock is not None and clock.state == "waiting" else planned
    if coming is None:
        return []
    (round_seating,) = seating(tournament, [coming.number])
    round_gaps = gaps(tournament, round_seating)
    seats = ", ".join(round_gaps.empty)
    steps = []
    if round_gaps.not_here:
        words = ngettext(
            "%(count)d player has a seat in round %(round)d and is not checked in: %(names)s.",
            "%(count)d players have a seat in round %(round)d and are not checked in: %(names)s.",
            len(round_gaps.not_here),
        )
        values = {
            "count": len(round_gaps.not_here),
            "round": coming.number,
            "names": named(round_gaps.not_here),
        }
        steps.append(
            step(tournament, _("Seated and not here"), words % values, "check-in", _("Open check-in"))
        )
    if round_gaps.without_seat:
        values = {"round": coming.number, "names": named(round_gaps.without_seat), "seats": seats}
        words = (
            _("Here without a seat in round %(round)d: %(names)s. Empty seats: %(seats)s.")
            if round_gaps.empty
            else _("Here without a seat in round %(round)d, and no seat is empty: %(names)s.")
        )
        steps.append(
            step(tournament, _("Here without a seat"), words % values, "seat-changes", _("Change seats"))
        )
    if round_gaps.waiting and round_gaps.empty:
        values = {"round": coming.number, "names": named(round_gaps.waiting), "seats": seats}
        words = _("Empty seats in round %(round)d: %(seats)s. On the waiting list: %(names)s.")
        steps.append(
            step(
                tournament,
                _("Empty seats, and people wait"),
                words % values,
                "seat-changes",
                _("Change seats"),
            )
        )
    elif round_gaps.waiting:
        steps.append(waiting_list(tournament, round_gaps.waiting))
    if round_gaps.missing:
        words = _("Not here, and without a seat: %(names)s.") % {"names": named(round_gaps.missing)}
        steps.append(step(tournament, _("Not here"), words, "check-in", _("Open check-in")))
    return steps


def waiting_list(tournament: Tournament, waiting: list[Entry]) -> NextStep:
    words = _("On the waiting list: %(names)s.") % {"names": named(waiting)}
    return step(tournament, _("People wait for a place"), words, "entries", _("Players"))
