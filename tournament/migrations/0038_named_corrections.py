"""Each correction of a result says of which event, round and table it is (PostgreSQL alters no table
whose rows changed just now)."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0037_corrections_outlive_tables")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="resultcorrection",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="corrections",
                to="tournament.event",
            ),
        ),
        migrations.AlterField(
            model_name="resultcorrection",
            name="round_number",
            field=models.PositiveSmallIntegerField(verbose_name="round"),
        ),
        migrations.AlterField(
            model_name="resultcorrection",
            name="table_number",
            field=models.PositiveSmallIntegerField(verbose_name="table"),
        ),
        migrations.AlterField(
            model_name="resultcorrection",
            name="table",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="corrections",
                to="tournament.table",
            ),
        ),
    ]
