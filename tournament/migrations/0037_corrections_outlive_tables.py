"""Corrections of results say of which event, round and table they are, and outlive the table."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_tables(apps: Any, schema_editor: Any) -> None:
    """Each correction says what its table says."""
    tables = apps.get_model("tournament", "Table").objects.filter(pk=OuterRef("table"))
    apps.get_model("tournament", "ResultCorrection").objects.update(
        event=Subquery(tables.values("round__event")[:1]),
        round_number=Subquery(tables.values("round__number")[:1]),
        table_number=Subquery(tables.values("number")[:1]),
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0036_registered_teams")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="resultcorrection",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="corrections",
                to="tournament.event",
            ),
        ),
        migrations.AddField(
            model_name="resultcorrection",
            name="round_number",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="round"),
        ),
        migrations.AddField(
            model_name="resultcorrection",
            name="table_number",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="table"),
        ),
        migrations.RunPython(name_tables, migrations.RunPython.noop),
    ]
