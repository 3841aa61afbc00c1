"""What was paid for an entry, and given back. No card data: only how, and under which reference."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from record.kept import Column, Kept

from .entry import Entry


class Payment(models.Model):
    """Money that came in for an entry, or was given back (`is_refund`). A mistake is taken out, on record."""

    class Method(models.TextChoices):
        CASH = "cash", _("Cash")
        CHEQUE = "cheque", _("Check")
        TRANSFER = "transfer", _("Transfer")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    cents = models.PositiveIntegerField(_("cents"))
    is_refund = models.BooleanField(default=False)
    method = models.CharField(_("how"), max_length=10, choices=Method, default=Method.CASH)
    reference = models.CharField(_("reference"), max_length=80, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    kept = Kept(
        "payment",
        of="entry__tournament",
        people=("entry__person",),
        title=_("Payments"),
        columns={
            "cents": Column(what=_("Payments"), staff=_("Directors and check-in.")),
            "reference": Column(
                erased="", what=_("Reference of a payment"), staff=_("Directors and check-in.")
            ),
        },
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1), name="payment_of_something"),
            models.CheckConstraint(
                condition=Q(method__in=["cash", "cheque", "transfer"]), name="payment_method_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.cents}"
