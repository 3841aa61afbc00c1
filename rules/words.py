"""Every sentence on its way to a reader: looked up in the reader's language, then filled in.

A sentence stands in English where it is said, as a literal with named places: ``say("Nobody sits in seat {seat} at
this table.", seat="E")``. By itself the package speaks English. An application that speaks other languages hands
`speak` its own look-up, once; programs that collect sentences for translators find them by the names `say`,
`say_count` and `to_say`, and those of the profiles in `rules.profile.texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple


class Translator(NamedTuple):
    """How sentences are looked up, with the signatures of gettext and ngettext.

    ``language`` tells which language they are in just now: what is remembered with a sentence in it is remembered by
    that. A look-up gives a template with the same named places back.
    """

    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    language: Callable[[], str | None]


ENGLISH = Translator(
    gettext=lambda sentence: sentence,
    ngettext=lambda one, many, count: one if count == 1 else many,
    language=lambda: "en",
)
_translator = ENGLISH


def speak(translator: Translator) -> Translator:
    """Say everything through this translator from now on. Returns the one before it."""
    global _translator
    before, _translator = _translator, translator
    return before


def language() -> str | None:
    """The language that sentences are in just now."""
    return _translator.language()


def say(sentence: str, /, **places: object) -> str:
    """The sentence with its places filled in."""
    return _translator.gettext(sentence).format_map(places)


def say_count(one: str, many: str, count: int, /, **places: object) -> str:
    """The sentence for this number of things, which also fills the place ``count``."""
    return _translator.ngettext(one, many, count).format_map({"count": count, **places})


def to_say(sentence: str) -> str:
    """The sentence itself, marked for translators: it stands in a table and is said from there."""
    return sentence


def chained(parts: Sequence[str]) -> str:
    """ "A", "A and B", "A and B and C"."""
    return reduce(lambda first, other: say("{first} and {other}", first=first, other=other), parts)


def listed(parts: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return chained([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
