"""Announcements of the organisers to everybody in the hall."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event

MAX_TEXT = 300


class Announcement(models.Model):
    """One announcement.

    It waits in the outbox until it is sent, and is shown from then on until it is withdrawn.
    Cancelling or postponing the event writes one with `calls_off`, and taking that back withdraws
    it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    text = models.CharField(_("text"), max_length=MAX_TEXT)
    written_at = models.DateTimeField(_("written"))
    written_by = models.CharField(_("written by"), max_length=150)
    sent_at = models.DateTimeField(pgettext_lazy("announcement", "sent"), null=True, blank=True)
    sent_by = models.CharField(pgettext_lazy("announcement", "sent by"), max_length=150, blank=True)
    calls_off = models.BooleanField(_("calls the event off"), default=False)
    withdrawn_at = models.DateTimeField(
        pgettext_lazy("announcement", "withdrawn"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "-sent_at"], name="announcements_of_event")]

    def __str__(self) -> str:
        return self.text[:60]
