"""The pot of equal stakes: the stake, and each player's share by the points as they stand."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from club.models import User
from record.change import change
from record.refused import conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.pot import UNIT, share_pot
from rules.systems.registry import definition
from scoring.models import Pot, PotPayment
from scoring.standings.queries import standings_of
from scoring.standings.standing import Standing
from tournament.models import Entry, Tournament
from tournament.players.actions import refuse_words_of_erased


@dataclass(frozen=True)
class Share:
    place: Standing
    cents: int
    payment: PotPayment | None = None


@dataclass(frozen=True)
class Shares:
    stake: int
    pot: int
    shares: list[Share]

    @property
    def handed_over(self) -> int:
        """In cents; 0 while nothing was."""
        return sum(share.payment.cents for share in self.shares if share.payment)

    @property
    def waiting(self) -> int:
        """The cents still to be handed over, of the shares of which nothing was."""
        return sum(share.cents for share in self.shares if share.payment is None)


def has_pot(tournament: Tournament) -> bool:
    return definition(tournament.system).has_pot


def pot_of(tournament: Tournament) -> Pot:
    """As it is stored; with a stake of 0 where none is set."""
    return Pot.objects.filter(tournament=tournament).first() or Pot(tournament=tournament, stake_cents=0)


def shares_of(tournament: Tournament) -> Shares | None:
    """The shares as the points stand; None where there is no stake, nobody has points, or the pot cannot be shared."""
    stake, places = pot_of(tournament).stake_cents, standings_of(tournament).ranked
    if not stake or not places or stake * len(places) % UNIT:
        return None
    payments = {
        payment.entry_id: payment
        for payment in PotPayment.objects.filter(entry__tournament=tournament).select_related("by")
    }
    pot = share_pot(stake, {str(place.number): place.total for place in places})
    return Shares(
        stake,
        pot.pot_cents,
        [
            Share(
                place,
                pot.paid_cents[str(place.number)],
                payments.get(place.entry),
            )
            for place in places
        ],
    )


def public_shares(tournament: Tournament) -> Shares | None:
    """What everybody sees of the pot with the final standings; None where a director does not show it."""
    return shares_of(tournament) if pot_of(tournament).is_public else None


def seen_of(pot: Pot) -> dict[str, object]:
    return {"cents": pot.stake_cents, "is_public": pot.is_public}


def set_stake(
    tournament: Tournament, *, cents: int, is_public: bool = False, by: User, stamp: Stamp | None = None
) -> None:
    """Sets what each player pays into the pot, and whether everybody sees the shares with the results.

    Raises Refused where the pot would be no whole number of quarters.
    """
    content = [cents, is_public]
    with change(tournament, Verb.STAKE_SET, by=by, stamp=stamp, content=content, after_finish=True) as act:
        pot = pot_of(act.where)
        old, new = seen_of(pot), {"cents": cents, "is_public": is_public}
        if old == new:
            return
        act.compare(old)
        if cents <= 0 or cents % UNIT:
            raise refuse("odd-stake", _("A stake is a whole number of quarters, such as 5 or 7.50."), "stake")
        pot.stake_cents, pot.is_public = cents, is_public
        pot.save()
        act.record(old=old, new=new)


def hand_over_share(
    tournament: Tournament, entry: Entry, *, cents: int, note: str, by: User, stamp: Stamp | None = None
) -> None:
    """Notes that a player's share was handed over. Raises Conflict where the share has changed."""
    with change(
        tournament,
        Verb.POT_SHARE_HANDED_OVER,
        by=by,
        stamp=stamp,
        about=entry,
        content=[cents, note],
        after_finish=True,
    ) as act:
        if PotPayment.objects.filter(entry=entry).exists():
            return
        refuse_words_of_erased([entry.person_id], note, "note")
        shares = shares_of(act.where)
        now = {share.place.entry: share.cents for share in shares.shares} if shares else {}
        if not act.where.finished_at:
            raise refuse("not-final", _("The shares are handed over when the standings are final."))
        if not cents or now.get(entry.pk) != cents:
            raise conflict("other-share", _("This share has changed. Look at it again."))
        PotPayment.objects.create(entry=entry, cents=cents, note=note, at=act.at, by=by)
        act.record(new={"cents": cents}, reason=note)


def take_back_share(tournament: Tournament, entry: Entry, *, by: User, stamp: Stamp | None = None) -> None:
    """Notes that a share was not handed over after all; the record keeps both."""
    with change(
        tournament, Verb.POT_SHARE_HANDED_BACK, by=by, stamp=stamp, about=entry, after_finish=True
    ) as act:
        payment = PotPayment.objects.filter(entry=entry).first()
        if payment is None:
            return
        old = {"cents": payment.cents, "note": payment.note}
        payment.delete()
        act.record(old=old)
