"""Corrections belong to a table, outlive its result, and say that one was taken away; a sheet that
corrects a result says why."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def to_tables(apps: Any, schema_editor: Any) -> None:
    """Each correction to the table of its result."""
    corrections = apps.get_model("tournament", "ResultCorrection").objects
    results = apps.get_model("tournament", "Result").objects.filter(pk=OuterRef("result"))
    corrections.update(table=Subquery(results.values("table")[:1]))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0033_backup_jobs")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="papersheet",
            name="correction_reason",
            field=models.CharField(
                blank=True, max_length=300, verbose_name="why it is corrected"
            ),
        ),
        migrations.AddField(
            model_name="resultcorrection",
            name="removed",
            field=models.BooleanField(default=False, verbose_name="taken away"),
        ),
        migrations.AddField(
            model_name="resultcorrection",
            name="table",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="corrections",
                to="tournament.table",
                verbose_name="table",
            ),
        ),
        migrations.RunPython(to_tables, migrations.RunPython.noop),
    ]
