"""Corrections that wait to be applied, or dropped, as one."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Table

MAX_REASON = 500


class CollectedCorrection(models.Model):
    """One correction of a table, collected beside others of its event.

    It has a `revision`, the chief referee's event for the table's log. If that is null, it lets the
    table's paper sheet count, as it was `seen` (its mark).
    """

    # It can have names; what it changes is in the table's log once it is applied.
    NOT_LOGGED = ("revision",)

    table = models.ForeignKey(
        Table,
        models.CASCADE,
        related_name="collected",
        verbose_name=pgettext_lazy("in the hall", "table"),
    )
    revision = models.JSONField(_("correction"), null=True, blank=True)
    seen = models.CharField(max_length=64, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_REASON, blank=True)
    collected_at = models.DateTimeField(_("collected"), auto_now_add=True)
    collected_by = models.CharField(_("collected by"), max_length=150)

    class Meta:
        verbose_name = _("collected correction")
        verbose_name_plural = _("collected corrections")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table} {self.pk or ''}".strip()
