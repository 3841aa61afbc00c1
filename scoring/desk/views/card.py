"""A printed card, scanned: its table opens, or what has changed at the table since it was printed."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from club.access import SignInFirst, StaffRequest
from scoring.desk.codes import CardCode, read_card
from scoring.desk.printed import seat_changes
from scoring.sets.queries import get_desk_table
from tournament.access import get_tournament
from tournament.models import Tournament


@require_safe
def scanned(request: StaffRequest, code: str) -> HttpResponse:
    """Leads from the code on a card to its table at the desk; to what changed, if that table's seats did."""
    if not request.user.is_authenticated:
        raise SignInFirst
    card = read_card(f"c/{code}")
    if card is None:
        raise Http404
    slug = Tournament.objects.filter(pk=card.tournament).values_list("slug", flat=True).first()
    if slug is None:
        raise Http404
    tournament = get_tournament(request, slug, may="enter")
    return open_card(tournament, card) or redirect("desk-table", slug, card.round, card.table)


def open_card(tournament: Tournament, card: CardCode | None) -> HttpResponse | None:
    if card is None:
        return None
    desk_table = get_desk_table(tournament, card.round, card.table)
    if not seat_changes(desk_table, card.revision):
        return None
    return redirect("desk-card", tournament.slug, card.round, card.table, card.revision)


@require_safe
def outdated(request: StaffRequest, slug: str, number: int, table: int, revision: int) -> HttpResponse:
    tournament = get_tournament(request, slug, may="enter")
    desk_table = get_desk_table(tournament, number, table)
    changes = seat_changes(desk_table, revision)
    if not changes:
        return redirect("desk-table", slug, number, table)
    context = {
        "tournament": tournament,
        "section": "desk",
        "desk_table": desk_table,
        "changes": changes,
    }
    return render(request, "scoring/desk/outdated.html", context)
