"""An archive of everything of an event, made in the background for one person."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.background import BackgroundJob
from tournament.models.event import Event


class ArchiveJob(BackgroundJob):
    """A job that makes an archive of an event's data that `person` may see.

    `parts` are the names of the archive's tables; `site` alone is a copy of the public pages.

    The file is `tournament.backups.archives.archive_file`, and is deleted after a day.
    """

    class Status(models.TextChoices):
        """The state of the job."""

        QUEUED = "queued", _("Waiting")
        RUNNING = "running", pgettext_lazy("archive", "Being made")
        FINISHED = "finished", pgettext_lazy("archive", "Made")
        CANCELLED = "cancelled", pgettext_lazy("archive", "Stopped")
        FAILED = "failed", _("Failed")

    event = models.ForeignKey(Event, models.CASCADE, related_name="archive_jobs")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    parts = models.JSONField(_("parts"), default=list, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress, percent"), default=0)
    language = models.CharField(_("language"), max_length=10, blank=True)

    class Meta:
        verbose_name = _("archive in the background")
        verbose_name_plural = _("archives in the background")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_status_display()}"
