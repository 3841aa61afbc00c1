"""Nobody's change is lost to a page that was opened before it."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from tournament import journal
from tournament.models import Club, Tournament, User
from tournament.refused import Conflict, Fault, refuse

NO_ENTRY = "0"
"""Stands for the head of a journal in which nothing is yet."""


def refuse_stale(seen: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raises Conflict when a value the page showed (`seen`, as JSON reads it) is another one by now."""
    stored = json.loads(json.dumps(now, cls=DjangoJSONEncoder))
    if any(name in stored and stored[name] != value for name, value in seen.items()):
        raise Conflict(
            [
                Fault(
                    "changed-meanwhile",
                    "",
                    _(
                        "Somebody else changed this while you were looking at it. What is stored now is shown above"
                        " the form. Look again; saving now puts yours in its place."
                    ),
                )
            ]
        )


def refuse_overtaken(
    where: Tournament | Club, as_of: str | None, *, by: User | None, verb: str, **about: Any
) -> None:
    """Raises Conflict when `by` did just this (`verb`, `about` the same) after the page was made.

    `as_of` is the journal's head when the page was made; None where no page was looked at. So a form that is sent
    again, after what it did was taken back, does not do it again; what else happened meanwhile, and what others did,
    stands in nobody's way. Ask inside the lock, and only when something would change: a repeat that finds everything
    as it wants it is quiet.
    """
    if as_of is None:
        return
    entries = journal.chain(where)
    shown = entries.filter(hash=as_of).values_list("sequence", flat=True).first()
    is_known = shown is not None or as_of == NO_ENTRY
    again = entries.filter(sequence__gt=shown or 0, verb=verb, actor=by, **about)
    if not is_known or again.exists():
        message = _(
            "This was changed after the page was opened, and nothing was done now. Load the page again and look."
        )
        raise Conflict(refuse("overtaken", message).faults)
