"""Add refusals of e-mails, and prizes given by hand."""

import django.db.models.deletion
import tournament.common.names
from django.db import migrations, models


def note_who_declined(apps, schema_editor):
    """Note who was asked and did not tick the box, and who turned e-mails off later."""
    Entry = apps.get_model("tournament", "Entry")
    AuditEntry = apps.get_model("tournament", "AuditEntry")
    without = Entry.objects.filter(gets_emails=False)
    asked = without.filter(event__sends_emails=True, registrations__isnull=False)
    off = AuditEntry.objects.filter(kind="entry", by="player", after__gets_emails=False)
    keys = {*asked.values_list("pk", flat=True), *off.values_list("object_id", flat=True)}
    without.filter(pk__in=keys).update(declines_emails=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_push"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="declines_emails",
            field=models.BooleanField(default=False, verbose_name="declined e-mails"),
        ),
        migrations.CreateModel(
            name="HandPrize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="prize")),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        max_length=100,
                        validators=[tournament.common.names.validate_name],
                        verbose_name="name",
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="note")),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_prizes",
                        to="tournament.entry",
                        verbose_name="player",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_prizes",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "prize given by hand",
                "verbose_name_plural": "prizes given by hand",
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", False), ("name", "")),
                            models.Q(
                                ("entry__isnull", True), models.Q(("name", ""), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="hand_prize_has_one_winner",
                        violation_error_message="Choose a player, or type the name of somebody else.",
                    )
                ],
            },
        ),
        migrations.RunPython(note_who_declined, migrations.RunPython.noop),
    ]
