"""Each step's form: an event's fields as people choose them, instead of codes."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.competition.tie_breaks import TIE_BREAKS
from scoring.game.editions import EDITIONS
from scoring.game.rulings import RULINGS
from tournament.common.names import MAX_NAME_LENGTH
from tournament.events import tie_break_wording
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.mode_wording import MODE_CHOICES
from tournament.events.rule_texts import RULING_TEXTS
from tournament.events.settings.criterion_texts import CRITERIA
from tournament.events.settings.ordered_choice import Option, OrderedChoiceField, TableSizesField
from tournament.events.settings.points_boxes import PointsField
from tournament.models import Event
from tournament.models.event import MAX_BOARD_DELAY
from tournament.models.event_settings import MAX_SEATS, MIN_SEATS, RULE_FIELDS, STANDINGS_FIELDS
from tournament.seating import DEFAULT_ORDER

MAX_ROUNDS, MAX_MINUTES = 50, 1440


class StepForm(forms.Form):
    """A step of the settings.

    Once games have results, the fields in `locks` stay as they are: changing them would change a
    past round. Before, `will_lock` says whether there are such fields.
    """

    FOLDED: tuple[str, ...] = ()
    FOLDED_LABEL: str | Promise = ""

    def __init__(self, event: Event, *, played: bool, **kwargs: Any) -> None:
        self.event = event
        super().__init__(initial=self.values_of(event), **kwargs)
        stays = {*RULE_FIELDS, *STANDINGS_FIELDS, *RULING_FIELDS}
        lockable = [name for name in self.fields if name in stays]
        self.locks = lockable if played else []
        self.will_lock = bool(lockable) and not played
        for name in self.locks:
            self.fields[name].disabled = True

    @property
    def is_locked(self) -> bool:
        """Whether nothing is left to save."""
        return len(self.locks) == len(self.fields)

    @property
    def usual_fields(self) -> list[forms.BoundField]:
        """The fields that are asked at once."""
        return [field for field in self if field.name not in self.FOLDED]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        """The fields whose usual values suit almost everybody."""
        return [field for field in self if field.name in self.FOLDED]

    @property
    def is_unfolded(self) -> bool:
        """Whether a folded field needs to be looked at."""
        return any(field.errors for field in self.folded_fields)

    def values_of(self, event: Event) -> dict[str, Any]:
        """Return the fields' values for the event as it is."""
        return {name: getattr(event, name) for name in self.base_fields}

    def settings(self) -> dict[str, Any]:
        """Return the event's fields as chosen, without locked ones."""
        return {name: value for name, value in self.cleaned_data.items() if name not in self.locks}

    def add_refusals(self, refused: ValidationError) -> None:
        """Show the service's errors, beside a field if this form has it."""
        if not hasattr(refused, "error_dict"):
            self.add_error(None, refused)
            return
        for name, errors in refused.error_dict.items():
            self.add_error(name if name in self.fields else None, list(errors))


class DateInput(forms.DateInput):
    """The browser's own date picker."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeZoneInput(forms.TextInput):
    """A field that suggests time zones as people type."""

    def __init__(self) -> None:
        super().__init__(attrs={"list": "time-zones", "autocomplete": "off"})


def time_zones() -> list[str]:
    """Return the suggested zones: those named by continent and city, and UTC."""
    return sorted({zone for zone in available_timezones() if "/" in zone} | {"UTC"})


class PlaceForm(StepForm):
    """The event's name, time and place."""

    name = forms.CharField(label=_("Name of the event"), max_length=MAX_NAME_LENGTH)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        help_text=_("The part of the link that names it: letters without accents, figures and -."),
    )
    starts_on = forms.DateField(label=_("First day"), widget=DateInput)
    ends_on = forms.DateField(label=_("Last day"), widget=DateInput)
    venue = forms.CharField(label=capfirst(_("venue")), max_length=200, required=False)
    time_zone = forms.CharField(
        label=_("Time zone"), widget=TimeZoneInput, help_text=_("Such as Europe/Paris.")
    )


def _ruling_field(name: str) -> forms.ChoiceField:
    text = RULING_TEXTS[name]
    return forms.ChoiceField(
        label=text.title,
        help_text=text.example,
        choices=[(value, text.values[value]) for value in RULINGS[name]],
        widget=forms.RadioSelect,
    )


RULING_FIELDS = tuple(f"ruling_{name}" for name in RULINGS)


class GameForm(StepForm):
    """The edition, how games end, and rulings on what the books leave open."""

    FOLDED = (*RULING_FIELDS, "edition_file")
    FOLDED_LABEL = _("Rulings where the book leaves something open, and corrected boards")

    edition = forms.ChoiceField(
        label=_("Edition on the tables"),
        choices=[(code, EDITION_NAMES[code]) for code in EDITIONS],
        widget=forms.RadioSelect,
    )
    mode = forms.ChoiceField(
        label=_("How a game ends"), choices=MODE_CHOICES, widget=forms.RadioSelect
    )
    length_minutes = forms.IntegerField(
        label=_("Length of a game, in minutes"), min_value=1, max_value=MAX_MINUTES
    )
    ruling_rounding = _ruling_field("rounding")
    ruling_prison_circuit = _ruling_field("prison_circuit")
    ruling_mortgaged_companies = _ruling_field("mortgaged_companies")
    ruling_ties = _ruling_field("ties")
    edition_file = forms.CharField(
        label=_("Corrected names or prices of the squares"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_("For a board that differs from the book: a TOML file. Empty: as printed."),
    )

    def values_of(self, event: Event) -> dict[str, Any]:
        """Return the fields' values; each ruling has its own field."""
        names = ("edition", "mode", "length_minutes", "edition_file")
        rulings = {f"ruling_{n}": event.rulings.get(n, RULINGS[n][0]) for n in RULINGS}
        return {**{name: getattr(event, name) for name in names}, **rulings}

    def settings(self) -> dict[str, Any]:
        """Return the settings, with the rulings that differ from the default in one field."""
        found = super().settings()
        chosen = {name: found.pop(f"ruling_{name}", None) for name in RULINGS}
        if not self.locks:
            found["rulings"] = {
                name: value for name, value in chosen.items() if value != RULINGS[name][0]
            }
        return found


SIZES = tuple(
    Option(str(size), format_lazy(_("{size} players"), size=size))
    for size in range(MIN_SEATS, MAX_SEATS + 1)
)


class TablesForm(StepForm):
    """The number of rounds, the sizes of their tables, and how roles are decided."""

    number_of_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS)
    table_sizes = TableSizesField(
        SIZES,
        label=_("Players at a table"),
        help_text=_(
            "Put the size you like best first. The draw makes as few tables as it can of the last"
            " size, then of the one above it."
        ),
    )
    roles = forms.ChoiceField(
        label=_("Competitor or monopolist"),
        choices=Event.Roles.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "If they are drawn, everybody has both roles as evenly as the rounds allow, in any"
            " order. What stays uneven can be made up for in the points."
        ),
    )


class SeatingForm(StepForm):
    """The draw's wishes."""

    score_groups = forms.TypedChoiceField(
        label=_("Who meets whom"),
        choices=[
            (0, _("Everybody meets as many others as possible, whatever the standings")),
            (
                1,
                _(
                    "From the second round on, players with about the same number of points meet "
                    "(Swiss system)"
                ),
            ),
        ],
        coerce=lambda value: value == "1",
        widget=forms.RadioSelect,
    )
    draw_order = OrderedChoiceField(
        CRITERIA,
        label=_("What counts most"),
        help_text=_("A criterion gives way only to those above it."),
    )

    def values_of(self, event: Event) -> dict[str, Any]:
        """Return the fields' values, with the usual draw order if the event has none."""
        return {
            "score_groups": int(event.score_groups),
            "draw_order": event.draw_order or list(DEFAULT_ORDER),
        }

    def settings(self) -> dict[str, Any]:
        """Return the settings to store; the usual draw order is left out."""
        found = super().settings()
        if found["draw_order"] == list(DEFAULT_ORDER):
            found["draw_order"] = []
        return found


TIE_BREAK_OPTIONS = tuple(
    Option(code, capfirst(tie_break_wording.LABELS[code]), tie_break_wording.SENTENCES[code])
    for code in TIE_BREAKS
)


class ScoringForm(StepForm):
    """Points by place, and tie-breaks."""

    points_by_place = PointsField(
        label=_("Points by place"),
        help_text=_("Players who share a place divide the points of the places they take equally."),
    )
    tie_breaks = OrderedChoiceField(
        TIE_BREAK_OPTIONS,
        label=_("Tie-breaks"),
        required=False,
        help_text=_(
            "With equal points the first of these decides, then the next. None: the rank is shared."
        ),
    )
    discards = forms.IntegerField(
        label=_("Worst rounds of each player that do not count"),
        min_value=0,
        max_value=MAX_ROUNDS - 1,
        help_text=format_lazy(
            "{} {}",
            _("0: all rounds count."),
            tie_break_wording.DISCARDS_IN_FULL,
        ),
    )
    least_counting = forms.IntegerField(
        label=_("Rounds of each player that always count, at least"),
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_(
            "With 2, no round is left out until three have been played. So nobody loses points"
            " because a result comes in, unless points make up for roles."
        ),
    )
    corrects_roles = forms.BooleanField(
        label=_("Measure points against the role’s average"),
        required=False,
        help_text=format_lazy(
            "{} {}",
            tie_break_wording.ROLES_MADE_UP_FOR_IN_FULL,
            _(
                "It pays off where one role leads by a point or more. With a smaller lead, or few "
                "games, it adds more chance than it takes away."
            ),
        ),
    )


class ShownForm(StepForm):
    """The settings of the views of running games, for tables and spectators."""

    advice = forms.ChoiceField(
        label=_("Estimates of running games are shown"),
        choices=Event.Advice.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "What each player would end with if time were called now. Tables also see what a step"
            " of the adjustment gains, and how to raise cash at the least loss. Public pages also"
            " show each player’s best adjustment: at any time if tables see estimates, otherwise"
            " once the player has said that they are done."
        ),
    )
    board_delay = forms.IntegerField(
        label=_("Delay for spectators of running games, in seconds"),
        min_value=0,
        max_value=MAX_BOARD_DELAY,
        help_text=_(
            "Board, ledger and replay of a running game, and all that follows from them. The"
            " hall’s clock and confirmed results are shown at once."
        ),
    )
    shows_chances = forms.BooleanField(
        label=_("Pages show each player’s chance to win"),
        required=False,
        help_text=_(
            "The server plays each game by the clock on to its end many times, in simple ways, "
            "and says how often each player wins. It does not know how well anybody plays. "
            "Players at the table can read this too. If spectators see games later, or no "
            "estimates, they see no chances while a game runs. Replays of finished games show "
            "turning points in any case."
        ),
    )
