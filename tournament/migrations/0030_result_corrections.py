"""Why people corrected a result that counted."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0029_correction_emails")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="ResultCorrection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="when")),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("log", "Log of the table’s tablet"),
                            ("record", "Game record, imported"),
                            ("paper", "Entered by hand"),
                        ],
                        max_length=10,
                        verbose_name="source",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="reason")),
                (
                    "result",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="tournament.result",
                        verbose_name="result",
                    ),
                ),
            ],
            options={
                "verbose_name": "correction of a result",
                "verbose_name_plural": "corrections of results",
                "ordering": ["at", "pk"],
            },
        ),
    ]
