"""The end of the day: final standings are frozen; later changes show as corrections."""

from datetime import timedelta
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.models import User
from record.change import change
from record.refused import FieldFault, Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.finishing.reports import open_reports
from scoring.models import CorrectionWindow, FinalStandings
from scoring.sets.queries import desk_table_of
from scoring.sets.tables import waited_for, written_off
from scoring.sets.writing_off import take_back_write_off
from scoring.standings.corrections import as_data
from scoring.standings.queries import calculate
from tournament.clock.actions import end_clock
from tournament.models import Tournament
from tournament.settings.actions import withhold_results


def open_ends(tournament: Tournament) -> list[FieldFault]:
    if not tournament.rounds.published().exists():
        return [FieldFault("nothing-played", "", _("No round has been published yet."))]
    faults = []
    for round_, tables in groupby(waited_for(tournament), key=lambda table: table.round):
        numbers = [str(table.number) for table in tables]
        message = ngettext(
            "%(round)s: table %(tables)s is not accepted.",
            "%(round)s: tables %(tables)s are not accepted.",
            len(numbers),
        )
        values = {"round": tournament.round_name(round_), "tables": ", ".join(numbers)}
        faults.append(FieldFault("set-missing", "", message % values))
    return faults


def finish(
    tournament: Tournament,
    *,
    by: User | None,
    early: bool = False,
    withhold: bool = False,
    stamp: Stamp | None = None,
) -> FinalStandings:
    """Freezes the standings and ends a clock that still runs, in a journal entry of its own. `early`: planned rounds
    are left out on purpose. `withhold`: from the last round on results are kept back until the ceremony, as a step of
    its own; nothing where results are withheld already.

    Raises Conflict if the standings have changed since the page was made, and Refused with everything that prevents
    the finish: sets that are not accepted, rounds that were not played. Finishing twice changes nothing.
    """
    with change(
        tournament, Verb.FINISHED, by=by, stamp=stamp, content=[early, withhold], after_finish=True
    ) as act:
        finished = FinalStandings.objects.standing().filter(tournament=act.where).first()
        if finished is not None:
            return finished
        act.refuse_repeat()
        act.compare(
            {"standings_version": act.where.standings_version},
            _(
                "The standings changed while this page was open. Look at them again before they are made final."
            ),
            code="standings-changed",
        )
        faults = open_ends(act.where) + open_reports(act.where)
        window = CorrectionWindow.objects.filter(tournament=act.where).first()
        if window is not None and window.is_running(act.at):
            faults.append(
                FieldFault(
                    "window-open",
                    "",
                    _("Players can still tell the desk what is wrong. Wait, or end it early."),
                )
            )
        unplayed = act.where.rounds.planned().count()
        if unplayed and not early:
            message = ngettext(
                "%d planned round was not played. Say that you finish early.",
                "%d planned rounds were not played. Say that you finish early.",
                unplayed,
            )
            faults.append(FieldFault("rounds-left", "early", message % unplayed))
        if faults:
            raise Refused(faults)
        act.copy_first("before the finish")
        for running in act.where.rounds.running():
            end_clock(tournament, number=running.number, by=by)
        places = as_data(calculate(act.where).places)
        final = FinalStandings.objects.create(tournament=act.where, by=by, at=act.at, places=places)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=act.at)
        act.record(new=places)
        last = act.where.rounds.published().last()
        if withhold and by is not None and last is not None and act.where.withheld_from is None:
            withhold_results(tournament, from_round=last.number, by=by)
    return final


def take_back_finish(tournament: Tournament, *, by: User, reason: str, stamp: Stamp | None = None) -> None:
    """Opens a finished tournament again; a clock that the finish ended stays ended. Tables that were written off for
    the end of an evening are waited for again. Raises Refused without a reason.
    """
    reason = reason.strip()
    with change(
        tournament, Verb.FINISH_TAKEN_BACK, by=by, stamp=stamp, content=reason, after_finish=True
    ) as act:
        final = FinalStandings.objects.standing().filter(tournament=act.where).first()
        if final is None:
            return
        if not reason:
            raise refuse("reason-missing", _("Say why the finish is taken back."), "reason")
        act.copy_first("before taking back the finish")
        places = final.places
        FinalStandings.objects.filter(pk=final.pk).update(places=[])
        final.end(by=by, at=act.at, reason=reason)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=None)
        for row in written_off(act.where):
            if row.with_evening:
                take_back_write_off(desk_table_of(tournament, row.table), by=by)
        # Reopened sets counted until now.
        act.record(old=places, reason=reason, standings=True)


def uncheckable(tournament: Tournament) -> str:
    """Why players cannot be asked to check their numbers: they are not shown them all. "" where they are."""
    number = tournament.withheld_from
    if number is None or not tournament.rounds.published().filter(number__gte=number).exists():
        return ""
    message = _(
        "Results from %(round)s on are withheld, and nobody can check what nobody sees. Show them first, or make the "
        "standings final without a time for corrections."
    )
    return message % {"round": tournament.round_in_words(number)}


def open_window(
    tournament: Tournament, *, minutes: int, by: User, stamp: Stamp | None = None
) -> CorrectionWindow:
    """Gives players some minutes to tell the desk what is wrong; a further time moves the end.

    Raises Refused while tables are waited for, and where results are withheld: there is nothing to be looked at.
    """
    with change(tournament, Verb.WINDOW_OPENED, by=by, stamp=stamp, content=minutes) as act:
        window = CorrectionWindow.objects.filter(tournament=act.where).first()
        if act.repeated and window is not None:
            return window
        if faults := open_ends(act.where):
            raise Refused(faults)
        if message := uncheckable(act.where):
            raise refuse("withheld", message)
        window, _made = CorrectionWindow.objects.update_or_create(
            tournament=act.where,
            defaults={
                "opened_at": act.at,
                "closes_at": act.at + timedelta(minutes=minutes),
                "ended_at": None,
                "by": by,
            },
        )
        act.record(new={"minutes": minutes})
        return window


def end_window(tournament: Tournament, *, by: User, stamp: Stamp | None = None) -> None:
    with change(tournament, Verb.WINDOW_CLOSED, by=by, stamp=stamp) as act:
        window = CorrectionWindow.objects.filter(tournament=act.where, ended_at__isnull=True).first()
        if window is None:
            return
        window.ended_at = act.at
        window.save(update_fields=["ended_at"])
        act.record()
