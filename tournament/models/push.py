"""Browsers to which a player's seats are pushed."""

from typing import ClassVar
from urllib.parse import urlsplit

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.personal import PersonalLink

MAX_ENDPOINT = 1000
"""The longest address of a push service, in characters; those of today have up to 500."""


class PushSubscription(models.Model):
    """A browser that is told a player's seats.

    It ends with the personal link that it opens.

    `endpoint` is its address at the push service of its maker; `p256dh` and `auth` encrypt what
    is sent there. `last_sent` is the seat that it was told last, or that was given up
    (`push.selectors`), in round `last_round` at `sent_at`. `tries` counts the attempts at
    `tried`, the next at `next_at`. `leased_at` is when a process began to send, which may have
    died since.
    """

    NOT_LOGGED: ClassVar[tuple[str, ...]] = (
        "endpoint",
        "p256dh",
        "auth",
        "last_sent",
        "last_round",
        "sent_at",
        "tried",
        "tries",
        "next_at",
        "leased_at",
    )

    link = models.ForeignKey(PersonalLink, models.CASCADE, related_name="subscriptions")
    endpoint = models.CharField(max_length=MAX_ENDPOINT)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    language = models.CharField(_("language"), max_length=10)
    last_sent = models.CharField(max_length=64, blank=True)
    last_round = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(default=timezone.now)
    tried = models.CharField(max_length=64, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    leased_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["link", "endpoint"], name="push_endpoint_once"),
        ]

    def __str__(self) -> str:
        return f"{self.link}: {urlsplit(self.endpoint).hostname}"
