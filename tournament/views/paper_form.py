"""The form of a paper sheet: a line for each player of a table, in order of play."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.result import GameResult, SeatResult
from tournament.models import Event, PaperSheet, Seat
from tournament.models.rounds import MAX_SEATS
from tournament.paper_results import PaperSeatResult, paper_result
from tournament.result_checks import MAX_CASH

AMOUNTS = ("before_retention", "retained", "circuit_income")


def _amount(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=MAX_CASH,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class LineForm(forms.Form):
    """One player's line; `seat` is whose."""

    role = forms.ChoiceField(label=_("Role"), choices=Seat.Role.choices)
    final = _amount(_("Final cash"))
    out = forms.BooleanField(label=_("Out of the game"), required=False)
    place = forms.IntegerField(
        label=pgettext_lazy("at the table", "Place"),
        required=False,
        min_value=1,
        max_value=MAX_SEATS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    before_retention = _amount(_("Before retention"))
    retained = _amount(_("Retained"))
    circuit_income = _amount(_("Circuit income"))

    def __init__(self, seat: Seat, line: dict[str, Any] | None, data: Any) -> None:
        self.seat = seat
        self.stored = known = line or {}
        initial = {name: known.get(name) for name in ("final", "out", *AMOUNTS)}
        if known.get("out"):
            initial |= {"place": known["place"], "final": None}
        initial["role"] = seat.role or known.get("role")
        super().__init__(data, prefix=f"seat{seat.order}", initial=initial)
        # A role that was drawn is played as drawn.
        self.fields["role"].disabled = bool(seat.role)

    @property
    def amounts(self) -> list[forms.BoundField]:
        """The figures of the end procedure."""
        return [self[name] for name in AMOUNTS]

    def as_typed(self) -> PaperSeatResult:
        """What was typed; the form is valid."""
        found = self.cleaned_data
        line = SeatResult(
            player_id=self.seat.entry.code,
            role=found["role"],
            place=0,
            final=0,
            out=found["out"],
            **{name: None if found["out"] else found[name] for name in AMOUNTS},
        )
        place = found["place"] if found["out"] else None
        final = None if found["out"] else found["final"]
        return PaperSeatResult(self.seat.entry.player.name, line, place, final)


class SheetForm:
    """All lines of a table; `faults` name what is wrong with them together."""

    def __init__(
        self, event: Event, seats: Sequence[Seat], sheet: PaperSheet | None, data: Any = None
    ) -> None:
        lines = sheet.lines if sheet else [None] * len(seats)
        self.event = event
        self.lines = [LineForm(seat, line, data) for seat, line in zip(seats, lines, strict=True)]
        self.faults: list[str] = []

    def result(self) -> GameResult | None:
        """The result typed in, places and all; None where something is wrong, which is shown."""
        if not all([line.is_valid() for line in self.lines]):  # noqa: C419 - every line says its own
            return None
        try:
            return paper_result(self.event, [line.as_typed() for line in self.lines])
        except ValidationError as error:
            self.faults += error.messages
            return None
