"""The end of the day: final standings are frozen; what changes later shows as a correction."""

from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import FinalStandings
from scoring.sets.tables import waited_for
from scoring.standings.corrections import as_data
from scoring.standings.queries import calculate
from tournament.change import change
from tournament.models import Tournament, User
from tournament.refused import Fault, Refused, refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb


def open_ends(tournament: Tournament) -> list[Fault]:
    """Everything that stands between the tournament and its final standings, as sentences."""
    if not tournament.rounds.published().exists():
        return [Fault("nothing-played", "", _("No round has been published yet."))]
    faults = []
    for round_, tables in groupby(waited_for(tournament), key=lambda table: table.round):
        numbers = [str(table.number) for table in tables]
        message = ngettext(
            "Round %(round)d: table %(tables)s is not accepted.",
            "Round %(round)d: tables %(tables)s are not accepted.",
            len(numbers),
        )
        faults.append(Fault("set-missing", "", message % {"round": round_, "tables": ", ".join(numbers)}))
    return faults


def rounds_not_played(tournament: Tournament) -> int:
    """How many planned rounds were never published."""
    return tournament.rounds.planned().count()


def finish(
    tournament: Tournament, *, by: User, early: bool = False, stamp: Stamp | None = None
) -> FinalStandings:
    """Freezes the standings. `early` says that planned rounds are left out on purpose.

    Raises Conflict where other standings were looked at, and Refused with every open end at once: sets that are not
    accepted, rounds that were not played. Finishing twice changes nothing.
    """
    with change(tournament, Verb.FINISHED, by=by, stamp=stamp, content=early, after_finish=True) as act:
        finished = FinalStandings.objects.filter(tournament=act.tournament).first()
        if finished is not None:
            return finished
        act.refuse_repeat()
        act.compare(
            {"standings_version": act.tournament.standings_version},
            _(
                "The standings changed while this page was open. Look at them again before they are made final."
            ),
            code="standings-changed",
        )
        faults = open_ends(act.tournament)
        unplayed = rounds_not_played(act.tournament)
        if unplayed and not early:
            message = ngettext(
                "%d planned round was not played. Say that you finish early.",
                "%d planned rounds were not played. Say that you finish early.",
                unplayed,
            )
            faults.append(Fault("rounds-left", "early", message % unplayed))
        if faults:
            raise Refused(faults)
        act.copy_first("before the finish")
        places = as_data(calculate(act.tournament).places)
        final = FinalStandings.objects.create(tournament=act.tournament, by=by, places=places)
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=act.at)
        act.record(new=places)
    return final


def take_back_finish(tournament: Tournament, *, by: User, reason: str, stamp: Stamp | None = None) -> None:
    """Opens a finished tournament again, on record. Raises Refused without a reason."""
    reason = reason.strip()
    with change(
        tournament, Verb.FINISH_TAKEN_BACK, by=by, stamp=stamp, content=reason, after_finish=True
    ) as act:
        final = FinalStandings.objects.filter(tournament=act.tournament).first()
        if final is None:
            return
        if not reason:
            raise refuse("reason-missing", _("Say why the finish is taken back."), "reason")
        act.copy_first("before taking back the finish")
        final.delete()
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=None)
        # A table that is open again no longer counts as it did.
        act.record(old=final.places, reason=reason, standings=True)
