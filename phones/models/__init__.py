from .keys import MOST_TRIES, OpenedKey, PaperTable, PhoneKey, PhoneMode, PhoneSetting

__all__ = ["MOST_TRIES", "OpenedKey", "PaperTable", "PhoneKey", "PhoneMode", "PhoneSetting"]
