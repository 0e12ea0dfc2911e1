"""Results typed from paper that still wait for a second person."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.rounds import Table


class PaperSheet(models.Model):
    """A table's result as somebody typed it from the paper sheet.

    It counts only once another person has confirmed it, and is deleted then; one that was rejected
    says why, and is typed anew.

    `lines` are the seats' lines in order of play, as the audit log writes those of results;
    `no_shows` are the codes of players who did not come, and `abandoned_reason` as a result's.
    `correction_reason` is why it corrects a result that counts, blank where it is the first. Where
    the whole final position was typed, `position` is it (players by their codes, as
    `referee.records.final_position` reads it), and `statement` what the game came to.

    `second` has these six fields (`TYPED`) as another person typed them, None unless they differ.
    Then neither counts before somebody chooses.
    """

    TYPED = (
        "lines",
        "no_shows",
        "abandoned_reason",
        "correction_reason",
        "position",
        "statement",
    )

    table = models.OneToOneField(
        Table,
        models.CASCADE,
        related_name="paper_sheet",
        verbose_name=pgettext_lazy("in the hall", "table"),
    )
    lines = models.JSONField(_("lines"))
    no_shows = models.JSONField(_("did not come"), default=list, blank=True)
    abandoned_reason = models.CharField(_("why it was abandoned"), max_length=300, blank=True)
    correction_reason = models.CharField(_("why it is corrected"), max_length=300, blank=True)
    position = models.JSONField(_("final position"), null=True, blank=True)
    statement = models.JSONField(_("statement"), null=True, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    entered_by = models.CharField(_("entered by"), max_length=150)
    entered_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    second = models.JSONField(_("second typing"), null=True, blank=True)
    second_at = models.DateTimeField(_("entered"), null=True, blank=True)
    second_by = models.CharField(_("entered by"), max_length=150, blank=True)
    second_by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    rejected_at = models.DateTimeField(_("rejected"), null=True, blank=True)
    rejected_by = models.CharField(_("rejected by"), max_length=150, blank=True)
    rejected_reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("result sheet")
        verbose_name_plural = _("result sheets")
        ordering = ["table"]

    def __str__(self) -> str:
        return str(self.table)

    @property
    def typed(self) -> dict[str, Any]:
        """The six fields of the first typing, in the shape of `second`."""
        return {name: getattr(self, name) for name in self.TYPED}
