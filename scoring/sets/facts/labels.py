"""Labels of the form fields of a game."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy

LABELS = {
    "won": gettext_lazy("won by, or how it ended"),
    "value": gettext_lazy("hand value"),
    "from": gettext_lazy("thrown by, or picked"),
    "class": gettext_lazy("class of the hand"),
    "exposures": gettext_lazy("exposures"),
    "jokerless": gettext_lazy("no jokers"),
    "mistake": gettext_lazy("one player pays alone"),
    "ruled": gettext_lazy("director's ruling"),
    "claimed": gettext_lazy("value claimed in error"),
    "hand": gettext_lazy("dead hand or mah jongg in error"),
    "infraction": gettext_lazy("infraction"),
    "by": gettext_lazy("challenged by"),
    "of": gettext_lazy("challenged"),
    "settled": gettext_lazy("challenge settled"),
    "outcome": gettext_lazy("how it ended"),
    "points": gettext_lazy("points on the sheet"),
    "scored": gettext_lazy("mahjong or fishing"),
    "bouquet": gettext_lazy("bouquet"),
    "flower": gettext_lazy("own flower"),
    "kongs": gettext_lazy("kongs"),
    "count": gettext_lazy("wrong number of tiles"),
    "override": gettext_lazy("director's exception, reason"),
    "award": gettext_lazy("points as ruled"),
}


def label_of(field: str) -> str:
    """ "g3-A-scored" as "A, game 3: mahjong or fishing"."""
    game, *seat, name = field.split("-")
    names = {"game": game[1:], "what": LABELS[name.rstrip("0123456789")], "letter": "".join(seat)}
    if seat:
        return gettext("%(letter)s, game %(game)s: %(what)s") % names
    return gettext("Game %(game)s: %(what)s") % names
