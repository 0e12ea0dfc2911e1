"""Corrections that are collected, to be applied or dropped as one."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("referee", "0009_escalated_calls"),
        ("tournament", "0027_called_off_and_practice"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="CollectedCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.JSONField(blank=True, null=True, verbose_name="correction")),
                ("seen", models.CharField(blank=True, max_length=64)),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                ("collected_at", models.DateTimeField(auto_now_add=True, verbose_name="collected")),
                ("collected_by", models.CharField(max_length=150, verbose_name="collected by")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="collected",
                        to="tournament.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "collected correction",
                "verbose_name_plural": "collected corrections",
                "ordering": ["pk"],
            },
        ),
    ]
