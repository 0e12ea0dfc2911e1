"""Tables in the admin: who sits there, and what the game came to, seat by seat."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.forms import ActionForm
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from tournament.access import Action
from tournament.admin.base import ServiceAdmin, actor, link
from tournament.admin.rights import OfferedInListFilter
from tournament.admin.seats import (
    RIGHTS,
    SeatInline,
    is_read_only,
    round_of_new_table,
    typed_result,
)
from tournament.boards import boards
from tournament.common.parameters import free_text
from tournament.models import ConflictingResult, Result, Table
from tournament.results.services.paper import has_paper_result
from tournament.results.services.results import CORRECTS, MAX_REASON, record_result, remove_result
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.rounds import clear_seats, plans_of, set_seats


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """A table; if its game is being logged, the organiser must confirm knowing that."""

    aware = forms.BooleanField(
        label=_("I know that this table’s game is being logged"),
        help_text=_(
            "The tablet’s result and one typed in here are both kept, and the chief referee "
            "chooses which counts. Tick to type one in anyway."
        ),
        required=False,
        widget=UnfoldBooleanWidget,
    )
    reason = forms.CharField(
        label=_("Why the result is corrected"),
        help_text=_("Everybody reads it, on the page that verifies the event."),
        required=False,
        max_length=MAX_REASON,
        widget=UnfoldAdminTextInputWidget,
    )

    class Meta:
        model = Table
        fields = ("round", "number")


class TableActionForm(ActionForm):
    """The form of an action on the chosen tables; removing results needs a reason."""

    reason = forms.CharField(
        label=_("Why a result is taken away"),
        required=False,
        max_length=MAX_REASON,
        widget=UnfoldAdminTextInputWidget,
    )


@admin.register(Table)
class TableAdmin(ServiceAdmin):
    """Tables of the rounds in the admin.

    Drawing rights allow changing seats, and result rights allow changing figures.
    """

    rights = RIGHTS
    event_path = "round__event"
    form = TableForm
    list_display = ("round", "number", "is_finished")
    list_display_links = ("round", "number")
    list_filter = (("round__event", OfferedInListFilter), ("round", OfferedInListFilter))
    search_fields = ("round__event__name", "seats__entry__name")
    autocomplete_fields = ("round",)
    list_select_related = ("round__event",)
    inlines = (SeatInline,)
    actions = ("remove_results",)
    action_form = TableActionForm

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """Put the result's source on top; require confirmation to type over a log."""
        if obj is None:
            return ["round", "number"]
        shown = ["where_from"] if Result.objects.filter(table=obj).exists() else []
        confirmation = (
            ["aware"] if _is_logged(obj) and self.has_change_permission(request, obj) else []
        )
        why = (
            ["reason"] if has_paper_result(obj) and self.has_change_permission(request, obj) else []
        )
        return [self._round_field(request, obj), "number", *shown, *confirmation, *why]

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """Return the read-only fields: the round, the number and the result's source."""
        return [self._round_field(request, obj), "number", "where_from"] if obj else []

    def _round_field(self, request: HttpRequest, obj: Table) -> str:
        """Return the round, with a link to its page if the person may open it."""
        return "round" if self.allows(request, Action.SEE_DRAW, obj) else "round_name"

    @display(description=_("round"))
    def round_name(self, table: Table) -> str:
        """Return the round, without a link."""
        return str(table.round)

    def get_inlines(self, request: HttpRequest, obj: Table | None) -> Any:
        """Return the seats' inline once the round is known: its event has the players."""
        return self.inlines if obj or round_of_new_table(request) else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Return the tables, each with `has_result`."""
        has_result = Exists(Result.objects.filter(table=OuterRef("pk")))
        return super().get_queryset(request).annotate(has_result=has_result)  # type: ignore[no-any-return]

    @display(description=pgettext_lazy("table", "finished"), boolean=True)
    def is_finished(self, table: Any) -> bool:
        """Return True once there is a result."""
        return bool(table.has_result)

    @display(description=_("result"))
    def where_from(self, table: Table) -> SafeString:
        """Return the source of the result that counts, and the way to change it."""
        result = Result.objects.get(table=table)
        parts = [format_html("{}", result.get_source_display())]
        if ConflictingResult.objects.filter(table=table).exists():
            here = [table.round.event.slug, table.round.number, table.number]
            text = gettext("the table has other results as well: see its page")
            parts.append(link(reverse("referee:table", args=here), text))
        if is_read_only(table):
            text = gettext("type in another one as well: the chief referee chooses")
            parts.append(link(f"?{urlencode({'by_hand': 1})}", text))
        return SafeString(" · ".join(parts))

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Ask for the round and number first, then for the seats.

        The seats take players of the round's event.
        """
        found = round_of_new_table(request)
        if request.method == "POST" and found and "seats-TOTAL_FORMS" not in request.POST:
            known = {"round": found.pk, "number": request.POST.get("number", "")}
            return HttpResponseRedirect(f"{request.path}?{urlencode(known)}")
        return super().add_view(request, *args, **kwargs)  # type: ignore[no-any-return]

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: Any) -> None:
        """Save nothing: a table is saved with its seats, below."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Seat the table, then record its result if figures were typed in."""
        (formset,) = formsets
        formset.new_objects = formset.changed_objects = formset.deleted_objects = []
        table = form.instance
        seats = tuple((row["entry"].pk, row["role"]) for row in formset.rows_with_entry())
        plans = {plan.number: plan for plan in plans_of(table.round)}
        wanted = {**plans, table.number: TablePlan(table.number, seats)}
        if wanted != plans:
            self.demand(request, Action.DRAW, table)
            set_seats(round=table.round, tables=list(wanted.values()), by=actor(request))
        saved = Table.objects.select_related("round__event").get(
            round=table.round, number=table.number
        )
        table.pk = saved.pk
        if formset.result_changed():
            self.demand(request, Action.ENTER_RESULTS, saved)
            self._record(request, saved, formset, form.cleaned_data)

    def _record(
        self, request: HttpRequest, table: Table, formset: Any, said: dict[str, Any]
    ) -> None:
        """Record the typed result, and show the outcome."""
        if _is_logged(table) and not said.get("aware"):
            raise forms.ValidationError(
                {
                    "aware": _(
                        "A tablet is logging this table’s game: tick the box to say that you know,"
                        " or wait."
                    )
                }
            )
        result = typed_result(table, formset.rows_with_entry())
        with _at_field("reason"):
            record_result(
                table=table,
                result=result,
                source=Result.Source.PAPER,
                correction_reason=said.get("reason", ""),
                by=actor(request),
            )
        names = {row["entry"].code: row["entry"].name for row in formset.rows_with_entry()}
        places = ", ".join(
            f"{line.place}. {names[line.player_id]} ({line.final})"
            for line in sorted(result.seats, key=lambda line: line.place)
        )
        self.message_user(request, gettext("Places: %(places)s") % {"places": places})
        if ConflictingResult.objects.filter(table=table, waiting=True).exists():
            text: Any = gettext("The table has several results: the chief referee chooses.")
            if self.allows(request, Action.ACT_AS_CHIEF, table):
                text = link(reverse("chief:results", args=[table.pk]), text)
            self.message_user(request, text, messages.WARNING)

    def remove(self, request: HttpRequest, obj: Table) -> None:
        """Rewrite the round's seats without this table."""
        plans = [plan for plan in plans_of(obj.round) if plan.number != obj.number]
        if plans:
            set_seats(round=obj.round, tables=plans, by=actor(request))
        else:
            clear_seats(round=obj.round, by=actor(request))

    @action(description=_("Remove the result"), permissions=["enter_results"])
    def remove_results(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Remove the results; the audit log keeps them."""
        self.demand(request, Action.ENTER_RESULTS, *queryset)
        reason = free_text(request.POST.get("reason", ""), MAX_REASON)
        with transaction.atomic():
            for table in queryset:
                remove_result(table=table, reason=reason, by=actor(request))


@contextmanager
def _at_field(name: str) -> Iterator[None]:
    """Show the error that a reason is missing beside its field."""
    try:
        yield
    except forms.ValidationError as error:
        if getattr(error, "code", "") != CORRECTS:
            raise
        raise forms.ValidationError({name: error.messages}) from error


def _is_logged(table: Table) -> bool:
    """Return whether the table has a tablet, and its game is not over."""
    log = boards().table_log(table.pk)
    return log is not None and not log.over
