"""Webhooks (addresses, messages, attempts), and archives in the background."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0006_fees_and_ids"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ArchiveJob",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("error", models.TextField(blank=True, verbose_name="what went wrong")),
                (
                    "seen_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="last sign of life"),
                ),
                ("requested_by", models.CharField(max_length=150, verbose_name="requested by")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "finished_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="finished"),
                ),
                ("parts", models.JSONField(blank=True, default=list, verbose_name="parts")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "Waiting"),
                            ("running", "Being made"),
                            ("finished", "Made"),
                            ("cancelled", "Stopped"),
                            ("failed", "Failed"),
                        ],
                        default="queued",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                (
                    "progress",
                    models.PositiveSmallIntegerField(default=0, verbose_name="progress, percent"),
                ),
                ("language", models.CharField(blank=True, max_length=10, verbose_name="language")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="archive_jobs",
                        to="tournament.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "archive in the background",
                "verbose_name_plural": "archives in the background",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("standard", "JSON for a program"),
                            ("discord", "A text for a Discord channel"),
                        ],
                        default="standard",
                        max_length=8,
                        verbose_name="format",
                    ),
                ),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                (
                    "kinds",
                    models.JSONField(blank=True, default=list, verbose_name="what it is told"),
                ),
                ("secret", models.CharField(max_length=80)),
                ("old_secret", models.CharField(blank=True, max_length=80)),
                (
                    "rotated_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="secret replaced"),
                ),
                (
                    "off",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("paused", "Switched off by the staff"),
                            ("silent", "No message arrived for a day"),
                            ("gone", "The address answered that it is gone"),
                            ("full", "Too many messages wait for it"),
                        ],
                        default="",
                        max_length=6,
                        verbose_name="off",
                    ),
                ),
                (
                    "off_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="switched off"),
                ),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("next_at", models.DateTimeField()),
                ("leased_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="WebhookMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("kind", models.CharField(max_length=20)),
                ("facts", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField(verbose_name="when")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waits"),
                            ("sent", "Arrived"),
                            ("failed", "Given up"),
                            ("dropped", "Not public any more"),
                        ],
                        default="waiting",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("due_at", models.DateTimeField(verbose_name="next attempt")),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="tournament.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "message to a webhook",
                "verbose_name_plural": "messages to webhooks",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="WebhookAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="when")),
                ("number", models.PositiveIntegerField()),
                ("code", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("milliseconds", models.PositiveIntegerField()),
                ("answer", models.CharField(blank=True, max_length=200)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="tournament.webhookmessage",
                    ),
                ),
            ],
            options={
                "verbose_name": "attempt at a message",
                "verbose_name_plural": "attempts at messages",
                "ordering": ["-pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                fields=("event", "url"),
                name="webhook_address_once",
                violation_error_message="This address is on the list already.",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("off__in", ["", "paused", "silent", "gone", "full"])),
                name="webhook_off_known",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookmessage",
            index=models.Index(fields=["webhook", "status", "due_at"], name="webhook_messages"),
        ),
    ]
