"""The form of a final position from paper.

It has a line for each player, and a row for each deed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from referee.board.deeds import deed_groups
from referee.language import square_name
from referee.records.final_position import TypedDeed, TypedPosition
from scoring.game.board import Board, Square
from tournament.common.number_field import number_field
from tournament.models import Seat
from tournament.results.checks import CASH_ALLOWED, MAX_CASH

MOST_BUILDINGS = 5
NO_SHOW = "no-show"
ORDINALS = (
    gettext_lazy("left first"),
    gettext_lazy("left second"),
    gettext_lazy("left third"),
    gettext_lazy("left fourth"),
    gettext_lazy("left fifth"),
)


def _field_label(name: str, field: forms.Field) -> str:
    """Return the label of a field, used where its column's head is not read out."""
    return _("%(title)s: %(value)s") % {"title": name, "value": field.label}


class PlayerLine(forms.Form):
    """One player: `seat` is whose line it is."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Seat.Role.choices)
    cash = number_field(gettext_lazy("Cash"), 0, MAX_CASH, CASH_ALLOWED)
    confined = forms.BooleanField(label=gettext_lazy("In prison or price war"), required=False)
    left = forms.ChoiceField(label=gettext_lazy("In the game?"), required=False)

    def __init__(self, seat: Seat, data: Any, initial: Mapping[str, Any], others: int) -> None:
        self.seat = seat
        known: dict[str, Any] = {"role": seat.role, **initial}
        super().__init__(data, prefix=f"seat{seat.order}", initial=known)
        # A role that was drawn is played as drawn.
        self.fields["role"].disabled = bool(seat.role)
        left: Any = self.fields["left"]
        left.choices = [
            ("", _("to the end")),
            *((str(number), ORDINALS[number - 1]) for number in range(1, others + 1)),
            (NO_SHOW, _("did not come")),
        ]
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = _field_label(seat.entry.name, field)

    @property
    def code(self) -> str:
        """The player's id in the record."""
        return self.seat.entry.code

    @property
    def left_label(self) -> str:
        """The time when the player left, as it was typed before."""
        left: Any = self.fields["left"]
        return str(dict(left.choices).get(self["left"].value(), ""))

    @property
    def is_out(self) -> bool:
        """Return whether the player left, or never came; the form is valid."""
        return bool(self.cleaned_data["left"])

    def check_cash(self) -> None:
        """Require cash, even if 0, of a player still in, and refuse it of one who left."""
        cash = self.cleaned_data["cash"]
        if not self.is_out and cash is None:
            self.add_error("cash", _("Type the cash, 0 for none."))
        if self.is_out and cash:
            self.add_error("cash", _("A player who left has no cash any more: leave this empty."))


class DeedLine(forms.Form):
    """One deed of the board; a street has room for buildings, a utility for its throw."""

    owner = forms.ChoiceField(required=False)
    mortgaged = forms.BooleanField(label=pgettext_lazy("deed", "Mortgaged"), required=False)

    def __init__(
        self,
        square: Square,
        players: Iterable[tuple[str, str]],
        data: Any,
        known: dict[str, Any],
    ) -> None:
        self.square, self.number = square, square.number
        self.name = square_name(square.name)
        super().__init__(data, prefix=f"deed{self.number}", initial=known)
        owner: Any = self.fields["owner"]
        owner.label, owner.choices = _("Owner"), [("", "–"), *players]
        if square.kind == "street":
            allowed = _("Type the number of buildings, from 0 to 5.")
            self.fields["built"] = number_field(_("Buildings"), 0, MOST_BUILDINGS, allowed)
        if square.kind == "utility":
            for name, label in (("one", _("First die")), ("two", _("Second die"))):
                self.fields[name] = number_field(label, 1, 6, _("Type what the die shows: 1 to 6."))
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = _field_label(self.name, field)

    @property
    def dice(self) -> list[forms.BoundField]:
        """The boxes of the throw; none but of a utility."""
        return [self[name] for name in ("one", "two") if name in self.fields]

    def check(self, out: Mapping[str, str]) -> None:
        """Check a row's fields together; `out` are the names of players who left, by id."""
        found = self.cleaned_data
        if found["owner"] in out:
            message = _("%(player)s had left the game: who has the deed now?")
            self.add_error("owner", message % {"player": out[found["owner"]]})
        elif not found["owner"] and (found.get("built") or found["mortgaged"]):
            self.add_error("owner", _("Whose deed is it?"))
        if (found.get("one") is None) != (found.get("two") is None):
            self.add_error("two" if found.get("two") is None else "one", _("Type both dice."))

    def deed(self) -> TypedDeed | None:
        """Return the typed deed; None where nobody owns it."""
        found = self.cleaned_data
        if not found["owner"]:
            return None
        return TypedDeed(found["owner"], found.get("built") or 0, found["mortgaged"])

    def throw(self) -> tuple[int, int] | None:
        """Return the throw for a utility, None if it is incomplete."""
        one, two = self.cleaned_data.get("one"), self.cleaned_data.get("two")
        return None if one is None or two is None else (one, two)


@dataclass(frozen=True, slots=True)
class City:
    """The rows of a city, or of the deeds of one kind.

    `number` is the city's, None for the deeds of one kind.
    """

    name: str
    number: int | None
    rows: list[DeedLine]


class PositionForm:
    """All of a table's end; `faults` concern no field of it."""

    def __init__(
        self,
        seats: Sequence[Seat],
        board: Board,
        known: tuple[TypedPosition, Sequence[str]] | None = None,
        data: Any = None,
    ) -> None:
        typed, no_shows = known or (None, ())
        owners = [(seat.entry.code, f"{seat.order} {seat.entry.name}") for seat in seats]
        self.players = [
            PlayerLine(seat, data, _known_of(typed, no_shows, seat.entry.code), len(seats) - 1)
            for seat in seats
        ]
        self.deeds = [
            DeedLine(board.squares[number], owners, data, _known_deed(typed, number))
            for number in board.deeds
        ]
        self._groups = deed_groups(board)
        self.is_bound = data is not None
        self.faults: list[str] = []

    @property
    def cities(self) -> list[City]:
        """The deeds by group, as the score sheet lists them."""
        rows = {row.number: row for row in self.deeds}
        return [
            City(group.name, group.number, [rows[square] for square in group.squares])
            for group in self._groups
        ]

    @property
    def lines(self) -> list[PlayerLine | DeedLine]:
        """All lines of the form."""
        return [*self.players, *self.deeds]

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """Return each field's faults: the player or deed, the fault, and the field's id."""
        return [
            (_name(line), str(message), line[field].id_for_label)
            for line in self.lines
            for field, messages in line.errors.items()
            for message in messages
        ]

    @property
    def no_shows(self) -> tuple[str, ...]:
        """The codes of players who did not come; the form is valid."""
        return tuple(p.code for p in self.players if p.cleaned_data["left"] == NO_SHOW)

    def position(self) -> TypedPosition | None:
        """Return the position that was typed.

        None where something is wrong. The fault is then shown at its field.
        """
        if not all([line.is_valid() for line in self.lines]):  # noqa: C419 - each says its own
            return None
        out = {p.code: p.seat.entry.name for p in self.players if p.is_out}
        for player in self.players:
            player.check_cash()
        for row in self.deeds:
            row.check(out)
        self._check_order()
        return None if any(line.errors for line in self.lines) else self._typed_position()

    def _check_order(self) -> None:
        given = [p.cleaned_data["left"] for p in self.players]
        for player, when in zip(self.players, given, strict=True):
            if when not in ("", NO_SHOW) and given.count(when) > 1:
                player.add_error("left", _("Two players left at the same place: who was first?"))

    def _typed_position(self) -> TypedPosition:
        left = sorted(
            (p for p in self.players if p.is_out),
            key=lambda p: (p.cleaned_data["left"] != NO_SHOW, p.cleaned_data["left"]),
        )
        playing = [player for player in self.players if not player.is_out]
        return TypedPosition(
            roles={p.code: p.cleaned_data["role"] for p in self.players},
            cash={p.code: p.cleaned_data["cash"] for p in playing},
            deeds={row.number: deed for row in self.deeds if (deed := row.deed())},
            confined=tuple(p.code for p in playing if p.cleaned_data["confined"]),
            left=tuple(player.code for player in left),
            throws={row.number: throw for row in self.deeds if (throw := row.throw())},
        )


def _name(line: PlayerLine | DeedLine) -> str:
    return line.name if isinstance(line, DeedLine) else line.seat.entry.name


def _known_of(typed: TypedPosition | None, no_shows: Sequence[str], code: str) -> dict[str, Any]:
    if typed is None:
        return {}
    told: dict[str, Any] = {"cash": typed.cash.get(code), "confined": code in typed.confined}
    told["role"] = typed.roles.get(code, "")
    left = [each for each in typed.left if each not in no_shows]
    if code in no_shows:
        return {**told, "left": NO_SHOW}
    return {**told, "left": str(left.index(code) + 1) if code in left else ""}


def _known_deed(typed: TypedPosition | None, number: int) -> dict[str, Any]:
    if typed is None:
        return {}
    one, two = typed.throws.get(number, (None, None))
    deed = typed.deeds.get(number)
    if deed is None:
        return {"one": one, "two": two}
    built = deed.improvements or None
    return {
        "owner": deed.owner,
        "built": built,
        "mortgaged": deed.mortgaged,
        "one": one,
        "two": two,
    }
