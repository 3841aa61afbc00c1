"""The end of the day: final standings are frozen; what changes later shows as a correction."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.game import Fault
from scoring.models import CardSet, FinalStandings
from scoring.standings.corrections import as_data
from scoring.standings.queries import calculate
from tournament import backups
from tournament.journal import lock, record
from tournament.models import Tournament, User
from tournament.refused import Refused, refuse
from tournament.seen import refuse_overtaken

SUBJECT = "final standings"


def open_ends(tournament: Tournament) -> list[Fault]:
    """Everything that stands between the tournament and its final standings, as sentences."""
    faults = []
    published = tournament.rounds.filter(published_at__isnull=False)
    if not published:
        faults.append(Fault("nothing-played", "", _("No round has been published yet.")))
    for round_ in published.order_by("number"):
        missing = [
            table.number
            for table in round_.tables.exclude(card_set__state=CardSet.State.ACCEPTED).order_by("number")
        ]
        if missing:
            message = ngettext(
                "Round %(round)d: table %(tables)s is not accepted.",
                "Round %(round)d: tables %(tables)s are not accepted.",
                len(missing),
            )
            numbers = ", ".join(map(str, missing))
            faults.append(Fault("set-missing", "", message % {"round": round_.number, "tables": numbers}))
    return faults


def rounds_not_played(tournament: Tournament) -> int:
    """How many planned rounds were never published."""
    return tournament.rounds.filter(published_at__isnull=True).count()


@transaction.atomic
def finish(
    tournament: Tournament, *, by: User, early: bool = False, as_of: str | None = None
) -> FinalStandings:
    """Freezes the standings. `early` says that planned rounds are left out on purpose.

    Raises Refused with every open end at once: sets that are not accepted, rounds that were not played. Finishing
    twice changes nothing.
    """
    tournament = lock(tournament)
    finished = FinalStandings.objects.filter(tournament=tournament).first()
    if finished is not None:
        return finished
    refuse_overtaken(tournament, as_of, by=by, verb="finished", subject=SUBJECT)
    faults = open_ends(tournament)
    left = rounds_not_played(tournament)
    if left and not early:
        message = ngettext(
            "%d planned round was not played. Say that you finish early.",
            "%d planned rounds were not played. Say that you finish early.",
            left,
        )
        faults.append(Fault("rounds-left", "early", message % left))
    if faults:
        raise Refused(faults)
    backups.copy("before the finish", tournament)
    now = calculate(tournament)
    final = FinalStandings.objects.create(tournament=tournament, by=by, places=as_data(now.places))
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
    record(tournament, gettext_noop("finished"), SUBJECT, by=by, new=final.places)
    return final


@transaction.atomic
def take_back_finish(tournament: Tournament, *, by: User, reason: str, as_of: str | None = None) -> None:
    """Opens a finished tournament again, on record. Raises Refused without a reason."""
    tournament = lock(tournament)
    final = FinalStandings.objects.filter(tournament=tournament).first()
    if final is None:
        return
    refuse_overtaken(tournament, as_of, by=by, verb="took back the finish", subject=SUBJECT)
    if not reason.strip():
        raise refuse("reason-missing", _("Say why the finish is taken back."), "reason")
    backups.copy("before taking back the finish", tournament)
    record(
        tournament,
        gettext_noop("took back the finish"),
        SUBJECT,
        by=by,
        old=final.places,
        reason=reason.strip(),
        standings=True,  # a table that is open again no longer counts as it did
    )
    final.delete()
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=None)
