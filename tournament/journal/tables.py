"""The list of the journal's entries."""

from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from ui.tables import Table


class JournalTable(Table):
    """Entries in the order of their chain, newest first; not sortable."""

    label = _("Journal entries")
    most_on_a_page = 100

    number = Column(verbose_name=_("No."), attrs={"th": {"class": "digits"}})
    at = Column(verbose_name=_("When"))
    actor = Column(verbose_name=_("Who"))
    subject = Column(verbose_name=_("What"))
    old = Column(verbose_name=_("Before"))
    new = Column(verbose_name=_("After"))
    reason = Column(verbose_name=_("Why"))

    class Meta:
        attrs = {"class": "data tight journal stacks"}
        empty_text = _("Nothing is recorded under these words.")
        orderable = False
        template_name = "tournament/journal/_journal_table.html"
