from django.conf import settings
from django.db import models

from record.kept import Kept
from record.verbs import VerbField


class Sent(models.Model):
    """A form that was carried out, by its stamp's key and its content, with the first answer.

    A repeat of the form changes nothing.
    """

    key = models.UUIDField()
    # Of the verb, the rows it was about and everything the form said: one page may send several forms under its key.
    digest = models.CharField(max_length=64)
    verb = VerbField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    answer = models.JSONField(null=True)

    kept = Kept(nobodys="digests and keys of rows")

    class Meta:
        verbose_name_plural = "sent"
        constraints = [models.UniqueConstraint(fields=["key", "digest"], name="one_answer_per_form")]

    def __str__(self) -> str:
        return f"{self.verb} {self.key}"
