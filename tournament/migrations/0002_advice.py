"""The organiser's decision who is told estimates, not only whether tablets are."""

from typing import Any

from django.db import migrations, models


def keep_choice(apps: Any, _schema_editor: Any) -> None:
    """Let an event go on as it did: whoever showed estimates showed them everywhere."""
    events = apps.get_model("tournament", "Event").objects
    events.filter(shows_estimate=True).update(advice="everywhere")
    events.filter(shows_estimate=False).update(advice="after")


def keep_choice_back(apps: Any, _schema_editor: Any) -> None:
    """Show estimates again where anybody saw them."""
    events = apps.get_model("tournament", "Event").objects
    events.filter(advice="after").update(shows_estimate=False)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="advice",
            field=models.CharField(
                choices=[
                    ("public", "To spectators, not at the tables"),
                    ("everywhere", "To spectators and at the tables"),
                    ("after", "To nobody until the table’s result counts"),
                ],
                default="public",
                help_text=(
                    "What each player would end with if time were called now. Tables also see"
                    " what a step of the adjustment gains, and how to raise cash at the least"
                    " loss."
                ),
                max_length=10,
                verbose_name="estimates of running games are shown",
            ),
        ),
        migrations.RunPython(keep_choice, keep_choice_back),
        migrations.RemoveField(model_name="event", name="shows_estimate"),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("advice__in", ["public", "everywhere", "after"])),
                name="event_advice_known",
            ),
        ),
    ]
