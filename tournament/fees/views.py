"""Fees: who owes what, paying, giving back, and the totals for the treasurer."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import StaffRequest, directs, get_tournament
from tournament.fees import actions
from tournament.fees.file import account_list, payment_list
from tournament.fees.forms import FeeForm, OwnFeeForm, PaymentForm
from tournament.fees.queries import Account, accounts, totals
from tournament.forms import place_faults
from tournament.models import Payment, Tournament
from tournament.refused import Refused
from tournament.spreadsheet import page_or_file
from tournament.stamps import Stamp, stamp_of


@require_safe
def fees(request: StaffRequest, slug: str) -> HttpResponse:
    """Everybody's account by number; `?show=owing` those who owe something, `?export=` makes a file of the list."""
    tournament = get_tournament(request, slug, may="admit")
    return fees_page(request, tournament)


def accounts_to_show(request: StaffRequest, of: list[Account]) -> list[Account]:
    is_all = request.GET.get("show") != "owing"
    return [account for account in of if is_all or account.owed]


def fees_page(request: StaffRequest, tournament: Tournament, form: FeeForm | None = None) -> HttpResponse:
    of = accounts(tournament)
    listed = accounts_to_show(request, of)
    show = "owing" if request.GET.get("show") == "owing" else "all"
    context = {
        "tournament": tournament,
        "section": "fees",
        "accounts": listed,
        "totals": totals(of),
        "show": show,
        "form": form or FeeForm(initial={"stamp": Stamp(seen={"fee": tournament.fee_cents})}),
    }
    return page_or_file(
        request,
        "tournament/fees/fees.html",
        context,
        account_list(tournament, listed, names_people=directs(request)),
        file_name=f"{tournament.slug}-fees",
        status=422 if form else 200,
    )


@require_POST
def fee_set(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = FeeForm(request.POST)
    if not form.is_valid():
        return fees_page(request, tournament, form)
    cents, stamp = form.cleaned_data["fee"], form.cleaned_data["stamp"]
    actions.set_fee(tournament, cents=cents, by=request.user, stamp=stamp)
    messages.success(request, _("The fee is saved."))
    return redirect("fees", slug)


def get_account(tournament: Tournament, number: int) -> Account:
    entry = tournament.entries.with_people().filter(number=number).first()
    if entry is None:
        raise Http404(_("There is no player with this number here."))
    account = next((account for account in accounts(tournament) if account.entry.pk == entry.pk), None)
    return account or Account(entry, 0)


@require_http_methods(["GET", "HEAD", "POST"])
def fee(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """One player's account: a payment, or with `do=refund` money given back."""
    tournament = get_tournament(request, slug, may="admit")
    account = get_account(tournament, number)
    if request.method != "POST":
        owed = max(account.owed, 0)
        initial = {"amount": f"{owed / 100:.2f}".removesuffix(".00") if owed else ""}
        return fee_page(request, tournament, account, PaymentForm(initial=initial))
    form = PaymentForm(request.POST)
    if not form.is_valid():
        return fee_page(request, tournament, account, form, status=422)
    try:
        actions.pay(
            account.entry,
            cents=form.cleaned_data["amount"],
            method=form.cleaned_data["method"],
            reference=form.cleaned_data["reference"],
            is_refund=request.POST.get("do") == "refund",
            by=request.user,
            stamp=form.cleaned_data["stamp"],
        )
    except Refused as refused:
        place_faults(form, refused)
        return fee_page(request, tournament, account, form, status=refused.status)
    messages.success(request, _("It is noted for %(name)s.") % {"name": account.entry.name})
    return redirect(f"{reverse('fees', args=[slug])}#entry-{number}")


def fee_page(
    request: StaffRequest,
    tournament: Tournament,
    account: Account,
    form: PaymentForm,
    *,
    own_form: OwnFeeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    own = account.entry.fee_cents
    names_people = directs(request)
    context = {
        "tournament": tournament,
        "section": "fees",
        "account": account,
        "form": form,
        "own_form": own_form or OwnFeeForm(initial={"fee": "" if own is None else f"{own / 100:.2f}"}),
    }
    return page_or_file(
        request,
        "tournament/fees/fee.html",
        context,
        payment_list(tournament, account, names_people=names_people),
        file_name=f"{tournament.slug}-fees-{account.entry.number}",
        status=status,
    )


@require_POST
def fee_own(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    account, form = get_account(tournament, number), OwnFeeForm(request.POST)
    if not form.is_valid():
        return fee_page(request, tournament, account, PaymentForm(), own_form=form, status=422)
    cents, stamp = form.cleaned_data["fee"], form.cleaned_data["stamp"]
    actions.set_own_fee(account.entry, cents=cents, by=request.user, stamp=stamp)
    return redirect("fee", slug, number)


@require_POST
def fee_take_out(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    account, stamp = get_account(tournament, number), stamp_of(request.POST)
    key = request.POST.get("payment", "")
    payments: dict[str, Payment] = {str(payment.pk): payment for payment in account.payments}
    if key in payments:
        actions.take_out(tournament, payments[key], by=request.user, stamp=stamp)
    return redirect("fee", slug, number)
