"""The audit log, to be read."""

import json

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display

from tournament.access import Action, may_everywhere, visible_events
from tournament.admin.base import ReadOnlyAdmin
from tournament.audit import without_sealed
from tournament.models import AuditEntry

LINES_SHOWN = 30


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log: every write, with the person and the time."""

    rights = {"view": (Action.SEE_AUDIT,)}
    list_display = ("at", "by", "action", "kind", "label", "event_slug")
    list_filter = ("action", "kind", "event_slug")
    search_fields = ("by", "label", "action")
    date_hierarchy = "at"
    fields = ("at", "by", "action", "kind", "label", "event_slug", "shown_before", "shown_after")
    readonly_fields = ("shown_before", "shown_after")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Return the audit entries the user may read.

        An entry names its event by address. Entries of hidden events need the right to see those
        events, and so do entries of deleted events, which may have been hidden.
        """
        found: QuerySet[AuditEntry] = super().get_queryset(request)
        if may_everywhere(request.user, Action.SEE_EVENT):
            return found
        return found.filter(event_slug__in=visible_events(request.user).values("slug"))

    @display(description=_("before"))
    def shown_before(self, entry: AuditEntry) -> SafeString:
        """Return the values before, readable."""
        return readable_json(without_sealed(entry.kind, entry.before))

    @display(description=_("after"))
    def shown_after(self, entry: AuditEntry) -> SafeString:
        """Return the values after, readable."""
        return readable_json(without_sealed(entry.kind, entry.after))


def readable_json(value: object) -> SafeString:
    """Return JSON as indented text, folded away when it is long; a dash for None."""
    if value is None:
        return SafeString("–")
    text = json.dumps(value, indent=1, ensure_ascii=False)
    if text.count("\n") <= LINES_SHOWN:
        return format_html("<pre>{}</pre>", text)
    folded = "<details><summary>{}</summary><pre>{}</pre></details>"
    return format_html(folded, pgettext_lazy("action", "Show"), text)
