"""The order of the lines about phones in an archive."""

from phones.models import OpenedKey, PaperTable, PhoneKey, PhoneSetting

ORDER = (PhoneSetting, PhoneKey, OpenedKey, PaperTable)
