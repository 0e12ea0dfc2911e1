"""A player's personal link, and what players report by it."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.email_addresses import MAX_KEY_LENGTH
from tournament.models.people import Entry

MAX_REPORT = 500
"""The longest report, in characters."""


class PersonalLink(models.Model):
    """The link by which a player sees and does what is their own in one event.

    The token in it is stored as its hash, and follows from the `nonce`
    (`tournament.common.secret_tokens`), so that e-mails can repeat it; without a row no link opens
    anything. `email_key` is the address to which it was sent, empty if it was only shown to staff.
    """

    NOT_LOGGED = ("token_hash", "nonce", "email_key")

    entry = models.OneToOneField(
        Entry, models.CASCADE, related_name="personal_link", verbose_name=_("player")
    )
    token_hash = models.CharField(max_length=64, unique=True)
    nonce = models.CharField(max_length=64, blank=True)
    email_key = models.CharField(max_length=MAX_KEY_LENGTH, blank=True, editable=False)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("personal link")
        verbose_name_plural = _("personal links")
        ordering = ["entry"]

    def __str__(self) -> str:
        return str(self.entry)


class PlayerReport(models.Model):
    """A report of a player to the staff, sent by the personal link.

    It is open until it was seen to.
    """

    # A player's text is for the staff of the day: the log, which stays, does not repeat it.
    NOT_LOGGED = ("text",)

    class Kind(models.TextChoices):
        """The subject of the report."""

        PROBLEM = "problem", _("A problem")
        DELETION = "deletion", _("Delete my data")

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="reports", verbose_name=_("player")
    )
    kind = models.CharField(pgettext_lazy("report", "kind"), max_length=10, choices=Kind)
    text = models.CharField(_("text"), max_length=MAX_REPORT, blank=True)
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)
    resolved_at = models.DateTimeField(_("seen to"), null=True, blank=True)

    class Meta:
        verbose_name = _("report of a player")
        verbose_name_plural = _("reports of players")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["problem", "deletion"]), name="report_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"
