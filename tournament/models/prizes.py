"""Prizes that organisers give by hand, beside those that follow from the results."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models.event import Event
from tournament.models.people import Entry

MAX_TITLE = 80
MAX_NOTE = 200


class HandPrize(models.Model):
    """One prize given by hand, to a player (`entry`) or to somebody else (`name`)."""

    # The log keeps what it has: who is no player could not be erased from it.
    NOT_LOGGED = ("name", "note")

    event = models.ForeignKey(Event, models.CASCADE, related_name="hand_prizes")
    title = models.CharField(pgettext_lazy("award", "prize"), max_length=MAX_TITLE)
    entry = models.ForeignKey(
        Entry,
        models.CASCADE,
        related_name="hand_prizes",
        verbose_name=_("player"),
        null=True,
        blank=True,
    )
    name = models.CharField(
        pgettext_lazy("person", "name"),
        max_length=MAX_NAME_LENGTH,
        validators=[validate_name],
        blank=True,
    )
    note = models.CharField(_("note"), max_length=MAX_NOTE, blank=True)

    class Meta:
        verbose_name = _("prize given by hand")
        verbose_name_plural = _("prizes given by hand")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False, name="")
                | (models.Q(entry__isnull=True) & ~models.Q(name="")),
                name="hand_prize_has_one_winner",
                violation_error_message=_("Choose a player, or type the name of somebody else."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def winner(self) -> str:
        """The name of who gets it."""
        return self.entry.name if self.entry else self.name
