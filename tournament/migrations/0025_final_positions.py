"""A paper sheet keeps the final position without names: the record is made when it is confirmed."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0024_accounts")]

    operations: ClassVar = [
        migrations.RemoveField(model_name="papersheet", name="record"),
        migrations.AddField(
            model_name="papersheet",
            name="position",
            field=models.JSONField(blank=True, null=True, verbose_name="final position"),
        ),
    ]
