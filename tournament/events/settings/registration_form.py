"""The step of the settings for online registration and e-mails to players."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.common.event_time import local_time, moment_of
from tournament.console.event_time_field import EventTimeField
from tournament.events.settings.forms import StepForm
from tournament.models import Event
from tournament.models.event import MAX_CONSENT, MAX_PLAYERS


class RegistrationStepForm(StepForm):
    """The registration page's settings.

    They say whether it is open, until when and for how many players, and what it asks besides name
    and e-mail address.
    """

    registration = forms.ChoiceField(
        label=_("Page to register"),
        choices=[
            (Event.Registering.OFF, _("None: you enter the players")),
            (Event.Registering.OPEN, _("Open: players register themselves")),
            (Event.Registering.CLOSED, _("Closed: the page says so")),
        ],
        widget=forms.RadioSelect,
        help_text=_("It is on the event’s page, once the event is published."),
    )
    registration_until = EventTimeField(
        label=_("Open until"),
        help_text=_("In the event’s time zone. Empty: until you close it."),
    )
    registration_limit = forms.IntegerField(
        label=_("Most players"),
        required=False,
        min_value=1,
        max_value=MAX_PLAYERS,
        help_text=_("Those you enter count too. Empty: no limit."),
    )
    has_waiting_list = forms.BooleanField(
        label=_("A waiting list once all places are taken"),
        required=False,
        help_text=_(
            "Whoever is first on it moves up when somebody drops out before the first round."
        ),
    )
    asks_club = forms.BooleanField(label=_("Ask for the club"), required=False)
    offers_hidden_name = forms.BooleanField(
        label=_("Offer initials or a number in place of the name"), required=False
    )
    consent_text = forms.CharField(
        label=_("What players agree to"),
        required=False,
        max_length=MAX_CONSENT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "In addition to what is stored, which the page explains by itself: for example,"
            " photographs."
        ),
    )
    sends_emails = forms.BooleanField(
        label=_(
            "E-mail players their seat of each round, when a round is about to begin, and when a "
            "result of theirs is corrected"
        ),
        required=False,
        help_text=_("Only to players who opt in, and only once the event is published."),
    )

    def values_of(self, event: Event) -> dict[str, Any]:
        """Return the values, with the deadline in the event's local time."""
        until = local_time(event.registration_until, event.time_zone)
        return {**super().values_of(event), "registration_until": until}

    def settings(self) -> dict[str, Any]:
        """Return the settings, with the deadline as a point in time."""
        found = super().settings()
        typed: dt.datetime | None = found["registration_until"]
        return {**found, "registration_until": moment_of(typed, self.event.time_zone)}


SHORT = {
    Event.Registering.OFF: pgettext_lazy("registration", "Players are entered by the staff"),
    Event.Registering.OPEN: pgettext_lazy("registration", "Players register themselves"),
    Event.Registering.CLOSED: pgettext_lazy("registration", "Registration is closed"),
}


def registration_in_words(event: Event) -> list[str]:
    """Return the step's settings as sentences."""
    found = [str(SHORT[Event.Registering(event.registration)])]
    if event.registration != Event.Registering.OFF and event.registration_limit:
        text = ngettext(
            "%(most)d player at most", "%(most)d players at most", event.registration_limit
        )
        found.append(text % {"most": event.registration_limit})
    if event.sends_emails:
        found.append(gettext("E-mails about seats, starts and corrections"))
    return found
