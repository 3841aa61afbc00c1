from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest, directs
from record.answering import refusals_in, status_of
from record.stamps import Stamp, stamp_of
from tournament.access import get_tournament
from tournament.fees import actions
from tournament.fees.forms import FeeForm, OwnFeeForm, PaymentForm, SeveralPaidForm
from tournament.fees.queries import Account, accounts, totals
from tournament.models import Payment, Tournament
from tournament.spreadsheet import Columns, Worksheet, in_units, page_or_file, player_columns, worksheet


@require_safe
def fees(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="admit")
    return fees_page(request, tournament)


def fees_page(
    request: StaffRequest,
    tournament: Tournament,
    form: FeeForm | None = None,
    paid_form: SeveralPaidForm | None = None,
) -> HttpResponse:
    of, seen = accounts(tournament), {"fee": tournament.fee_cents}
    show = "owing" if request.GET.get("show") == "owing" else "all"
    listed = [account for account in of if show == "all" or account.owed]
    context = {
        "tournament": tournament,
        "section": "fees",
        "accounts": listed,
        "totals": totals(of),
        "show": show,
        "form": form or FeeForm(initial={"stamp": Stamp(seen=seen), "no_show_owes": tournament.no_show_owes}),
        "paid_form": paid_form or SeveralPaidForm(accounts=of, initial={"stamp": Stamp(seen=seen)}),
        "owing": [account for account in of if account.owed > 0],
        "listed": [account for account in of if account.listed],
        "ticked": ticked(of, paid_form),
    }
    return page_or_file(
        request,
        "tournament/fees/fees.html",
        context,
        account_list(tournament, listed, names_people=directs(request)),
        file_name=f"{tournament.slug}-fees",
        status=status_of(form, paid_form),
    )


def ticked(of: list[Account], form: SeveralPaidForm | None) -> list[int]:
    if form is not None:
        typed = form["paid"].value() or []
        return [account.entry.number for account in of if str(account.entry.number) in typed]
    return [account.entry.number for account in of if account.owed > 0 and account.listed_payment]


def account_list(tournament: Tournament, accounts: list[Account], *, names_people: bool) -> Worksheet | None:
    columns: Columns = [
        *player_columns(lambda account: account.entry, names_people=names_people),
        (f"{_('Fee')} ({tournament.currency})", lambda account: in_units(account.fee)),
        (f"{_('Paid')} ({tournament.currency})", lambda account: in_units(account.paid)),
        (f"{_('Given back')} ({tournament.currency})", lambda account: in_units(account.refunded)),
        (f"{_('Owed')} ({tournament.currency})", lambda account: in_units(account.owed)),
    ]
    return worksheet("fees", _("Fees"), accounts, columns)


@require_POST
def fee_set(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = FeeForm(request.POST)
    if not form.is_valid():
        return fees_page(request, tournament, form)
    data = form.cleaned_data
    actions.set_fee(
        tournament,
        cents=data["fee"],
        no_show_owes=data["no_show_owes"],
        by=request.user,
        stamp=data["stamp"],
    )
    messages.success(request, _("The fee is saved."))
    return redirect("fees", slug)


@require_POST
def fees_paid(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="admit")
    form = SeveralPaidForm(request.POST, accounts=accounts(tournament))
    if not form.is_valid():
        return fees_page(request, tournament, paid_form=form)
    data = form.cleaned_data
    count = actions.pay_all(
        tournament, numbers=data["paid"], method=data["method"], by=request.user, stamp=data["stamp"]
    )
    message = ngettext("%d player is marked as paid.", "%d players are marked as paid.", count) % count
    messages.success(request, message)
    return redirect("fees", slug)


def get_account(tournament: Tournament, number: int) -> Account:
    entry = tournament.entries.with_people().filter(number=number).first()
    if entry is None:
        raise Http404(_("There is no player with this number here."))
    account = next((account for account in accounts(tournament) if account.entry.pk == entry.pk), None)
    return account or Account(entry, 0)


@require_http_methods(["GET", "HEAD", "POST"])
def fee(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="admit")
    account = get_account(tournament, number)
    if request.method != "POST":
        owed = max(account.owed, 0)
        initial = {"amount": f"{owed / 100:.2f}".removesuffix(".00") if owed else ""}
        return fee_page(request, tournament, account, PaymentForm(initial=initial))
    form = PaymentForm(request.POST)
    if form.is_valid():
        with refusals_in(form):
            actions.pay(
                account.entry,
                cents=form.cleaned_data["amount"],
                method=form.cleaned_data["method"],
                reference=form.cleaned_data["reference"],
                is_refund=request.POST.get("do") == "refund",
                by=request.user,
                stamp=form.cleaned_data["stamp"],
            )
            messages.success(request, _("It is noted for %(name)s.") % {"name": account.entry.name})
            return redirect(f"{reverse('fees', args=[slug])}#entry-{number}")
    return fee_page(request, tournament, account, form)


def fee_page(
    request: StaffRequest,
    tournament: Tournament,
    account: Account,
    form: PaymentForm,
    *,
    own_form: OwnFeeForm | None = None,
) -> HttpResponse:
    own = account.entry.fee_cents
    context = {
        "tournament": tournament,
        "section": "fees",
        "account": account,
        "form": form,
        "own_form": own_form or OwnFeeForm(initial={"fee": "" if own is None else f"{own / 100:.2f}"}),
    }
    return render(request, "tournament/fees/fee.html", context, status=status_of(form, own_form))


@require_POST
def fee_own(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    account, form = get_account(tournament, number), OwnFeeForm(request.POST)
    if not form.is_valid():
        return fee_page(request, tournament, account, PaymentForm(), own_form=form)
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
