from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from tournament.journal import words
from ui.tables import DIGITS, ListTable


class JournalTable(ListTable):
    label = _("Journal entries")
    most_on_a_page = 100

    number = Column(verbose_name=_("No."), attrs=DIGITS)
    at = Column(verbose_name=_("When"))
    actor = Column(verbose_name=_("Who"))
    subject = Column(verbose_name=_("What"))
    old = Column(verbose_name=_("Before"))
    new = Column(verbose_name=_("After"))
    reason = Column(verbose_name=_("Why"))

    def cell(self, name: str, record: Any) -> Any:
        seats = words.seats_in_short(record)
        match name:
            case "number":
                return record.sequence
            case "at":
                return record.at
            case "actor":
                return record.actor_name
            case "subject":
                return f"{record.get_verb_display()}: {words.subject_words(record)}"
            case "old" | "new":
                value = getattr(record, name)
                before = gettext("the seats before") if seats and name == "old" else seats
                return None if value is None else before or words.in_short_of(value, record)
        return super().cell(name, record)

    class Meta:
        attrs = {"class": "data tight journal stacks"}
        empty_text = _("No entry has these words.")
        orderable = False
        template_name = "tournament/journal/_journal_table.html"
