"""Draws in the background: how far they are, and the button that stops them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from tournament.access import Action
from tournament.admin.audit import readable_json
from tournament.admin.base import ReadOnlyAdmin, actor
from tournament.admin.rights import OfferedInListFilter
from tournament.draws.services.draw_jobs import cancel_draw
from tournament.models import DrawJob


@admin.register(DrawJob)
class DrawJobAdmin(ReadOnlyAdmin):
    """Draws a worker makes or made."""

    rights = {"view": (Action.SEE_DRAW,)}
    event_path = "round__event"
    list_display = ("round", "shown_status", "shown_progress", "requested_by", "created_at")
    list_filter = ("status", ("round__event", OfferedInListFilter))
    list_select_related = ("round__event",)
    fields = (
        "round",
        "all_rounds",
        "status",
        "shown_progress",
        "shown_best",
        "error",
        "time_limit",
        "requested_by",
        "created_at",
        "finished_at",
    )
    readonly_fields = ("shown_progress", "shown_best")
    actions = ("cancel",)

    class Media:
        js = ("tournament/draws/draw-progress.js",)

    @display(
        description=_("status"),
        label={
            "queued": "info",
            "running": "warning",
            "finished": "success",
            "cancelled": "info",
            "failed": "danger",
        },
    )
    def shown_status(self, job: DrawJob) -> tuple[str, str]:
        """Return the status as a coloured word."""
        return job.status, job.get_status_display()

    @display(description=_("progress"))
    def shown_progress(self, job: DrawJob) -> SafeString:
        """Return a progress bar; the page looks again while one is open."""
        state = "open" if job.is_open else "over"
        bar = '<progress max="100" value="{0}" data-draw="{1}">{0} %</progress> {0} %'
        return format_html(bar, job.progress, state)

    @display(description=_("criteria of the best draw"))
    def shown_best(self, job: DrawJob) -> SafeString:
        """Return the violations of the draw that was kept."""
        return readable_json(job.best)

    @action(description=_("Stop, and keep the best so far"), permissions=["draw"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Ask the draws to stop."""
        self.demand(request, Action.DRAW, *queryset)
        for job in queryset:
            cancel_draw(job=job, by=actor(request))
