"""Starts that change, fees that are noted, numbers of a federation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_second_typing")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="starts_changed_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="start announced or changed"
            ),
        ),
    ]
