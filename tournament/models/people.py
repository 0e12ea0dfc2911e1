"""The players of events."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.amounts import MAX_DIGITS, PLACES
from tournament.common.email_addresses import MAX_KEY_LENGTH, address_key
from tournament.common.external_ids import MAX_EXTERNAL_ID, validate_external_id
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models.event import Event


def code_of(seed: int) -> str:
    """Return a seed's id in the event's game records: `p` and the seed in two digits."""
    return f"p{seed:02d}"


class Person(models.Model):
    """The link between entries in several events that belong to one person.

    `services.same_person` sets it. It never lets an event read or change another's entry.
    """

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")

    def __str__(self) -> str:
        return str(self.pk)


class Entry(models.Model):
    """A player in an event, and everything that the event knows of the person.

    An entry in another event is a separate person, even with the same name and address. `seed` is
    the seed rank, 1 first, and names the player in the event's addresses and game records (`p01`).
    The e-mail address is never shown in public; `email_key` is the form in which it is compared.
    `external_id` names the person elsewhere, and is as private. `team` is read if the event has
    teams of its own (`visibility.team_of`). `refused_email` is an address that mail could not
    reach; the player may have another one by now. `fee_due` is None where the player pays the
    event's fee; `fee_paid` and when and by whom it was noted go together.
    """

    NOT_LOGGED = ("refused_email", "email_key")

    class Status(models.TextChoices):
        """Whether the draw seats the player."""

        ACTIVE = "active", _("Playing")
        DROPPED = "dropped", _("Dropped out")

    class NameDisplay(models.TextChoices):
        """The ways in which the public sees the player's name."""

        FULL = "full", _("In full")
        INITIALS = "initials", _("Initials")
        NUMBER = "number", _("A number")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="entries",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    name = models.CharField(
        pgettext_lazy("person", "name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    email = models.EmailField(_("email"), blank=True)
    email_key = models.CharField(max_length=MAX_KEY_LENGTH, blank=True, editable=False)
    person = models.ForeignKey(
        Person,
        models.SET_NULL,
        related_name="entries",
        null=True,
        blank=True,
        editable=False,
    )
    seed = models.PositiveIntegerField(_("seed rank"), validators=[MinValueValidator(1)])
    club = models.CharField(_("club"), max_length=MAX_NAME_LENGTH, blank=True)
    team = models.CharField(_("team"), max_length=MAX_NAME_LENGTH, blank=True)
    external_id = models.CharField(
        _("ID elsewhere"),
        max_length=MAX_EXTERNAL_ID,
        blank=True,
        validators=[validate_external_id],
        help_text=_("Such as the number in a federation. Never shown in public."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ACTIVE)
    name_display = models.CharField(
        _("name shown to the public"),
        max_length=10,
        choices=NameDisplay,
        default=NameDisplay.FULL,
    )
    pinned_table = models.PositiveSmallIntegerField(
        _("keeps table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("The number of the table at which the player sits in every round, if any."),
    )
    gets_emails = models.BooleanField(
        _("gets e-mails about seats, starts and corrections"), default=False
    )
    declines_emails = models.BooleanField(_("declined e-mails"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True)
    refused_email = models.EmailField(_("email refused by its mail server"), blank=True)
    fee_due = models.DecimalField(
        _("fee of this player"), max_digits=MAX_DIGITS, decimal_places=PLACES, null=True, blank=True
    )
    fee_waived = models.BooleanField(_("fee waived"), default=False)
    fee_paid = models.DecimalField(
        _("fee paid"), max_digits=MAX_DIGITS, decimal_places=PLACES, null=True, blank=True
    )
    fee_paid_at = models.DateTimeField(_("payment noted"), null=True, blank=True)
    fee_paid_by = models.CharField(_("payment noted by"), max_length=150, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["event", "seed"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "email_key"],
                condition=~models.Q(email_key=""),
                name="entry_email_once",
                violation_error_message=_("Another player has this email address."),
            ),
            models.UniqueConstraint(
                fields=["event", "external_id"],
                condition=~models.Q(external_id=""),
                name="entry_external_id_once",
                violation_error_message=_("Another player of the event has this ID."),
            ),
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=models.Q(person__isnull=False),
                name="entry_person_once",
                violation_error_message=_("This person is in the event already."),
            ),
            models.UniqueConstraint(
                fields=["event", "seed"],
                name="entry_seed_once",
                violation_error_message=_("Another player of the event has this seed rank."),
            ),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="entry_seed_from_1"),
            models.CheckConstraint(
                condition=models.Q(fee_due__isnull=True) | models.Q(fee_due__gt=0),
                name="entry_fee_due_above_0",
                violation_error_message=_(
                    "A fee must be above 0; waive it for players who pay nothing."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(fee_paid__isnull=True, fee_paid_at__isnull=True)
                | models.Q(fee_paid__gt=0, fee_paid_at__isnull=False),
                name="entry_fee_paid_at_a_moment",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["active", "dropped"]), name="entry_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(name_display__in=["full", "initials", "number"]),
                name="entry_name_display_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seed})"

    def clean(self) -> None:
        """Update `email_key`, the form in which addresses are compared."""
        self.email_key = address_key(self.email)

    @property
    def email_is_refused(self) -> bool:
        """Whether mail to the player's present address was refused."""
        return bool(self.refused_email) and self.email in ("", self.refused_email)

    @property
    def code(self) -> str:
        """The player's id in the event's game records."""
        return code_of(self.seed)


class RoundAbsence(models.Model):
    """A player who misses one round but plays on.

    The round is stored as a number, because it may not be drawn yet.
    """

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="absences", verbose_name=_("player")
    )
    round_number = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = _("absence of one round")
        verbose_name_plural = _("absences of one round")
        ordering = ["entry", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once_a_round"),
            models.CheckConstraint(
                condition=models.Q(round_number__gte=1), name="absence_round_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {_('round')} {self.round_number}"
