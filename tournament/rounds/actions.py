"""Publishing a round, which makes its seating public."""

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament.change import change
from tournament.models import Round, Tournament, User
from tournament.refused import conflict, refuse
from tournament.rounds.preflight import preflight
from tournament.stamps import Stamp
from tournament.verbs import Verb


def publish_round(
    tournament: Tournament, *, number: int, by: User | None, stamp: Stamp | None = None
) -> Round:
    """Makes round `number` public; with the first one the profile is frozen for good.

    Rounds are published in order. Publishing one that is out already changes nothing. Refused while a table has
    fewer than three players or somebody who withdrew is still seated. Raises Conflict where another draw stands, or
    somebody sits elsewhere in this round, than on the page.
    """
    with change(tournament, Verb.ROUND_PUBLISHED, by=by, stamp=stamp, content=number) as act:
        tournament = act.tournament
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is not None and round_.published_at is not None:
            return round_
        refuse_out_of_turn(tournament, number)
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


def refuse_out_of_turn(tournament: Tournament, number: int) -> None:
    published = tournament.rounds.published().last()
    next_number = published.number + 1 if published else 1
    if number != next_number:
        message = _("%(due)s comes next, not %(round)s.") % {
            "due": tournament.round_in_words(next_number),
            "round": tournament.round_in_words(number),
        }
        raise conflict("out-of-turn", capfirst(message), "number")
