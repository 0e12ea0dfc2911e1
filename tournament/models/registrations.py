"""Registrations by an event's own page."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.email_addresses import MAX_KEY_LENGTH, address_key
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models.event import Event
from tournament.models.people import Entry


class Registration(models.Model):
    """A submission of the event's registration page, and how far it came.

    An address may have several that wait to be confirmed, each with its link, and one beside. The
    token of a link follows from `nonce` (`tournament.common.secret_tokens`); `consent` is the
    organiser's text that was agreed to; `network` is where it came from, keyed (`network_key`). It
    is deleted with the entry made from it, or when it was never confirmed.
    """

    # The log stays when a registration is deleted: it repeats nothing of what was given.
    NOT_LOGGED = (
        "name",
        "email",
        "email_key",
        "network",
        "club",
        "team",
        "consent",
        "nonce",
        "token_hash",
    )

    class Status(models.TextChoices):
        """The state of the registration."""

        UNCONFIRMED = "unconfirmed", _("Not confirmed")
        WAITING = "waiting", _("On the waiting list")
        ENTERED = "entered", _("Registered")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="registrations",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    name = models.CharField(
        pgettext_lazy("person", "name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    email = models.EmailField(_("email"))
    email_key = models.CharField(max_length=MAX_KEY_LENGTH, editable=False, blank=True)
    network = models.CharField(max_length=64, blank=True, editable=False)
    club = models.CharField(_("club"), max_length=MAX_NAME_LENGTH, blank=True)
    team = models.CharField(_("team"), max_length=MAX_NAME_LENGTH, blank=True)
    name_display = models.CharField(
        _("name shown to the public"),
        max_length=10,
        choices=Entry.NameDisplay,
        default=Entry.NameDisplay.FULL,
    )
    gets_emails = models.BooleanField(
        _("gets e-mails about seats, starts and corrections"), default=False
    )
    language = models.CharField(_("language"), max_length=10)
    consent = models.TextField(_("text agreed to"), blank=True)
    status = models.CharField(
        _("status"), max_length=12, choices=Status, default=Status.UNCONFIRMED
    )
    nonce = models.CharField(max_length=64)
    token_hash = models.CharField(max_length=64, unique=True)
    registered_at = models.DateTimeField(_("registered"))
    confirmed_at = models.DateTimeField(
        pgettext_lazy("registration", "confirmed"), null=True, blank=True
    )
    entry = models.ForeignKey(
        Entry,
        models.CASCADE,
        related_name="registrations",
        null=True,
        blank=True,
        verbose_name=_("player"),
    )

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ["event", "confirmed_at", "pk"]
        indexes = [models.Index(fields=["status", "registered_at"], name="registrations_by_status")]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "email_key"],
                condition=~models.Q(status="unconfirmed"),
                name="registration_email_once",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["unconfirmed", "waiting", "entered"]),
                name="registration_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(status="entered", entry__isnull=False)
                | (~models.Q(status="entered") & models.Q(entry__isnull=True)),
                name="registration_entered_has_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.pk or ''}".strip()

    def clean(self) -> None:
        """Bring the form in which the address is compared up to date."""
        self.email_key = address_key(self.email)
