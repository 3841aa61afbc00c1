"""An evening in a season: it is put into the one of the last evening, and can be seated by its standings."""

from club.models import User
from seasons.actions import set_events
from seasons.models import Season
from seasons.reckoning import reckon
from tournament.models import Tournament


def season_of(evening: Tournament) -> Season | None:
    """The season it is in; of several the one that was made last."""
    return Season.objects.filter(events__tournament=evening).order_by("-pk").first()


def put_into_season(evening: Tournament, *, by: User) -> None:
    evenings = evening.club.tournaments.filter(is_evening=True).exclude(pk=evening.pk)
    before = evenings.order_by("-date", "-pk").first()
    if before and (season := season_of(before)):
        set_events(season, [*Tournament.objects.filter(seasons__season=season), evening], by=by)


def season_order(evening: Tournament) -> list[int] | None:
    """The keys of people (`Person.main_id`) in its season, the leader first; None without one, or while nobody has a
    place in it.
    """
    season = season_of(evening)
    return [line.person.pk for line in reckon(season).lines] or None if season else None
