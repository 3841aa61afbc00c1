from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import get_language, gettext, ngettext

from rules.words import Translator, speak

from .database_version import refuse_unknown_database
from .triggers import RULES, after_migrating, before_migrating


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Who plays, when and where they sit"

    def ready(self) -> None:
        """The rules speak the language of the page, and the database holds what it alone can hold."""
        speak(Translator(gettext, ngettext, get_language))
        pre_migrate.connect(refuse_unknown_database, sender=self)
        pre_migrate.connect(before_migrating(RULES), sender=self, weak=False)
        post_migrate.connect(after_migrating(RULES), sender=self, weak=False)
