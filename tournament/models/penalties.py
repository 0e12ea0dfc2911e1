"""Penalties against players."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.competition.seat_outcomes import DISQUALIFIED, NO_SHOW
from tournament.models.people import Entry

MAX_REASON = 300
MAX_POINTS = 100
MAX_PLACES = 500


class Penalty(models.Model):
    """A caution, a penalty, or a table that a player forfeits.

    `round_number` names the round it is about, and with it the player's table; None if it is about
    the whole event. Only some kinds have points or places. `drops` says that it dropped the player
    out of later rounds. It stands until it is withdrawn; the row stays, so that what the public saw
    before is still known.
    """

    class Kind(models.TextChoices):
        """The kind of penalty; each has its effect in `scoring.competition`."""

        CAUTION = "caution", _("Caution")
        POINTS = "points", _("Points taken off")
        PLACES = "places", _("Places lost in the standings")
        NO_SHOW = NO_SHOW, _("Did not come to the table")
        LOST_TABLE = "lost-table", _("Disqualified at the table")
        DISQUALIFIED = DISQUALIFIED, _("Disqualified from the event")

    FORFEITS = (Kind.NO_SHOW, Kind.LOST_TABLE)

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="penalties", verbose_name=_("player")
    )
    kind = models.CharField(pgettext_lazy("penalty", "kind"), max_length=12, choices=Kind)
    round_number = models.PositiveSmallIntegerField(
        _("round"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    points = models.DecimalField(
        _("points"),
        max_digits=4,
        decimal_places=1,
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(MAX_POINTS)],
    )
    places = models.PositiveSmallIntegerField(
        pgettext_lazy("in the event", "places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_PLACES)],
    )
    reason = models.CharField(_("reason"), max_length=MAX_REASON, blank=True)
    drops = models.BooleanField(_("dropped out by it"), default=False)
    public = models.BooleanField(_("shown to everybody"), default=True)
    decided_at = models.DateTimeField(_("decided"))
    decided_by = models.CharField(_("decided by"), max_length=150)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    withdrawn_by = models.CharField(_("withdrawn by"), max_length=150, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=[
                        "caution",
                        "points",
                        "places",
                        "no-show",
                        "lost-table",
                        "disqualified",
                    ]
                ),
                name="penalty_kind_known",
            ),
            models.CheckConstraint(
                condition=models.Q(public=True) | models.Q(kind="caution"),
                name="penalty_only_cautions_hidden",
            ),
            models.UniqueConstraint(
                fields=["entry", "round_number"],
                condition=models.Q(withdrawn_at__isnull=True, kind__in=["no-show", "lost-table"]),
                name="penalty_forfeit_once",
                violation_error_message=_("The player has forfeited this table already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()}"
