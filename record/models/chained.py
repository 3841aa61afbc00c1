from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import Max

if TYPE_CHECKING:
    from .journal import JournalEntry


class Chained(models.Model):
    """A row with a journal of its own: the last entry's hash, and its seal.

    The models that are kept so have a name, a slug, and what differs between them below.
    """

    # Names this very state, and shows when entries were cut off at the end.
    journal_head = models.CharField(max_length=64, blank=True)
    journal_length = models.PositiveIntegerField(default=0)
    journal_seal = models.CharField(max_length=80, blank=True)  # see `record.journal`

    is_archived: ClassVar[bool] = False
    """Whether archives are made of it."""

    if TYPE_CHECKING:
        name: models.CharField[str, str]
        slug: models.SlugField[str, str]
        journal: Any

    class Meta:
        abstract = True

    @property
    def journal_mark(self) -> str:
        """The last entry's hash for people: sixteen characters in groups of four."""
        return " ".join(self.journal_head[place : place + 4] for place in range(0, 16, 4)).strip()

    def chain(self) -> models.QuerySet[JournalEntry]:
        entries: models.QuerySet[JournalEntry] = self.journal.filter(
            tournament=self.chain_keys()["tournament"]
        )
        return entries

    def chain_keys(self) -> dict[str, Any]:
        return {}

    def lock_people(self) -> None:
        """Locks the club's row, if this is not it."""

    def check_open(self, *, after_finish: bool, though_deleted: bool) -> None:
        """Raises Refused where it may not be changed any more."""

    def raised(self, at: datetime, *, standings: bool, seats: bool) -> dict[str, Any]:
        """The columns that a change raises, as an update."""
        return {}

    def tell(self) -> None:
        """Tells whoever looks on, once the transaction is committed, that it has changed."""

    def last_erasure(self) -> datetime | None:
        """When somebody in its archives was last erased, here an author of its journal; None for never."""
        erased: datetime | None = self.journal.aggregate(at=Max("actor__erased_at"))["at"]
        return erased
