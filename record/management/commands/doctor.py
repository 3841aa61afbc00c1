from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from record.doctor import BAD, GOOD, examine

SIGNS = {GOOD: "ok   ", BAD: "BAD  "}


class Command(BaseCommand):
    help = (
        "Looks at version, database, disk, clock, copies, address, files and secrets; fails where one is bad."
    )
    # The command reports on the database itself.
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        with override("en"):
            findings = examine()
        for finding in findings:
            self.stdout.write(f"{SIGNS.get(finding.state, 'look ')} {finding.name}: {finding.sentence}")
            if finding.advice:
                self.stdout.write(f"      → {finding.advice}")
        if any(finding.state == BAD for finding in findings):
            raise CommandError("Something has to be done.")
