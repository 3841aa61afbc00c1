from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from .triggers import after_migrating, before_migrating


class RecordConfig(AppConfig):
    name = "record"
    verbose_name = "How a change is made, kept and proved"

    def ready(self) -> None:
        pre_migrate.connect(before_migrating, sender=self)
        post_migrate.connect(after_migrating, sender=self)
