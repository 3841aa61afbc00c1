import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Round, Seat, Tournament
from tournament.rounds.preflight import preflight
from tournament.seams import above


def publish_round(
    tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None
) -> Round:
    """Makes round `number` public; with the first one the profile is frozen for good.

    Rounds are published in order. Publishing one that is out already changes nothing. Refused while a table has
    fewer than three players or somebody who withdrew is still seated. Raises Conflict where another draw stands, or
    somebody sits elsewhere in this round, than on the page.
    """
    with change(tournament, Verb.ROUND_PUBLISHED, by=by, stamp=stamp, content=number) as act:
        tournament = act.where
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is not None and round_.published_at is not None:
            return round_
        published = tournament.rounds.published().last()
        next_number = published.number + 1 if published else 1
        if number != next_number:
            message = _("%(due)s comes next, not %(round)s.") % {
                "due": tournament.round_in_words(next_number),
                "round": tournament.round_in_words(number),
            }
            raise conflict("out-of-turn", capfirst(message), "number")
        check = preflight(tournament, number)
        if round_ is None or check is None:
            raise refuse("not-planned", _("Round %d has no seating yet. Draw first.") % number, "number")
        act.compare(
            {"drawn_at": tournament.drawn_at, "seats": check.round.digest},
            _("The seating changed while this page was open. Look at it again before you publish it."),
        )
        if check.faults:
            raise refuse("not-ready", " ".join(check.faults), "number")
        frozen = {}
        if tournament.frozen_profile is None:
            tournament.frozen_profile = tournament.profile.to_data()
            tournament.save(update_fields=["frozen_profile"])
            frozen = {"frozen_profile": tournament.frozen_profile}
        round_.published_at = act.at
        round_.save(update_fields=["published_at"])
        act.record(
            about=round_,
            new={
                "published_at": round_.published_at,
                "tables": len(check.round.tables),
                "players": len(check.round.taken_seats),
                "warnings": msgspec.to_builtins(check.warnings),
                **frozen,
            },
        )
    return round_


def take_back_publication(
    tournament: Tournament, *, number: int, reason: str = "", by: User | None, stamp: Stamp | None = None
) -> Round:
    """Makes the latest published round a plan again, its clock and its tables as before the start; with the first one
    the rules and the draw are open again. Sheets printed of it count as old.

    Refused for an earlier round, once a table's cards came in or it was written off, and without a reason after the
    clock started. Raises Conflict where the clock was started since the page was made.
    """
    content = [number, reason]
    with change(tournament, Verb.ROUND_TAKEN_BACK, by=by, stamp=stamp, content=content) as act:
        tournament = act.where
        latest = tournament.rounds.published().last()
        if latest is None or latest.number != number:
            if tournament.rounds.planned().filter(number=number).exists():
                return tournament.rounds.get(number=number)
            raise refuse("not-the-latest", _("Only the round that was published last can be taken back."))
        if not may_take_back(latest):
            message = _(
                "Scores of %(round)s are in, so players have played it. Go back to an archive instead."
            )
            raise refuse("cards-in", message % {"round": latest.in_words})
        act.compare(
            {"started_at": latest.started_at},
            _("The clock of %(round)s was started or stopped meanwhile. Look again.")
            % {"round": latest.in_words},
        )
        if latest.started_at is not None and not reason:
            message = _("The clock has started: please say why you are unpublishing.")
            raise refuse("reason-missing", message, "reason")
        before = {
            "published_at": latest.published_at,
            "started_at": latest.started_at,
            "seating_version": latest.seating_version,
        }
        plan = {**dict.fromkeys(before), "seating_version": latest.seating_version + 1}
        clock = {"paused_at": None, "ended_at": None, "paused_seconds": 0, "extra_minutes": 0}
        tournament.rounds.filter(pk=latest.pk).update(**plan, **clock)
        latest.tables.update(seated_at=None, called_at=None, extra_minutes=0)
        if not tournament.rounds.published().exists():
            tournament.frozen_profile = None
            tournament.save(update_fields=["frozen_profile"])
        latest.refresh_from_db()
        act.record(about=latest, old=before, new=plan, reason=reason, standings=True)
    return latest


def to_take_back(tournament: Tournament) -> Round | None:
    latest = None if tournament.finished_at else tournament.rounds.published().last()
    return latest if latest is not None and may_take_back(latest) else None


def has_begun(round_: Round) -> bool:
    """Whether anything shows it: its clock, a score, a table that is written off, or somebody who left after it."""
    went = Seat.objects.filter(round=round_, entry__plays_until=round_.number)
    return round_.started_at is not None or not may_take_back(round_) or went.exists()


def may_take_back(round_: Round) -> bool:
    tables = round_.tables.all()
    return not (above.played(tables) | above.settled(tables)).exists()
