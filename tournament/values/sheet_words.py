"""The words on a score sheet: the usual ones, in the reader's language, or the club's own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rules.systems.profile import Profile

USUAL = {
    "title": _("Score sheet"),
    "round-total": _("Round"),
    "so-far": _("So far"),
    "points": _("Points"),
    "hand": _("Hand"),
    "wall": _("Wall"),
    "self-picked": _("Self-picked"),
    "no-jokers": _("No jokers"),
    "fishing": _("Fishing"),
    "bouquet": _("Bouquet"),
    "flower": _("Own flower"),
    "kongs": _("Kongs"),
    "wrong-count": _("Wrong count"),
}


def sheet_word(profile: Profile, name: str) -> str:
    """What one of `USUAL` is called on the sheets of this profile."""
    return profile.sheet_words.get(name) or str(USUAL[name])
