"""One game's facts in, its point lines out: the door to the three families of scoring."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import Refusal, Scored
from rules.profile import Profile


def score_game(facts: Mapping[str, object], profile: Profile | None = None) -> Scored | Refusal:
    """Score one game.

    ``facts`` has the fields of the ``score`` command's input. With a ``profile``, ``system`` may be left out, and
    any ``profile`` changes among the facts are made to it. Never raises: what cannot be is answered with a Refusal.
    """
    raise NotImplementedError
