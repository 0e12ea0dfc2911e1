"""An event: its rules of play, rounds, tables and scoring scheme."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.amounts import MAX_DIGITS, PLACES
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models.event_settings import check_settings

MAX_BOARD_DELAY = 3600
"""The longest delay of the public boards, in seconds."""
MAX_CONSENT = 1000
"""The longest consent text shown at registration, in characters."""
MAX_PLAYERS = 5000
MAX_MEMBERS_COUNTED = 10
MAX_CALLED_OFF_REASON = 200


def default_table_sizes() -> list[int]:
    """Return table sizes in order of preference (players a table)."""
    return [4, 5, 3]


def default_points() -> list[int]:
    """Return points from the first place down, whatever the size of the table."""
    return [6, 4, 3, 2, 1, 0]


class Event(models.Model):
    """One tournament.

    JSON fields:
    `rulings`: {name: value}, those that differ from the default.
    `table_sizes`: [size, …], the most preferred first.
    `points_by_place`: [points, …], first place first.
    `tie_breaks`: [code, …] in order of application (`scoring.competition.tie_breaks`).
    `draw_order`: [code, …], the most important first (`tournament.seating.CRITERIA`); empty for the
    default order.
    `keep_apart`: [[code, code], …], pairs of players by their ids (`p01`).
    `finals`: [finalists, …] of each of the last rounds, earlier first (`tournament.common.finals`).

    Of each player's rounds the worst `discards` do not count, but `least_counting` always do
    (`scoring.competition.discards`). With `corrects_roles` points are measured against the role's
    average (`scoring.competition.role_correction`). `fee` is None where nobody pays; it is noted,
    and never shown in public. The public sees no results confirmed after `frozen_at`, but
    the final standings from the last place up to `revealed_to`: at 1 nothing is hidden
    (`tournament.visibility`). `called_off_at` is the moment of the last change of `called_off`,
    including back to blank. From `closed_at` on the event is finished, whatever was not played. A
    `practice` event is for trying things out, and is never published.
    """

    class Mode(models.TextChoices):
        """The ways in which a game ends (R1).

        The value is the game record's.
        """

        TWO_HOUR = "two-hour", _("Two-hour game")
        A = "A", _("Game A: until one player is left")
        B = "B", _("Game B: until one role is out")

    class Roles(models.TextChoices):
        """The source of players' roles."""

        DRAWN = "drawn", _("Drawn with the seats")
        THROWN = "thrown", _("Thrown for at the table (rules 4 and 6)")

    class Advice(models.TextChoices):
        """The readers of estimates of running games.

        An estimate says what a game comes to, and with it how to play on.
        """

        PUBLIC = "public", _("To spectators, not at the tables")
        EVERYWHERE = "everywhere", _("To spectators and at the tables")
        AFTER = "after", _("To nobody until the table’s result counts")

    class Registering(models.TextChoices):
        """Whether players may register by themselves, on the event's page."""

        OFF = "off", pgettext_lazy("registration", "No page to register")
        OPEN = "open", pgettext_lazy("registration", "Open")
        CLOSED = "closed", pgettext_lazy("registration", "Closed")

    class Teams(models.TextChoices):
        """Whether there are team standings, and what a player's team is."""

        OFF = "off", pgettext_lazy("team standings", "No team standings")
        CLUBS = "clubs", pgettext_lazy("team standings", "The clubs are the teams")
        NAMES = "names", pgettext_lazy("team standings", "Teams of this event")

    class CalledOff(models.TextChoices):
        """The reason why the event does not take place as announced; blank while it does."""

        CANCELLED = "cancelled", pgettext_lazy("tournament", "Cancelled")
        POSTPONED = "postponed", pgettext_lazy("tournament", "Postponed")

    name = models.CharField(
        pgettext_lazy("tournament", "name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    edition = models.CharField(_("edition"), max_length=40, default="us-2011")
    edition_file = models.TextField(
        _("own edition file"),
        blank=True,
        help_text=_("TOML with corrected names or prices; blank for the edition as printed."),
    )
    mode = models.CharField(_("mode"), max_length=10, choices=Mode, default=Mode.TWO_HOUR)
    rulings = models.JSONField(_("rulings"), default=dict, blank=True)
    number_of_rounds = models.PositiveSmallIntegerField(
        _("number of rounds"), default=3, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    length_minutes = models.PositiveSmallIntegerField(
        _("length of a game, minutes"),
        default=120,
        validators=[MinValueValidator(1), MaxValueValidator(1440)],
    )
    table_sizes = models.JSONField(_("table sizes, preferred first"), default=default_table_sizes)
    roles = models.CharField(_("roles"), max_length=10, choices=Roles, default=Roles.DRAWN)
    advice = models.CharField(
        _("estimates of running games are shown"),
        max_length=10,
        choices=Advice,
        default=Advice.PUBLIC,
        help_text=_(
            "What each player would end with if time were called now. Tables also see what a step"
            " of the adjustment gains, and how to raise cash at the least loss."
        ),
    )
    board_delay = models.PositiveSmallIntegerField(
        _("running games are shown later, seconds"),
        default=0,
        validators=[MaxValueValidator(MAX_BOARD_DELAY)],
        help_text=_(
            "Board, ledger and replay of a running game, and all that follows from them. The"
            " hall’s clock and confirmed results are shown at once."
        ),
    )
    shows_chances = models.BooleanField(
        _("pages show each player’s chance to win"),
        default=False,
        help_text=_(
            "The server plays each two-hour game on to its end many times, in simple ways, and "
            "says how often each player wins. It does not know how well anybody plays. Players at "
            "the table can read this too. If spectators see games later, or no estimates, they "
            "see no chances while a game runs. Replays of finished games show turning points "
            "in any case."
        ),
    )
    draw_order = models.JSONField(_("criteria of the draw, in order"), default=list, blank=True)
    score_groups = models.BooleanField(
        _("seat equal scores together"),
        default=False,
        help_text=_(
            "From the second round on: players meet others with about the same number of points."
        ),
    )
    check_in_until = models.DateTimeField(_("check-in ends"), null=True, blank=True)
    leaves_out_absent = models.BooleanField(
        _("the draw leaves out who has not checked in"), default=False
    )
    registration = models.CharField(
        _("registration"), max_length=6, choices=Registering, default=Registering.OFF
    )
    registration_until = models.DateTimeField(_("registration ends"), null=True, blank=True)
    registration_limit = models.PositiveSmallIntegerField(
        _("most players"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_PLAYERS)],
    )
    has_waiting_list = models.BooleanField(_("waiting list"), default=True)
    asks_club = models.BooleanField(_("registration asks for the club"), default=True)
    offers_hidden_name = models.BooleanField(
        _("registration offers to hide the name"), default=True
    )
    consent_text = models.TextField(_("text to agree to"), max_length=MAX_CONSENT, blank=True)
    sends_emails = models.BooleanField(
        _("e-mails about seats, starts and corrections"), default=False
    )
    keep_apart = models.JSONField(_("players kept apart"), default=list, blank=True)
    points_by_place = models.JSONField(_("points by place"), default=default_points)
    discards = models.PositiveSmallIntegerField(_("worst rounds that do not count"), default=0)
    least_counting = models.PositiveSmallIntegerField(
        _("rounds that always count, at least"), default=1, validators=[MinValueValidator(1)]
    )
    corrects_roles = models.BooleanField(_("points against the role’s average"), default=False)
    finals = models.JSONField(_("finalists of each final round"), default=list, blank=True)
    tie_breaks = models.JSONField(_("tie-breaks, in order"), default=list, blank=True)
    teams = models.CharField(_("team standings"), max_length=5, choices=Teams, default=Teams.OFF)
    members_counted = models.PositiveSmallIntegerField(
        _("members of a team that count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_MEMBERS_COUNTED)],
        help_text=_("Those with the most points. Empty: all."),
    )
    lot_seed = models.CharField(_("seed of the drawn lot"), max_length=64, blank=True)
    fee = models.DecimalField(
        _("fee"), max_digits=MAX_DIGITS, decimal_places=PLACES, null=True, blank=True
    )
    fee_currency = models.CharField(_("currency of the fee"), max_length=3, blank=True)
    published = models.BooleanField(pgettext_lazy("tournament", "published"), default=False)
    called_off = models.CharField(
        _("called off"), max_length=10, choices=CalledOff, blank=True, default=""
    )
    called_off_at = models.DateTimeField(_("called off or taken back"), null=True, blank=True)
    called_off_reason = models.CharField(
        _("reason told to everybody"), max_length=MAX_CALLED_OFF_REASON, blank=True
    )
    practice = models.BooleanField(_("practice event"), default=False)
    frozen_at = models.DateTimeField(_("results shown up to"), null=True, blank=True)
    revealed_to = models.PositiveIntegerField(
        _("best place revealed"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    closed_at = models.DateTimeField(
        pgettext_lazy("tournament", "closed"), null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(pgettext_lazy("tournament", "created"), auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("tournament", "event")
        verbose_name_plural = pgettext_lazy("tournament", "events")
        ordering = ["-starts_on", "name", "pk"]
        permissions = [
            ("publish_event", _("Can publish events and rounds, and hide them")),
            ("import_players", _("Can import players")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="event_ends_after_start",
                violation_error_message=_("The last day is before the first."),
            ),
            models.CheckConstraint(
                condition=models.Q(number_of_rounds__range=(1, 50)), name="event_rounds_1_to_50"
            ),
            models.CheckConstraint(
                condition=models.Q(length_minutes__range=(1, 1440)), name="event_length_1_to_1440"
            ),
            models.CheckConstraint(
                condition=models.Q(least_counting__gte=1), name="event_least_counting_from_1"
            ),
            models.CheckConstraint(
                condition=models.Q(board_delay__lte=MAX_BOARD_DELAY),
                name="event_board_delay_to_3600",
            ),
            models.CheckConstraint(
                condition=models.Q(mode__in=["two-hour", "A", "B"]), name="event_mode_known"
            ),
            models.CheckConstraint(
                condition=models.Q(roles__in=["drawn", "thrown"]), name="event_roles_known"
            ),
            models.CheckConstraint(
                condition=models.Q(advice__in=["public", "everywhere", "after"]),
                name="event_advice_known",
            ),
            models.CheckConstraint(
                condition=models.Q(registration__in=["off", "open", "closed"]),
                name="event_registration_known",
            ),
            models.CheckConstraint(
                condition=models.Q(teams__in=["off", "clubs", "names"]), name="event_teams_known"
            ),
            models.CheckConstraint(
                condition=models.Q(members_counted__isnull=True)
                | models.Q(members_counted__range=(1, MAX_MEMBERS_COUNTED)),
                name="event_members_counted_1_to_10",
            ),
            models.CheckConstraint(
                condition=models.Q(called_off__in=["", "cancelled", "postponed"]),
                name="event_called_off_known",
            ),
            models.CheckConstraint(
                condition=models.Q(fee__isnull=True)
                | (models.Q(fee__gt=0) & ~models.Q(fee_currency="")),
                name="event_fee_has_a_currency",
                violation_error_message=_("A fee must be above 0 and have a currency."),
            ),
            models.CheckConstraint(
                condition=models.Q(practice=False) | models.Q(published=False),
                name="event_practice_is_hidden",
                violation_error_message=_("A practice event is never published."),
            ),
            models.CheckConstraint(
                condition=models.Q(revealed_to__isnull=True)
                | models.Q(revealed_to__gte=1, frozen_at__isnull=False),
                name="event_reveals_what_is_frozen",
                violation_error_message=_("Only what is frozen can be revealed place by place."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_own_teams(self) -> bool:
        """Whether players have teams that are not their clubs."""
        return self.teams == self.Teams.NAMES

    def clean(self) -> None:
        """Raise ValidationError by field for settings that do not work."""
        entries = self.entries.all() if self.pk else ()
        check_settings(self, {entry.code for entry in entries})
