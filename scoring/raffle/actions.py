"""Making a raffle ready, drawing it, and taking out one that was not drawn. All of it after the finish too."""

from hashlib import sha256

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from club.models import User
from record.change import change, still_there
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import Raffle
from scoring.raffle.queries import may_be_drawn
from tournament.models import Tournament


def make_ready(
    tournament: Tournament,
    *,
    prize: str,
    winners: int,
    without_winners: bool,
    by: User,
    stamp: Stamp | None = None,
) -> Raffle | None:
    """Puts the list of everybody checked in and the hash of the seed on record, before anything is drawn.

    `without_winners` leaves out whoever won a raffle of this tournament. Raises Refused where too few are left.
    """
    content = [prize, winners, without_winners]
    with change(tournament, Verb.RAFFLE_FIXED, by=by, stamp=stamp, content=content, after_finish=True) as act:
        if act.repeated:
            return Raffle.objects.filter(pk=act.answer).first()
        numbers = list(may_be_drawn(act.where).values_list("number", flat=True))
        if without_winners:
            winners_before = {number for raffle in act.where.raffles.all() for number in raffle.winning}
            numbers = [number for number in numbers if number not in winners_before]
        if len(numbers) < winners:
            message = _("Only %d players are here to draw from.") % len(numbers)
            raise refuse("too-few-here", message, "winners")
        raffle = Raffle(
            tournament=act.where, prize=prize, winners=winners, drawn_from=numbers, at=act.at, by=by
        )
        raffle.seed_hash = hash_of(seeds_of(raffle)[0])
        raffle.save()
        act.answer = raffle.pk
        act.record(prize, new={"seed_hash": raffle.seed_hash, "drawn_from": numbers, "winners": winners})
        return raffle


def seeds_of(raffle: Raffle) -> list[str]:
    """The seed of a raffle under each of the installation's keys, today's first.

    It is made of the key, so that no archive of an undrawn raffle tells it, nor a copy of the tournament drawn first.
    """
    text = f"raffle {raffle.tournament_id} {raffle.at.isoformat()} {raffle.drawn_from}"
    seeds = (salted_hmac("raffle", text, secret=key, algorithm="sha256") for key in settings.JOURNAL_KEYS)
    return [seed.hexdigest()[:16] for seed in seeds]


def hash_of(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()


def draw(tournament: Tournament, raffle: Raffle, *, by: User, stamp: Stamp | None = None) -> Raffle:
    """Draws a raffle that is ready, once. Raises Refused where it was made ready in another copy."""
    with change(tournament, Verb.RAFFLE_DRAWN, by=by, stamp=stamp, about=raffle, after_finish=True) as act:
        raffle = still_there(Raffle.objects, raffle.pk)
        if raffle.taken_out_at:
            raise refuse("taken-out", _("This raffle was removed, so it cannot be drawn."))
        if raffle.drawn_at is None:
            fitting = [seed for seed in seeds_of(raffle) if hash_of(seed) == raffle.seed_hash]
            if not fitting:
                message = _(
                    "This raffle was set up in another copy of the tournament. Remove it, and set it up here."
                )
                raise refuse("made-elsewhere", message)
            raffle.seed, raffle.drawn_at = fitting[0], act.at
            raffle.save(update_fields=["seed", "drawn_at"])
            act.record(raffle.prize, new={"drawn": raffle.winning, "seed": raffle.seed})
        return raffle


def remove(tournament: Tournament, raffle: Raffle, *, by: User, stamp: Stamp | None = None) -> None:
    """Takes out a raffle that was not drawn; its row stays, and says so. Raises Refused for one that was drawn."""
    with change(tournament, Verb.RAFFLE_REMOVED, by=by, stamp=stamp, about=raffle, after_finish=True) as act:
        raffle_now = still_there(Raffle.objects, raffle.pk)
        if raffle_now.taken_out_at:
            return
        if raffle_now.drawn_at:
            raise refuse("drawn", _("What is drawn stays drawn."))
        raffle_now.taken_out_at = act.at
        raffle_now.save(update_fields=["taken_out_at"])
        act.record(
            raffle_now.prize, old={"seed_hash": raffle_now.seed_hash, "drawn_from": raffle_now.drawn_from}
        )
