from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Q
from django.utils.http import urlencode

from tournament.models import Category, Entry, Tournament


def seated_after(tournament: Tournament) -> dict[Category, list[Entry]]:
    """Category -> its players, by number, who have a seat after its last round in a round that can still change."""
    entries = (
        Entry.objects.filter(
            tournament=tournament,
            seats__round__published_at=None,
            seats__round__number__gt=F("category__last_round"),
        )
        .select_related("category")
        .order_by("number")
        .distinct()
    )
    by_category: dict[Category, list[Entry]] = defaultdict(list)
    for entry in entries:
        assert entry.category is not None  # noqa: S101 (for the type checker)
        by_category[entry.category].append(entry)
    return by_category


def to_leave(tournament: Tournament) -> dict[Category, dict[str, Any]]:
    """Category -> the change of seats by which its players leave; only categories with players seated after it."""
    last = tournament.rounds.published().values_list("number", flat=True).last() or 0
    return {
        category: {
            "count": len(leaving),
            "query": leaving_query([entry.number for entry in leaving], leaves_from(category, last)),
        }
        for category, leaving in seated_after(tournament).items()
    }


def leaves_from(category: Category, published: int) -> int:
    return max(category.last_round or 0, published) + 1


def will_leave(tournament: Tournament) -> list[dict[str, Any]]:
    registered = Count("entries", filter=Q(entries__state=Entry.State.REGISTERED))
    categories = tournament.categories.filter(last_round__lt=tournament.last_round)
    return [
        {"category": category, "count": category.registered}
        for category in categories.annotate(registered=registered)
        if category.registered
    ]


def leaving_query(numbers: Iterable[int], from_round: int) -> str:
    leaving = ", ".join(map(str, numbers))
    return urlencode({"change": "people", "leaving": leaving, "from_round": str(from_round)})
