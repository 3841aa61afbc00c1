from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from ui import navigation

from .database_version import refuse_unknown_database
from .triggers import RULES, after_migrating, before_migrating


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Who plays, when and where they sit"

    def ready(self) -> None:
        """The database holds what it alone can hold, and the navigation leads to the pages."""
        from tournament.navigation import PAGES

        navigation.add(*PAGES)
        pre_migrate.connect(refuse_unknown_database, sender=self)
        pre_migrate.connect(before_migrating(RULES), sender=self, weak=False)
        post_migrate.connect(after_migrating(RULES), sender=self, weak=False)
