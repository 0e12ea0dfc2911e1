"""A tablet belongs to a table number of an event, whatever games it serves; codes of a printed
sheet; calls about a player, and that all was handed in."""

import uuid
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def each_by_itself(apps: Any, _editor: Any) -> None:
    """Every device there is was paired with one game: it is a tablet by itself."""
    apps.get_model("referee", "Device").objects.update(tablet=models.F("id"))


class Migration(migrations.Migration):
    dependencies = [("referee", "0006_labels"), ("tournament", "0009_labels")]

    operations = [
        migrations.AddField(
            "device", "tablet", models.UUIDField(null=True, editable=False, verbose_name="tablet")
        ),
        migrations.RunPython(each_by_itself, migrations.RunPython.noop),
        migrations.AlterField(
            "device",
            "tablet",
            models.UUIDField(
                db_index=True, default=uuid.uuid4, editable=False, verbose_name="tablet"
            ),
        ),
        migrations.AddField(
            "device", "request_id", models.UUIDField(null=True, verbose_name="request")
        ),
        migrations.CreateModel(
            "TableCode",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="table")),
                (
                    "token_hash",
                    models.CharField(
                        max_length=64, unique=True, verbose_name="hash of the token"
                    ),
                ),
                (
                    "handle",
                    models.CharField(
                        max_length=4, unique=True, verbose_name="first half of the code"
                    ),
                ),
                (
                    "secret_hash",
                    models.CharField(max_length=64, verbose_name="hash of the second half"),
                ),
                (
                    "attempts",
                    models.PositiveSmallIntegerField(default=0, verbose_name="wrong codes"),
                ),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("created_by", models.CharField(max_length=150, verbose_name="created by")),
                ("revoked_at", models.DateTimeField(null=True, verbose_name="revoked")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_codes",
                        to="tournament.event",
                    ),
                ),
            ],
            {
                "verbose_name": "code of a table",
                "verbose_name_plural": "codes of tables",
                "ordering": ["event", "number", "-pk"],
            },
        ),
        migrations.AddField(
            "device",
            "code",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="devices",
                to="referee.tablecode",
                verbose_name="code of a table",
            ),
        ),
        migrations.AddConstraint(
            "device",
            models.UniqueConstraint(fields=["game", "tablet"], name="device_once_a_game"),
        ),
        migrations.AddConstraint(
            "tablecode",
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=models.Q(revoked_at=None),
                name="table_code_valid_once",
            ),
        ),
        migrations.AddField(
            "call", "player", models.CharField(blank=True, max_length=10, verbose_name="player")
        ),
        migrations.AlterField(
            "call",
            "topic",
            models.CharField(
                choices=[
                    ("rules", "Rules"),
                    ("dispute", "Dispute"),
                    ("technical", "Tablet or equipment"),
                    ("no_show", "Not here"),
                    ("cleared", "All handed in"),
                    ("other", "Something else"),
                ],
                max_length=10,
                verbose_name="about",
            ),
        ),
    ]
