"""What the director's page asks about paper; `settings.ABOVE_SCORING` names the module that answers."""

from importlib import import_module
from typing import Protocol, cast

from django.conf import settings
from django.utils.functional import SimpleLazyObject

from tournament.models import Round, Tournament


class Above(Protocol):
    def still_to_print(self, tournament: Tournament, pack: str) -> list[str]:
        """The titles of the sheets that this pack is printed for, less those that were printed once."""

    def is_round_printed(self, round_: Round) -> bool:
        """Whether its seats were printed as they are now, or a director said that there is no paper."""


paper = cast("Above", SimpleLazyObject(lambda: import_module(settings.ABOVE_SCORING)))
