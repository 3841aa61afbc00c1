"""The list of failed sign-ins."""

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

    class Meta:
        attrs = {"class": "data tight stacks"}
        empty_text = _("Nobody, in the last thirty days.")
        orderable = False
        template_name = "tournament/clubs/_sign_in_table.html"
