from .keys import MOST_WRONG_PINS, OpenedKey, PaperTable, PhoneKey, PhoneMode, PhoneSetting

__all__ = ["MOST_WRONG_PINS", "OpenedKey", "PaperTable", "PhoneKey", "PhoneMode", "PhoneSetting"]
