"""Tables in the admin: who sits there, and what the game came to, seat by seat."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline
from unfold.decorators import action, display
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldBooleanWidget

from scoring.result import GameResult
from scoring.result import SeatResult as Line
from tournament import services
from tournament.access import Action, may
from tournament.admin.base import ServiceAdmin, actor
from tournament.admin.rights import OfEvents
from tournament.models import Result, Seat, Table
from tournament.models.rounds import SEATS_AT_MOST
from tournament.services import TablePlan

AMOUNTS = ("final", "before_retention", "retained", "circuit_income")
FIGURES = ("place", *AMOUNTS, "out")


class SeatForm(forms.ModelForm):  # type: ignore[type-arg]
    """A seat, and beside it the player's line of the result."""

    place = forms.IntegerField(
        label=capfirst(_("place")),
        required=False,
        min_value=1,
        max_value=SEATS_AT_MOST,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    final = forms.IntegerField(
        label=capfirst(_("final cash")),
        required=False,
        min_value=0,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    before_retention = forms.IntegerField(
        label=capfirst(_("before retention")),
        required=False,
        min_value=0,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    retained = forms.IntegerField(
        label=capfirst(_("retained")),
        required=False,
        min_value=0,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    circuit_income = forms.IntegerField(
        label=capfirst(_("circuit income")),
        required=False,
        min_value=0,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    out = forms.BooleanField(
        label=capfirst(_("out of the game")), required=False, widget=UnfoldBooleanWidget
    )

    class Meta:
        model = Seat
        fields = ("order", "entry", "role")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].widget.attrs["style"] = "min-width: 9.5rem"
        _without_buttons(self.fields["entry"].widget)
        line = getattr(self.instance, "result", None) if self.instance.pk else None
        if line is not None:
            for name in FIGURES:
                self.fields[name].initial = getattr(line, name)


def _without_buttons(widget: Any) -> None:
    """A choice alone: the buttons to add or change what is chosen would take a row's room."""
    widget.can_add_related = widget.can_change_related = False
    widget.can_delete_related = widget.can_view_related = False


class SeatFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    """Seats of one table; the service judges them together, so that they may change places."""

    new_objects: list[Any]
    changed_objects: list[Any]
    deleted_objects: list[Any]

    def validate_unique(self) -> None:
        """Left to the service: two rows may exchange what has to be unique."""

    def filled(self) -> list[dict[str, Any]]:
        """The rows that count, in order of play."""
        rows = [form.cleaned_data for form in self.forms if form not in self.deleted_forms]
        return sorted((row for row in rows if row.get("entry")), key=lambda row: row["order"])

    def result_changed(self) -> bool:
        """True if a figure of the result was typed in."""
        return any(set(form.changed_data) & set(FIGURES) for form in self.forms)


RIGHTS = {
    "view": (Action.SEE_DRAW, Action.SEE_RESULTS),
    "add": (Action.DRAW,),
    "change": (Action.DRAW, Action.ENTER_RESULTS),
    "delete": (Action.DRAW,),
}


class SeatInline(TabularInline):
    """Seats and results of a table."""

    model = Seat
    form = SeatForm
    formset = SeatFormSet
    fields = ("order", "entry", "role", *FIGURES)
    autocomplete_fields = ("entry",)
    ordering = ("order",)
    extra = 0
    hide_title = True
    max_num = SEATS_AT_MOST
    verbose_name_plural = _("seats, and the result once the game is over")

    def has_view_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """As the table."""
        return _may(request, "view", obj)

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Who changes seats may add some."""
        return may(request.user, Action.DRAW, obj.round.event if obj else None)

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """As the table."""
        return _may(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Who changes seats may take some away."""
        return may(request.user, Action.DRAW, obj.round.event if obj else None)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Seats with everything a row shows."""
        seats = super().get_queryset(request)
        return seats.select_related("entry__player", "result")  # type: ignore[no-any-return]

    def get_extra(self, request: HttpRequest, obj: Table | None = None, **kwargs: Any) -> int:
        """A new table starts with four empty rows."""
        return 0 if obj else 4


@admin.register(Table)
class TableAdmin(ServiceAdmin):
    """Tables of the rounds. Who draws changes seats, who enters results changes figures."""

    rights = RIGHTS
    event_path = "round__event"
    list_display = ("round", "number", "is_finished")
    list_display_links = ("round", "number")
    list_filter = (("round__event", OfEvents), ("round", OfEvents))
    search_fields = ("round__event__name", "seats__entry__player__name")
    autocomplete_fields = ("round",)
    list_select_related = ("round__event",)
    fields = ("round", "number")
    inlines = (SeatInline,)
    actions = ("remove_results",)

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> list[str]:
        """A table stays the round's and keeps its number."""
        return ["round", "number"] if obj else []

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Tables, and whether each has a result."""
        has_result = Exists(Result.objects.filter(table=OuterRef("pk")))
        return super().get_queryset(request).annotate(has_result=has_result)  # type: ignore[no-any-return]

    @display(description=_("finished"), boolean=True)
    def is_finished(self, table: Any) -> bool:
        """True once there is a result."""
        return bool(table.has_result)

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: Any) -> None:
        """A table is saved with its seats, below."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Seat the table, then record its result if figures were typed in."""
        (formset,) = formsets
        formset.new_objects = formset.changed_objects = formset.deleted_objects = []
        table = form.instance
        seats = tuple((row["entry"].pk, row["role"]) for row in formset.filled())
        plans = {plan.number: plan for plan in services.plans_of(table.round)}
        wanted = {**plans, table.number: TablePlan(table.number, seats)}
        if wanted != plans:
            self.demand(request, Action.DRAW, table)
            services.set_seats(round=table.round, tables=list(wanted.values()), by=actor(request))
        saved = Table.objects.select_related("round__event").get(
            round=table.round, number=table.number
        )
        table.pk = saved.pk
        if formset.result_changed():
            self.demand(request, Action.ENTER_RESULTS, saved)
            result = _result(saved, formset.filled())
            services.record_result(
                table=saved, result=result, source=Result.Source.PAPER, by=actor(request)
            )

    def remove(self, request: HttpRequest, obj: Table) -> None:
        """Seat the round without this table."""
        plans = [plan for plan in services.plans_of(obj.round) if plan.number != obj.number]
        if plans:
            services.set_seats(round=obj.round, tables=plans, by=actor(request))
        else:
            services.clear_seats(round=obj.round, by=actor(request))

    @action(description=_("Remove the result"), permissions=["enter_results"])
    def remove_results(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        """Take results away; the audit log keeps them."""
        self.demand(request, Action.ENTER_RESULTS, *queryset)
        for table in queryset:
            services.remove_result(table=table, by=actor(request))


def _may(request: HttpRequest, verb: str, table: Table | None) -> bool:
    event = table.round.event if table else None
    return any(may(request.user, action, event) for action in RIGHTS[verb])


def _result(table: Table, rows: list[dict[str, Any]]) -> GameResult:
    """The result typed in (ValidationError if a seat lacks its place or final cash)."""
    event = table.round.event
    if any(row["place"] is None or row["final"] is None for row in rows):
        raise forms.ValidationError(_("Give the place and the final cash of every seat."))
    lines = tuple(
        Line(
            player_id=row["entry"].code,
            role=row["role"],
            **{name: row[name] for name in FIGURES},
        )
        for row in rows
    )
    return GameResult(edition=event.edition, mode=event.mode, seats=lines)
