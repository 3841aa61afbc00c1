"""The page of messages to the hall."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import StaffRequest, get_tournament
from tournament.hall_messages.actions import put_up, take_down
from tournament.hall_messages.forms import MessageForm
from tournament.models import HallMessage
from tournament.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def hall_messages(request: StaffRequest, slug: str) -> HttpResponse:
    """What is up, and what was; a POST puts a message up."""
    tournament = get_tournament(request, slug, may="direct")
    form = MessageForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        put_up(tournament, **form.cleaned_data, by=request.user)
        messages.success(request, _("The message is up on public pages and screens."))
        return redirect("hall-messages", slug)
    context = {
        "tournament": tournament,
        "section": "hall-messages",
        "form": form,
        "rows": tournament.hall_messages.select_related("by", "taken_down_by"),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournament/hall_messages/hall_messages.html", context, status=status)


@require_POST
def hall_message_take_down(request: StaffRequest, slug: str, message: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row: HallMessage = get_object_or_404(tournament.hall_messages, pk=message)
    take_down(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The message is taken down."))
    return redirect("hall-messages", slug)
