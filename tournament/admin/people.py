"""Players and their entries in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.widgets import UnfoldBooleanWidget

from tournament import services
from tournament.access import Action, Person, name_for
from tournament.admin.base import ServiceAdmin, actor
from tournament.admin.rights import OfferedInListFilter
from tournament.models import Entry, Event, Player
from tournament.parameters import whole_number


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person; what changes in several events is asked about first."""

    everywhere = forms.BooleanField(
        label=_("Change this person in all events"), required=False, widget=UnfoldBooleanWidget
    )

    reader: Person = AnonymousUser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [name_for(self.reader, event) for event in events_of_player(self.instance)]
        if len(names) > 1:
            text = _("The same name and address are used in: %(events)s.")
            self.fields["everywhere"].help_text = text % {"events": ", ".join(names)}
        else:
            del self.fields["everywhere"]

    def clean(self) -> dict[str, Any]:
        """The fields; refused where a person of several events changes without a word."""
        values = super().clean() or {}
        changed = set(self.changed_data) - {"everywhere"}
        if "everywhere" in self.fields and changed and not values.get("everywhere"):
            self.add_error("everywhere", _("Tick this to change the person in every event."))
        return values


def events_of_player(player: Player | None) -> list[Event]:
    """The events in which a player stands."""
    if player is None or player.pk is None:
        return []
    events = Event.objects.filter(entries__player=player.pk).order_by("starts_on", "pk")
    return list(events.only("name", "published"))


RIGHTS = {
    "view": (Action.SEE_PLAYERS,),
    "add": (Action.EDIT_PLAYERS,),
    "change": (Action.EDIT_PLAYERS,),
    "delete": (Action.EDIT_PLAYERS,),
}


@admin.register(Player)
class PlayerAdmin(ServiceAdmin):
    """People, over all events."""

    rights = RIGHTS
    form = PlayerForm
    list_display = ("name", "email")
    search_fields = ("name", "email")

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> list[str]:
        """With a tick for all events where there are several."""
        shared = len(events_of_player(obj)) > 1 and self.has_change_permission(request, obj)
        return ["name", "email", "everywhere"] if shared else ["name", "email"]

    def get_form(self, request: HttpRequest, obj: Player | None = None, **kwargs: Any) -> Any:
        """The form, which names the events that its reader may know of."""
        form: Any = super().get_form(request, obj, **kwargs)
        form.reader = request.user
        return form

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Player:
        """By the service."""
        return services.create_player(by=actor(request), **values)

    def change(self, request: HttpRequest, obj: Player, values: dict[str, Any]) -> Player:
        """By the service."""
        return services.update_player(player=obj, by=actor(request), **values)

    def remove(self, request: HttpRequest, obj: Player) -> None:
        """By the service."""
        services.delete_player(player=obj, by=actor(request))


@admin.register(Entry)
class EntryAdmin(ServiceAdmin):
    """Players of the events."""

    rights = RIGHTS
    event_path = "event"
    list_display = ("seed", "player", "club", "shown_status", "event")
    list_display_links = ("seed", "player")
    list_filter = (("event", OfferedInListFilter), "status", "club")
    search_fields = ("player__name", "player__email", "club")
    autocomplete_fields = ("event", "player")
    fields = ("event", "player", "seed", "club", "team", "status", "pinned_table")
    list_select_related = ("player", "event")
    actions = ("withdraw", "rejoin")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Entry], search_term: str
    ) -> tuple[QuerySet[Entry], bool]:
        """Where a seat is filled (`?event=3`): the players of that event who are there."""
        event = whole_number(request.GET.get("event", ""))
        if event is not None:
            queryset = queryset.filter(event=event, status=Entry.Status.ACTIVE)
        return super().get_search_results(request, queryset, search_term)  # type: ignore[no-any-return]

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        """Whose entry it is, and in what, stays."""
        return ["event", "player"] if obj else []

    @display(description=_("status"), label={"active": "success", "dropped": "warning"})
    def shown_status(self, entry: Entry) -> tuple[str, str]:
        """The status as a coloured word."""
        return entry.status, entry.get_status_display()

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Entry:
        """By the service."""
        return services.add_entry(by=actor(request), **values)

    def change(self, request: HttpRequest, obj: Entry, values: dict[str, Any]) -> Entry:
        """By the service."""
        return services.update_entry(entry=obj, by=actor(request), **values)

    def remove(self, request: HttpRequest, obj: Entry) -> None:
        """By the service."""
        services.remove_entry(entry=obj, by=actor(request))

    @action(description=_("Drop out"), permissions=["change"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        """Seat them no more."""
        self.demand(request, Action.EDIT_PLAYERS, *queryset)
        for entry in queryset:
            services.withdraw_entry(entry=entry, by=actor(request))

    @action(description=_("Play again"), permissions=["change"])
    def rejoin(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        """Seat them from the next draw on."""
        self.demand(request, Action.EDIT_PLAYERS, *queryset)
        for entry in queryset:
            services.rejoin_entry(entry=entry, by=actor(request))
