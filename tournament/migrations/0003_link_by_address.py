"""A personal link is sent to one address only: to which, the link knows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_advice")]

    operations = [
        migrations.AddField(
            model_name="personallink",
            name="email_key",
            field=models.CharField(blank=True, editable=False, max_length=600),
        ),
    ]
