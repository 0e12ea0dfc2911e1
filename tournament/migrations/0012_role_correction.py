"""A setting of an event: points against the role's average."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0011_chances")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="corrects_roles",
            field=models.BooleanField(
                default=False, verbose_name="points against the role’s average"
            ),
        ),
    ]
