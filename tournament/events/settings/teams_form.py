"""The step in which team standings are chosen."""

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.events.settings.forms import StepForm
from tournament.models import Event
from tournament.models.event import MAX_MEMBERS_COUNTED


class TeamsForm(StepForm):
    """The settings of team standings.

    They say whether there are any, what a team is, and how many members count.
    """

    teams = forms.ChoiceField(
        label=_("Team standings"),
        choices=Event.Teams.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Teams of this event are named with each player, by hand or by a list. Their members"
            " are kept at different tables, like those of a club. A player shown to the public as"
            " a number counts for no team."
        ),
    )
    members_counted = forms.IntegerField(
        label=_("Members of a team that count"),
        required=False,
        min_value=1,
        max_value=MAX_MEMBERS_COUNTED,
        help_text=_(
            "Those with the most points. A team with fewer members is ranked too: a missing"
            " member adds nothing. Empty: all members count, so teams should be of one size."
        ),
    )


def teams_in_words(event: Event) -> list[str]:
    """Return the settings of team standings in words."""
    found = [str(event.get_teams_display())]
    if event.teams != Event.Teams.OFF:
        count = event.members_counted
        text = ngettext(
            "The best %(count)d member counts", "The best %(count)d members count", count or 0
        )
        found.append(text % {"count": count} if count else gettext("All members count"))
    return found
