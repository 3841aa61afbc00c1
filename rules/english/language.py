from typing import Protocol


class Language(Protocol):
    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


class _English:
    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural


ENGLISH: Language = _English()

Pattern = str | tuple[str, str]
"""A sentence with named places; two of them, for one and for many, where it depends on its ``count``."""
