"""The database tables of devices and pairings. Secrets are stored as SHA-256 only."""

import datetime as dt
import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.models.log import GameLog
from referee.models.tablet_names import shown_name
from tournament.common.days import earliest_last_day, is_over
from tournament.models import Event


class TableCode(models.Model):
    """The code of one table number of an event, as printed on the sheet.

    It has a token for the QR code and a code to type, and is good for any number of tablets on the
    event's days, until revoked.

    `handle` is the public half of the typed code; wrong second halves are counted against it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="table_codes")
    number = models.PositiveSmallIntegerField(pgettext_lazy("in the hall", "table"))
    token_hash = models.CharField(_("hash of the token"), max_length=64, unique=True)
    handle = models.CharField(_("first half of the code"), max_length=4, unique=True)
    secret_hash = models.CharField(_("hash of the second half"), max_length=64)
    attempts = models.PositiveSmallIntegerField(_("wrong codes"), default=0)
    created_at = models.DateTimeField(pgettext_lazy("pairing", "created"))
    created_by = models.CharField(_("created by"), max_length=150)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("code of a table")
        verbose_name_plural = _("codes of tables")
        ordering = ["event", "number", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=models.Q(revoked_at=None),
                name="table_code_valid_once",
            ),
        ]

    def __str__(self) -> str:
        return self.handle


class Device(models.Model):
    """A tablet at one game.

    `tablet` is the same at every game it moves on to: it belongs to an event and a table number.
    `code` is the code of the sheet by which it was paired, None if it was paired by an invitation;
    `request_id` then names the request.

    `ends_on` and `time_zone` are its event's, if it was found by its token
    (`devices.services.device_by_token`).
    """

    ends_on: dt.date | str | None = None
    time_zone = "UTC"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(GameLog, models.CASCADE, related_name="devices")
    label = models.CharField(pgettext_lazy("tablet", "name"), max_length=60, blank=True)
    token_hash = models.CharField(_("hash of the token"), max_length=64, unique=True)
    paired_at = models.DateTimeField(_("paired"))
    last_seen_at = models.DateTimeField(_("last seen"))
    app = models.CharField(_("version of the app"), max_length=40, blank=True)
    pending = models.PositiveIntegerField(_("events waiting on the tablet"), default=0)
    revoked_at = models.DateTimeField(_("revoked"), null=True)
    tablet = models.UUIDField(_("tablet"), default=uuid.uuid4, editable=False, db_index=True)
    code = models.ForeignKey(
        TableCode,
        models.SET_NULL,
        null=True,
        related_name="devices",
        verbose_name=_("code of a table"),
    )
    request_id = models.UUIDField(_("request"), null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "tablet"], name="device_once_a_game"),
        ]
        verbose_name = _("tablet")
        verbose_name_plural = _("tablets")
        ordering = ["-paired_at"]

    def __str__(self) -> str:
        return shown_name(self.stored_name)

    @property
    def stored_name(self) -> str:
        """The name to store in writing, whatever language is active."""
        return self.label or str(self.id)[:8]

    @property
    def event_is_over(self) -> bool:
        """Whether the device's event is over.

        The device may then only hand over its log, as if it were revoked. False if the row was not
        found by its token, which alone loads the event's last day.
        """
        if self.ends_on is None:
            return False
        # SQLite has no dates, and a statement of our own gives what it has.
        last = (
            self.ends_on
            if isinstance(self.ends_on, dt.date)
            else dt.date.fromisoformat(self.ends_on)
        )
        return is_over(last, self.time_zone, timezone.now())

    @property
    def earliest_last_day(self) -> str:
        """The earliest last day with which its event goes on, as the database reads it."""
        return earliest_last_day(self.time_zone, timezone.now()).isoformat()

    @property
    def is_authenticated(self) -> bool:
        """A device that holds a token is known; whether it may act is another question."""
        return True


class Pairing(models.Model):
    """An invitation of one tablet to one table.

    It has a token for the QR code and a code to type. `handle` is the public half of the code;
    wrong secrets are counted against it.
    """

    game = models.ForeignKey(GameLog, models.CASCADE, related_name="pairings")
    token_hash = models.CharField(_("hash of the token"), max_length=64, unique=True)
    handle = models.CharField(_("first half of the code"), max_length=4, unique=True)
    secret_hash = models.CharField(_("hash of the second half"), max_length=64)
    attempts = models.PositiveSmallIntegerField(_("wrong codes"), default=0)
    created_at = models.DateTimeField(pgettext_lazy("pairing", "created"))
    created_by = models.CharField(_("created by"), max_length=150)
    expires_at = models.DateTimeField(_("valid until"))
    used_at = models.DateTimeField(_("used"), null=True)
    request_id = models.UUIDField(_("request"), null=True)
    device = models.ForeignKey(Device, models.CASCADE, null=True, related_name="+")

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.handle
