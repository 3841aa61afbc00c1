"""The order of the lines about phones in an archive."""

from phones.models import (
    EnteredGame,
    GameAnswer,
    OpenedKey,
    PaperTable,
    PhoneKey,
    PhoneSetting,
    PhoneTable,
)

ORDER = (PhoneSetting, PhoneKey, OpenedKey, PaperTable, PhoneTable, EnteredGame, GameAnswer)
