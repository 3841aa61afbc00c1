"""Players: the list, registration, corrections, the waiting list."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import StaffRequest, get_tournament
from tournament.forms import place_faults
from tournament.models import Entry, Tournament
from tournament.names import MOST_CHARACTERS
from tournament.players import actions
from tournament.players.alike import people_alike as alike
from tournament.players.forms import EditEntryForm, NewEntryForm, stamp_of_entry
from tournament.players.queries import counts, matching
from tournament.players.tables import EntryTable
from tournament.refused import Refused, conflict, overtaken
from tournament.spreadsheet import page_or_file, worksheet_of
from tournament.stamps import FIELD, Stamp, half_sent, stamp_of

MOST_TYPED = 80


@require_safe
def entries(request: StaffRequest, slug: str) -> HttpResponse:
    """All entries in any state; `?find=` searches names and numbers, `?sort=` sorts, `?export=` makes a file."""
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
    form = NewEntryForm(request.POST if request.method == "POST" else None, tournament=tournament)
    entry = register_from_form(request, tournament, form)
    if entry is None:
        context = {"tournament": tournament, "section": "entries", "form": form}
        return render(
            request, "tournament/players/entry_new.html", context, status=422 if form.is_bound else 200
        )
    message = _("%(name)s is entered under number %(number)s.")
    if entry.checked_in_at:
        message = _("%(name)s is here, under number %(number)s.")
    messages.success(request, message % {"name": entry.person.name, "number": entry.number})
    return redirect("entry-new" if "another" in request.POST else "entries", slug)


def register_from_form(
    request: StaffRequest, tournament: Tournament, form: NewEntryForm, *, checked_in: bool = False
) -> Entry | None:
    """The entry of a valid form; None with the faults shown in the form."""
    if not (form.is_bound and form.is_valid()):
        return None
    try:
        return actions.register(
            tournament, by=request.user, **{"checked_in": checked_in, **form.cleaned_data}
        )
    except Refused as refused:
        place_faults(form, refused)
        return None


@require_safe
def people_alike(request: StaffRequest, slug: str) -> HttpResponse:
    """A fragment: people of the club with a name like `?name=`, to choose from."""
    tournament = get_tournament(request, slug, may="direct")
    name = request.GET.get("name", "")[:MOST_CHARACTERS]
    context = {"people": alike(tournament, name)}
    return render(request, "tournament/players/_people_alike.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_edit(request: StaffRequest, slug: str, number: int) -> HttpResponse:
    """A player's data. A POST changes the player shown, even if the number is another one's by now."""
    tournament = get_tournament(request, slug, may="direct")
    if request.method != "POST":
        entry = get_object_or_404(tournament.entries.with_people(), number=number)
        return entry_page(request, tournament, entry, EditEntryForm.showing(entry), status=200)
    entry, stamp = stamped_entry(request, tournament, number)
    form = EditEntryForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return entry_page(request, tournament, entry, form, status=422)
    try:
        entry = actions.correct(entry, by=request.user, new=form.values(), stamp=stamp)
    except Refused as refused:
        entry = actions.fetch(entry)
        form.data = request.POST.copy()
        form.data[FIELD] = str(stamp_of_entry(entry))
        place_faults(form, refused)
        return entry_page(request, tournament, entry, form, status=refused.status)
    messages.success(request, _("%(name)s is saved.") % {"name": entry.name})
    return redirect("entries", slug)


def entry_page(
    request: StaffRequest, tournament: Tournament, entry: Entry, form: EditEntryForm, *, status: int
) -> HttpResponse:
    form.say_where_listed(entry)
    context = {
        "tournament": tournament,
        "section": "entries",
        "entry": entry,
        "form": form,
        "is_conflict": status == 409,
    }
    return render(request, "tournament/players/entry_edit.html", context, status=status)


def stamped_entry(request: StaffRequest, tournament: Tournament, number: int) -> tuple[Entry, Stamp]:
    """The player in the form's stamp, even if the number is another one's by now."""
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
    """Raises Conflict when the number shown for this player is another one's by now."""
    if entry.number != number:
        message = _("%(name)s has number %(number)s now, and nothing was done. Load the page again and look.")
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
    """Withdraws, reinstates, puts on the waiting list or moves up; one button each."""
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
