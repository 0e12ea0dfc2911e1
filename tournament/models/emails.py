"""E-mails to players, to invited people and about accounts: the outbox."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.email_addresses import MAX_KEY_LENGTH, address_key
from tournament.models.event import Event
from tournament.models.mailings import Mailing
from tournament.models.members import Invitation
from tournament.models.people import Entry
from tournament.models.registrations import Registration
from tournament.models.rounds import Round

MAX_ANSWER = 200


class Email(models.Model):
    """One e-mail.

    Its text is made when it is sent, because its links open pages without a password and are stored
    nowhere. `content` is what else it says (a seat as `table/order/role`, a start as its time, a
    correction as `table/revision`, `cancelled/` and its time), so that nothing is said twice. `key`
    is its permanent name for mail servers. An e-mail that is `sending` was begun at `due_at` by a
    process that may have died. One about an account belongs to no event, and its account may be
    found only when it is sent.
    """

    class Kind(models.TextChoices):
        """The subject of the e-mail."""

        CONFIRM = "confirm", _("Confirm the registration")
        KNOWN = "known", _("Is registered already")
        ENTERED = "entered", pgettext_lazy("e-mail", "Is registered")
        WAITING = "waiting", pgettext_lazy("e-mail", "Is on the waiting list")
        SEAT = "seat", _("Seat of a round")
        START = "start", _("Start of a round")
        CORRECTION = "correction", _("Corrected result")
        CALLED_OFF = "called-off", _("Event cancelled, postponed or held after all")
        MAILING = "mailing", _("Message from the organisers")
        INVITATION = "invitation", _("Invitation to the staff")
        PASSWORD = "password", _("New password")
        ADDRESS = "address", _("Confirm the address")

    OF_ACCOUNTS = (Kind.PASSWORD, Kind.ADDRESS)

    class Status(models.TextChoices):
        """The state of the e-mail."""

        WAITING = "waiting", pgettext_lazy("e-mail", "To be sent")
        SENDING = "sending", pgettext_lazy("e-mail", "Being sent")
        SENT = "sent", pgettext_lazy("e-mail", "Sent")
        REFUSED = "refused", pgettext_lazy("e-mail", "Address refused")
        FAILED = "failed", pgettext_lazy("e-mail", "Failed")
        DROPPED = "dropped", pgettext_lazy("e-mail", "Not needed any more")

    event = models.ForeignKey(Event, models.CASCADE, related_name="emails", null=True, blank=True)
    kind = models.CharField(pgettext_lazy("e-mail", "kind"), max_length=12, choices=Kind)
    registration = models.ForeignKey(
        Registration, models.CASCADE, related_name="emails", null=True, blank=True
    )
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="emails", null=True, blank=True)
    invitation = models.ForeignKey(
        Invitation, models.CASCADE, related_name="emails", null=True, blank=True
    )
    round = models.ForeignKey(Round, models.CASCADE, related_name="emails", null=True, blank=True)
    mailing = models.ForeignKey(
        Mailing, models.CASCADE, related_name="emails", null=True, blank=True
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", null=True, blank=True
    )
    content = models.CharField(max_length=64, blank=True)
    address = models.EmailField(_("email"))
    address_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, blank=True)
    language = models.CharField(_("language"), max_length=10)
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    created_at = models.DateTimeField(pgettext_lazy("e-mail", "created"))
    due_at = models.DateTimeField(_("next attempt"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    sent_at = models.DateTimeField(pgettext_lazy("e-mail", "sent"), null=True, blank=True)
    answer = models.CharField(_("answer of the mail server"), max_length=MAX_ANSWER, blank=True)

    class Meta:
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["status", "due_at"], name="emails_due"),
            models.Index(fields=["round", "kind", "entry"], name="emails_of_round"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    status__in=["waiting", "sending", "sent", "refused", "failed", "dropped"]
                ),
                name="email_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(event__isnull=False)
                | models.Q(kind__in=["password", "address"]),
                name="email_of_event_or_account",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk or ''}".strip()

    def clean(self) -> None:
        """Update `address_key`, the form in which addresses are compared."""
        self.address_key = address_key(self.address)
