from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from ui.tables import DIGITS, NOT_NARROW, ListTable


class PeopleTable(ListTable):
    """The people of a club, sortable by any column. Its rows are a list, as names sort by family name."""

    label = _("People")
    most_on_a_page = 100

    name = Column(accessor="person__name", verbose_name=_("Name"), order_by="divided_name__sort_key")
    tournaments = Column(verbose_name=_("Tournaments"), attrs=DIGITS)
    last_played = Column(verbose_name=_("Last entered"), order_by="last_key")
    town = Column(accessor="person__town", verbose_name=_("Town"), attrs=NOT_NARROW)
    member_number = Column(
        accessor="person__member_number", verbose_name=_("Member number"), attrs=NOT_NARROW
    )

    class Meta:
        attrs = {"class": "data tight"}
        empty_text = _("Nobody in the club has that name or number.")
        order_by = "name"
        template_name = "tournament/people/_people_table.html"
