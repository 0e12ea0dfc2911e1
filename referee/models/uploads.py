"""The database tables of uploads: one for each side."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Event

MAX_ADDRESS = 500


class UploadKey(models.Model):
    """The platform's side: a hall's key for this event, and what was received.

    The key itself is shown once; `digest` is its SHA-256. `made_by` is the account that made it,
    and has to be one that may (`referee.uploads.keys`). `receipt` counts the uploads that were
    taken, and `content` is the SHA-256 of the last one's tables. `rows` has, by table, the digest
    of each row as it was received (`fingerprints`): what differs from it was changed here.
    `offsets` are how much higher the numbers of rows are here than in the hall, by table.
    `conflicts` are those of the last upload that was not taken, and `accepted` is the digest of
    those in which the hall's version may replace this server's.
    """

    NOT_LOGGED = (
        "digest",
        "content",
        "rows",
        "offsets",
        "conflicts",
        "conflicts_found",
        "conflicts_digest",
        "accepted",
    )

    event = models.OneToOneField(Event, models.CASCADE, related_name="upload_key")
    digest = models.CharField(_("SHA-256 of the key"), max_length=64, unique=True)
    made_by = models.CharField(_("made by"), max_length=150, blank=True, db_default="")
    created_at = models.DateTimeField(pgettext_lazy("key", "created"))
    revoked_at = models.DateTimeField(pgettext_lazy("key", "revoked"), null=True, blank=True)
    receipt = models.PositiveIntegerField(_("uploads received"), default=0)
    content = models.CharField(max_length=64, blank=True)
    received_at = models.DateTimeField(_("received"), null=True, blank=True)
    rows = models.JSONField(default=dict, blank=True)
    offsets = models.JSONField(default=dict, blank=True)
    conflicts = models.JSONField(default=list, blank=True)
    conflicts_found = models.PositiveIntegerField(_("conflicts"), default=0)
    conflicts_digest = models.CharField(max_length=64, blank=True)
    accepted = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("key for uploads")
        verbose_name_plural = _("keys for uploads")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.event)


class UploadTarget(models.Model):
    """The hall's side: where its event is sent, and how the last upload went.

    `key` is sealed with this server's secret key. `outcome` is the platform's answer, `error` the
    sentence why the last upload failed. A process claims an upload by moving `next_at`.
    """

    NOT_LOGGED = ("key", "outcome", "error", "next_at", "sent_at")

    event = models.OneToOneField(Event, models.CASCADE, related_name="upload_target")
    url = models.CharField(_("address for uploads"), max_length=MAX_ADDRESS)
    key = models.TextField()
    continuous = models.BooleanField(_("goes on by itself"), default=False)
    next_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(_("last upload"), null=True, blank=True)
    outcome = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        verbose_name = _("destination of uploads")
        verbose_name_plural = _("destinations of uploads")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.event)

    @property
    def conflicts(self) -> list[dict[str, Any]]:
        """The conflicts that the platform listed last."""
        found: list[dict[str, Any]] = self.outcome.get("conflicts", [])
        return found
