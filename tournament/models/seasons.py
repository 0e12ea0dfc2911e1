"""Seasons, which add up the results of events.

They also hold the entries that are one person, and the ratings.
"""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models.event import Event
from tournament.models.people import Entry

MAX_EVENTS = 100
"""The most events of a season."""


def default_season_points() -> list[int]:
    """Return the points of an event's places, from the first down."""
    return [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]


class Season(models.Model):
    """A season, which adds up the results of events.

    Each player's `best` results count, all if it is None.

    An event belongs to it by a row (`SeasonEvent`), or by the rule: from `rule_from` to
    `rule_to`, one that the `owner` organises. `points_by_place`: [points, …] of places in an
    event, read if `points_from` says so.
    """

    class PointsFrom(models.TextChoices):
        """The source of a player's points."""

        PLACES = "places", pgettext_lazy("season", "The place in each event")
        TABLES = "tables", pgettext_lazy("season", "The points of each event, table by table")

    name = models.CharField(
        pgettext_lazy("season", "name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    slug = models.SlugField(pgettext_lazy("season", "address"), max_length=60, unique=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )
    points_from = models.CharField(
        pgettext_lazy("season", "points"),
        max_length=6,
        choices=PointsFrom,
        default=PointsFrom.PLACES,
    )
    points_by_place = models.JSONField(
        pgettext_lazy("season", "points by place"), default=default_season_points
    )
    best = models.PositiveSmallIntegerField(
        pgettext_lazy("season", "events that count"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_EVENTS)],
    )
    rule_from = models.DateField(pgettext_lazy("season", "events from"), null=True, blank=True)
    rule_to = models.DateField(pgettext_lazy("season", "events until"), null=True, blank=True)
    published = models.BooleanField(pgettext_lazy("season", "published"), default=False)
    created_at = models.DateTimeField(pgettext_lazy("season", "created"), auto_now_add=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points_from__in=["places", "tables"]),
                name="season_points_known",
            ),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__gte=1),
                name="season_best_from_1",
                violation_error_message=_("At least one event counts."),
            ),
            models.CheckConstraint(
                condition=models.Q(rule_from__isnull=True, rule_to__isnull=True)
                | models.Q(
                    rule_from__isnull=False,
                    rule_to__isnull=False,
                    rule_to__gte=models.F("rule_from"),
                ),
                name="season_rule_has_two_days",
                violation_error_message=_("Give both days, the first one first, or neither."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event chosen for a season, or left out of it.

    With `left_out` it is left out although the rule would take it.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="choices")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    left_out = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of seasons")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "event"], name="season_event_once")
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.event}"


class SeasonJoin(models.Model):
    """Two entries that are one person's in a season.

    The organiser of the season says so, for this season alone.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="joins")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("joined players of a season")
        verbose_name_plural = _("joined players of seasons")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "entry", "other"], name="season_join_once"),
            models.CheckConstraint(
                condition=models.Q(entry__lt=models.F("other")), name="season_join_in_order"
            ),
        ]

    def __str__(self) -> str:
        # Without names: it stands in the audit log.
        return f"{self.entry_id} = {self.other_id}"


class SeasonRating(models.Model):
    """The ratings of a season's players, as they were computed last.

    `digest` is of the games they were computed from: other ones make them stale. `ratings` is what
    `scoring.competition.rating.rate` returned for them with `seed`, as JSON; {} if it `failed`.
    """

    NOT_LOGGED: ClassVar[tuple[str, ...]] = ("ratings",)

    season = models.OneToOneField(Season, models.CASCADE, related_name="rating")
    digest = models.CharField(max_length=64)
    seed = models.CharField(max_length=64)
    games = models.PositiveIntegerField()
    ratings = models.JSONField(default=dict, blank=True)
    failed = models.BooleanField(default=False)
    computed_at = models.DateTimeField(_("computed"))

    class Meta:
        verbose_name = _("ratings of a season")
        verbose_name_plural = _("ratings of seasons")
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.season_id)
