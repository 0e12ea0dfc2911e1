"""Mailings: e-mails in an organiser's own words.

They go to all players or to those of a round.
"""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event
from tournament.models.rounds import Round

MAX_SUBJECT = 120
MAX_MAILING = 4000


class Mailing(models.Model):
    """One mailing, whose e-mails are in the outbox (`Email.mailing`).

    It goes to the players seated in `round`, or to all without one. `key` comes from the form that
    was looked at before, so that the same form sends it once.
    """

    NOT_LOGGED = ("key",)

    event = models.ForeignKey(Event, models.CASCADE, related_name="mailings")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+", null=True, blank=True)
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    subject = models.CharField(_("subject"), max_length=MAX_SUBJECT)
    text = models.TextField(_("text"), max_length=MAX_MAILING)
    sent_at = models.DateTimeField(pgettext_lazy("e-mail", "sent"))
    sent_by = models.CharField(pgettext_lazy("e-mail", "sent by"), max_length=150)

    class Meta:
        verbose_name = _("mailing")
        verbose_name_plural = _("mailings")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="mailing_once_a_form"),
        ]

    def __str__(self) -> str:
        return self.subject
