"""Sortable lists."""

import django_tables2
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry
from ui.templatetags.charleston import chip

# Left out on a phone, where the name and the state need the room.
NOT_NARROW = {"td": {"class": "not-narrow"}, "th": {"class": "not-narrow"}}


class EntryTable(django_tables2.Table):  # type: ignore[misc]  # the package has no types
    """The players of a tournament, each name a link to its own page."""

    number = django_tables2.Column(
        verbose_name=_("No."), attrs={"td": {"class": "digits"}, "th": {"class": "digits"}}
    )
    name = django_tables2.Column(accessor="person__name", verbose_name=_("Name"))
    town = django_tables2.Column(
        accessor="person__town", verbose_name=_("Town"), default="", attrs=NOT_NARROW
    )
    member_number = django_tables2.Column(
        accessor="person__member_number", verbose_name=_("Member number"), default="", attrs=NOT_NARROW
    )
    state = django_tables2.Column(verbose_name=_("State"), order_by=("state", "checked_in_at"))

    class Meta:
        attrs = {"class": "data tight"}
        order_by = "number"
        sequence = ("number", "name", "state", "town", "member_number")
        empty_text = _("No player matches.")

    def render_name(self, record: Entry) -> str:
        return format_html(
            '<a href="{}"><bdi>{}</bdi></a>{}',
            reverse("entry-edit", args=[record.tournament.slug, record.number]),
            record.person.name,
            format_html(' <span class="quiet small">{}</span>', _("initials only"))
            if record.shows_initials
            else "",
        )

    def render_town(self, value: str) -> str:
        return format_html("<bdi>{}</bdi>", value)

    def render_state(self, record: Entry) -> str:
        if record.state == Entry.State.WITHDRAWN:
            return chip("plain", str(_("withdrawn")))
        if record.state == Entry.State.WAITING:
            return chip("warning", str(_("waiting")))
        if record.checked_in_at:
            return chip("good", str(_("here")))
        return chip("plain", str(_("not here yet")))
