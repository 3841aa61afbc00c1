from .keys import MOST_WRONG_PINS, OpenedKey, PaperTable, PhoneKey, PhoneMode, PhoneSetting
from .table import EnteredGame, GameAnswer, PhoneTable

__all__ = [
    "MOST_WRONG_PINS",
    "EnteredGame",
    "GameAnswer",
    "OpenedKey",
    "PaperTable",
    "PhoneKey",
    "PhoneMode",
    "PhoneSetting",
    "PhoneTable",
]
