"""Events in the admin: their settings, and links to their parts.

Everything that belongs to an event is one click away.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise, lazy
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from scoring.competition.tie_breaks import TIE_BREAKS
from scoring.game.editions import EDITIONS
from scoring.game.rulings import RULINGS
from tournament.access import Action, Person, may
from tournament.admin.base import ServiceAdmin, actor, link
from tournament.admin.fields import ListField, PairsField, WholeNumbersField
from tournament.events.edition_display import EDITION_NAMES
from tournament.events.rule_texts import RULING_TEXTS
from tournament.events.services.events import MAX_REASON, create_event, delete_event, update_event
from tournament.models import Event
from tournament.models.event import default_points, default_table_sizes
from tournament.seating import CRITERIA, DEFAULT_ORDER


def _fill(text: str | Promise, names: dict[str, str]) -> str:
    return str(text) % names


# A lazy text that `%` fills is read at once, in the language of the start instead of the reader's.
_filled = lazy(_fill, str)


def _ruling_field(name: str) -> forms.ChoiceField:
    text = RULING_TEXTS[name]
    choices = [(value, text.values[value]) for value in RULINGS[name]]
    return forms.ChoiceField(label=text.title, choices=choices, widget=UnfoldAdminSelectWidget)


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """An event; lists as text, each ruling a choice."""

    edition = forms.ChoiceField(
        label=capfirst(_("edition")),
        choices=[(code, EDITION_NAMES[code]) for code in EDITIONS],
        widget=UnfoldAdminSelectWidget,
    )
    table_sizes = WholeNumbersField(
        label=capfirst(_("table sizes, preferred first")),
        help_text=_("Such as 4, 5, 3."),
        initial=default_table_sizes,
    )
    draw_order = ListField(
        label=capfirst(_("criteria of the draw, in order")),
        required=False,
        help_text=_filled(
            _("From: %(codes)s. Empty: %(default)s."),
            {"codes": ", ".join(CRITERIA), "default": ", ".join(DEFAULT_ORDER)},
        ),
    )
    keep_apart = PairsField(
        label=capfirst(_("players kept apart")),
        required=False,
        help_text=_("Pairs by id, such as p01 p02, p03 p07: p and the seed rank in two digits."),
    )
    points_by_place = WholeNumbersField(
        label=capfirst(_("points by place")),
        help_text=_("From first place down; players who share a place share its points."),
        initial=default_points,
    )
    tie_breaks = ListField(
        label=capfirst(_("tie-breaks, in order")),
        required=False,
        help_text=_filled(
            _("From: %(codes)s. Empty: equal points share a rank."),
            {"codes": ", ".join(TIE_BREAKS)},
        ),
    )
    finals = WholeNumbersField(
        label=capfirst(_("finalists of each final round")),
        required=False,
        help_text=_("Of the last rounds, in order, such as 12 or 16, 4. Empty: no finals."),
    )
    ruling_rounding = _ruling_field("rounding")
    ruling_prison_circuit = _ruling_field("prison_circuit")
    ruling_mortgaged_companies = _ruling_field("mortgaged_companies")
    ruling_ties = _ruling_field("ties")
    reason = forms.CharField(
        label=capfirst(_("reason of a repair")),
        required=False,
        max_length=MAX_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text=_(
            "Once games have results, roles, points, tie-breaks, the lot, rounds that do not count "
            "and teams are changed here only, and only with a reason: standings that were seen "
            "change. The audit log keeps it."
        ),
    )

    class Meta:
        model = Event
        fields = (
            "name",
            "slug",
            "published",
            "starts_on",
            "ends_on",
            "venue",
            "time_zone",
            "edition",
            "edition_file",
            "mode",
            "length_minutes",
            "number_of_rounds",
            "table_sizes",
            "roles",
            "advice",
            "board_delay",
            "shows_chances",
            "draw_order",
            "score_groups",
            "keep_apart",
            "points_by_place",
            "tie_breaks",
            "discards",
            "least_counting",
            "corrects_roles",
            "finals",
            "teams",
            "members_counted",
            "lot_seed",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, values in RULINGS.items():
            self.fields[f"ruling_{name}"].initial = self.instance.rulings.get(name, values[0])

    def clean(self) -> dict[str, Any]:
        """Add the rulings that differ from the default to what was cleaned."""
        cleaned: dict[str, Any] = super().clean() or {}
        chosen = {name: cleaned.get(f"ruling_{name}") for name in RULINGS}
        cleaned["rulings"] = {
            name: value for name, value in chosen.items() if value not in (None, RULINGS[name][0])
        }
        return cleaned


@dataclass(frozen=True)
class LinksColumn:
    """A column of links to an event's parts, its draw and its tablets.

    It has links only to pages that open for the person.
    """

    person: Person
    __name__: ClassVar[str] = "links"
    short_description: ClassVar[Any] = _("belongs to it")

    def __call__(self, event: Event) -> SafeString:
        """Return the links, side by side."""
        pages = (
            (
                Action.SEE_PLAYERS,
                gettext("players"),
                _list("entry", f"event__id__exact={event.pk}"),
            ),
            (Action.SEE_DRAW, gettext("rounds"), _list("round", f"event__id__exact={event.pk}")),
            (
                Action.SEE_RESULTS,
                gettext("tables"),
                _list("table", f"round__event__id__exact={event.pk}"),
            ),
            (
                Action.IMPORT_PLAYERS,
                gettext("import"),
                reverse("tournament:import-players", args=[event.slug]),
            ),
            (
                Action.SEE_DRAW,
                pgettext("seating", "draw"),
                reverse("tournament:organise-draw", args=[event.slug, 1]),
            ),
            (Action.ACT_AS_CHIEF, gettext("tablets"), reverse("chief:now", args=[event.slug])),
        )
        parts = [link(page, text) for right, text, page in pages if may(self.person, right, event)]
        return format_html_join(" · ", "{}", ((part,) for part in parts))


@admin.register(Event)
class EventAdmin(ServiceAdmin):
    """Events."""

    rights = {
        "view": (Action.SEE_EVENT,),
        "add": (Action.ADD_EVENT,),
        "change": (Action.EDIT_EVENT,),
        "delete": (Action.DELETE_EVENT,),
    }
    event_path = "pk"
    form = EventForm
    list_display = ("name", "starts_on", "venue", "edition", "mode", "published")
    list_filter = ("published", "edition", "mode")
    search_fields = ("name", "slug", "venue")
    date_hierarchy = "starts_on"
    prepopulated_fields = {"slug": ("name",)}
    actions = ("publish", "unpublish")
    fieldsets = (
        (None, {"fields": ("name", "slug", "published")}),
        (_("When and where"), {"fields": ("starts_on", "ends_on", "venue", "time_zone")}),
        (
            pgettext_lazy("of the game", "Rules"),
            {
                "fields": (
                    "edition",
                    "mode",
                    "length_minutes",
                    *(f"ruling_{name}" for name in RULINGS),
                    "edition_file",
                )
            },
        ),
        (_("Rounds and tables"), {"fields": ("number_of_rounds", "table_sizes", "roles")}),
        (_("Spectators"), {"fields": ("advice", "board_delay", "shows_chances")}),
        (
            pgettext_lazy("seating", "Draw"),
            {"fields": ("draw_order", "score_groups", "keep_apart")},
        ),
        (
            _("Scoring"),
            {
                "fields": (
                    "points_by_place",
                    "tie_breaks",
                    "discards",
                    "least_counting",
                    "corrects_roles",
                    "finals",
                    "teams",
                    "members_counted",
                    "lot_seed",
                    "reason",
                )
            },
        ),
    )

    def event_of(self, obj: Event) -> Event | None:
        """Return the event itself, or None while it is being added."""
        return obj if obj.pk else None

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> list[Any]:
        """Let only who may publish say whether the public sees the event."""
        publishes = self.allows(request, Action.PUBLISH, obj)
        return [LinksColumn(request.user), *([] if publishes else ["published"])]

    def get_list_display(self, request: HttpRequest) -> Any:
        """Return the columns of the list, with the links to each event's pages last."""
        return (*super().get_list_display(request), LinksColumn(request.user))

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """Return the fieldsets; once the event exists, its links come first."""
        found = super().get_fieldsets(request, obj)
        return found if obj is None else ((None, {"fields": (LinksColumn(request.user),)}), *found)

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Event:
        """Create the event through the service."""
        return create_event(by=actor(request), **values)

    def change(self, request: HttpRequest, obj: Event, values: dict[str, Any]) -> Event:
        """Update the event through the service.

        A reason lets ranking settings be repaired.
        """
        return update_event(event=obj, by=actor(request), **values)

    def values_of(self, form: forms.ModelForm) -> dict[str, Any]:  # type: ignore[type-arg]
        """Return the fields of the event, and the reason for changing them."""
        given = {"reason": form.cleaned_data.get("reason", "")} if form.instance.pk else {}
        return super().values_of(form) | given

    def remove(self, request: HttpRequest, obj: Event) -> None:
        """Delete the event through the service."""
        delete_event(event=obj, by=actor(request))

    @action(description=_("Publish"), permissions=["publish"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Event]) -> None:
        """Show the events to everybody."""
        self.demand(request, Action.PUBLISH, *queryset)
        for event in queryset:
            update_event(event=event, by=actor(request), published=True)

    @action(description=_("Hide from the public"), permissions=["publish"])
    def unpublish(self, request: HttpRequest, queryset: QuerySet[Event]) -> None:
        """Hide the events."""
        self.demand(request, Action.PUBLISH, *queryset)
        for event in queryset:
            update_event(event=event, by=actor(request), published=False)


def _list(model: str, query: str) -> str:
    return f"{reverse(f'admin:tournament_{model}_changelist')}?{query}"
