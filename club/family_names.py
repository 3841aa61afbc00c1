"""Divides names into given and family name; printed lists are ordered by family name.

A guess from the words alone, for the names that clubs have; directors correct it (`Person.family_name`).
"""

import re
from dataclasses import dataclass

from club.names import folded, has_letter

# After a family name, one or several: "Jr.", "2nd", in brackets a nickname, a town or a name before marriage, signs.
_SUFFIX = re.compile(
    r"(?:(?:,\s*|\s+)(?:(?:jr|sr|ii|iii|iv|[2-9](?:nd|rd|th)|esq|md|phd)\.?"
    r"|[(\[（][^()\[\]（）]*[)\]）]|(?:née|né|geb\.)\s.*)|\s+[^\w\s,()\[\]（）]+)+$",
    re.IGNORECASE,
)
# Before a family name, and a part of it: "van der Berg", "de la Cruz". The first word of a name is a given name.
_PARTICLES = re.compile(
    r"van|von|vom|zu|zum|zur|ter|ten|der|den|het|de|del|della|dello|degli|di|da|dal|"
    r"dos|das|do|du|des|la|le|las|los|el|al|bin|ibn|ben|st|saint|san|santa|af|av|ni|nic|mac|o"
)
# A father's and a mother's family name stand side by side where both are among these.
_DOUBLED = re.compile(
    r"alvarez|aguilar|alonso|castillo|castro|chavez|cortes|cruz|delgado|diaz|dominguez|"
    r"espinoza|estrada|fernandez|flores|fuentes|garcia|garza|gomez|gonzales|gonzalez|guerrero|"
    r"gutierrez|guzman|hernandez|herrera|jimenez|juarez|lopez|maldonado|marquez|martinez|medina|"
    r"mendez|mendoza|molina|morales|moreno|munoz|navarro|nunez|ochoa|ortega|ortiz|padilla|"
    r"pena|perez|ramirez|ramos|reyes|rios|rivera|robles|rodriguez|rojas|romero|rosales|rubio|"
    r"ruiz|salazar|salinas|sanchez|sandoval|serrano|silva|solis|soto|suarez|torre|torres|"
    r"trujillo|valdez|valencia|vargas|vasquez|vazquez|vega|velasco|velasquez|villarreal|ybarra|"
    r"zamora"
)
# Chinese names written family name first begin with one of these, and go on with a syllable or two of pinyin.
_CHINESE = re.compile(
    r"li|wang|zhang|liu|chen|yang|zhao|huang|zhou|xu|zhu|guo|gao|luo|zheng|liang|xie|"
    r"tang|feng|deng|cao|peng|zeng|xiao|tian|dong|yuan|cai|jiang"
)
_SYLLABLE = (
    r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    r"(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ui|un|uo|ue|a|e|i|o|u)"
)
_GIVEN_IN_PINYIN = re.compile(rf"{_SYLLABLE}[ -]?(?:{_SYLLABLE})?")


@dataclass(frozen=True)
class DividedName:
    """A name as written: the part before the family name, the family name, and the part after it."""

    before: str
    family: str
    after: str = ""

    @property
    def sort_key(self) -> tuple[str, str]:
        return folded(self.family), folded(f"{self.before} {self.after}")


def divided(name: str, family: str = "") -> DividedName:
    """The parts of a name; `family` is a director's correction, which counts while it is part of the name."""
    words, family_words = name.split(), family.split()
    for start in range(len(words) - len(family_words), -1, -1) if family_words else ():
        if folded(" ".join(words[start : start + len(family_words)])) == folded(family):
            return _cut(words, start, start + len(family_words))
    return _guessed(name)


def unlike_the_guess(family: str, name: str) -> str:
    """The family name to store: empty where the guess gives the same."""
    return family if stands_in(family, name) and folded(family) != folded(divided(name).family) else ""


def stands_in(family: str, name: str) -> bool:
    return folded(divided(name, family).family) == folded(family)


def _guessed(name: str) -> DividedName:
    suffix = _SUFFIX.search(name)
    words = (name[: suffix.start()] if suffix else name).split()
    after = name[suffix.start() :].strip() if suffix else ""
    if not words or (len(words) == 1 and not suffix):
        return DividedName("", name)
    if not has_letter(words[-1]):
        return DividedName("", name)
    plain = [folded(word) for word in words]
    if len(words) == 2 and _is_chinese(*plain):
        return DividedName("", words[0], " ".join([words[1], after]).strip())
    first = len(words) - 1
    if first > 2 and plain[first - 1] == "y":
        first -= 2
    elif first > 1 and _DOUBLED.fullmatch(plain[first]) and _DOUBLED.fullmatch(plain[first - 1]):
        first -= 1
    while first > 1 and _PARTICLES.fullmatch(plain[first - 1]):
        first -= 1
    cut = _cut(words, first, len(words))
    return DividedName(cut.before, cut.family, after)


def _is_chinese(first: str, second: str) -> bool:
    """Whether two words are a Chinese name with the family name first; if both could be family names, the last one
    is.
    """
    is_family = _CHINESE.fullmatch(first) and not _CHINESE.fullmatch(second)
    return bool(is_family and _GIVEN_IN_PINYIN.fullmatch(second))


def initials(words: str) -> str:
    """The first letter of each word: "Mary-Ann (Mae) Lee" is "M.A.M.L."."""
    first = (next(filter(str.isalnum, word), "") for word in words.replace("-", " ").split())
    return "".join(f"{letter}." for letter in first if letter)


def as_shown(name: str, *, is_short: bool) -> str:
    """A name as the public reads it: its initials, if the player asked for that."""
    return initials(name) if is_short else name


def _cut(words: list[str], start: int, end: int) -> DividedName:
    return DividedName(" ".join(words[:start]), " ".join(words[start:end]), " ".join(words[end:]))
