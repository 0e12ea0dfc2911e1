"""Work that takes longer than a request should, as its row tells of it."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

RUNNING_SILENT = timedelta(seconds=60)
"""A running job's worker counts as gone after this silence: it reports every second or so."""
MAX_QUEUED_TIME = timedelta(minutes=30)
QUEUED, RUNNING, CANCELLED = "queued", "running", "cancelled"


class BackgroundJob(models.Model):
    """One piece of work for a worker, and how it went."""

    OPEN: ClassVar[tuple[str, ...]] = (QUEUED, RUNNING)
    status: str

    error = models.TextField(_("what went wrong"), blank=True)
    seen_at = models.DateTimeField(_("last sign of life"), null=True, blank=True)
    requested_by = models.CharField(_("requested by"), max_length=150)
    created_at = models.DateTimeField(pgettext_lazy("draw", "created"), auto_now_add=True)
    finished_at = models.DateTimeField(pgettext_lazy("draw", "finished"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Whether the work is waiting or running, and not lost."""
        return self.status in self.OPEN and not self.is_lost

    @property
    def is_lost(self) -> bool:
        """Whether the work is open but has shown no sign of life for too long."""
        longest = {QUEUED: MAX_QUEUED_TIME, RUNNING: RUNNING_SILENT}.get(self.status)
        return longest is not None and timezone.now() - self.last_sign > longest

    @property
    def last_sign(self) -> datetime:
        """The time of the last sign that somebody would do the work."""
        return self.seen_at or self.created_at
