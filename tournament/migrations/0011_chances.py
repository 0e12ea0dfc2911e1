"""The organiser's decision to show chances on an event's pages; off at first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_seasons")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="shows_chances",
            field=models.BooleanField(
                default=False,
                help_text=(
                    "The server plays each two-hour game on to its end many times, in simple ways, "
                    "and says how often each player wins. It does not know how well anybody plays. "
                    "Players at the table can read this too. If spectators see games later, or no "
                    "estimates, they see no chances while a game runs. Replays of finished games "
                    "show turning points in any case."
                ),
                verbose_name="pages show each player’s chance to win",
            ),
        ),
    ]
