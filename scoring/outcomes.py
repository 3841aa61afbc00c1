"""What came of entries in several tournaments, and who left in the middle of a round, for `tournament.seams`."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from club.models import Club
from scoring.models import Card, Complaint, FinalStandings, PrizeAward
from scoring.prizes.queries import sharing_tournaments
from scoring.prizes.words import prize_words, row_words
from scoring.standings.corrections import as_data
from scoring.standings.queries import standings_of
from tournament.models import Entry, Tournament
from tournament.seams import EntryOutcome, Leaver, Remark


def outcomes(entries: Collection[Entry]) -> Mapping[int, EntryOutcome]:
    """By the entry's key. Places are final ones, as they are after corrections."""
    keys = [entry.pk for entry in entries]
    places = final_places({entry.tournament_id for entry in entries})
    parts = parts_of(places)
    ranked = Counter(
        (tournament, parts.get(entry))
        for tournament, of_all in places.items()
        for entry, place in of_all.items()
        if place["rank"] is not None
    )
    prizes, remarks, substitutions = prizes_of(keys), remarks_of(keys), substitutions_of(keys)
    outcomes = {}
    for entry in entries:
        place = places.get(entry.tournament_id, {}).get(entry.pk, {})
        outcomes[entry.pk] = EntryOutcome(
            rank=place.get("rank"),
            total=place.get("total"),
            places=ranked[entry.tournament_id, parts.get(entry.pk)],
            prizes=tuple(prizes[entry.pk]),
            remarks=tuple(remarks[entry.pk]),
            substitutions=tuple(substitutions[entry.pk]),
        )
    return outcomes


def final_places(tournaments: Collection[int]) -> dict[int, dict[int, dict[str, Any]]]:
    """Tournament -> entry -> its final place. Computed anew only where something was corrected after the finish."""
    finals = FinalStandings.objects.standing().filter(tournament__in=tournaments)
    places = {}
    for final in finals.select_related("tournament__club"):
        tournament = final.tournament
        at, finished_at = tournament.standings_at, tournament.finished_at
        corrected = at is not None and finished_at is not None and at > finished_at
        rows = as_data(standings_of(tournament).places) if corrected else final.places
        places[tournament.pk] = {row["entry"]: row for row in rows}
    return places


def parts_of(tournaments: Collection[int]) -> dict[int, int]:
    """Entry -> category, for entries ranked only within one. One query."""
    entries = Entry.objects.filter(tournament__in=tournaments, category__last_round__isnull=False)
    return {
        entry.pk: entry.category.pk
        for entry in entries.select_related("category", "tournament")
        if entry.category and entry.category.ends_before(entry.tournament.last_round)
    }


def prizes_of(entries: Collection[int]) -> dict[int, list[str]]:
    awards = PrizeAward.objects.filter(entry__in=entries).select_related("row__tournament", "row__category")
    prizes = defaultdict(list)
    for award in sharing_tournaments(awards):
        thing = prize_words(award, award.row.tournament.currency)
        prizes[award.entry_id].append(f"{row_words(award.row)}: {thing}")
    return prizes


def remarks_of(entries: Collection[int]) -> dict[int, list[Remark]]:
    remarks = defaultdict(list)
    for complaint in Complaint.objects.filter(entry__in=entries).order_by("at", "pk"):
        remarks[complaint.entry_id].append(
            Remark(
                complaint.at,
                str(complaint.get_outcome_display()),
                complaint.reason,
                complaint.ended_at is not None,
            )
        )
    return remarks


def substitutions_of(entries: Collection[int]) -> dict[int, list[str]]:
    cards = (
        Card.objects.filter(Q(entry__in=entries) | Q(substitute__in=entries), left_after__isnull=False)
        .select_related("round__tournament", "entry__person", "substitute__person")
        .order_by("round__number", "pk")
    )
    remarks: dict[int, list[str]] = defaultdict(list)
    tournaments: dict[int, Tournament] = {}
    for card in cards:
        tournament = tournaments.setdefault(card.round.tournament_id, card.round.tournament)
        values = {
            "round": tournament.round_in_words(card.round.number),
            "game": card.left_after,
            "name": card.entry.name,
            "substitute": card.substitute.name if card.substitute else "",
        }
        if card.substitute is not None:
            left = _("left during %(round)s after game %(game)s; %(substitute)s played on")
            remarks[card.substitute.pk].append(_("played on for %(name)s in %(round)s") % values)
        else:
            left = _("left during %(round)s after game %(game)s")
        remarks[card.entry_id].append(left % values)
    return remarks


def left_before(tournament: Tournament, number: int) -> Mapping[int, Leaver]:
    """By the entry's key, whose latest card before round `number` says that they left. One query."""
    cards = Card.objects.filter(round__tournament=tournament, round__number__lt=number)
    plays_again = cards.filter(
        Q(entry=OuterRef("entry")) | Q(substitute=OuterRef("entry")),
        round__number__gt=OuterRef("round__number"),
    )
    last_cards = cards.filter(~Exists(plays_again), left_after__isnull=False)
    return {
        card.entry_id: Leaver(card.round.number, card.substitute)
        for card in last_cards.select_related("round", "substitute__person")
    }


def played_on(club: Club) -> set[int]:
    cards = Card.objects.filter(
        round__tournament__club=club, round__tournament__deleted_at__isnull=True, substitute__isnull=False
    )
    return set(cards.values_list("substitute", flat=True))
