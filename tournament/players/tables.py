"""The list of players."""

from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from ui.tables import Table

DIGITS = {"th": {"class": "digits"}}
# Left out on a phone, where the name and the state need the room.
NOT_NARROW = {"th": {"class": "not-narrow"}}


class EntryTable(Table):
    """The players of a tournament, to be sorted by any column; names by family name, which no database knows: its rows
    are a list."""

    label = _("Players")
    most_on_a_page = 200

    number = Column(verbose_name=_("No."), attrs=DIGITS)
    name = Column(accessor="person__name", verbose_name=_("Name"), order_by="divided_name__sort_key")
    state = Column(verbose_name=_("State"), order_by=("state", "checked_in_at"))
    town = Column(accessor="person__town", verbose_name=_("Town"), attrs=NOT_NARROW)
    member_number = Column(
        accessor="person__member_number", verbose_name=_("Member number"), attrs=NOT_NARROW
    )

    class Meta:
        attrs = {"class": "data tight"}
        empty_text = _("No player matches.")
        order_by = "number"
        template_name = "tournament/players/_entry_table.html"
