"""Browsers to which a player's seats are pushed."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_webhooks")]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000)),
                ("p256dh", models.CharField(max_length=88)),
                ("auth", models.CharField(max_length=24)),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                ("last_sent", models.CharField(blank=True, max_length=64)),
                ("last_round", models.PositiveSmallIntegerField(default=0)),
                ("sent_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tried", models.CharField(blank=True, max_length=64)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("leased_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to="tournament.personallink",
                    ),
                ),
            ],
            options={
                "verbose_name": "push subscription",
                "verbose_name_plural": "push subscriptions",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("link", "endpoint"), name="push_endpoint_once"
                    )
                ],
            },
        ),
    ]
