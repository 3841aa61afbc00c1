from typing import Any

from django.core.management.commands import migrate

from record.database_version import refuse_unknown_database


class Command(migrate.Command):
    """Django's own, which looks first whether the database is of a version that can be brought up to date."""

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unknown_database(options["database"])
        super().handle(*args, **options)
