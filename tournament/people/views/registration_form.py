"""The form by which a player registers, and what tells people from programs."""

import time
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.mail_server import delivers_emails
from tournament.common.names import MAX_NAME_LENGTH, validate_name
from tournament.models import Entry, Event
from tournament.people.services.registration import RegistrationFields

MIN_SECONDS = 3
"""Nobody can read the page and fill it in faster than this."""
MAX_SECONDS = 12 * 3600
MAX_EMAIL_LENGTH = 254
SALT = "registration"
HONEYPOT = "website"
"""A field that people do not see and programs fill in."""


class HoneypotInput(forms.TextInput):
    """A field that is neither seen, nor read aloud, nor reached by keys."""

    def render(self, *args: Any, **kwargs: Any) -> SafeString:
        """Render the field in a box that is not shown."""
        return format_html(
            '<div hidden aria-hidden="true">{}</div>', super().render(*args, **kwargs)
        )


class RegistrationForm(forms.Form):
    """The form for a player's registration, with the fields that the event asks for."""

    name = forms.CharField(
        label=_("Your name"), max_length=MAX_NAME_LENGTH, validators=[validate_name]
    )
    email = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=MAX_EMAIL_LENGTH,
        help_text=_("A link to confirm goes there. Never shown in public."),
    )
    club = forms.CharField(
        label=_("Club"), required=False, max_length=MAX_NAME_LENGTH, help_text=_("If you have one.")
    )
    team = forms.CharField(
        label=_("Team"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("Its name, as the others of your team write it. Empty if you play for none."),
    )
    name_display = forms.ChoiceField(
        label=_("Your name in public"),
        choices=[
            (Entry.NameDisplay.FULL, _("In full")),
            (Entry.NameDisplay.INITIALS, pgettext_lazy("name in public", "Initials only")),
            (Entry.NameDisplay.NUMBER, pgettext_lazy("name in public", "A number only")),
        ],
        initial=Entry.NameDisplay.FULL,
        help_text=_("On pages, in records and standings. The staff sees it in full."),
    )
    gets_emails = forms.BooleanField(
        label=_(
            "E-mail me my seat in each round, messages from the organisers, round starts and "
            "corrections of my results"
        ),
        required=False,
    )
    consent = forms.BooleanField(label=_("I agree"))
    website = forms.CharField(required=False, widget=HoneypotInput(attrs={"autocomplete": "off"}))
    stamp = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.initial["stamp"] = self._new_stamp()
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        if not delivers_emails():
            self.fields["email"].help_text = _("Never shown in public.")
        for name, kept in (
            ("club", event.asks_club or event.teams == Event.Teams.CLUBS),
            ("team", event.has_own_teams),
            ("name_display", event.offers_hidden_name),
            ("gets_emails", event.sends_emails),
        ):
            if not kept:
                del self.fields[name]

    def renew_stamp(self) -> None:
        """Stamp the form with the present moment, and keep what was typed."""
        self.data = {**self.data.dict(), "stamp": self._new_stamp()}  # type: ignore[attr-defined]

    def _new_stamp(self) -> str:
        """Return when the page was shown, signed."""
        return signing.dumps([self.event.pk, int(time.time())], salt=SALT)

    @property
    def marks_fields(self) -> bool:
        """Whether a fault is marked at a field, not only said above the form."""
        return any(name != NON_FIELD_ERRORS for name in self.errors)

    @property
    def is_from_program(self) -> bool:
        """Whether a field that people do not see was filled in."""
        return bool(self.data.get(HONEYPOT))

    def clean_website(self) -> str:
        """Return nothing: the field says nothing about a person."""
        return ""

    def clean(self) -> dict[str, Any]:
        """Refuse a page that was sent back at once, or was open for too long.

        Raise ValidationError for it.
        """
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            event, shown_at = signing.loads(self.data.get("stamp", ""), salt=SALT)
        except signing.BadSignature:
            event, shown_at = None, 0
        age = time.time() - shown_at
        if event != self.event.pk or age > MAX_SECONDS:
            raise ValidationError(_("The page was open for long. Look at it again and send it."))
        if age < MIN_SECONDS:
            raise ValidationError(_("That was very quick. Look at it again and send it."))
        return cleaned

    def registration_fields(self) -> RegistrationFields:
        """Return the fields that the service takes; the form has to be valid."""
        return {
            "name": self.cleaned_data["name"],
            "email": self.cleaned_data["email"],
            "club": self.cleaned_data.get("club", ""),
            "team": self.cleaned_data.get("team", ""),
            "name_display": self.cleaned_data.get("name_display", Entry.NameDisplay.FULL),
            "gets_emails": self.cleaned_data.get("gets_emails", False),
        }
