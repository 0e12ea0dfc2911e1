"""The database table of the records of finished games."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Table


class GameRecord(models.Model):
    """A finished game's record and the statement it replays to.

    The record is `amr/1`, JSON Lines. A corrected record supersedes the one before, which
    stays.
    """

    table = models.ForeignKey(
        Table,
        models.CASCADE,
        related_name="records",
        verbose_name=pgettext_lazy("in the hall", "table"),
    )
    text = models.TextField(pgettext_lazy("game", "record"))
    digest = models.CharField(_("SHA-256 of the record"), max_length=64)
    edition_digest = models.CharField(_("digest of the edition"), max_length=64)
    engine_digest = models.CharField(_("digest of the engine"), max_length=64)
    statement = models.JSONField(_("statement"))
    imported_at = models.DateTimeField(_("imported"), auto_now_add=True)
    imported_by = models.CharField(_("imported by"), max_length=150)
    superseded_at = models.DateTimeField(_("superseded"), null=True, blank=True)

    class Meta:
        verbose_name = _("game record")
        verbose_name_plural = _("game records")
        ordering = ["table", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(superseded_at__isnull=True),
                name="record_current_once",
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)
