"""The outbox of webhooks.

A webhook is the address of another program that is told what happens in an event.
"""

import uuid
from typing import ClassVar
from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event

MAX_URL = 500
MAX_ANSWER = 200
"""The most characters that are kept of an answer."""
TEST = "webhook.test"


class Webhook(models.Model):
    """An address of an event, what it is told, and whether it answers.

    `kinds` are those of `WebhookMessage`. `old_secret` signs too until a day after `rotated_at`.
    `failures` are those since the last success, the first of them at `failing_since`; the next
    attempt is at `next_at`. `leased_at` is when a process began to send, which may have died since.
    Many services know who sends by the address alone, so that it is as secret as the key.
    """

    NOT_LOGGED: ClassVar[tuple[str, ...]] = (
        "url",
        "secret",
        "old_secret",
        "failures",
        "failing_since",
        "next_at",
        "leased_at",
    )

    class Format(models.TextChoices):
        """The form of its messages."""

        STANDARD = "standard", _("JSON for a program")
        DISCORD = "discord", _("A text for a Discord channel")

    class Off(models.TextChoices):
        """The reason why nothing is sent; blank while it is."""

        PAUSED = "paused", pgettext_lazy("webhook", "Switched off by the staff")
        SILENT = "silent", pgettext_lazy("webhook", "No message arrived for a day")
        GONE = "gone", pgettext_lazy("webhook", "The address answered that it is gone")
        FULL = "full", pgettext_lazy("webhook", "Too many messages wait for it")

    event = models.ForeignKey(Event, models.CASCADE, related_name="webhooks")
    url = models.CharField(pgettext_lazy("webhook", "address"), max_length=MAX_URL)
    format = models.CharField(
        pgettext_lazy("webhook", "format"), max_length=8, choices=Format, default=Format.STANDARD
    )
    language = models.CharField(_("language"), max_length=10)
    kinds = models.JSONField(pgettext_lazy("webhook", "what it is told"), default=list, blank=True)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    rotated_at = models.DateTimeField(_("secret replaced"), null=True, blank=True)
    off = models.CharField(
        pgettext_lazy("webhook", "off"), max_length=6, choices=Off, blank=True, default=""
    )
    off_at = models.DateTimeField(_("switched off"), null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField()
    leased_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "url"],
                name="webhook_address_once",
                violation_error_message=_("This address is on the list already."),
            ),
            models.CheckConstraint(
                condition=models.Q(off__in=["", "paused", "silent", "gone", "full"]),
                name="webhook_off_known",
            ),
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The name of the server, which may be shown to others than the owner."""
        return urlsplit(self.url).netloc


class WebhookMessage(models.Model):
    """One message to one address.

    `key` is its id at every attempt. `facts` name players by their codes and announcements by
    their keys; its text is made when it is sent, with what is public then.
    """

    class Kind(models.TextChoices):
        """A thing that an address can be told."""

        DRAW = "draw.published", pgettext_lazy("webhook", "A draw is published")
        STARTED = "round.started", pgettext_lazy("webhook", "A round starts")
        ENDED = "round.ended", pgettext_lazy("webhook", "A round ends")
        RESULT = "result.confirmed", pgettext_lazy("webhook", "Results are confirmed or corrected")
        STANDINGS = "standings.changed", pgettext_lazy("webhook", "The public standings change")
        ANNOUNCEMENT = "announcement.sent", pgettext_lazy("webhook", "An announcement is sent")
        FINISHED = "event.finished", pgettext_lazy("webhook", "The event is finished")

    class Status(models.TextChoices):
        """The state of the message."""

        WAITING = "waiting", pgettext_lazy("webhook", "Waits")
        SENT = "sent", pgettext_lazy("webhook", "Arrived")
        FAILED = "failed", pgettext_lazy("webhook", "Given up")
        DROPPED = "dropped", pgettext_lazy("webhook", "Not public any more")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="messages")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=20)
    facts = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(_("when"))
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.WAITING)
    due_at = models.DateTimeField(_("next attempt"))
    tries = models.PositiveIntegerField(_("attempts"), default=0)

    class Meta:
        verbose_name = _("message to a webhook")
        verbose_name_plural = _("messages to webhooks")
        ordering = ["pk"]
        indexes = [models.Index(fields=["webhook", "status", "due_at"], name="webhook_messages")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key.hex}"

    @property
    def public_id(self) -> str:
        """Its id as the receiver has it."""
        return f"msg_{self.key.hex}"


class WebhookAttempt(models.Model):
    """One attempt at a message, with the answer and the time it took.

    The answer is an HTTP status (`code`) and a text.
    """

    message = models.ForeignKey(WebhookMessage, models.CASCADE, related_name="attempts")
    at = models.DateTimeField(_("when"))
    number = models.PositiveIntegerField()
    code = models.PositiveSmallIntegerField(null=True, blank=True)
    milliseconds = models.PositiveIntegerField()
    answer = models.CharField(max_length=MAX_ANSWER, blank=True)

    class Meta:
        verbose_name = _("attempt at a message")
        verbose_name_plural = _("attempts at messages")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.message} ({self.number})"
