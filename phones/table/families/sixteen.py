"""Games of sixteen hands: who had mahjong with which hand, and who fished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import UNSET

from phones.table.words import of_seat


def not_asked(_profile: Any) -> Mapping[str, str]:
    """Nothing is scored in a game that is stale, or was not begun."""
    return dict.fromkeys(("scored", "bouquet", "flower", "kongs"), "outcome=stale outcome=missed")


def sentence(facts: Any, names: Mapping[str, str], chair: str) -> str:
    return " ".join(_parts(facts, names, chair))


def _parts(facts: Any, names: Mapping[str, str], chair: str) -> Iterator[str]:
    if facts.outcome == "stale":
        yield _("Stale: nothing is scored.")
    elif facts.outcome == "missed":
        yield _("Not begun before the bell: nothing is scored.")
    elif facts.mahjong is UNSET:
        yield _("Nobody had mahjong.")
    if facts.mahjong is not UNSET:
        own, other = _("You had mahjong with hand %(hand)s."), _("%(name)s had mahjong with hand %(hand)s.")
        yield of_seat(facts.mahjong.seat, names, chair, own, other, hand=facts.mahjong.hand)
    for fished in facts.fishing:
        own, other = _("You fished on hand %(hand)s."), _("%(name)s fished on hand %(hand)s.")
        yield of_seat(fished.seat, names, chair, own, other, hand=fished.hand)
    for letter in facts.bouquet:
        yield of_seat(letter, names, chair, _("You had a bouquet."), _("%(name)s had a bouquet."))
    for letter in facts.flower:
        yield of_seat(
            letter, names, chair, _("You had your own flower."), _("%(name)s had their own flower.")
        )
    for letter, count in facts.kongs.items():
        own, other = _("Your kongs: %(count)s."), _("%(name)s’s kongs: %(count)s.")
        yield of_seat(letter, names, chair, own, other, count=count)
    for letter in facts.wrong_count:
        own, other = _("You had a wrong number of tiles."), _("%(name)s had a wrong number of tiles.")
        yield of_seat(letter, names, chair, own, other)
