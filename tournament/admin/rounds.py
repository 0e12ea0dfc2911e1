"""Rounds in the admin: drawing, verifying and publishing them."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display

from tournament.access import Action
from tournament.admin.audit import readable_json
from tournament.admin.base import ServiceAdmin, actor, link, show_refusal
from tournament.admin.rights import OfferedInListFilter
from tournament.common.finals import last_before_cut
from tournament.draws.advice import likely_objections, rounds_seated_by_hand
from tournament.draws.certificate import faults_of_certificate
from tournament.draws.services.draw_jobs import request_draw
from tournament.draws.services.drawing import draw_round
from tournament.models import Entry, Round
from tournament.rounds.services.rounds import (
    clear_seats,
    create_round,
    delete_round,
    publish_round,
    unpublish_round,
)

# Up to so many seats a draw is made within the request, in at most so many seconds.
SEATS_AT_ONCE = 400
SECONDS_AT_ONCE = 2.0
SHOWN = ("order", "violations", "bounds")


@admin.register(Round)
class RoundAdmin(ServiceAdmin):
    """Rounds."""

    rights = {
        "view": (Action.SEE_DRAW,),
        "add": (Action.DRAW,),
        "change": (Action.DRAW,),
        "delete": (Action.DRAW,),
    }
    event_path = "event"
    list_display = ("event", "number", "shown_status", "table_count", "published_at")
    list_display_links = ("event", "number")
    list_filter = (("event", OfferedInListFilter), "status")
    search_fields = ("event__name",)
    autocomplete_fields = ("event",)
    list_select_related = ("event",)
    fields = ("event", "number", "status", "published_at", "seats", "shown_certificate")
    readonly_fields = ("status", "published_at", "seats", "shown_certificate")
    actions = ("draw", "draw_all", "verify", "publish", "unpublish", "clear")
    actions_submit_line = ("draw_this", "publish_this")

    def get_readonly_fields(self, request: HttpRequest, obj: Round | None = None) -> list[str]:
        """Return the read-only fields: a round keeps its event and its number."""
        return [*self.readonly_fields, *(["event", "number"] if obj else [])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        """Return the rounds, each with its number of tables as `tables_made`."""
        return super().get_queryset(request).annotate(tables_made=Count("tables"))  # type: ignore[no-any-return]

    @display(
        description=_("status"),
        label={
            "draft": "default",
            "drawn": "warning",
            "published": "info",
            "finished": "success",
        },
    )
    def shown_status(self, item: Round) -> tuple[str, str]:
        """Return the status as a coloured word."""
        return item.status, item.get_status_display()

    @display(description=_("tables"))
    def table_count(self, item: Any) -> int:
        """Return the number of tables in the round."""
        return int(item.tables_made)

    @display(description=_("tables"))
    def seats(self, item: Round) -> SafeString:
        """Return a link to the round's tables, where seats and results are entered."""
        if item.pk is None:
            return SafeString("–")
        address = f"{reverse('admin:tournament_table_changelist')}?round__id__exact={item.pk}"
        return link(address, _("Seats and results, table by table"))

    @display(description=_("certificate of the draw"))
    def shown_certificate(self, item: Round) -> SafeString:
        """Return the certificate's public values.

        While the draw is sealed, values that would let somebody repeat it are left out.
        """
        draw = (item.certificate or {}).get("draw") or {}
        certificate = draw.get("certificate") or {}
        return readable_json(
            {name: certificate[name] for name in SHOWN if name in certificate} or None
        )

    def add(self, request: HttpRequest, values: dict[str, Any]) -> Round:
        """Create the round through the service."""
        return create_round(by=actor(request), **values)

    def change(self, request: HttpRequest, obj: Round, values: dict[str, Any]) -> Round:
        """Return the round unchanged: only its buttons change it."""
        return obj

    def remove(self, request: HttpRequest, obj: Round) -> None:
        """Delete the round through the service."""
        delete_round(round=obj, by=actor(request))

    @action(description=pgettext_lazy("action", "Draw"), permissions=["draw"])
    def draw_this(self, request: HttpRequest, obj: Round) -> None:
        """Draw this round."""
        self.demand(request, Action.DRAW, obj)
        self._draw(request, obj, all_rounds=False)

    @action(description=_("Publish"), permissions=["publish"])
    def publish_this(self, request: HttpRequest, obj: Round) -> None:
        """Publish this round."""
        self.demand(request, Action.PUBLISH, obj)
        self._publish(request, obj)

    @action(description=pgettext_lazy("action", "Draw"), permissions=["draw"])
    def draw(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Draw each of the rounds, in order."""
        self.demand(request, Action.DRAW, *queryset)
        for item in queryset.order_by("event", "number"):
            self._draw(request, item, all_rounds=False)

    @action(description=_("Draw with all later rounds together"), permissions=["draw"])
    def draw_all(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Draw the whole schedule from one round on."""
        if queryset.count() != 1:
            raise ValidationError(_("Choose one round to start from."))
        self.demand(request, Action.DRAW, *queryset)
        self._draw(request, queryset.get(), all_rounds=True)

    @action(description=_("Verify the draw"), permissions=["view"])
    def verify(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Draw again from the certificate and compare."""
        for item in queryset.order_by("event", "number"):
            faults = faults_of_certificate(item)
            for fault in faults:
                self.message_user(request, f"{item}: {fault}", messages.ERROR)
            if not faults:
                text = gettext("The draw matches its certificate.")
                self.message_user(request, f"{item}: {text}", messages.SUCCESS)

    @action(description=_("Publish"), permissions=["publish"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Show the rounds to everybody."""
        self.demand(request, Action.PUBLISH, *queryset)
        for item in queryset.select_related("event"):
            self._publish(request, item)

    @action(description=_("Hide from the public"), permissions=["publish"])
    def unpublish(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Hide rounds that have no results."""
        self.demand(request, Action.PUBLISH, *queryset)
        for item in queryset:
            unpublish_round(round=item, by=actor(request))

    @action(description=_("Clear the seats"), permissions=["draw"])
    def clear(self, request: HttpRequest, queryset: QuerySet[Round]) -> None:
        """Clear the seats, so that the rounds count as not drawn."""
        self.demand(request, Action.DRAW, *queryset)
        for item in queryset:
            clear_seats(round=item, by=actor(request))

    def _publish(self, request: HttpRequest, item: Round) -> None:
        """Publish the round, or link to its page if players are likely to object.

        The objections are to the seats.
        """
        if likely_objections(item):
            text = _(
                "%(round)s: there is something to look at in its seats. Publish it on its page."
            )
            self._lead(request, item, text)
        else:
            publish_round(round=item, by=actor(request))

    def _lead(self, request: HttpRequest, item: Round, text: Any) -> None:
        """Show a warning that links to the round's draw page, which asks for confirmation."""
        address = reverse("tournament:organise-draw", args=[item.event.slug, item.number])
        self.message_user(request, link(address, text % {"round": item}), messages.WARNING)

    def _draw(self, request: HttpRequest, item: Round, *, all_rounds: bool) -> None:
        """Draw a small round at once, a larger one in the background.

        If seats were changed by hand, link to the round's page, which asks for confirmation.
        """
        last = last_before_cut(item.event, item.number) if all_rounds else item.number
        if rounds_seated_by_hand(item.event, range(item.number, last + 1)):
            text = _("%(round)s: seats were changed by hand. Draw again on its page.")
            self._lead(request, item, text)
            return
        try:
            if _seats(item, all_rounds) > SEATS_AT_ONCE:
                job = request_draw(round=item, by=actor(request), all_rounds=all_rounds)
                address = reverse("admin:tournament_drawjob_change", args=[job.pk])
                text = _("The draw is running: see how far it is.")
                self.message_user(request, link(address, text))
            else:
                draw_round(
                    round=item, by=actor(request), all_rounds=all_rounds, time_limit=SECONDS_AT_ONCE
                )
                self.message_user(request, gettext("Drawn: %(round)s") % {"round": item})
        except ValidationError as error:
            show_refusal(self, request, error)


def _seats(item: Round, all_rounds: bool) -> int:
    """Return the number of seats to be drawn."""
    players = Entry.objects.filter(event=item.event, status=Entry.Status.ACTIVE).count()
    rounds = last_before_cut(item.event, item.number) - item.number + 1 if all_rounds else 1
    return players * rounds
