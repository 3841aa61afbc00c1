from django.db import models

from record.kept import Column, Kept
from tournament.models import Tournament


class PrintedCards(models.Model):
    """The cards of one table as they were printed: the revision goes up whenever its own seats change.

    By numbers, not by row: a planned round may be planned anew, and the cards of its tables are still in the hall.
    `seats` maps a letter to the key of the entry; `names` has how each was called on the card.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="printed_cards")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    seats = models.JSONField()
    names = models.JSONField()
    at = models.DateTimeField()

    kept = Kept(
        no_line="which cards lie in one hall; codes on them name a row of its database",
        of="tournament",
        columns={"names": Column(renamed=True), "seats": Column(harmless="keys of entries")},
    )

    class Meta:
        verbose_name_plural = "printed cards"
        ordering = ["round_number", "table_number", "revision"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "table_number", "revision"],
                name="one_print_per_table_and_revision",
            )
        ]

    def __str__(self) -> str:
        return f"Round {self.round_number} table {self.table_number}, revision {self.revision}"
