"""Two people may type one sheet: both typings stay until somebody chooses."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0003_link_by_address"),
    ]

    operations = [
        migrations.AddField(
            model_name="papersheet",
            name="second",
            field=models.JSONField(blank=True, null=True, verbose_name="second typing"),
        ),
        migrations.AddField(
            model_name="papersheet",
            name="second_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="entered"),
        ),
        migrations.AddField(
            model_name="papersheet",
            name="second_by",
            field=models.CharField(blank=True, max_length=150, verbose_name="entered by"),
        ),
        migrations.AddField(
            model_name="papersheet",
            name="second_by_user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
