"""Seasons: their events, who is one person in them, and the ratings."""

import django.core.validators
import django.db.models.deletion
import tournament.common.names
import tournament.models.seasons
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_mailings_and_prizes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=100,
                        validators=[tournament.common.names.validate_name],
                        verbose_name="name",
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                (
                    "points_from",
                    models.CharField(
                        choices=[
                            ("places", "The place in each event"),
                            ("tables", "The points of each event, table by table"),
                        ],
                        default="places",
                        max_length=6,
                        verbose_name="points",
                    ),
                ),
                (
                    "points_by_place",
                    models.JSONField(
                        default=tournament.models.seasons.default_season_points,
                        verbose_name="points by place",
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(100)],
                        verbose_name="events that count",
                    ),
                ),
                ("rule_from", models.DateField(blank=True, null=True, verbose_name="events from")),
                ("rule_to", models.DateField(blank=True, null=True, verbose_name="events until")),
                ("published", models.BooleanField(default=False, verbose_name="published")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ["-created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("left_out", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.event",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="choices",
                        to="tournament.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "event of a season",
                "verbose_name_plural": "events of seasons",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonJoin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entry",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entry",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="joins",
                        to="tournament.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "joined players of a season",
                "verbose_name_plural": "joined players of seasons",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("seed", models.CharField(max_length=64)),
                ("games", models.PositiveIntegerField()),
                ("ratings", models.JSONField(blank=True, default=dict)),
                ("failed", models.BooleanField(default=False)),
                ("computed_at", models.DateTimeField(verbose_name="computed")),
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating",
                        to="tournament.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "ratings of a season",
                "verbose_name_plural": "ratings of seasons",
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("points_from__in", ["places", "tables"])),
                name="season_points_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("best__isnull", True), ("best__gte", 1), _connector="OR"),
                name="season_best_from_1",
                violation_error_message="At least one event counts.",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("rule_from__isnull", True), ("rule_to__isnull", True)),
                    models.Q(
                        ("rule_from__isnull", False),
                        ("rule_to__gte", models.F("rule_from")),
                        ("rule_to__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="season_rule_has_two_days",
                violation_error_message="Give both days, the first one first, or neither.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.UniqueConstraint(
                fields=("season", "event"), name="season_event_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonjoin",
            constraint=models.UniqueConstraint(
                fields=("season", "entry", "other"), name="season_join_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonjoin",
            constraint=models.CheckConstraint(
                condition=models.Q(("entry__lt", models.F("other"))), name="season_join_in_order"
            ),
        ),
    ]
