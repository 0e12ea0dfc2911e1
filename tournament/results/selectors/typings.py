"""Two typings of one paper sheet side by side.

A correction is put likewise beside the result that it corrects.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tournament.common.editions import edition_of
from tournament.models import Event, PaperSheet, Seat
from tournament.results.figures import COMPARED_IF_GIVEN
from tournament.results.selectors.paper import sheet_to_type


class TypedLine(NamedTuple):
    """One player's line as one person typed it.

    `final` is None where no cash counts. `amounts` are the figures of the end procedure that
    were typed, by their names. `cash`, `confined` and `left` (the order of leaving) are from
    the whole position, if it was typed.
    """

    place: int
    role: str
    final: int | None
    out: bool
    no_show: bool
    amounts: tuple[tuple[str, int], ...]
    cash: int | None
    confined: bool
    left: int | None


class PlayerTypings(NamedTuple):
    """One player in both typings."""

    name: str
    first: TypedLine
    second: TypedLine

    @property
    def differ(self) -> bool:
        """Whether the two say something else of the player."""
        return self.first != self.second


class DeedTypings(NamedTuple):
    """A deed of which the two say something else.

    A typing is the owner's name, the buildings, whether it is mortgaged, and what was thrown for
    it; None where nobody owns it.
    """

    name: str
    first: tuple[str, int, bool, str] | None
    second: tuple[str, int, bool, str] | None


@dataclass(frozen=True, slots=True)
class Typings:
    """Both typings of a sheet: every player, and the deeds that differ.

    The deeds are there if both have the whole position. The reasons say why the game had no
    end, blank if it had one.
    """

    players: tuple[PlayerTypings, ...]
    deeds: tuple[DeedTypings, ...]
    first_abandoned: str
    second_abandoned: str


def typings_of(sheet: PaperSheet, event: Event, seats: Sequence[Seat]) -> Typings | None:
    """Return both typings of a sheet, or None if there is only one."""
    second = sheet.second
    if second is None:
        return None
    names = {seat.entry.code: seat.entry.name for seat in seats}
    players = (
        PlayerTypings(names.get(one["player"], one["player"]), *both)
        for one, *both in zip(sheet.lines, _lines(sheet.typed), _lines(second), strict=True)
    )
    return Typings(
        tuple(players),
        tuple(_deeds(sheet.position, second["position"], event, names)),
        sheet.abandoned_reason,
        second["abandoned_reason"],
    )


def correction_of(sheet: PaperSheet, seats: Sequence[Seat]) -> Typings | None:
    """Return the counting result from paper beside a sheet that corrects it.

    None if the sheet corrects none. Everything that follows from a whole position is compared,
    but not its deeds. 3 queries.
    """
    counting = sheet_to_type(sheet.table, None)
    if counting is None:
        return None
    names = {seat.entry.code: seat.entry.name for seat in seats}
    before, after = ({**each.typed, "position": None} for each in (counting, sheet))
    both = zip(sheet.lines, _lines(before), _lines(after), strict=True)
    return Typings(
        tuple(PlayerTypings(names.get(one["player"], one["player"]), *of) for one, *of in both),
        (),
        counting.abandoned_reason,
        sheet.abandoned_reason,
    )


def _lines(typed: Mapping[str, Any]) -> Iterable[TypedLine]:
    position = typed["position"] or {"cash": {}, "confined": (), "left": []}
    for line in typed["lines"]:
        player, counts = line["player"], not (typed["abandoned_reason"] or line["out"])
        left = position["left"]
        yield TypedLine(
            line["place"],
            line["role"],
            line["final"] if counts else None,
            line["out"],
            player in typed["no_shows"],
            tuple((name, line[name]) for name in COMPARED_IF_GIVEN if line[name] is not None),
            position["cash"].get(player),
            player in position["confined"],
            left.index(player) + 1 if player in left else None,
        )


def _deeds(
    first: dict[str, Any] | None,
    second: dict[str, Any] | None,
    event: Event,
    names: dict[str, str],
) -> Iterable[DeedTypings]:
    if first is None or second is None:
        return
    squares = edition_of(event).board.squares
    for square in sorted({*first["deeds"], *second["deeds"]}, key=int):
        one, other = (_deed(each, square, names) for each in (first, second))
        if one != other:
            yield DeedTypings(str(squares[int(square)].name), one, other)


def _deed(
    position: Mapping[str, Any], square: str, names: Mapping[str, str]
) -> tuple[str, int, bool, str] | None:
    deed = position["deeds"].get(square)
    if deed is None:
        return None
    thrown = " + ".join(map(str, position["throws"].get(square, ())))
    owner = names.get(deed["owner"], deed["owner"])
    return owner, deed["improvements"], deed["mortgaged"], thrown
