from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate

from ui import navigation

from .database_version import refuse_unknown_database
from .triggers import RULES, after_migrating, before_migrating


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Who plays, when and where they sit"

    def ready(self) -> None:
        """Installs triggers and checks, and adds this application's pages to the navigation."""
        from tournament import backups
        from tournament.archive import files
        from tournament.archive import format as archive
        from tournament.archive.kinds import KINDS, LEFT_OUT, check
        from tournament.clubs import own_sign_ins
        from tournament.deletion import actions as deletion
        from tournament.erasure import holdings, players
        from tournament.navigation import PAGES

        backups.archivers.append(files.store_archive)
        deletion.removers.append(files.remove_all)
        archive.register(*KINDS, left_out=LEFT_OUT, check=check)
        holdings.register(*players.HOLDINGS, nobodys=players.NOBODYS)
        own_sign_ins.connect()
        navigation.add(*PAGES)
        pre_migrate.connect(refuse_unknown_database, sender=self)
        pre_migrate.connect(before_migrating(RULES), sender=self, weak=False)
        post_migrate.connect(after_migrating(RULES), sender=self, weak=False)
