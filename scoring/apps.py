from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from tournament.triggers import after_migrating, before_migrating

from .triggers import RULES


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "What they scored and what follows"

    def ready(self) -> None:
        """The database holds what it alone can hold."""
        pre_migrate.connect(before_migrating(RULES), sender=self, weak=False)
        post_migrate.connect(after_migrating(RULES), sender=self, weak=False)
