"""The numbers a tournament plays by, where the organiser's own sheet says them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.profile import ProfileError, load_profile
from tournament.journal import lock, record
from tournament.models import Tournament, User
from tournament.refused import Refused, refuse
from tournament.seen import refuse_stale


@transaction.atomic
def change_values(
    tournament: Tournament, *, by: User, seen: Mapping[str, Any], values: Mapping[str, object]
) -> Tournament:
    """Stores values of the scoring profile; those that are the system's own are not kept as changes.

    `seen` is what the page showed. Raises Conflict when somebody changed one of them since; Refused, with every
    fault at once, when the profile cannot be so, or the first round is published.
    """
    tournament = lock(tournament)
    old = tournament.profile.to_data()
    refuse_stale(seen, old)
    if tournament.frozen_profile is not None:
        raise refuse("frozen", _("Fixed since round 1 was published."))
    base = load_profile(tournament.system)
    try:
        wanted = load_profile(tournament.system, {**tournament.profile_changes, **values})
    except ProfileError as error:
        raise Refused(error.faults) from error
    standard, new = base.to_data(), wanted.to_data()
    changed = {name: value for name, value in new.items() if value != old[name]}
    if not changed:
        return tournament
    tournament.profile_changes = {name: value for name, value in new.items() if value != standard[name]}
    tournament.save(update_fields=["profile_changes"])
    before = {name: old[name] for name in changed}
    record(tournament, gettext_noop("values changed"), tournament.name, by=by, old=before, new=changed)
    return tournament
