from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Club, HouseProfile, User
from club.names import folded
from record.change import change, still_there
from record.phrases import fault_in_words
from record.refused import Refused, refuse
from record.stamps import Stamp
from record.verbs import Verb
from rules.systems.profile import Profile
from rules.systems.registry import ProfileError, load_profile


def changed_profile(system: str, changes: Mapping[str, object]) -> Profile:
    """The system's profile with these changes. Raises Refused with every fault."""
    try:
        return load_profile(system, changes)
    except ProfileError as error:
        raise Refused(map(fault_in_words, error.faults)) from error


def changes_of(profile: Profile) -> dict[str, Any]:
    standard = load_profile(profile.system).to_data()
    return {name: value for name, value in profile.to_data().items() if value != standard[name]}


def make_house_profile(
    club: Club, *, name: str, system: str, values: Mapping[str, object], by: User, stamp: Stamp | None = None
) -> HouseProfile:
    with change(club, Verb.PROFILE_MADE, by=by, stamp=stamp, content=[name, system, values]) as act:
        if act.repeated:
            return still_there(HouseProfile.objects, act.answer)
        changes = changes_of(changed_profile(system, values))
        _refuse_taken(club, name)
        house = HouseProfile.objects.create(club=club, name=name, system=system, changes=changes)
        act.answer = house.pk
        act.record(name, new={"system": system, **changes})
        return house


def change_house_profile(
    house: HouseProfile,
    *,
    by: User,
    name: str = "",
    values: Mapping[str, object] | None = None,
    stamp: Stamp | None = None,
) -> HouseProfile:
    """Changes its name or numbers; tournaments that took it keep theirs.

    Raises Conflict when somebody else changed one of them since, Refused for an invalid profile or a taken name.
    """
    with change(
        house.club, Verb.PROFILE_CHANGED, by=by, stamp=stamp, content=[house.pk, name, values]
    ) as act:
        house = still_there(HouseProfile.objects, house.pk)
        profile = changed_profile(house.system, {**house.changes, **(values or {})})
        name = name or house.name
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


def offer_house_profile(
    house: HouseProfile, *, is_offered: bool, by: User, stamp: Stamp | None = None
) -> None:
    """Whether new tournaments can take it; those that took it keep their numbers."""
    verb = Verb.PROFILE_BROUGHT_BACK if is_offered else Verb.PROFILE_WITHDRAWN
    with change(house.club, verb, by=by, stamp=stamp, content=house.pk) as act:
        house = still_there(HouseProfile.objects, house.pk)
        if (house.withdrawn_at is None) == is_offered:
            return
        house.withdrawn_at = None if is_offered else act.at
        house.save(update_fields=["withdrawn_at"])
        act.record(house.name)


def _refuse_taken(club: Club, name: str, besides: HouseProfile | None = None) -> None:
    others = [house.name for house in club.house_profiles.all() if besides is None or house.pk != besides.pk]
    if folded(name) in map(folded, others):
        raise refuse("name-taken", _("The club has a profile with this name. Choose another name."), "name")
