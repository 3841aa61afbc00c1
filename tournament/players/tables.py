from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from tournament.models import Entry
from ui.tables import DIGITS, NOT_NARROW, ListTable


def state_words(entry: Entry) -> str:
    if entry.state == Entry.State.WITHDRAWN:
        return gettext("withdrawn")
    if entry.state == Entry.State.WAITING:
        return gettext("waiting")
    return gettext("here") if entry.checked_in_at else gettext("not here yet")


class EntryTable(ListTable):
    """The players of a tournament, sortable by any column. Its rows are a list, because names sort by family name,
    which the database does not have.
    """

    label = _("Players")
    most_on_a_page = 200

    number = Column(verbose_name=_("No."), attrs=DIGITS)
    name = Column(accessor="person__name", verbose_name=_("Name"), order_by="divided_name__sort_key")
    state = Column(verbose_name=_("State"), order_by=("state", "checked_in_at"))
    category = Column(verbose_name=_("Category"), order_by="category__name", attrs=NOT_NARROW)
    town = Column(accessor="person__town", verbose_name=_("Town"), attrs=NOT_NARROW)
    member_number = Column(
        accessor="person__member_number", verbose_name=_("Member number"), attrs=NOT_NARROW
    )

    def __init__(self, rows: Any, request: HttpRequest, *, with_categories: bool) -> None:
        super().__init__(rows, request)
        if not with_categories:
            self.columns.hide("category")

    def cell(self, name: str, record: Any) -> Any:
        if name == "state":
            return state_words(record)
        value = super().cell(name, record)
        return str(value) if name == "category" and value else value

    class Meta:
        attrs = {"class": "data tight"}
        empty_text = _("No player matches.")
        order_by = "number"
        template_name = "tournament/players/_entry_table.html"
