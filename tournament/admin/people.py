"""The players of events in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from tournament.access import Action
from tournament.admin.base import ServiceAdmin, actor
from tournament.admin.rights import OfferedInListFilter
from tournament.common.parameters import whole_number
from tournament.models import Entry
from tournament.people.services.entries import (
    add_entry,
    rejoin_entry,
    remove_entry,
    update_entry,
    withdraw_entry,
)

RIGHTS = {
    "view": (Action.SEE_PLAYERS,),
    "add": (Action.EDIT_PLAYERS,),
    "change": (Action.EDIT_PLAYERS,),
    "delete": (Action.EDIT_PLAYERS,),
}


@admin.register(Entry)
class EntryAdmin(ServiceAdmin):
    """Players of the events."""

    rights = RIGHTS
    event_path = "event"
    list_display = ("seed", "name", "club", "shown_status", "event")
    list_display_links = ("seed", "name")
    list_filter = (("event", OfferedInListFilter), "status", "club")
    search_fields = ("name", "email", "club", "external_id")
    autocomplete_fields = ("event",)
    fields = (
        "event",
        "name",
        "email",
        "seed",
        "club",
        "team",
        "external_id",
        "status",
        "pinned_table",
    )
    list_select_related = ("event",)
    actions = ("withdraw", "rejoin")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Entry], search_term: str
    ) -> tuple[QuerySet[Entry], bool]:
        """Search the players.

        `?event=3`, as when a seat is filled, keeps that event's active ones.
        """
        event = whole_number(request.GET.get("event", ""))
        if event is not None:
            queryset = queryset.filter(event=event, status=Entry.Status.ACTIVE)
        return super().get_search_results(request, queryset, search_term)  # type: ignore[no-any-return]

    def get_readonly_fields(self, request: HttpRequest, obj: Entry | None = None) -> list[str]:
        """Return the read-only fields: an entered player stays in the event."""
        return ["event"] if obj else []

    @display(description=_("status"), label={"active": "success", "dropped": "warning"})
    def shown_status(self, entry: Entry) -> tuple[str, str]:
        """Return the status as a coloured word."""
        return entry.status, entry.get_status_display()

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Entry:
        """Enter the player through the service."""
        return add_entry(by=actor(request), **values)

    def change(self, request: HttpRequest, obj: Entry, values: dict[str, Any]) -> Entry:
        """Update the player through the service."""
        return update_entry(entry=obj, by=actor(request), **values)

    def remove(self, request: HttpRequest, obj: Entry) -> None:
        """Remove the player through the service."""
        remove_entry(entry=obj, by=actor(request))

    @action(description=_("Drop out"), permissions=["change"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        """Let the players drop out: later draws do not seat them."""
        self.demand(request, Action.EDIT_PLAYERS, *queryset)
        for entry in queryset:
            withdraw_entry(entry=entry, by=actor(request))

    @action(description=_("Play again"), permissions=["change"])
    def rejoin(self, request: HttpRequest, queryset: QuerySet[Entry]) -> None:
        """Let the players play again, from the next draw on."""
        self.demand(request, Action.EDIT_PLAYERS, *queryset)
        for entry in queryset:
            rejoin_entry(entry=entry, by=actor(request))
