"""An uploaded roster, kept until its preview is applied; nothing else of it is stored until then."""

from django.conf import settings
from django.db import models

from .event import Tournament


class RosterUpload(models.Model):
    """The uploaded file and how to read it. Emptied when applied, deleted a day later."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roster_uploads")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    encoding = models.CharField(max_length=20, blank=True)
    separator = models.CharField(max_length=1, blank=True)
    layout = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name
