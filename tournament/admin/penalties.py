"""Penalties in the admin, for viewing only.

They are given and withdrawn on the event's own page.
"""

from django.contrib import admin

from tournament.access import Action
from tournament.admin.base import ReadOnlyAdmin
from tournament.admin.rights import OfferedInListFilter
from tournament.models import Penalty


@admin.register(Penalty)
class PenaltyAdmin(ReadOnlyAdmin):
    """Penalties against players, including withdrawn ones."""

    rights = {"view": (Action.SEE_PENALTIES,)}
    event_path = "entry__event"
    list_display = (
        "entry",
        "kind",
        "round_number",
        "points",
        "places",
        "decided_at",
        "decided_by",
        "withdrawn_at",
    )
    list_filter = (("entry__event", OfferedInListFilter), "kind")
    search_fields = ("entry__name", "entry__event__name", "reason")
    list_select_related = ("entry__event",)
    fields = (
        "entry",
        "kind",
        "round_number",
        "points",
        "places",
        "reason",
        "public",
        "drops",
        "decided_at",
        "decided_by",
        "withdrawn_at",
        "withdrawn_by",
    )
