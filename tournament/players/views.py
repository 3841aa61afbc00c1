from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.access import StaffRequest
from club.names import MOST_CHARACTERS
from record.answering import posted, refusals_in, status_of
from record.refused import conflict, overtaken
from record.stamps import FIELD, Stamp, half_sent, stamp_of
from tournament.access import get_tournament
from tournament.models import Entry, Tournament
from tournament.players import actions
from tournament.players.alike import people_alike as alike
from tournament.players.forms import EditEntryForm, NewEntryForm, stamp_of_entry
from tournament.players.queries import counts, matching
from tournament.players.tables import EntryTable
from tournament.spreadsheet import page_or_file, worksheet_of

MOST_TYPED = 80


@require_safe
def entries(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    find = request.GET.get("find", "").strip()[:MOST_TYPED]
    listed = tournament.entries.with_people()
    if find:
        listed = listed.filter(pk__in=[entry.pk for entry in matching(listed, find)])
    table = EntryTable(
        list(listed.select_related("person", "category")),
        request,
        with_categories=tournament.categories.exists(),
    )
    context = {
        "tournament": tournament,
        "section": "entries",
        "table": table,
        "find": find,
        "counts": counts(tournament),
        "waiting": tournament.entries.with_people().waiting(),
    }
    template = "tournament/players/entries.html"
    return page_or_file(request, template, context, worksheet_of(table), file_name=f"{slug}-players")


@require_http_methods(["GET", "HEAD", "POST"])
def entry_new(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    form = NewEntryForm(posted(request), tournament=tournament)
    if form.is_valid():
        with refusals_in(form):
            stamp = form.cleaned_data["stamp"]
            entry = actions.register(tournament, form.player, by=request.user, stamp=stamp)
            message = _("%(name)s is entered under number %(number)s.")
            if entry.checked_in_at:
                message = _("%(name)s is here, under number %(number)s.")
            messages.success(request, message % {"name": entry.person.name, "number": entry.number})
            return redirect("entry-new" if "another" in request.POST else "entries", slug)
    context = {"tournament": tournament, "section": "entries", "form": form}
    return render(request, "tournament/players/entry_new.html", context, status=status_of(form))


@require_safe
def people_alike(request: StaffRequest, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    name = request.GET.get("name", "")[:MOST_CHARACTERS]
    context = {"people": alike(tournament, name), "admits": "admits" in request.GET}
    return render(request, "tournament/players/_people_alike.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_edit(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    if request.method != "POST":
        entry = get_object_or_404(tournament.entries.with_people(), number=number)
        return entry_page(request, tournament, entry, EditEntryForm.showing(entry))
    entry, stamp = stamped_entry(request, tournament, number)
    form = EditEntryForm(request.POST, tournament=tournament)
    if form.is_valid():
        with refusals_in(form, stamp=lambda: stamp_of_entry(actions.fetch(entry))):
            saved = actions.correct(entry, by=request.user, new=form.values(), stamp=stamp)
            messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
            return redirect("entries", slug)
        entry = actions.fetch(entry)
    return entry_page(request, tournament, entry, form)


def entry_page(
    request: StaffRequest, tournament: Tournament, entry: Entry, form: EditEntryForm
) -> HttpResponse:
    form.say_where_listed(entry)
    status = status_of(form)
    context = {
        "tournament": tournament,
        "section": "entries",
        "entry": entry,
        "form": form,
        "is_conflict": status == 409,
    }
    return render(request, "tournament/players/entry_edit.html", context, status=status)


def stamped_entry(request: StaffRequest, tournament: Tournament, number: int) -> tuple[Entry, Stamp]:
    """The player in the form's stamp, even if somebody else has the number now."""
    if FIELD not in request.POST:
        get_object_or_404(tournament.entries, number=number)
    stamp = stamp_of(request.POST)
    identity = stamp.seen.get("entry")
    key = str(identity).partition(" ")[0]
    is_key = key.isdecimal() and len(key) < 19  # what a database takes as a number
    entry = tournament.entries.with_people().filter(pk=key).first() if is_key else None
    if entry is None:
        raise half_sent()
    if entry.identity != identity:
        raise overtaken()
    return entry, stamp


def refuse_renumbered(entry: Entry, number: int) -> None:
    """Raises Conflict when somebody else has the number shown for this player."""
    if entry.number != number:
        message = _(
            "%(name)s has number %(number)s now, so nothing was done. Reload the page and look again."
        )
        values = {"name": entry.name, "number": entry.number}
        raise conflict("renumbered", message % values)


CHANGES: dict[str, Callable[..., Entry]] = {
    "withdraw": actions.withdraw,
    "reinstate": actions.reinstate,
    "wait": actions.put_on_waiting_list,
    "move-up": actions.move_up,
}


@require_POST
def entry_state(request: StaffRequest, slug: str, number: int, change: str) -> HttpResponse:
    tournament = get_tournament(request, slug, may="direct")
    entry, stamp = stamped_entry(request, tournament, number)
    refuse_renumbered(entry, number)
    changed = CHANGES[change](entry, by=request.user, stamp=stamp)
    messages.success(
        request,
        _("%(name)s: %(state)s.")
        % {"name": changed.person.name, "state": changed.get_state_display().lower()},
    )
    return redirect("check-in" if request.POST.get("back") == "check-in" else "entries", slug)
