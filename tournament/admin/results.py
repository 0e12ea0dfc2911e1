"""Results in the admin: to look at; they are typed in at their table."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.admin import TabularInline
from unfold.decorators import display

from tournament.access import Action, may_everywhere
from tournament.admin.audit import readable_json
from tournament.admin.base import ReadOnlyAdmin, link
from tournament.admin.rights import OfferedInListFilter
from tournament.models import Result, SeatResult


class SeatResultInline(TabularInline):
    """The lines of a result."""

    model = SeatResult
    fields = ("seat", "place", "final", "before_retention", "retained", "circuit_income", "out")
    ordering = ("place", "seat__order")
    hide_title = True

    def has_view_permission(self, request: HttpRequest, obj: Result | None = None) -> bool:
        """Return whether the user may see the results of the event."""
        event = obj.table.round.event if obj else None
        return may_everywhere(request.user, Action.SEE_RESULTS, event)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse every addition: results are entered at their table."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse every change: results are corrected at their table."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse every deletion: results are deleted at their table."""
        return False


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Results of the tables."""

    rights = {"view": (Action.SEE_RESULTS,)}
    event_path = "table__round__event"
    list_display = ("table", "source", "revision", "confirmed_at", "confirmed_by")
    list_filter = (("table__round__event", OfferedInListFilter), "source")
    search_fields = ("table__round__event__name", "table__seats__entry__name")
    list_select_related = ("table__round__event", "confirmed_by")
    fields = ("at_table", "source", "revision", "confirmed_at", "confirmed_by", "shown_statement")
    readonly_fields = ("at_table", "shown_statement")
    inlines = (SeatResultInline,)

    @display(description=pgettext_lazy("in the hall", "table"))
    def at_table(self, result: Result) -> SafeString:
        """Return a link to the table, where the result is corrected."""
        address = reverse("admin:tournament_table_change", args=[result.table_id])
        return link(address, result.table)

    @display(description=_("statement"))
    def shown_statement(self, result: Result) -> SafeString:
        """Return the itemised statement of the game."""
        return readable_json(result.statement)
