"""Sheets about prizes: for the speaker, the wall, the winners' signatures, and the treasurer."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from club.names import name_with_number
from paper.sheets.sheet import PrintJob, column
from scoring.models import PrizeAward
from scoring.prizes.pot import shares_of
from scoring.prizes.queries import in_called_order, in_plan_order
from scoring.prizes.words import prize_words, won_for
from scoring.results.queries import public_prizes
from tournament.fees.queries import accounts, totals
from ui.texts import in_money


def fixed(job: PrintJob) -> list[PrizeAward]:
    return in_plan_order(PrizeAward.objects.filter(row__tournament=job.tournament))


def winner(job: PrintJob, award: PrizeAward) -> str:
    """The winner's public name, with the town of somebody who is not the only one of that name, or the number."""
    name, town = award.entry.public_name, job.town(award.entry)
    return (
        f"{name} ({town})" if town else name_with_number(name, award.entry.number, job.tournament.names_alike)
    )


def speaker(job: PrintJob) -> dict[str, Any] | None:
    """Every fixed prize in the order in which it is called, from the last to the first, with room for how a name is
    said."""
    awards = fixed(job)
    if not awards:
        return None
    return {
        "columns": [
            column(_("For"), grow=True),
            column(_("Name"), grow=True, bold=True),
            column(_("Said as"), grow=True),
            column(_("Prize")),
        ],
        "notes": [_("Not for the wall: the names are called from the last prize to the first.")],
        "tall": True,
        "items": [
            [
                won_for(award),
                winner(job, award),
                award.entry.person.said_as,
                prize_words(award, job.tournament.currency),
            ]
            for call in in_called_order(awards)
            for award in call
        ],
    }


def prize_list(job: PrintJob) -> dict[str, Any] | None:
    awards = public_prizes(job.tournament)
    if not awards:
        return None
    return {
        "columns": [
            column(_("For"), grow=True),
            column(_("Name"), grow=True, bold=True),
            column(_("Number"), side="right"),
            column(_("Prize")),
        ],
        "items": [
            [
                won_for(award),
                winner(job, award),
                str(award.entry.number),
                prize_words(award, job.tournament.currency),
            ]
            for award in awards
        ],
    }


def receipts(job: PrintJob) -> dict[str, Any] | None:
    """A line for each fixed prize and, once the standings are final, each share of the pot to sign, with room for
    whoever takes it for somebody else."""
    currency = job.tournament.currency
    prizes = [
        (award.entry.number, award.entry.name, prize_words(award, currency), award.handed_over_note)
        for award in fixed(job)
    ]
    pot = shares_of(job.tournament) if job.tournament.finished_at else None
    shares = [
        (
            share.place.number,
            share.place.full_name,
            _("%(sum)s of the pot") % {"sum": in_money(share.cents, currency)},
            share.payment.note if share.payment else "",
        )
        for share in (pot.shares if pot else [])
        if share.cents
    ]
    lines = sorted([*prizes, *shares], key=itemgetter(0))
    if not lines:
        return None
    return {
        "columns": [
            column(_("Number"), side="right"),
            column(_("Name"), grow=True, bold=True),
            column(_("Prize")),
            column(_("Signature"), grow=True),
            column(_("Picked up for them by"), grow=True),
        ],
        "flipped": True,
        "tall": True,
        "boxed": True,
        "items": [[str(number), name, prize, "", note] for number, name, prize, note in lines],
    }


def treasurer(job: PrintJob) -> dict[str, Any] | None:
    """Fees in, prizes out, and the difference; each sum on a line. The pot, which comes out even, stands apart."""
    sums, awards = totals(accounts(job.tournament)), fixed(job)
    out, pot = sum(award.cents for award in awards), shares_of(job.tournament)
    if not sums.fees and not sums.paid and not out and pot is None:
        return None
    lines: list[tuple[str, int]] = [(_("All fees"), sums.fees)]
    for method, came, went in sums.by_method:
        lines += [(_("Paid: %(method)s") % {"method": method}, came)]
        if went:
            lines += [(_("Given back: %(method)s") % {"method": method}, -went)]
    lines += [
        (_("Received"), sums.kept),
        (_("Still owed"), sums.owed),
        (_("Cash prizes"), -out),
        (_("Of these handed over"), -handed_over(awards)),
        (_("Fees received, less prizes"), sums.kept - out),
    ]
    if pot is not None:
        lines += [
            (_("Stakes of the pot"), pot.pot),
            (_("Shares of the pot"), -sum(share.cents for share in pot.shares)),
            (_("Shares handed over"), -pot.handed_over),
        ]
    currency = job.tournament.currency
    return {
        "columns": [column(_("What"), grow=True), column(_("Amount"), side="right", bold=True)],
        "items": [[what, in_money(cents, currency)] for what, cents in lines],
    }


def handed_over(awards: Iterable[PrizeAward]) -> int:
    return sum(award.cents for award in awards if award.handed_over_at)
