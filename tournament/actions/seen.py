"""Nobody's change is lost to a page that was opened before it."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from rules.game import Fault
from tournament.refused import Conflict


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
