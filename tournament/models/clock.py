"""The ledger of a round's clock.

It says who started or stopped the clock, or gave a table more time, and why.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournament.models.rounds import Round, Table


class ClockEntry(models.Model):
    """One line of the clock's ledger, never changed afterwards.

    `table` is null for the whole hall; `seconds` is the time granted by `extra` (below 0: taken
    back), 0 for the others.
    """

    MOVED = gettext_noop("The server’s time was changed. This clock goes on from where it was.")
    """The reason that the server itself enters; it is shown in the reader's language."""

    class Kind(models.TextChoices):
        """The steps of `tournament.common.hall_clock`, and a table's extra time."""

        START = "start", _("Started")
        PAUSE = "pause", _("Paused")
        RESUME = "resume", _("Resumed")
        END = "end", _("Ended")
        EXTRA = "extra", _("Extra time")

    round = models.ForeignKey(Round, models.CASCADE, related_name="clock_entries")
    table = models.ForeignKey(
        Table, models.CASCADE, related_name="clock_entries", null=True, blank=True
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    seconds = models.IntegerField(_("seconds"), default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(_("when"))
    by = models.CharField(_("who"), max_length=150)

    class Meta:
        verbose_name = _("clock entry")
        verbose_name_plural = _("clock ledger")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="extra", table__isnull=False)
                | models.Q(
                    kind__in=["start", "pause", "resume", "end"], table__isnull=True, seconds=0
                ),
                name="clock_extra_has_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.get_kind_display()}"
