"""How much each entry set aside holds is kept beside it: heartbeats do not read the events."""

from typing import Any

from django.db import migrations, models


def count(apps: Any, _editor: Any) -> None:
    """Count what is there, in bytes of UTF-8."""
    entries = apps.get_model("referee", "SetAside").objects
    events = apps.get_model("referee", "SetAsideEvent").objects
    for key in entries.values_list("pk", flat=True):
        sizes = [
            len(text.encode())
            for text in events.filter(entry=key).values_list("event", flat=True).iterator()
        ]
        entries.filter(pk=key).update(event_count=len(sizes), byte_count=sum(sizes))


class Migration(migrations.Migration):
    dependencies = [("referee", "0004_groups")]

    operations = [
        migrations.AddField(
            "setaside",
            "event_count",
            models.PositiveIntegerField(default=0, verbose_name="events"),
        ),
        migrations.AddField(
            "setaside",
            "byte_count",
            models.PositiveIntegerField(default=0, verbose_name="bytes of its events"),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
