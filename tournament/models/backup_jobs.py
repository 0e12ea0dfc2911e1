"""A backup that is saved, or put back, in the background."""

from django.core.cache import cache
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import background
from tournament.models.background import BackgroundJob
from tournament.models.event import Event


class BackupJob(BackgroundJob):
    """A job that saves a backup, or puts back the one that `restores` names.

    Its progress is in the cache, because a process that reads the database as of one moment writes
    nothing into it meanwhile. If it was put back without what was sealed, `error` says so. An
    `uploaded` file has no event until all of it is here.
    """

    class Status(models.TextChoices):
        """The state of the job."""

        QUEUED = "queued", _("Waiting")
        RUNNING = "running", pgettext_lazy("backup", "Being saved")
        FINISHED = "finished", pgettext_lazy("backup", "Saved")
        FAILED = "failed", _("Failed")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="backup_jobs",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    restores = models.CharField(_("puts back"), max_length=100, blank=True)
    uploaded = models.BooleanField(_("uploaded"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True)

    class Meta:
        verbose_name = _("backup in the background")
        verbose_name_plural = _("backups in the background")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event or self.restores}: {self.get_status_display()}"

    def tell(self, percent: int) -> None:
        """Say how far it is, which is a sign of life as well."""
        cache.set(self._sign, percent, background.RUNNING_SILENT.total_seconds())

    @property
    def progress(self) -> int:
        """Percent of its rows that are written."""
        found: int = cache.get(self._sign, 0)
        return found

    @property
    def is_lost(self) -> bool:
        """As of any work, where it has not told lately how far it is."""
        return super().is_lost and cache.get(self._sign) is None

    @property
    def _sign(self) -> str:
        return f"backup-job:{self.pk}"
