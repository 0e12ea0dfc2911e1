"""Results that the tables' logs handed over say so: they change through the log only."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_the_log(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """A confirmed game's result came from its log, unless somebody typed over it."""
    logs = apps.get_model("referee", "GameLog").objects.filter(state="confirmed")
    results = apps.get_model("tournament", "Result").objects.filter(source="record")
    results.filter(table__in=logs.values("table")).update(source="log")


def forget_the_log(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """As before: a game record like any other."""
    results = apps.get_model("tournament", "Result").objects.filter(source="log")
    results.update(source="record")


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0002_log_and_devices"),
        ("tournament", "0007_conflicting_results"),
    ]

    operations = [migrations.RunPython(name_the_log, forget_the_log)]
