from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from club.models import User
from club.profiles.actions import changed_profile, changes_of
from record.change import change
from record.refused import refuse
from record.stamps import Stamp
from record.verbs import Verb
from tournament.models import Tournament


def change_values(
    tournament: Tournament, *, by: User, values: Mapping[str, object], stamp: Stamp | None = None
) -> Tournament:
    """Stores changed values of the scoring profile; values equal to the system's own are not stored.

    Raises Conflict when somebody else changed one of them since; Refused, with every fault, for an invalid profile or
    after the first round was published.
    """
    with change(tournament, Verb.VALUES_CHANGED, by=by, stamp=stamp, content=values) as act:
        tournament = act.where
        if tournament.frozen_profile is not None:
            raise refuse("frozen", _("Round 1 is published, so these rules stay."))
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
