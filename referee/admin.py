"""Game records in the organisers' admin, read-only.

The records come in by `import_records`.
"""

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.decorators import display

from referee.models import GameRecord
from tournament.access import Action
from tournament.admin.audit import readable_json
from tournament.admin.base import ReadOnlyAdmin
from tournament.admin.rights import OfferedInListFilter


@admin.register(GameRecord)
class GameRecordAdmin(ReadOnlyAdmin):
    """Records of the tables, those that were superseded too."""

    rights = {"view": (Action.SEE_RECORDS,)}
    event_path = "table__round__event"
    list_display = ("table", "is_current", "imported_at", "imported_by", "digest")
    list_filter = (("table__round__event", OfferedInListFilter),)
    search_fields = ("table__round__event__name", "digest", "imported_by")
    list_select_related = ("table__round__event",)
    fields = (
        "table",
        "imported_at",
        "imported_by",
        "superseded_at",
        "digest",
        "edition_digest",
        "engine_digest",
        "shown_statement",
        "shown_text",
    )
    readonly_fields = ("shown_statement", "shown_text")

    @display(description=_("current"), boolean=True)
    def is_current(self, record: GameRecord) -> bool:
        """Return False once another record has replaced this one."""
        return record.superseded_at is None

    @display(description=_("statement"))
    def shown_statement(self, record: GameRecord) -> SafeString:
        """Return the itemised statement to which the record replays."""
        return readable_json(record.statement)

    @display(description=pgettext_lazy("game", "record"))
    def shown_text(self, record: GameRecord) -> SafeString:
        """Return the record's lines as preformatted text."""
        return format_html("<pre>{}</pre>", record.text)
