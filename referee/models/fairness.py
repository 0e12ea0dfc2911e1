"""A study of how fair an event's settings are, made in the background and kept."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Event
from tournament.models.background import BackgroundJob


class FairnessStudy(BackgroundJob):
    """A study of an event: simulated games, and their figures once they are counted.

    `setting` is what the event was to be played by (`referee.fairness.settings`), and `report` are
    the figures (`referee.insight.study`). A study that was stopped has those of the games so far.
    """

    class Status(models.TextChoices):
        """The state of the study."""

        QUEUED = "queued", _("Waiting")
        RUNNING = "running", pgettext_lazy("study", "Being played")
        FINISHED = "finished", pgettext_lazy("study", "Finished")
        CANCELLED = "cancelled", pgettext_lazy("study", "Stopped")
        FAILED = "failed", _("Failed")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="fairness_studies",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    setting = models.JSONField(_("setting"))
    seed = models.CharField(pgettext_lazy("study", "seed"), max_length=20)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveSmallIntegerField(_("progress, percent"), default=0)
    report = models.JSONField(_("figures"), null=True, blank=True)

    class Meta:
        verbose_name = _("study of fairness")
        verbose_name_plural = _("studies of fairness")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event}: {self.get_status_display()}"

    @property
    def has_figures(self) -> bool:
        """Whether it is over, and enough games were played to count."""
        return bool(self.finished_at and self.report and self.report["tables"])
