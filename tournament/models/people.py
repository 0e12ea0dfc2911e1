"""Players, and their entries in events."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event
from tournament.names import MAX_NAME_LENGTH, validate_name


def code_of(seed: int) -> str:
    """The id that a seed gives in the event's game records: `p` and the seed in two digits."""
    return f"p{seed:02d}"


class Player(models.Model):
    """A person. An email address, where one is known, belongs to one player only; it is never
    shown in public."""

    name = models.CharField(
        pgettext_lazy("person", "name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    email = models.EmailField(_("email"), blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="player_email_once",
                violation_error_message=_("Another player has this email address."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event. `seed` is the seed rank, 1 first, and names the player in the
    event's addresses and game records (`p01`). `team` is read where the event has teams of its own
    (`visibility.team_of`). `refused_email` is an address to which mail could
    not be sent: it says nothing of another one that the player has by now."""

    NOT_LOGGED = ("refused_email",)

    class Status(models.TextChoices):
        """Whether the draw seats the player."""

        ACTIVE = "active", _("Playing")
        DROPPED = "dropped", _("Dropped out")

    class NameDisplay(models.TextChoices):
        """How the public sees the player's name."""

        FULL = "full", _("In full")
        INITIALS = "initials", _("Initials")
        NUMBER = "number", _("A number")

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="entries",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="entries", verbose_name=_("player")
    )
    seed = models.PositiveIntegerField(_("seed rank"), validators=[MinValueValidator(1)])
    club = models.CharField(_("club"), max_length=MAX_NAME_LENGTH, blank=True)
    team = models.CharField(_("team"), max_length=MAX_NAME_LENGTH, blank=True)
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
    language = models.CharField(_("language"), max_length=10, blank=True)
    refused_email = models.EmailField(_("email refused by its mail server"), blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["event", "seed"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"],
                name="entry_player_once",
                violation_error_message=_("This player is in the event already."),
            ),
            models.UniqueConstraint(
                fields=["event", "seed"],
                name="entry_seed_once",
                violation_error_message=_("Another player of the event has this seed rank."),
            ),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="entry_seed_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=["active", "dropped"]), name="entry_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(name_display__in=["full", "initials", "number"]),
                name="entry_name_display_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.seed})"

    @property
    def email_is_refused(self) -> bool:
        """Whether mail to the player's present address was refused."""
        return bool(self.refused_email) and self.player.email in ("", self.refused_email)

    @property
    def code(self) -> str:
        """The player's id in the event's game records."""
        return code_of(self.seed)


class RoundAbsence(models.Model):
    """A player who plays on, but not in one round. The round goes by its number, for it may not
    be drawn yet."""

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
