"""Each correction has its table (PostgreSQL alters no table whose rows changed just now)."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0034_correction_reasons")]

    operations: ClassVar = [
        migrations.RemoveField(model_name="resultcorrection", name="result"),
        migrations.AlterField(
            model_name="resultcorrection",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="corrections",
                to="tournament.table",
                verbose_name="table",
            ),
        ),
    ]
