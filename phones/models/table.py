"""What is entered at a table on phones: every version of each game, and who said what of it.

Games and answers are only ever added, so that they are their own history; the rows of a table stay when its set counts.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from live.hub import tell
from record.kept import NUMBERS, Column, Kept
from tournament.models import Entry, Letter, Table

WHOLE_CARD = 0
"""In the place of a game: an answer about all games together."""
DEVICE = Column(harmless=NUMBERS)


class PhoneTable(models.Model):
    """A table at which phones are used: what its pages are made from besides games and answers.

    `version` is raised by every act, and is the version of the table's live topic; `card` is that of its games
    together: any change of a game raises it, and ends what was said of the card before.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="phone_table")
    version = models.PositiveIntegerField(default=0)
    card = models.PositiveIntegerField(default=0)
    first_east = models.CharField(_("first East"), max_length=1, choices=Letter, blank=True)
    # Who is entering which game now, and since when; nobody has to wait for it.
    begun_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    begun_game = models.PositiveSmallIntegerField(null=True, blank=True)
    begun_at = models.DateTimeField(null=True, blank=True)
    # Who asks for the director, and since when, until a director has been there.
    called_by = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    called_at = models.DateTimeField(null=True, blank=True)

    kept = Kept(
        "phone-table",
        of="table__round__tournament",
        people=("begun_by__person", "called_by__person"),
        title=_("Tables at which a phone was used"),
    )

    def __str__(self) -> str:
        return str(self.table)

    @property
    def topic(self) -> int:
        return -self.pk

    def raise_version(self) -> None:
        """Saves the row under its next version, and tells the phones of the table once that is committed."""
        self.version += 1
        self.save()
        tell(f"{TOPICS} WHERE id = %s", self.pk)


TOPICS = "SELECT concat_ws(' ', -id, version, card, 1, 'phones:' || id) FROM phones_phonetable"
"""A topic of the live streams for each row, as `settings.LIVE_VERSIONS` lists them."""


class EnteredGame(models.Model):
    """One version of a game, its facts as `scoring.sets.typed` reads them; the highest one stands."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entered_games")
    game = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    facts = models.JSONField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="entered_games")
    device = models.CharField(max_length=64)
    at = models.DateTimeField()

    kept = Kept(
        "entered-game",
        of="table__round__tournament",
        people=("entry__person",),
        title=_("Games entered on a phone"),
        columns={"facts": Column(harmless=NUMBERS, shape=dict[str, Any]), "device": DEVICE},
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="one_entered_game_per_version"),
            models.CheckConstraint(condition=Q(game__gte=1), name="entered_game_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, game {self.game}, version {self.version}"


class GameAnswer(models.Model):
    """What a player says of one version of a game, or of the whole card: right, or what is not.

    `seats` are those of then ("A12 B3 C40 D7", by number): after a change of seats it counts no more. `is_shared`:
    given with her PIN on a phone that holds somebody else's key.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="game_answers")
    game = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="game_answers")
    is_right = models.BooleanField()
    field = models.CharField(max_length=40, blank=True)
    seats = models.CharField(max_length=40)
    device = models.CharField(max_length=64)
    is_shared = models.BooleanField(default=False)
    at = models.DateTimeField()

    kept = Kept(
        "game-answer",
        of="table__round__tournament",
        people=("entry__person",),
        title=_("Answers on a phone"),
        columns={"field": Column(harmless=NUMBERS), "seats": Column(harmless=NUMBERS), "device": DEVICE},
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "game", "version", "entry", "seats"], name="one_answer_per_entry_and_version"
            ),
            models.UniqueConstraint(
                fields=["table", "game", "version", "device", "seats"],
                condition=Q(is_shared=False),
                name="one_answer_per_device_and_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.table}, game {self.game}, version {self.version}"
