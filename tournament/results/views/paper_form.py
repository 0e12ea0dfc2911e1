"""The form of a paper sheet: a line for each player of a table, in order of play."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.result import GameResult, SeatResult
from tournament.common.number_field import number_field
from tournament.models import Event, PaperSheet, Seat, Table
from tournament.models.rounds import MAX_SEATS
from tournament.results.checks import AMOUNTS, CASH_ALLOWED, MAX_CASH
from tournament.results.paper_results import (
    PaperSeatResult,
    SeatError,
    abandoned_result,
    paper_result,
)
from tournament.results.services.paper import SheetDetails, has_paper_result
from tournament.results.services.results import MAX_REASON


def _amount(label: Any) -> forms.IntegerField:
    return number_field(label, 0, MAX_CASH, CASH_ALLOWED)


class LineForm(forms.Form):
    """One player's line; `seat` is whose."""

    role = forms.ChoiceField(label=_("Role"), choices=Seat.Role.choices)
    final = _amount(_("Final cash"))
    out = forms.BooleanField(label=_("Out of the game"), required=False)
    no_show = forms.BooleanField(label=_("Did not come"), required=False)
    place = number_field(
        pgettext_lazy("at the table", "Place"), 1, MAX_SEATS, _("Type the place, from 1 to 6.")
    )
    before_retention = _amount(_("Before retention"))
    retained = _amount(_("Retained"))
    circuit_income = _amount(_("Circuit income"))

    def __init__(
        self, seat: Seat, line: dict[str, Any] | None, data: Any, *, no_show: bool, blind: bool
    ) -> None:
        self.seat, self.missed = seat, no_show
        self.stored = line or {}
        known, no_show = ({}, False) if blind else (self.stored, no_show)
        initial = {name: known.get(name) for name in ("final", "out", *AMOUNTS)}
        if known.get("out"):
            initial |= {"place": known["place"], "final": None}
        if no_show:
            initial |= {"out": False, "place": None, "no_show": True}
        initial["role"] = seat.role or known.get("role")
        super().__init__(data, prefix=f"seat{seat.order}", initial=initial)
        # A role that was drawn is played as drawn.
        self.fields["role"].disabled = bool(seat.role)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """Return the figures of the end procedure."""
        return [self[name] for name in AMOUNTS]

    def as_typed(self) -> PaperSeatResult:
        """Return the line as typed; the form has to be valid."""
        found = self.cleaned_data
        out = found["out"] or found["no_show"]
        line = SeatResult(
            player_id=self.seat.entry.code,
            role=found["role"],
            place=0,
            final=0,
            out=out,
            **{name: None if out else found[name] for name in AMOUNTS},
        )
        place = found["place"] if out and not found["no_show"] else None
        final = None if out else found["final"]
        name = self.seat.entry.name
        return PaperSeatResult(name, line, place, final, no_show=found["no_show"])


class AbandonedForm(forms.Form):
    """Whether the game had no end, and why."""

    abandoned = forms.BooleanField(label=_("The game was abandoned"), required=False)
    reason = forms.CharField(label=_("Why it was abandoned"), required=False, max_length=300)

    def clean(self) -> dict[str, Any]:
        """Require a reason for an abandoned game."""
        found = super().clean() or {}
        if found.get("abandoned") and not found.get("reason"):
            self.add_error("reason", _("Say why: the players read it."))
        return found


class CorrectionForm(forms.Form):
    """The reason for correcting a result that counts."""

    reason = forms.CharField(
        label=_("Why is the result corrected? Everybody reads it."),
        max_length=MAX_REASON,
        error_messages={"required": _("Say why: the result counts already.")},
    )


def correction_form(table: Table, kept: PaperSheet | None, data: Any) -> CorrectionForm | None:
    """Return the form for a correction.

    None where no sheet of this table corrects anything (1 query).
    """
    if not has_paper_result(table):
        return None
    initial = {"reason": kept.correction_reason if kept else ""}
    return CorrectionForm(data, prefix="correction", initial=initial)


class SheetForm:
    """All lines of a table.

    `faults` concern no field; `wrong` has the other sentences, each with the id of its field. `why`
    asks where they correct a result.

    A `blind` form is empty: what waits of somebody else is only shown beside it.
    """

    def __init__(
        self,
        event: Event,
        seats: Sequence[Seat],
        sheet: PaperSheet | None,
        data: Any = None,
        why: CorrectionForm | None = None,
        *,
        blind: bool = False,
    ) -> None:
        lines = {line["player"]: line for line in sheet.lines} if sheet else {}
        missed = sheet.no_shows if sheet else []
        reason = sheet.abandoned_reason if sheet and not blind else ""
        self.event = event
        self.lines = [
            LineForm(
                seat,
                lines.get(seat.entry.code),
                data,
                no_show=seat.entry.code in missed,
                blind=blind,
            )
            for seat in seats
        ]
        initial = {"abandoned": bool(reason), "reason": reason}
        self.end = AbandonedForm(data, prefix="end", initial=initial)
        self.why = why
        self.faults: list[str] = []
        self.wrong: list[tuple[str, str]] = []

    def result(self) -> GameResult | None:
        """Return the result typed in, places and all; None where something is wrong.

        The form shows what is wrong.
        """
        forms = [*self.lines, self.end, *([self.why] if self.why else [])]
        if not all([form.is_valid() for form in forms]):  # noqa: C419 - each says its own
            self.wrong = [fault for form in forms for fault in _field_faults(form)]
            return None
        typed = [line.as_typed() for line in self.lines]
        try:
            if self.end.cleaned_data["abandoned"]:
                self._refuse_cash()
                return abandoned_result(self.event, typed)
            return paper_result(self.event, typed)
        except ValidationError as error:
            self.show(error)
            return None

    def show(self, error: ValidationError) -> None:
        """Show why a result is refused, at the fields it concerns."""
        # An error of several fields has no list, and is one by itself.
        for fault in getattr(error, "error_list", [error]):
            if isinstance(fault, SeatError):
                self._mark(fault)
            else:
                self.faults += fault.messages

    def _mark(self, fault: SeatError) -> None:
        (text,) = fault.messages
        for seat in fault.seats:
            self.lines[seat].add_error(fault.field, text)
        self.wrong.append((text, self.lines[fault.seats[0]][fault.field].id_for_label))

    def _refuse_cash(self) -> None:
        """Raise ValidationError if cash was typed of an abandoned game, which counts none."""
        typed = [n for n, line in enumerate(self.lines) if line.cleaned_data["final"]]
        if typed:
            message = _(
                "A game that could not be finished counts no cash: empty the cash of all "
                "players, or take the tick away."
            )
            raise SeatError(str(message), "final", *typed)

    @property
    def details(self) -> SheetDetails:
        """Return the other details as typed; the form has to be valid."""
        end = self.end.cleaned_data
        return SheetDetails(
            no_shows=tuple(
                line.seat.entry.code for line in self.lines if line.cleaned_data["no_show"]
            ),
            abandoned_reason=end["reason"] if end["abandoned"] else "",
            correction_reason=self.why.cleaned_data["reason"] if self.why else "",
        )


def _field_faults(form: forms.Form) -> list[tuple[str, str]]:
    """Return the faults of a form's fields, each with the field's id.

    The fault of a line names its player.
    """
    name = form.seat.entry.name if isinstance(form, LineForm) else ""
    named = _("%(title)s: %(value)s")
    return [
        (named % {"title": name, "value": text} if name else str(text), form[field].id_for_label)
        for field, messages in form.errors.items()
        for text in messages
    ]
