"""A draw that runs in the background: its progress, and the wish to stop it."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.rounds import Round


class DrawJob(models.Model):
    """One background draw of a round, or of it and all later rounds (`all_rounds`)."""

    class Status(models.TextChoices):
        """How far the job is."""

        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Stopped: the best draw so far was kept")
        FAILED = "failed", _("Failed")

    round = models.ForeignKey(Round, models.CASCADE, related_name="draw_jobs")
    all_rounds = models.BooleanField(_("all rounds to come"), default=False)
    seed = models.BigIntegerField(_("seed"))
    time_limit = models.PositiveIntegerField(
        _("time limit, seconds"), default=60, validators=[MinValueValidator(1)]
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress, percent"), default=0)
    best = models.JSONField(_("best so far"), null=True, blank=True)
    cancel_requested = models.BooleanField(_("stop requested"), default=False)
    error = models.TextField(_("what went wrong"), blank=True)
    requested_by = models.CharField(_("requested by"), max_length=150)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw in the background")
        verbose_name_plural = _("draws in the background")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(progress__range=(0, 100)), name="draw_job_progress_percent"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.get_status_display()}"
