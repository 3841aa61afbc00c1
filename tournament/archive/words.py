"""Why an archive was made, in the reader's language; file names say it in English."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _


def reason_in_words(reason: str) -> str:
    numbers = re.findall(r"\d+", reason)
    pattern = re.sub(r"\d+", "%s", reason)
    sentence = {
        "before drawing again": _("before drawing again"),
        "before a change of published seats": _("before a change of published seats"),
        "before planning round %s again": _("before planning round %s again"),
        "before a roster import": _("before a roster import"),
        "before mending a wrong seat": _("before mending a wrong seat"),
        "before the finish": _("before the finish"),
        "before taking back the finish": _("before taking back the finish"),
        "before reopening round %s table %s": _("before reopening round %s table %s"),
        "before moving accepted cards of round %s": _("before moving accepted cards of round %s"),
        "before going back": _("before going back"),
        "round %s complete": _("round %s complete"),
        "after an erasure": _("after somebody was erased"),
        "rehearsal": _("for a rehearsal"),
    }.get(pattern)
    return sentence % tuple(numbers) if sentence else reason
