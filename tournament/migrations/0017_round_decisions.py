"""A round's decisions: published, confirmed, closed, each with when and by whom.

Who published comes from the audit log. A round that was finished before a later one was published
was left behind by everybody: it is confirmed and closed, by nobody who could be named.
"""

from typing import Any

from django.db import migrations, models


def name_publishers(apps: Any, _editor: Any) -> None:
    rounds = apps.get_model("tournament", "Round")
    audit = apps.get_model("tournament", "AuditEntry")
    rows = audit.objects.filter(kind="round", action="publish").order_by("pk")
    publishers = dict(rows.values_list("object_id", "by"))
    for item in rounds.objects.filter(published_at__isnull=False):
        item.published_by = publishers.get(item.pk, "")
        item.save(update_fields=["published_by"])


def close_rounds_left_behind(apps: Any, _editor: Any) -> None:
    rounds = apps.get_model("tournament", "Round")
    results = apps.get_model("tournament", "Result")
    for item in rounds.objects.filter(status="finished"):
        later = rounds.objects.filter(event=item.event_id, number__gt=item.number)
        if not later.filter(status__in=("published", "finished")).exists():
            continue
        came = results.objects.filter(table__round=item).order_by("-confirmed_at")
        last = came.values_list("confirmed_at", flat=True).first()
        item.confirmed_at = item.closed_at = last or item.published_at
        item.save(update_fields=["confirmed_at", "closed_at"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_absences")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="closed"),
        ),
        migrations.AddField(
            model_name="round",
            name="closed_by",
            field=models.CharField(blank=True, max_length=150, verbose_name="closed by"),
        ),
        migrations.AddField(
            model_name="round",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="results confirmed"),
        ),
        migrations.AddField(
            model_name="round",
            name="confirmed_by",
            field=models.CharField(
                blank=True, max_length=150, verbose_name="results confirmed by"
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="published_by",
            field=models.CharField(blank=True, max_length=150, verbose_name="published by"),
        ),
        migrations.RunPython(name_publishers, migrations.RunPython.noop),
        migrations.RunPython(close_rounds_left_behind, migrations.RunPython.noop),
    ]
