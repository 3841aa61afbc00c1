from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.text import capfirst, slugify
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from club.models import Club, Movement, User
from club.names import first_free, folded, named_blocks
from record.change import change
from record.refused import all_at_once, refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.limits import MOST_ROUNDS
from rules.systems.registry import definition, load_profile
from tournament.models import Tournament
from tournament.seams import above

PROFILE_DEFAULTS = {
    "games_per_round": "games_per_round",
    "minutes": "round_minutes",
    "warning_minutes": "warning_minutes",
    "verification": "verification",
    "cards_carry": "cards_carry",
}
OF_THE_DAY = frozenset({"rounds_planned", "rounds_per_block", "block_names"})
SETTINGS = (
    "name",
    "date",
    "place",
    "time_zone",
    "is_public",
    "shows_reasons",
    "currency",
    "system",
    "verification",
    "cards_carry",
    "entered_by",
    "second_person",
    "rounds_planned",
    "rounds_per_block",
    "block_names",
    "games_per_round",
    "minutes",
    "warning_minutes",
    "movement",
    "steps",
    "tie_break",
    "next_tie_break",
    "is_evening",
    "evening_draw",
    "one_sits_out",
    "ranks_by_average",
)
CHANGE_STANDINGS = frozenset({"tie_break", "next_tie_break", "shows_reasons", "ranks_by_average"})
TRIES = 20
FROZEN_BY_DRAW = frozenset({"rounds_planned", "movement", "steps"})
FROZEN_BY_PUBLICATION = frozenset(
    {"system", "verification", "cards_carry", "rounds_per_block", "games_per_round"}
)
FROZEN_BY_FINISH = frozenset(SETTINGS) - {
    "name",
    "place",
    "is_public",
    "shows_reasons",
    "currency",
    "block_names",
    "is_evening",
}


def defaults_of(system: str, changes: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The settings that a profile, a system's own or a house's, suggests for its tournaments."""
    profile = load_profile(system, changes)
    defaults = {name: getattr(profile, source) for name, source in PROFILE_DEFAULTS.items()}
    rounds, names = definition(system).rounds, named_blocks(profile.block_names)
    length = ceil(rounds / len(names)) if len(names) > 1 else None
    return defaults | {
        "rounds_planned": rounds,
        "rounds_per_block": length,
        "block_names": profile.block_names if length else "",
    }


def frozen_settings(tournament: Tournament) -> dict[str, str]:
    """Settings that can no longer change, each with the reason why."""
    frozen: dict[str, str] = {}
    if tournament.drawn_at:
        frozen |= dict.fromkeys(
            FROZEN_BY_DRAW,
            _("Fixed by the draw. Until the first round is published, a new draw may change it."),
        )
    if tournament.frozen_profile is not None:
        frozen |= dict.fromkeys(
            FROZEN_BY_PUBLICATION | FROZEN_BY_DRAW, _("Round 1 is published, so these rules stay.")
        )
    if tournament.finished_at:
        frozen |= dict.fromkeys(FROZEN_BY_FINISH, _("Fixed since the tournament was finished."))
    return frozen


def settings_of(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in SETTINGS}


def create_tournament(
    club: Club,
    *,
    by: User,
    again: bool = False,
    house_profile: int | None = None,
    stamp: Stamp | None = None,
    **fields: Any,
) -> Tournament:
    """A new tournament; what is not said follows the system's profile, or the house profile, whose numbers it gets.

    Raises Refused where the club has one of this name and day, unless a second one is meant (`again`).
    """
    with change(club, Verb.TOURNAMENT_CREATED, by=by, stamp=stamp, content=[fields, house_profile]) as act:
        if act.repeated:
            return Tournament.everything.get(pk=act.answer)
        names = club.tournaments.filter(date=fields["date"]).values_list("name", flat=True)
        if not again and folded(fields["name"]) in map(folded, names):
            message = _("The club already has a tournament with this name on this date. Create another one?")
            raise refuse("made-already", message, "again")
        tournament = at_free_address(
            club=club, **{**_by_profile(club, fields["system"], house_profile), **fields}
        )
        act.answer = tournament.pk
        act.record(tournament.name, new={"date": f"{tournament.date:%Y-%m-%d}"})
        with change(tournament, Verb.TOURNAMENT_CREATED, by=by) as first:
            new = settings_of(tournament)
            if tournament.house_name:
                new |= {"house_name": tournament.house_name, "profile_changes": tournament.profile_changes}
            first.record(new=new)
        return tournament


def _by_profile(club: Club, system: str, house_profile: int | None) -> dict[str, Any]:
    if house_profile is None:
        return defaults_of(system)
    house = club.house_profiles.offered().filter(pk=house_profile, system=system).first()
    if house is None:
        raise refuse("no-such-profile", _("This profile is no longer offered. Choose another one."), "system")
    numbers = {"profile_changes": house.changes, "house_profile": house, "house_name": house.name}
    return defaults_of(system, house.changes) | numbers


def at_free_address(**fields: Any) -> Tournament:
    """Stores a new tournament, at the next free address if a club takes this one at the same moment."""
    words = f"{fields['name']} {fields['date']:%Y-%m-%d}"
    for _again in range(TRIES):
        with suppress(IntegrityError), transaction.atomic():
            return Tournament.objects.create(slug=free_slug(words), **fields)
    return Tournament.objects.create(slug=free_slug(words), **fields)


def free_slug(words: str) -> str:
    """A free slug made of the words, or of their date alone when they have no Latin letters."""
    base = slugify(words)[:50].strip("-")
    if base and not base[0].isalpha():
        base = f"tournament-{base}"[:50].strip("-")
    addresses = Tournament.everything.filter(slug__startswith=base).values_list("slug", flat=True)
    return first_free(base, addresses)


def change_settings(
    tournament: Tournament, *, by: User, new: Mapping[str, Any], stamp: Stamp | None = None
) -> Tournament:
    """Stores the settings in `new`, as far as they differ from the stored ones.

    Raises Conflict when somebody else changed one of them since, Refused when one of them is frozen. With another
    system, whatever still stood at the old one's suggestion and was not touched follows the new one.
    """
    with change(tournament, Verb.SETTINGS_CHANGED, by=by, stamp=stamp, content=new, after_finish=True) as act:
        tournament = act.where
        settings = settings_of(tournament)
        changed = {name: value for name, value in new.items() if settings[name] != value}
        act.compare({name: settings[name] for name in changed})
        frozen = frozen_settings(tournament)
        if refusals := [refuse("frozen", frozen[name], name) for name in changed if name in frozen]:
            raise all_at_once(refusals)
        if "system" in changed:
            followed = suggestions_followed(settings, changed)
            changed |= {name: value for name, value in followed.items() if name not in frozen}
            if tournament.profile_changes:  # numbers of one system mean nothing in another
                settings["profile_changes"], changed["profile_changes"] = tournament.profile_changes, {}
            if tournament.house_name:
                settings["house_name"], changed["house_name"] = tournament.house_name, ""
                tournament.house_profile = None
        if changed.get("movement", settings["movement"]) != Movement.CUSTOM and settings["steps"]:
            changed["steps"] = {}
        if not changed:
            return tournament
        for name, value in changed.items():
            setattr(tournament, name, value)
        tournament.save(update_fields=[*changed, "house_profile"])
        if "minutes" in changed:
            tournament.rounds.filter(started_at__isnull=True).update(minutes=tournament.minutes)
        act.record(
            tournament.name,
            old={name: settings[name] for name in changed},
            new=changed,
            standings=bool(CHANGE_STANDINGS & changed.keys()),
        )
        return tournament


def withhold_results(
    tournament: Tournament, *, from_round: int | None, by: User, stamp: Stamp | None = None
) -> Tournament:
    """From this round on nobody but directors and scorekeepers is shown results; None: everybody is shown all.

    Raises Conflict when somebody else changed it since, Refused where the seats of a later round tell the results, and
    where players are checking them.
    """
    verb = Verb.RESULTS_SHOWN if from_round is None else Verb.RESULTS_WITHHELD
    with change(tournament, verb, by=by, stamp=stamp, content=from_round, after_finish=True) as act:
        tournament = act.where
        before = tournament.withheld_from
        if before == from_round:
            return tournament
        act.compare({"withheld_from": before})
        if from_round is not None and not 1 <= from_round <= tournament.last_round:
            message = _("Choose one of the %(rounds)d rounds.") % {"rounds": tournament.last_round}
            raise refuse("no-such-round", message, "from_round")
        ranked_round = tournament.rounds.filter(
            number__gt=from_round or MOST_ROUNDS, movement=Movement.RANKED
        ).first()
        if ranked_round is not None:
            message = _(
                "%(round)s is seated by standing, so its seats tell who leads. Withhold results from that round on."
            )
            values = {"round": ranked_round.in_words}
            raise refuse("seated-by-standing", capfirst(message % values), "from_round")
        closes = above.checked_until(tournament, act.at)
        if (
            closes
            and tournament.rounds.published().filter(number__gte=from_round or MOST_ROUNDS + 1).exists()
        ):
            message = _(
                "Players are checking their numbers until %(time)s. End the time for corrections first."
            )
            time = date_format(localtime(closes), "TIME_FORMAT")
            raise refuse("being-checked", message % {"time": time}, "from_round")
        tournament.withheld_from = from_round
        tournament.save(update_fields=["withheld_from"])
        # Everybody sees different standings from now on.
        act.record(tournament.name, old={"from": before}, new={"from": from_round}, standings=True)
        return tournament


def suggestions_followed(old: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """The new system's suggestions for settings that still equal the old system's; the division of the day follows as a
    whole or not at all.
    """
    suggested, before = defaults_of(changed["system"]), defaults_of(old["system"])
    own = {name for name in suggested if name in changed or old[name] != before[name]}
    if not own.isdisjoint(OF_THE_DAY):
        own |= OF_THE_DAY
    return {name: value for name, value in suggested.items() if name not in own and old[name] != value}
