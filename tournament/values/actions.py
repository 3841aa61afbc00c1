"""The numbers a tournament plays by, where the organiser's own sheet says them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from rules.systems.registry import ProfileError, load_profile
from tournament.change import change
from tournament.models import Tournament, User
from tournament.refused import Refused, refuse
from tournament.stamps import Stamp
from tournament.verbs import Verb
from tournament.words import fault_in_words


def change_values(
    tournament: Tournament, *, by: User, values: Mapping[str, object], stamp: Stamp | None = None
) -> Tournament:
    """Stores values of the scoring profile; those that are the system's own are not kept as changes.

    Raises Conflict when somebody else changed one of them since; Refused, with every fault at once, when the profile
    cannot be so, or the first round is published.
    """
    with change(tournament, Verb.VALUES_CHANGED, by=by, stamp=stamp, content=values) as act:
        tournament = act.tournament
        if tournament.frozen_profile is not None:
            raise refuse("frozen", _("Fixed since round 1 was published."))
        try:
            profile = load_profile(tournament.system, {**tournament.profile_changes, **values})
        except ProfileError as error:
            raise Refused(map(fault_in_words, error.faults)) from error
        stored, new = tournament.profile.to_data(), profile.to_data()
        changed = {name: value for name, value in new.items() if value != stored[name]}
        if not changed:
            return tournament
        old = {name: stored[name] for name in changed}
        act.compare(old)
        standard = load_profile(tournament.system).to_data()
        tournament.profile_changes = {name: value for name, value in new.items() if value != standard[name]}
        tournament.save(update_fields=["profile_changes"])
        act.record(tournament.name, old=old, new=changed)
        return tournament
