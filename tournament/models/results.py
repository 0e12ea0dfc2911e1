"""Results of tables."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.event import Event
from tournament.models.rounds import MAX_SEATS, Seat, Table


class Result(models.Model):
    """The result of a table that counts.

    `statement` is the game's itemised statement as `manage.py replay --json` prints it (null for a
    paper result without one). `decision` says why the chief referee chose it over results from
    other sources, blank if nobody chose. `alone_reason` says why the person who typed it from paper
    also confirmed it; blank if another did. `abandoned_reason` says why the game could not be
    finished, blank if it was: then nobody has a final cash, and all who came share the points of
    the table.
    """

    class Source(models.TextChoices):
        """The source of the figures."""

        LOG = "log", _("Log of the table’s tablet")
        RECORD = "record", _("Game record, imported")
        PAPER = "paper", _("Entered by hand")

    table = models.OneToOneField(
        Table,
        models.CASCADE,
        related_name="result",
        verbose_name=pgettext_lazy("in the hall", "table"),
    )
    source = models.CharField(_("source"), max_length=10, choices=Source)
    confirmed_at = models.DateTimeField(pgettext_lazy("result", "confirmed"))
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    entered_by = models.CharField(_("entered by"), max_length=150, blank=True)
    alone_reason = models.CharField(_("why nobody else confirmed it"), max_length=300, blank=True)
    revision = models.PositiveIntegerField(_("revision"), default=1)
    statement = models.JSONField(_("statement"), null=True, blank=True)
    abandoned_reason = models.CharField(_("why it was abandoned"), max_length=300, blank=True)
    decision = models.CharField(_("reason of the choice"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("chosen"), null=True, blank=True)
    decided_by = models.CharField(_("chosen by"), max_length=150, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["table"]
        permissions = [("enter_results", _("Can enter and remove results"))]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(source__in=["log", "record", "paper"]),
                name="result_source_known",
            ),
            models.CheckConstraint(
                condition=models.Q(revision__gte=1), name="result_revision_from_1"
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)


class SeatResult(models.Model):
    """One seat's line of a result.

    Amounts are whole currency units; the three figures of the end procedure are null for a player
    who is out and outside the two-hour game.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="seat_results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    place = models.PositiveSmallIntegerField(
        pgettext_lazy("at the table", "place"),
        validators=[MinValueValidator(1), MaxValueValidator(MAX_SEATS)],
    )
    final = models.PositiveIntegerField(_("final cash"))
    out = models.BooleanField(_("out of the game"), default=False)
    before_retention = models.PositiveIntegerField(_("before retention"), null=True, blank=True)
    retained = models.PositiveIntegerField(_("retained"), null=True, blank=True)
    circuit_income = models.PositiveIntegerField(_("circuit income"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat's result")
        verbose_name_plural = _("seats' results")
        ordering = ["result", "place", "seat"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(place__range=(1, MAX_SEATS)), name="seat_result_place_1_to_6"
            ),
            models.CheckConstraint(
                condition=models.Q(final__gte=0), name="seat_result_final_from_0"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.seat}"


class ResultCorrection(models.Model):
    """A change or removal of a counting result by people, with the reason.

    `removed` marks a removal.

    Everybody can read it. It outlives the result and the table of that round: `table` is null
    once its seats were cleared or drawn anew. Corrections of a log are events of it, and a
    choice between results is in the result. Corrections made before a reason was required have
    none.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="corrections")
    round_number = models.PositiveSmallIntegerField(_("round"))
    table_number = models.PositiveSmallIntegerField(pgettext_lazy("in the hall", "table"))
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="corrections")
    at = models.DateTimeField(_("when"))
    source = models.CharField(_("source"), max_length=10, choices=Result.Source)
    removed = models.BooleanField(_("taken away"), default=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("correction of a result")
        verbose_name_plural = _("corrections of results")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.round_number}/{self.table_number} {self.at}"


class ConflictingResult(models.Model):
    """A result of a table from another source than the one that counts.

    Both are kept; while this one is `waiting`, the chief referee has to choose.

    `lines` are the seats' lines in order of play, as the audit log writes them; none as long as the
    game is still being logged.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="conflicting")
    source = models.CharField(_("source"), max_length=10, choices=Result.Source)
    lines = models.JSONField(_("lines"), default=list, blank=True)
    statement = models.JSONField(_("statement"), null=True, blank=True)
    abandoned_reason = models.CharField(_("why it was abandoned"), max_length=300, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    entered_by = models.CharField(_("entered by"), max_length=150, blank=True)
    waiting = models.BooleanField(_("waits for the chief referee"), default=True)

    class Meta:
        verbose_name = _("conflicting result")
        verbose_name_plural = _("conflicting results")
        ordering = ["table", "source"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "source"], name="conflicting_result_source_once"
            ),
            models.CheckConstraint(
                condition=models.Q(source__in=["log", "record", "paper"]),
                name="conflicting_result_source_known",
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)
