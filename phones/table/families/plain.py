"""Games whose fields are named after their facts: what was typed, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def sentence(_facts: Any, _names: Mapping[str, str], _chair: str) -> str:
    return _("What each of you ended with:")
