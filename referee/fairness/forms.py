"""The question to the organiser before games are simulated."""

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.fairness.selectors import USUAL_SECONDS

FEWEST_SECONDS, MOST_SECONDS = 10, 600


class StudyForm(forms.Form):
    """The length of a turn; everything else is the event's."""

    seconds = forms.IntegerField(
        label=_("Seconds per turn"),
        min_value=FEWEST_SECONDS,
        max_value=MOST_SECONDS,
        initial=USUAL_SECONDS,
        help_text=_(
            "One player’s turn, dice and talk included. Together with the length of the game it"
            " gives the number of turns."
        ),
    )
