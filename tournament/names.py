"""How names are cleaned, compared and found: accents, apostrophes and capitals never keep two spellings apart."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

MOST_CHARACTERS = 120
# Of rapidfuzz's token_sort_ratio: 100 is the same words in any order; "Jon Smith" and "John Smith" reach 95,
# "Mary Smith" and "Mark Lee" 60.
SIMILAR = 88

# Letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_INSIDE_WORDS = re.compile(r"['’‘ʻʼ`´.]")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
# Invisible at the edge of a copied cell: byte order mark and zero-width space.
_INVISIBLE = str.maketrans({"\ufeff": None, "\u200b": None})
# These reorder the text around them: a name with one could show another name on the page.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def tidy(text: str) -> str:
    """Composed characters (NFC), spaces and line breaks squeezed to one space, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def has_control_characters(text: str) -> bool:
    """Whether something invisible is in `text` that no keyboard types into a name."""
    return any(unicodedata.category(sign) in {"Cc", "Cs"} or sign in _REORDERING for sign in text)


def has_letter(text: str) -> bool:
    """Whether a letter of any script is in `text`: numbers and signs alone are nobody's name."""
    return any(map(str.isalpha, text))


def folded(text: str) -> str:
    """Words in small plain letters: "Søren O’Brien-Núñez" becomes "soren obrien nunez"; other scripts stay."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _BETWEEN_WORDS.sub(" ", _INSIDE_WORDS.sub("", unicodedata.normalize("NFC", bare))).strip()


def means(typed: str, number: int, name: str) -> bool:
    """Whether somebody who types a name, or a part of it, or a number ("7", "#7") means this player."""
    bare = typed.strip().removeprefix("#")
    return int(bare) == number if bare.isdecimal() else finds(typed, name)


def closeness(words: str, name: str) -> int:
    """How well typed words fit a name they are found in: 0 whole words of it, 1 beginnings of words, 2 inside."""
    parts, typed_words = folded(name).split(), folded(words).split()
    if all(word in parts for word in typed_words):
        return 0
    return 1 if all(any(part.startswith(word) for part in parts) for word in typed_words) else 2


def begins(words: str, name: str) -> bool:
    """Whether every typed word begins a word of the name."""
    return finds(words, name) and closeness(words, name) < 2


def shared(names: Iterable[str]) -> set[str]:
    """The names that more than one of these people have: they need their number beside it."""
    return {name for name, count in Counter(names).items() if count > 1}


def finds(words: str, name: str) -> bool:
    """Whether every typed word occurs somewhere in the name, accents and capitals aside; "%" is no word."""
    plain, typed_words = folded(name), folded(words).split()
    return (bool(typed_words) or not words.strip()) and all(word in plain for word in typed_words)
