"""The seats of a table in the admin, with the players' results.

Beside each seat is the player's line of the result.
"""

from typing import Any

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import Q, QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldBooleanWidget

from scoring.result import GameResult, SeatResult
from tournament.access import Action, may_everywhere, visible_events
from tournament.common.parameters import whole_number
from tournament.models import Entry, Result, Round, Seat, Table
from tournament.models.rounds import MAX_SEATS
from tournament.results.paper_results import PaperSeatResult, paper_result

AMOUNTS = ("final", "before_retention", "retained", "circuit_income")
FIGURES = ("place", *AMOUNTS, "out")


def _amount(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=capfirst(label), required=False, min_value=0, widget=UnfoldAdminIntegerFieldWidget
    )


class SeatForm(forms.ModelForm):  # type: ignore[type-arg]
    """A seat, and beside it the player's line of the result."""

    place = forms.IntegerField(
        label=capfirst(pgettext_lazy("at the table", "place")),
        help_text=_(
            "Follows from the cash when you save. Where several players are out of the game, "
            "type theirs: the last to leave is ahead of those who left before."
        ),
        required=False,
        min_value=1,
        max_value=MAX_SEATS,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    final = _amount(_("final cash"))
    before_retention = _amount(_("before retention"))
    retained = _amount(_("retained"))
    circuit_income = _amount(_("circuit income"))
    out = forms.BooleanField(
        label=capfirst(_("out of the game")), required=False, widget=UnfoldBooleanWidget
    )

    read_only: tuple[str, ...] = ()

    class Meta:
        model = Seat
        fields = ("order", "entry", "role")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.read_only:
            self.fields[name].disabled = True
        self.fields["role"].widget.attrs["style"] = "min-width: 9.5rem"
        _without_buttons(self.fields["entry"].widget)
        line = getattr(self.instance, "result", None) if self.instance.pk else None
        if line is not None:
            for name in FIGURES:
                self.fields[name].initial = getattr(line, name)


def _without_buttons(widget: Any) -> None:
    """Return a choice without buttons to add or change what is chosen.

    They would take a row's room.
    """
    widget.can_add_related = widget.can_change_related = False
    widget.can_delete_related = widget.can_view_related = False


class PlayersOfEventSelect(AutocompleteSelect):
    """Looks for players of one event only."""

    event = 0

    def get_url(self) -> str:
        """Return the admin's search with the event (see `EntryAdmin.get_search_results`)."""
        return f"{super().get_url()}?event={self.event}"


class SeatFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    """The seats of one table as a formset.

    The service judges the seats together, so that they may change places.
    """

    new_objects: list[Any]
    changed_objects: list[Any]
    deleted_objects: list[Any]

    def validate_unique(self) -> None:
        """Skip the check for unique values, which the service makes.

        Two rows may swap values that must be unique.
        """

    def rows_with_entry(self) -> list[dict[str, Any]]:
        """Return the rows with an entry, in order of play.

        `place_kept`: the place was not typed now.
        """
        rows = [
            {**form.cleaned_data, "place_kept": "place" not in form.changed_data}
            for form in self.forms
            if form not in self.deleted_forms
        ]
        return sorted((row for row in rows if row.get("entry")), key=lambda row: row["order"])

    def result_changed(self) -> bool:
        """Return whether a figure of the result was typed in."""
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
    max_num = MAX_SEATS
    verbose_name_plural = _("seats, and the result once the game is over")

    def has_view_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Require the same as for the table."""
        return _may(request, "view", obj)

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Allow it to who may change seats."""
        return may_everywhere(request.user, Action.DRAW, obj.round.event if obj else None)

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Require the same as for the table."""
        return _may(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        """Allow it to who may change seats."""
        return may_everywhere(request.user, Action.DRAW, obj.round.event if obj else None)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Return the seats with the entry and result that a row shows."""
        seats = super().get_queryset(request)
        return seats.select_related("entry", "result")  # type: ignore[no-any-return]

    def get_extra(self, request: HttpRequest, obj: Table | None = None, **kwargs: Any) -> int:
        """Start a new table with four empty rows."""
        return 0 if obj else 4

    def get_formset(self, request: HttpRequest, obj: Table | None = None, **kwargs: Any) -> Any:
        """Offer and accept the event's active players.

        A result from a log or record is read-only.
        """
        formset: Any = super().get_formset(request, obj, **kwargs)
        round = obj.round if obj else round_of_new_table(request)
        fields = formset.form.base_fields
        if round is not None:
            _limit(fields["entry"], round, obj)
        if obj and is_read_only(obj) and "by_hand" not in request.GET:
            formset.form.read_only = FIGURES
        return formset


def _may(request: HttpRequest, verb: str, table: Table | None) -> bool:
    event = table.round.event if table else None
    return any(may_everywhere(request.user, action, event) for action in RIGHTS[verb])


def round_of_new_table(request: HttpRequest) -> Round | None:
    """Return the round of a new table, by the address or the form; None while open."""
    given = request.POST.get("round") or request.GET.get("round") or ""
    rounds = Round.objects.filter(
        pk=whole_number(given) or 0, event__in=visible_events(request.user)
    )
    return rounds.select_related("event").first()


def is_read_only(table: Table) -> bool:
    """Return whether the counting result came from a log or a record.

    Such a result is not editable: it would no longer match its statement.
    """
    return Result.objects.filter(table=table).exclude(source=Result.Source.PAPER).exists()


def _limit(field: Any, round: Round, table: Table | None) -> None:
    seated = Q(seats__table=table) if table else Q()
    there = Q(status=Entry.Status.ACTIVE) | seated if table else Q(status=Entry.Status.ACTIVE)
    players = Entry.objects.filter(there, event=round.event_id)
    field.queryset = players.distinct()
    field.error_messages["invalid_choice"] = _(
        "This player is not in the event, or dropped out of it."
    )
    plain = field.widget.widget
    widget = PlayersOfEventSelect(
        plain.field, plain.admin_site, attrs=plain.attrs, choices=plain.choices
    )
    widget.event = round.event_id
    field.widget.widget = widget


def typed_result(table: Table, rows: list[dict[str, Any]]) -> GameResult:
    """Return the typed result with its places.

    Raises ValidationError naming what is missing.
    """
    return paper_result(table.round.event, [_paper_seat_result(row) for row in rows])


def _paper_seat_result(row: dict[str, Any]) -> PaperSeatResult:
    result = SeatResult(
        player_id=row["entry"].code,
        role=row["role"],
        place=row["place"] or 0,
        final=row["final"] or 0,
        before_retention=row["before_retention"],
        retained=row["retained"],
        circuit_income=row["circuit_income"],
        out=row["out"],
    )
    return PaperSeatResult(
        name=row["entry"].name,
        result=result,
        place=row["place"],
        final=row["final"],
        place_kept=row["place_kept"],
    )
