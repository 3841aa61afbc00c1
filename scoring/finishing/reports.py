"""What players tell the desk about accepted numbers: on record, and settled by a dispute or by a director's answer."""

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from club.models import User
from record.change import change, still_there
from record.models import DecisionQuerySet
from record.refused import FieldFault, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet, ReportedNumber, SetVersion
from scoring.sets.disputes import reopen_set
from scoring.sets.queries import desk_table_of
from tournament.models import Entry, Table, Tournament


def reports(tournament: Tournament) -> DecisionQuerySet[ReportedNumber]:
    """Everything that was reported, oldest first."""
    rows = ReportedNumber.objects.filter(entry__tournament=tournament)
    return rows.select_related("entry__person", "table__round", "by")


def waiting(tournament: Tournament) -> DecisionQuerySet[ReportedNumber]:
    """Those that nobody has answered and no dispute of their table has taken up since."""
    disputes = SetVersion.objects.filter(
        table=OuterRef("table"), verb=Verb.SET_REOPENED, at__gte=OuterRef("at")
    )
    return reports(tournament).standing().exclude(Exists(disputes))


def tables_of(tournament: Tournament, entry: Entry) -> list[Table]:
    """The tables at which the player sat, or played on for somebody, whose sets are accepted; the latest first."""
    sets = CardSet.objects.filter(state=CardSet.State.ACCEPTED, round__tournament=tournament)
    sets_of_player = sets.filter(cards__entry=entry) | sets.filter(cards__substitute=entry)
    tables = Table.objects.filter(card_set__in=sets_of_player.values("pk")).select_related("round")
    return list(tables.order_by("-round__number"))


def report(
    tournament: Tournament, *, entry: Entry, table: Table, what: str, by: User, stamp: Stamp | None = None
) -> ReportedNumber | None:
    """Notes what a player says is wrong with an accepted set. No number changes by it.

    Raises Refused where the set is not accepted: then the desk mends it, or a dispute is open already.
    """
    what = what.strip()
    content = [table.pk, what]
    with change(
        tournament, Verb.NUMBER_REPORTED, by=by, stamp=stamp, about=(entry, table), content=content
    ) as act:
        if act.repeated:
            return ReportedNumber.objects.filter(pk=act.answer).first()
        if not what:
            raise refuse("what-missing", _("Say which number is wrong, and what it should be."), "what")
        if table.pk not in {seated_at.pk for seated_at in tables_of(act.where, entry)}:
            raise refuse("not-accepted", _("Only an accepted set can be reported as wrong."), "table")
        reported = ReportedNumber.objects.create(entry=entry, table=table, reason=what, at=act.at, by=by)
        act.answer = reported.pk
        act.record(reason=what)
        return reported


def answer(
    tournament: Tournament, reported: ReportedNumber, *, words: str, by: User, stamp: Stamp | None = None
) -> None:
    words = words.strip()
    about = (reported.entry, reported.table)
    with change(
        tournament, Verb.REPORT_ANSWERED, by=by, stamp=stamp, about=about, content=words, after_finish=True
    ) as act:
        report_now = still_there(ReportedNumber.objects, reported.pk)
        if report_now.ended_at is not None:
            return
        if not words:
            raise refuse("answer-missing", _("Say what you found: it stays on record."), "answer")
        report_now.end(by=by, at=act.at, reason=words)
        act.record(old={"reported": report_now.reason}, reason=words)


def dispute(tournament: Tournament, reported: ReportedNumber, *, by: User) -> Table:
    """Opens the dispute that was asked for, with every player of the table at the desk. Raises Conflict, Refused."""
    desk_table = desk_table_of(tournament, reported.table)
    name = reported.entry.name
    reason = _("%(name)s reported: %(what)s") % {"name": name, "what": reported.reason}
    reopen_set(desk_table, reason=reason, present=list(desk_table.entries), by=by)
    return reported.table


def open_reports(tournament: Tournament) -> list[FieldFault]:
    message = _("%(name)s reported a number of %(round)s, table %(table)s: open the dispute or answer it.")
    return [
        FieldFault(
            "reported",
            "",
            message
            % {
                "name": reported.entry.name,
                "round": tournament.round_in_words(reported.table.round.number),
                "table": reported.table.number,
            },
        )
        for reported in waiting(tournament)
    ]
