"""Two typings of one paper sheet, side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tournament.common.editions import edition_of
from tournament.models import Event, PaperSheet, Seat


class TypedLine(NamedTuple):
    """What one person typed of one player; `final` is None where no cash counts."""

    place: int
    role: str
    final: int | None
    out: bool
    no_show: bool


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
    """A deed of which the two say something else: the owner's name, buildings, mortgaged or not.

    None where nobody owns it.
    """

    name: str
    first: tuple[str, int, bool] | None
    second: tuple[str, int, bool] | None


@dataclass(frozen=True, slots=True)
class Typings:
    """Both typings: every player, and the deeds that differ if both have the whole position.

    The reasons are why the game had no end, blank if it had one.
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
    lines = zip(
        _lines(sheet.lines, sheet.no_shows, abandoned=bool(sheet.abandoned_reason)),
        _lines(second["lines"], second["no_shows"], abandoned=bool(second["abandoned_reason"])),
        strict=True,
    )
    names = {seat.entry.code: seat.entry.name for seat in seats}
    players = (
        PlayerTypings(names.get(line["player"], line["player"]), *both)
        for line, both in zip(sheet.lines, lines, strict=True)
    )
    return Typings(
        tuple(players),
        tuple(_deeds(sheet.position, second["position"], event, names)),
        sheet.abandoned_reason,
        second["abandoned_reason"],
    )


def _lines(
    lines: list[dict[str, Any]], no_shows: list[str], *, abandoned: bool
) -> Iterable[TypedLine]:
    for line in lines:
        counts = not (abandoned or line["out"])
        yield TypedLine(
            line["place"],
            line["role"],
            line["final"] if counts else None,
            line["out"],
            line["player"] in no_shows,
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
        one, other = (_deed(each["deeds"].get(square), names) for each in (first, second))
        if one != other:
            yield DeedTypings(str(squares[int(square)].name), one, other)


def _deed(deed: dict[str, Any] | None, names: dict[str, str]) -> tuple[str, int, bool] | None:
    if deed is None:
        return None
    return names.get(deed["owner"], deed["owner"]), deed["improvements"], deed["mortgaged"]
