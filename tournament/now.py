"""Where the day stands."""

from tournament.models import Round, Tournament


def latest_round(tournament: Tournament) -> Round | None:
    """The round being played, or played last: the highest published one."""
    return tournament.rounds.filter(published_at__isnull=False).order_by("number").last()


def next_round(tournament: Tournament) -> Round | None:
    """The first planned round that is not published yet."""
    return tournament.rounds.filter(published_at__isnull=True).order_by("number").first()
