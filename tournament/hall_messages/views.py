from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from club.access import StaffRequest
from club.forms import TidyField
from record.answering import posted, status_of
from record.stamps import Stamp, StampField, stamp_of
from tournament.access import get_tournament
from tournament.hall_messages.actions import put_up, take_down
from tournament.models import HallMessage


class MessageForm(forms.Form):
    stamp = StampField(initial=Stamp)
    words = TidyField(
        label=gettext_lazy("Your message"),
        max_length=300,
        error_messages={"required": gettext_lazy("Write your message.")},
        help_text=gettext_lazy("One or two sentences, such as “Lunch is served in the garden room.”"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def hall_messages(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = MessageForm(posted(request))
    if form.is_valid():
        put_up(tournament, **form.cleaned_data, by=request.user)
        messages.success(request, _("The message is up on public pages and screens."))
        return redirect("hall-messages", slug)
    context = {
        "tournament": tournament,
        "section": "hall-messages",
        "form": form,
        "rows": tournament.hall_messages.select_related("by", "taken_down_by"),
    }
    return render(request, "tournament/hall_messages/hall_messages.html", context, status=status_of(form))


@require_POST
def hall_message_take_down(request: StaffRequest, slug: str, message: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    row: HallMessage = get_object_or_404(tournament.hall_messages, pk=message)
    take_down(row, by=request.user, stamp=stamp_of(request.POST))
    messages.success(request, _("The message is taken down."))
    return redirect("hall-messages", slug)
