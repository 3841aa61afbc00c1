"""The numbers that a tournament plays by, and the house profiles of a club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.systems.profile import Profile
from rules.systems.registry import ProfileError, load_profile
from tournament.change import change
from tournament.models import Club, HouseProfile, Tournament, User
from tournament.names import folded
from tournament.refused import Refused, refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import fault_in_words


def changed_profile(system: str, changes: Mapping[str, object]) -> Profile:
    """The system's profile with these changes. Raises Refused with every fault."""
    try:
        return load_profile(system, changes)
    except ProfileError as error:
        raise Refused(map(fault_in_words, error.faults)) from error


def changes_of(profile: Profile) -> dict[str, Any]:
    """The values that differ from the system's own, as they are stored."""
    standard = load_profile(profile.system).to_data()
    return {name: value for name, value in profile.to_data().items() if value != standard[name]}


def change_values(
    tournament: Tournament, *, by: User, values: Mapping[str, object], stamp: Stamp | None = None
) -> Tournament:
    """Stores changed values of the scoring profile; values equal to the system's own are not stored.

    Raises Conflict when somebody else changed one of them since; Refused, with every fault, for an invalid profile or
    after the first round was published.
    """
    with change(tournament, Verb.VALUES_CHANGED, by=by, stamp=stamp, content=values) as act:
        tournament = act.tournament
        if tournament.frozen_profile is not None:
            raise refuse("frozen", _("Fixed since round 1 was published."))
        profile = changed_profile(tournament.system, {**tournament.profile_changes, **values})
        values_before, new = tournament.profile.to_data(), profile.to_data()
        changed = {name: value for name, value in new.items() if value != values_before[name]}
        if not changed:
            return tournament
        old = {name: values_before[name] for name in changed}
        act.compare(old)
        tournament.profile_changes = changes_of(profile)
        tournament.save(update_fields=["profile_changes"])
        act.record(tournament.name, old=old, new=changed)
        return tournament


def make_house_profile(
    club: Club, *, name: str, system: str, values: Mapping[str, object], by: User, stamp: Stamp | None = None
) -> HouseProfile:
    """Keeps these numbers under a name. Raises Refused for an invalid profile or a name that the club has already."""
    with change(club, Verb.PROFILE_MADE, by=by, stamp=stamp, content=[name, system, values]) as act:
        if act.repeated:
            return HouseProfile.objects.get(pk=act.answer)
        changes = changes_of(changed_profile(system, values))
        _refuse_taken(club, name)
        house = HouseProfile.objects.create(club=club, name=name, system=system, changes=changes)
        act.answer = house.pk
        act.record(name, new={"system": system, **changes})
        return house


def change_house_profile(
    house: HouseProfile, *, name: str, values: Mapping[str, object], by: User, stamp: Stamp | None = None
) -> HouseProfile:
    """Changes its name and numbers; tournaments that took it keep theirs.

    Raises Conflict when somebody else changed one of them since, Refused for an invalid profile or a taken name.
    """
    with change(
        house.club, Verb.PROFILE_CHANGED, by=by, stamp=stamp, content=[house.pk, name, values]
    ) as act:
        house = HouseProfile.objects.get(pk=house.pk)
        profile = changed_profile(house.system, {**house.changes, **values})
        current = {"name": house.name, **house.profile.to_data()}
        new = {"name": name, **profile.to_data()}
        changed = {key: value for key, value in new.items() if value != current[key]}
        if not changed:
            return house
        old = {key: current[key] for key in changed}
        act.compare(old)
        _refuse_taken(house.club, name, besides=house)
        act.record(house.name, old=old, new=changed)
        house.name, house.changes = name, changes_of(profile)
        house.save(update_fields=["name", "changes"])
        return house


def withdraw_house_profile(house: HouseProfile, *, by: User, stamp: Stamp | None = None) -> None:
    """It is not offered any more; tournaments that took it keep their numbers."""
    with change(house.club, Verb.PROFILE_WITHDRAWN, by=by, stamp=stamp, content=house.pk) as act:
        house = HouseProfile.objects.get(pk=house.pk)
        if house.withdrawn_at is not None:
            return
        house.withdrawn_at = act.at
        house.save(update_fields=["withdrawn_at"])
        act.record(house.name)


def bring_back_house_profile(house: HouseProfile, *, by: User, stamp: Stamp | None = None) -> None:
    with change(house.club, Verb.PROFILE_BROUGHT_BACK, by=by, stamp=stamp, content=house.pk) as act:
        house = HouseProfile.objects.get(pk=house.pk)
        if house.withdrawn_at is None:
            return
        house.withdrawn_at = None
        house.save(update_fields=["withdrawn_at"])
        act.record(house.name)


def _refuse_taken(club: Club, name: str, besides: HouseProfile | None = None) -> None:
    others = [house.name for house in club.house_profiles.all() if besides is None or house.pk != besides.pk]
    if folded(name) in map(folded, others):
        raise refuse("name-taken", _("The club has a profile of this name. Choose another one."), "name")
