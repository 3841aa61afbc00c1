import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable

MOST_CHARACTERS = 120
# Of rapidfuzz's token_sort_ratio: 100 is the same words in any order; "Jon Smith" and "John Smith" reach 95,
# "Mary Smith" and "Mark Lee" 60.
SIMILAR = 88

# Letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_INSIDE_WORDS = re.compile(r"['’‘ʻʼ`´.]")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
# Small in the middle of a name; the first letter of a word, and what comes after "O'", "D'" or a hyphen, is a capital.
_SMALL = re.compile(
    r"van|von|vom|zu|ter|ten|der|den|het|de|del|della|di|da|dos|das|do|du|des|la|le|las|los|bin|ibn|y"
)
_BEGINNINGS = re.compile(r"(?:^|(?<=-)|(?<=\.)|(?<=\b[od]['’ʻ])|(?<=-[od]['’ʻ]))[^\W\d_]")
_ROMAN = re.compile(r"i{2,3}|iv")
_MC = re.compile(r"\bMc([^\W\d_])")
# Somebody's numbered list: "1. Ann Able", "2) Bo Li".
NUMBERING = re.compile(r"^\d{1,3}[.)]\s*")
SUFFIX = re.compile(r",?\s+(jr|sr)\b\.?$|,?\s+(ii|iii|iv)$", re.IGNORECASE)
# Invisible at the edge of a copied cell: byte order mark and zero-width space.
_INVISIBLE = str.maketrans({"\ufeff": None, "\u200b": None})


def tidy(text: str) -> str:
    """Composed characters (NFC), whitespace squeezed to one space, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def has_letter(text: str) -> bool:
    """Whether `text` has a letter of any script; numbers and signs alone are no name."""
    return any(map(str.isalpha, text))


def first_name_first(name: str, *, last_first: bool) -> str:
    """ "Lee, Ann" as Ann Lee, in a list of such names or with one word before the comma; Jr. goes last."""
    suffix = ""
    if match := SUFFIX.search(name):
        name, suffix = name[: match.start()], match[0].strip(" ,")
    last, comma, first = name.partition(",")
    if comma and (last_first or " " not in last):
        if not suffix and (match := SUFFIX.search(last)):
            last, suffix = last[: match.start()], match[0].strip(" ,")
        name = f"{first.strip()} {last.strip()}"
    return f"{name} {suffix}".strip()


def recapitalized(name: str) -> str:
    """A name typed all in small or all in capital letters as names are written: "ANN O'NEIL-ÁVILA" becomes "Ann
    O'Neil-Ávila", "jan van der berg" "Jan van der Berg". "" where it is written with both, or has no such letters.
    """
    letters = [sign for sign in name if sign.lower() != sign.upper()]
    if len(letters) < 2 or not (name == name.lower() or name == name.upper()):
        return ""
    words = name.lower().split()
    better = " ".join(
        word if place and _SMALL.fullmatch(word) and place < len(words) - 1 else _capital(word)
        for place, word in enumerate(words)
    )
    return "" if better == name else better


def _capital(word: str) -> str:
    if _ROMAN.fullmatch(word):
        return word.upper()
    capital = _BEGINNINGS.sub(lambda match: match[0].upper(), word)
    return _MC.sub(lambda match: f"Mc{match[1].upper()}", capital)


def folded(text: str) -> str:
    """Words in small plain letters: "Søren O’Brien-Núñez" becomes "soren obrien nunez"; other scripts are
    unchanged.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    base_letters = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _BETWEEN_WORDS.sub(" ", _INSIDE_WORDS.sub("", unicodedata.normalize("NFC", base_letters))).strip()


def means(words: str, number: int, name: str) -> bool:
    digits = words.strip().removeprefix("#")
    return int(digits) == number if digits.isdecimal() else finds(words, name)


def closeness(words: str, name: str) -> int:
    """How well typed words fit a name that has them: 0 whole words, 1 beginnings of words, 2 inside words."""
    parts, typed_words = folded(name).split(), folded(words).split()
    if all(word in parts for word in typed_words):
        return 0
    return 1 if all(any(part.startswith(word) for part in parts) for word in typed_words) else 2


def begins(words: str, name: str) -> bool:
    return finds(words, name) and closeness(words, name) < 2


def shared_names(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


def name_with_number(name: str, number: int, alike: Collection[str]) -> str:
    """A name as a sentence has it: with the player's number where it is among those that several people have."""
    return f"{name} ({number})" if name in alike else name


def finds(words: str, name: str) -> bool:
    plain, typed_words = folded(name), folded(words).split()
    return (bool(typed_words) or not words.strip()) and all(word in plain for word in typed_words)


def named_blocks(text: str) -> list[str]:
    """The names that a director wrote with commas, in the order of the blocks; "" for one that has none."""
    names = [name.strip() for name in text.split(",")]
    while names and not names[-1]:
        names.pop()
    return names


def first_free(name: str, similar: Iterable[str], before_number: str = "-") -> str:
    """The name, or the name with the first number from 2 that is free."""
    taken = set(similar)
    numbered = (name, *(f"{name}{before_number}{number}" for number in range(2, len(taken) + 3)))
    return next(candidate for candidate in numbered if candidate not in taken)
