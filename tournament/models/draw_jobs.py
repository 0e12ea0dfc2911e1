"""A draw that runs in the background: its progress, and the wish to stop it."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.background import BackgroundJob
from tournament.models.rounds import Round


class DrawJob(BackgroundJob):
    """One background draw of a round, or of it and all later rounds.

    `all_rounds` says that it draws all later rounds, too. `seed` is a number of 128 bits, in
    decimal digits.
    """

    NOT_LOGGED = ("seed",)

    class Status(models.TextChoices):
        """The state of the job."""

        QUEUED = "queued", _("Waiting")
        RUNNING = "running", pgettext_lazy("draw", "Running")
        FINISHED = "finished", pgettext_lazy("draw", "Finished")
        CANCELLED = "cancelled", _("Stopped: the best draw so far was kept")
        FAILED = "failed", _("Failed")

    round = models.ForeignKey(
        Round, models.CASCADE, related_name="draw_jobs", verbose_name=_("round")
    )
    all_rounds = models.BooleanField(_("all rounds to come"), default=False)
    seed = models.CharField(pgettext_lazy("draw", "seed"), max_length=39)
    time_limit = models.PositiveIntegerField(
        _("time limit, seconds"), default=60, validators=[MinValueValidator(1)]
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress, percent"), default=0)
    best = models.JSONField(_("best so far"), null=True, blank=True)
    cancel_requested = models.BooleanField(_("stop requested"), default=False)

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
