"""The list of failed sign-ins."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import Column

from ui.tables import Table


class FailedSignInTable(Table):
    """Sign-ins that failed, newest first."""

    label = _("Failed sign-ins")
    most_on_a_page = 100

    attempt_time = Column(verbose_name=_("When"))
    username = Column(verbose_name=_("User name"))
    ip_address = Column(verbose_name=_("From"))
    user_agent = Column(verbose_name=_("With"))

    def cell(self, name: str, record: Any) -> Any:
        if name == "attempt_time":
            return record.attempt_time
        if name == "user_agent":
            browser_words = gettext("a browser that has signed in with this name before")
            browser = browser_words if record.with_known_device else gettext("another browser")
            return f"{browser}, {gettext('closed for 15 minutes')}" if record.locked_out else browser
        return super().cell(name, record)

    class Meta:
        attrs = {"class": "data tight stacks"}
        empty_text = _("Nobody, in the last thirty days.")
        orderable = False
        template_name = "tournament/clubs/_sign_in_table.html"
