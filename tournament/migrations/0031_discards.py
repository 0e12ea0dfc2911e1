"""Rounds of a player that do not count in the standings."""

from typing import ClassVar

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0030_result_corrections")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="event",
            name="discards",
            field=models.PositiveSmallIntegerField(
                default=0, verbose_name="worst rounds that do not count"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="least_counting",
            field=models.PositiveSmallIntegerField(
                default=1,
                validators=[django.core.validators.MinValueValidator(1)],
                verbose_name="rounds that always count, at least",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("least_counting__gte", 1)), name="event_least_counting_from_1"
            ),
        ),
    ]
