"""E-mails about accounts, which belong to no event."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("tournament", "0027_called_off_and_practice"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="email",
            name="person",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="emails",
                to="tournament.event",
            ),
        ),
        migrations.AlterField(
            model_name="email",
            name="kind",
            field=models.CharField(
                choices=[
                    ("confirm", "Confirm the registration"),
                    ("known", "Is registered already"),
                    ("entered", "Is registered"),
                    ("waiting", "Is on the waiting list"),
                    ("seat", "Seat of a round"),
                    ("start", "Start of a round"),
                    ("called-off", "Event cancelled, postponed or held after all"),
                    ("invitation", "Invitation to the staff"),
                    ("password", "New password"),
                    ("address", "Confirm the address"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="email",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("event__isnull", False), ("kind__in", ["password", "address"]), _connector="OR"
                ),
                name="email_of_event_or_account",
            ),
        ),
    ]
