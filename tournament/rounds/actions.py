"""Publishing a round: from then on its seating is what players were told."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.journal import lock, record
from tournament.models import Round, Tournament, User
from tournament.now import latest_round
from tournament.refused import Conflict, refuse
from tournament.rounds.queries import preflight


@transaction.atomic
def publish_round(tournament: Tournament, *, number: int, by: User | None) -> Round:
    """Makes round `number` public; with the first one the profile is frozen for good.

    Rounds are published in order. Publishing one that is out already changes nothing. Refused while a table has
    fewer than three players or somebody who withdrew is still seated.
    """
    tournament = lock(tournament)
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is not None and round_.published_at is not None:
        return round_
    refuse_out_of_turn(tournament, number)
    checked = preflight(tournament, number)
    if round_ is None or checked is None:
        raise refuse("not-planned", _("Round %d has no seating yet. Draw first.") % number, "number")
    if checked.faults:
        raise refuse("not-ready", " ".join(checked.faults), "number")
    frozen = tournament.frozen_profile is None
    if frozen:
        tournament.frozen_profile = tournament.profile.to_data()
        tournament.save(update_fields=["frozen_profile"])
    round_.published_at = timezone.now()
    round_.save(update_fields=["published_at"])
    record(
        tournament,
        gettext_noop("publish"),
        f"round {number}",
        by=by,
        new={
            "published_at": round_.published_at,
            "tables": len(checked.round.tables),
            "players": len(checked.round.places),
            "warnings": list(checked.warnings),
            **({"frozen_profile": tournament.frozen_profile} if frozen else {}),
        },
    )
    return round_


def refuse_out_of_turn(tournament: Tournament, number: int) -> None:
    if tournament.finished_at is not None:
        raise refuse("finished", _("The tournament is finished. No further round can be published."))
    last = latest_round(tournament)
    due = last.number + 1 if last else 1
    if number != due:
        message = _("Round %(due)d comes next, not round %(number)d.") % {"due": due, "number": number}
        raise Conflict(refuse("out-of-turn", message, "number").faults)
