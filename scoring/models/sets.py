"""The card sets of the tables, as written on paper, and the point lines of accepted sets."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import NUMBERS, Column, Kept, by_letter, in_rows
from record.models import HAS_A_REASON, Decision, DecisionQuerySet
from record.verbs import VerbField, verb_shape
from tournament.models import Entry, Letter, Round, Table

PLAYING = "playing"
"""The state of a table without a set."""


class CardSetQuerySet(models.QuerySet["CardSet"]):
    def held(self) -> Self:
        return self.filter(state=CardSet.State.HELD)

    def accepted(self) -> Self:
        return self.filter(state=CardSet.State.ACCEPTED)

    def in_dispute(self) -> Self:
        return self.held().filter(reopened=True)


class CardSet(models.Model):
    """The cards of one table of one round. A table without a row is still playing."""

    class State(models.TextChoices):
        IN = "in", _("Set in")
        HELD = "held", _("Held")
        ACCEPTED = "accepted", _("Accepted")

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="card_set")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="card_sets")
    state = models.CharField(max_length=20, choices=State, default=State.IN)
    # Raised by every change; the stamp of a form names the version it was made against.
    version = models.PositiveIntegerField(default=1)
    handed_in_by = models.CharField(_("handed in by"), max_length=1, choices=Letter, blank=True)
    handed_in_at = models.DateTimeField()
    # Who became East first, by the dice, where the first East signs the sheets.
    first_east = models.CharField(_("first East"), max_length=1, choices=Letter, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    held_reason = models.TextField(_("held because"), blank=True)
    reopened = models.BooleanField(default=False)
    ruling = models.TextField(_("ruling"), blank=True)
    # The director whose ruling or exception it is; whoever accepts the set afterwards is somebody else.
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    # One object per game: what the desk marked beside the numbers.
    # A `scoring.sets.typed.WrittenGame` as `to_data` there writes it:
    # {"infractions": [["B", "blind-pass-look"]], "dead": ["C"], "error": null,
    # "off_list": false, "chosen": "", "reading": {facts as rules.score takes} or null}, and where cards carry facts
    # {"facts": {what was typed, in the same form} or null}.
    games = models.JSONField(default=list)

    kept = Kept(
        "card-set",
        of="round__tournament",
        columns={
            "held_reason": Column(renamed=True),
            "ruling": Column(
                renamed=True,
                what=_("What a director ruled about cards"),
                public=_("On the pages of the four players."),
            ),
            "games": Column(renamed=True, shape=list[dict[str, Any]]),
        },
    )

    objects = CardSetQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["in", "held", "accepted"]), name="card_set_state_known"
            ),
            models.CheckConstraint(
                condition=~Q(state="accepted") | Q(accepted_at__isnull=False), name="accepted_set_has_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(state="held") | ~Q(held_reason=""), name="held_set_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.round.number} table {self.table.number}"

    @property
    def in_dispute(self) -> bool:
        return self.reopened and self.state == self.State.HELD


class WrittenOff(Decision):
    """A director's decision that a table's cards will never come in. While it stands, its players have no points in
    that round.

    What was typed for it stays stored without counting, and can be changed once the decision is taken back.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="write_offs")
    # For the end of an evening: taken back where the evening is opened again.
    with_evening = models.BooleanField(default=False)

    kept = Kept(
        "written-off",
        of="table__round__tournament",
        columns={"reason": Column(renamed=True), "ended_reason": Column(renamed=True)},
    )

    objects = DecisionQuerySet["WrittenOff"].as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "tables written off"
        constraints = [
            HAS_A_REASON,
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="one_standing_write_off_per_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} written off"


class Card(models.Model):
    """One player's card: the numbers as written, the written total, and who verified it."""

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="cards")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="cards")
    letter = models.CharField(max_length=1, choices=Letter)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="cards")
    points = models.JSONField(_("points"), default=list)  # one whole number or null per game, in game order
    written_total = models.IntegerField(null=True, blank=True)
    verified_by = models.CharField(max_length=1, choices=Letter, blank=True)
    # How many games the player played before leaving during the round; null for all.
    left_after = models.PositiveSmallIntegerField(null=True, blank=True)
    # Who played the games after that in this seat; null where three played on.
    substitute = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="cards_as_substitute"
    )

    kept = Kept(
        "card",
        of="round__tournament",
        people=("entry__person", "substitute__person"),
        title=_("Cards"),
        columns={
            "points": Column(
                harmless=NUMBERS,
                shape=list[int | None],
                what=_("Points of each game, what they were for, and the place they give"),
                public=_("When the cards are accepted; if results are withheld, when a director shows them."),
            ),
        },
    )

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(fields=["card_set", "letter"], name="one_card_per_letter"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_card_per_entry_and_round"),
            models.CheckConstraint(condition=Q(letter__in=Letter.values), name="card_letter_known"),
            models.UniqueConstraint(fields=["round", "substitute"], name="one_seat_per_substitute_and_round"),
        ]

    def __str__(self) -> str:
        return f"{self.letter} {self.entry}"

    @property
    def first_game_of_substitute(self) -> int:
        return (self.left_after or 0) + 1

    def player_of(self, game: int) -> int:
        """The key of the entry that played this game, counted from 1, in the seat of the card."""
        if self.substitute_id is not None and self.left_after is not None and game > self.left_after:
            return self.substitute_id
        return self.entry_id


class PointLine(models.Model):
    """One line of the record: written when a set is accepted, under the tournament's frozen profile.

    The lines of an entry's game add up to the number on the card. What counts for a standing is these lines, and only
    those whose set is accepted, or was reopened after the finish (`standings.counted`).
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="lines")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="point_lines")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="point_lines")
    # 0: of all games of the round together.
    game = models.PositiveSmallIntegerField()
    # Which line of the entry's game this is, from 1. Unique, so that no line can be stored twice.
    position = models.PositiveSmallIntegerField(default=1)
    points = models.IntegerField()
    # Where the system has one; 0 elsewhere.
    second = models.IntegerField(_("second total"), default=0)
    code = models.CharField(max_length=40)
    clause = models.CharField(max_length=40, blank=True)
    # The values of the code's sentence.
    values = models.JSONField(default=dict, blank=True)

    kept = Kept(
        "line",
        of="round__tournament",
        people=("entry__person",),
        title=_("Points by rule"),
        columns={
            "code": Column(harmless=NUMBERS),
            "clause": Column(harmless=NUMBERS),
            "values": Column(harmless=NUMBERS, shape=dict[str, Any]),
        },
    )

    class Meta:
        ordering = ["game", "pk"]
        indexes = [models.Index(fields=["round", "entry"], name="lines_by_round_and_entry")]
        constraints = [
            models.UniqueConstraint(
                fields=["card_set", "entry", "game", "position"], name="one_line_per_position"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} {self.code}"


class SetVersion(models.Model):
    """One step of a table's set: what was done, by whom, and the set afterwards. Rows are only ever added.

    Read to tell who typed what (to merge two people's work, or show the other version of a held set), how a set was
    accepted before a dispute, and the last version number of a deleted set.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="set_versions")
    # The set's version after the step; steps that do not change the set (a second person's different typing) keep it.
    number = models.PositiveIntegerField()
    verb = VerbField()
    state = models.CharField(
        max_length=20, choices=CardSet.State, blank=True
    )  # "" where there is no set any more
    # A `WrittenSet` as `typed.to_data` gives it, and the entries' keys by letter; null where there is no set any more.
    typed = models.JSONField(null=True, blank=True)
    entries = models.JSONField(default=dict)
    # The point lines that stopped counting by this step: {"entry": key, "number", "game", "points", "code"}.
    lines = models.JSONField(default=list, blank=True)
    # Numbers that were corrected while typing: {"field", "was", "now"}.
    corrected_numbers = models.JSONField(_("corrected numbers"), default=list, blank=True)
    reason = models.TextField(blank=True)
    # The table that moved cards came from or went to.
    other_table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    kept = Kept(
        "step",
        of="table__round__tournament",
        columns={
            "reason": Column(renamed=True),
            "typed": Column(renamed=True, shape=dict[str, Any] | None),
            "corrected_numbers": Column(renamed=True, shape=list[dict[str, Any]]),
            "entries": Column(harmless="keys of entries", shape=dict[str, int], entries=by_letter),
            "lines": Column(harmless=NUMBERS, shape=list[dict[str, Any]], entries=in_rows),
        },
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "number"], name="set_versions_by_table")]
        constraints = [
            verb_shape("set_version_verb_shape"),
        ]

    def __str__(self) -> str:
        return f"{self.table}, version {self.number}: {self.verb}"

    @property
    def actor_name(self) -> str:
        return str(self.by) if self.by else "Charleston"
