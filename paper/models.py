"""What was printed, so that the print centre says what has changed since; and what a club's certificates lie on."""

from django.conf import settings
from django.db import models

from club.models import Club
from record.kept import Kept
from tournament.models import Tournament


class ClubPicture(models.Model):
    content = models.BinaryField()
    kind = models.CharField(max_length=4, choices=[("png", "PNG"), ("jpeg", "JPEG")])
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    kept = Kept(nobodys="a picture of the club's", no_line="the club's, not the tournament's")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} of {self.at:%Y-%m-%d}"


class CertificateBackground(ClubPicture):
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="certificate_background")


class ClubLogo(ClubPicture):
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")


class Printed(models.Model):
    """The last print of one sheet. Not journalled: it changes nothing of the tournament.

    `digest` is of everything that stood on it, and `version` the tournament's then: while that is the same, nothing has
    changed. `pieces` are those of `paper.fingerprints`, each as it was printed last, with the whole or by itself.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="printed")
    sheet = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64)
    pieces = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField()
    pages = models.PositiveIntegerField()
    paper = models.CharField(max_length=12)
    large = models.BooleanField(default=False)
    language = models.CharField(max_length=12)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    kept = Kept(
        nobodys="which sheet was printed when, and a digest of it",
        no_line="what hangs on the walls of one hall",
    )

    class Meta:
        verbose_name_plural = "printed sheets"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sheet", "round_number"], name="one_print_per_sheet_and_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, revision {self.revision}"


class Pack(models.Model):
    """A file that is made in a process of its own, because many pages are in it or nobody waits for it.

    `name` is that of a sheet, a pack of the registry or "fallback"; `choices` say how it is printed. `digest` and
    `version` are of what the fallback was made from. Its content goes after a day, that of the fallback when a
    newer one is there.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="packs")
    name = models.CharField(max_length=40)
    choices = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    trouble = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    version = models.PositiveIntegerField(default=0)
    content = models.BinaryField(null=True)

    kept = Kept(no_line="files of the last day, made again from the rest", of="tournament", removed=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.tournament_id}, {self.asked_at:%Y-%m-%d %H:%M}"
