"""What an event knows of a player belongs to the entry; addresses are compared by a key."""

import django.db.models.deletion
from django.db import migrations, models

import tournament.names
from tournament.email_addresses import address_key


def fill(apps, schema_editor):
    """Give each entry its player's name and address, and addresses their keys."""
    Entry = apps.get_model("tournament", "Entry")
    for entry in Entry.objects.select_related("player").iterator():
        entry.name, entry.email = entry.player.name, entry.player.email
        entry.email_key = address_key(entry.email)
        entry.save(update_fields=["name", "email", "email_key"])
    for model, field in (("Registration", "email"), ("Email", "address")):
        for row in apps.get_model("tournament", model).objects.iterator():
            setattr(row, f"{field}_key", address_key(getattr(row, field)))
            row.save(update_fields=[f"{field}_key"])


KEY = models.CharField(blank=True, default="", editable=False, max_length=600)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                )
            ],
            options={"verbose_name": "person", "verbose_name_plural": "persons"},
        ),
        migrations.AddField(
            "entry",
            "name",
            models.CharField(
                default="",
                max_length=100,
                validators=[tournament.names.validate_name],
                verbose_name="name",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "entry",
            "email",
            models.EmailField(blank=True, default="", max_length=254, verbose_name="email"),
            preserve_default=False,
        ),
        migrations.AddField(
            "entry",
            "person",
            models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="tournament.person",
            ),
        ),
        migrations.AddField("entry", "email_key", KEY.clone(), preserve_default=False),
        migrations.AddField("registration", "email_key", KEY.clone(), preserve_default=False),
        migrations.AddField(
            "registration",
            "network",
            models.CharField(blank=True, default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.AddField("email", "address_key", KEY.clone(), preserve_default=False),
        migrations.RunPython(fill),
        migrations.RemoveConstraint("entry", "entry_player_once"),
        migrations.RemoveConstraint("registration", "registration_email_once"),
        migrations.RemoveField("entry", "player"),
        migrations.DeleteModel("Player"),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                fields=["event", "email_key"],
                condition=~models.Q(email_key=""),
                name="entry_email_once",
                violation_error_message="Another player has this email address.",
            ),
        ),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=models.Q(person__isnull=False),
                name="entry_person_once",
                violation_error_message="This person is in the event already.",
            ),
        ),
        migrations.AddConstraint(
            "registration",
            models.UniqueConstraint(
                fields=["event", "email_key"],
                condition=~models.Q(status="unconfirmed"),
                name="registration_email_once",
            ),
        ),
    ]
