"""Rounds, their tables, and who sits where."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event
from tournament.models.people import Entry
from tournament.models.seals import Seal

MAX_SEATS = 6


class Round(models.Model):
    """One round of an event.

    `certificate` is the draw's proof (null before the draw, and once seats are changed by hand).
    `seal` is that draw's, and stays when seats are changed. `kept` are the codes of the players
    whose seats the next draw does not change. `starts_changed_at` is when `starts_at` was last
    changed, `seats_changed_at` when the seats were: calendars keep the newer of two entries.

    `published`, `confirmed` and `closed` are decisions, with person and time.
    `tournament.rounds.states` derives the state of the round from them, the clock and the tables;
    `status` is the part of it for the public and for queries.
    """

    # Anybody could work out hidden rounds with these, so no audit row repeats them.
    NOT_LOGGED = ("certificate",)

    class Status(models.TextChoices):
        """The public state of the round.

        The public sees it from `published` on; the services that write results keep `finished` up
        to date.
        """

        DRAFT = "draft", _("Not drawn")
        DRAWN = "drawn", _("Drawn")
        PUBLISHED = "published", pgettext_lazy("round", "Published")
        FINISHED = "finished", pgettext_lazy("round", "Finished")

    PUBLIC = (Status.PUBLISHED, Status.FINISHED)

    event = models.ForeignKey(
        Event,
        models.CASCADE,
        related_name="rounds",
        verbose_name=pgettext_lazy("tournament", "event"),
    )
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    certificate = models.JSONField(_("certificate of the draw"), null=True, blank=True)
    seal = models.ForeignKey(
        Seal,
        models.RESTRICT,
        related_name="rounds",
        null=True,
        blank=True,
        verbose_name=_("seal of the draw"),
    )
    starts_at = models.DateTimeField(_("announced start"), null=True, blank=True)
    starts_changed_at = models.DateTimeField(
        _("start announced or changed"), null=True, blank=True, editable=False
    )
    seats_changed_at = models.DateTimeField(
        _("seats changed"), null=True, blank=True, editable=False
    )
    published_at = models.DateTimeField(pgettext_lazy("round", "published"), null=True, blank=True)
    published_by = models.CharField(_("published by"), max_length=150, blank=True)
    confirmed_at = models.DateTimeField(_("results confirmed"), null=True, blank=True)
    confirmed_by = models.CharField(_("results confirmed by"), max_length=150, blank=True)
    closed_at = models.DateTimeField(pgettext_lazy("round", "closed"), null=True, blank=True)
    closed_by = models.CharField(pgettext_lazy("round", "closed by"), max_length=150, blank=True)
    kept = models.JSONField(_("seats kept by the next draw"), default=list, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["event", "number"]
        permissions = [
            ("draw_round", _("Can draw rounds and seat players")),
            ("move_clock", _("Can move the clock and grant extra time")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=["draft", "drawn", "published", "finished"]),
                name="round_status_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {_('round')} {self.number}"


class Table(models.Model):
    """One table of a round; it is finished once it has a result.

    Its log and its record are in `referee.models`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", verbose_name=_("round"))
    number = models.PositiveSmallIntegerField(_("number"), validators=[MinValueValidator(1)])

    class Meta:
        verbose_name = pgettext_lazy("in the hall", "table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {pgettext_lazy('in the hall', 'table')} {self.number}"


class Seat(models.Model):
    """One player at one table.

    `round` repeats the table's round, so that the database can prevent two seats in one round.
    `role` is blank until it has been thrown for.
    """

    class Role(models.TextChoices):
        """The values are those of the game record."""

        COMPETITOR = "competitor", _("Competitor")
        MONOPOLIST = "monopolist", _("Monopolist")

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(
        Entry, models.RESTRICT, related_name="seats", verbose_name=_("player")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, blank=True)
    order = models.PositiveSmallIntegerField(
        _("order of play"), validators=[MinValueValidator(1), MaxValueValidator(MAX_SEATS)]
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"],
                name="seat_entry_once_a_round",
                violation_error_message=_("This player sits at another table of the round."),
            ),
            models.UniqueConstraint(
                fields=["table", "order"],
                name="seat_order_once",
                violation_error_message=_("Two seats have the same place in the order of play."),
            ),
            models.CheckConstraint(
                condition=models.Q(order__range=(1, MAX_SEATS)), name="seat_order_1_to_6"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["", "competitor", "monopolist"]),
                name="seat_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order}. {self.entry}"
