"""The time a start was changed, and players' fees and numbers elsewhere."""

import tournament.common.external_ids
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0005_closing"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="external_id",
            field=models.CharField(
                blank=True,
                help_text="Such as the number in a federation. Never shown in public.",
                max_length=40,
                validators=[tournament.common.external_ids.validate_external_id],
                verbose_name="ID elsewhere",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_due",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                max_digits=9,
                null=True,
                verbose_name="fee of this player",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_paid",
            field=models.DecimalField(
                blank=True, decimal_places=2, max_digits=9, null=True, verbose_name="fee paid"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_paid_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="payment noted"),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_paid_by",
            field=models.CharField(blank=True, max_length=150, verbose_name="payment noted by"),
        ),
        migrations.AddField(
            model_name="entry",
            name="fee_waived",
            field=models.BooleanField(default=False, verbose_name="fee waived"),
        ),
        migrations.AddField(
            model_name="event",
            name="fee",
            field=models.DecimalField(
                blank=True, decimal_places=2, max_digits=9, null=True, verbose_name="fee"
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="fee_currency",
            field=models.CharField(blank=True, max_length=3, verbose_name="currency of the fee"),
        ),
        migrations.AddField(
            model_name="round",
            name="starts_changed_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="start announced or changed"
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="seats_changed_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="seats changed"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("external_id", ""), _negated=True),
                fields=("event", "external_id"),
                name="entry_external_id_once",
                violation_error_message="Another player of the event has this ID.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("fee_due__isnull", True), ("fee_due__gt", 0), _connector="OR"),
                name="entry_fee_due_above_0",
                violation_error_message="A fee must be above 0; waive it for players who pay nothing.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("fee_paid__isnull", True), ("fee_paid_at__isnull", True)),
                    models.Q(("fee_paid__gt", 0), ("fee_paid_at__isnull", False)),
                    _connector="OR",
                ),
                name="entry_fee_paid_at_a_moment",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("fee__isnull", True),
                    models.Q(("fee__gt", 0), models.Q(("fee_currency", ""), _negated=True)),
                    _connector="OR",
                ),
                name="event_fee_has_a_currency",
                violation_error_message="A fee must be above 0 and have a currency.",
            ),
        ),
    ]
