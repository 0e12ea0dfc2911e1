"""Results that organisers type in from paper.

The places follow from the cash by themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.game.rulings import RULINGS
from scoring.result import GameResult, SeatResult, places_by_player
from tournament.models import Event

DECIDING_FIGURES = {"circuit_income": "circuit_income", "pre_retention_cash": "before_retention"}


class SeatError(ValidationError):
    """An error in a field of one or more lines; `seats` are their numbers, from 0."""

    def __init__(self, message: str, field: str, *seats: int) -> None:
        super().__init__(message)
        self.field, self.seats = field, seats


@dataclass(frozen=True, slots=True)
class PaperSeatResult:
    """One player's line as it was typed.

    `place` and `final` are None if the box was left empty. `place_kept` is set if the box still has
    the place of the result before, `no_show` if the player did not come and so is out.
    """

    name: str
    result: SeatResult
    place: int | None
    final: int | None
    place_kept: bool = False
    no_show: bool = False


def paper_result(event: Event, typed: Sequence[PaperSeatResult]) -> GameResult:
    """Return the result typed in, its lines in order of play.

    Equal cash shares the place, or is decided by the figure that the ruling in force names. Who is
    out has no cash and ranks behind the others; among several of them the places typed in say who
    went last. Who did not come is behind them; whoever came alone has a walk-over, and needs no
    cash. Raises ValidationError naming everything that is missing, and every place typed in
    that is not the one that follows.
    """
    playing = sum(not each.result.out for each in typed)
    walk_over = playing == 1 and all(each.no_show for each in typed if each.result.out)
    faults = _missing_errors(typed, walk_over=walk_over)
    if not faults:
        lines = [replace(each.result, final=each.final or 0) for each in typed]
        keys = {
            number: ranking_key(event, line) for number, line in enumerate(lines) if not line.out
        }
        faults = undecided_ties(
            event, {n: typed[n].name for n in keys}, {n: lines[n] for n in keys}
        )
    if faults:
        raise ValidationError(faults)
    places = places_by_player(keys, _elimination_order(typed))
    faults = [
        wrong_place_error(each.name, places[number], number)
        for number, each in enumerate(typed)
        if each.place not in (None, places[number]) and not each.place_kept
    ]
    if faults:
        raise ValidationError(faults)
    seats = tuple(replace(line, place=places[number]) for number, line in enumerate(lines))
    return GameResult(edition=event.edition, mode=event.mode, seats=seats)


def wrong_place_error(player: str, place: int, seat: int) -> SeatError:
    """Return the error of a place that differs from the one the cash gives."""
    message = _(
        "%(player)s: place %(place)d follows from the cash. "
        "Equal cash shares it unless a ruling decides."
    )
    return SeatError(message % {"player": player, "place": place}, "place", seat)


def ranking_key(event: Event, line: SeatResult) -> tuple[int, ...]:
    """Return the key by which a player who is not out is ranked.

    It is the final cash, then what the ruling on ties names.
    """
    figure = deciding_figure(event)
    value = getattr(line, figure) if figure else None
    return (line.final,) if value is None else (line.final, value)


def deciding_figure(event: Event) -> str | None:
    """Return the figure that decides among equal cash in the event.

    None where equal cash shares the place.
    """
    ruling = event.rulings.get("ties", RULINGS["ties"][0])
    return DECIDING_FIGURES.get(ruling) if event.mode == "two-hour" else None


def undecided_ties(
    event: Event, names: Mapping[int, str], lines: Mapping[int, SeatResult]
) -> list[ValidationError]:
    """Return an error for each player with equal cash that nothing decides.

    Such a player lacks the figure that decides between players with equal cash.
    """
    figure = deciding_figure(event)
    if figure is None:
        return []
    finals = [line.final for line in lines.values()]
    message = _(
        "%(player)s has the same cash as another player: give the three figures of the end "
        "procedure, one of which decides by the rulings in force."
    )
    return [
        SeatError(message % {"player": names[number]}, figure, number)
        for number, line in lines.items()
        if finals.count(line.final) > 1 and getattr(line, figure) is None
    ]


def abandoned_result(event: Event, typed: Sequence[PaperSeatResult]) -> GameResult:
    """Return the result of a game without an end.

    Nobody has any cash, and whoever came shares the first place. Who was out by then came, too.
    """
    came = [number for number, each in enumerate(typed) if not each.no_show]
    gone = [number for number, each in enumerate(typed) if each.no_show]
    places = places_by_player(dict.fromkeys(came, (0,)), gone)
    seats = tuple(
        replace(
            each.result,
            final=0,
            place=places[number],
            out=each.no_show,
            before_retention=None,
            retained=None,
            circuit_income=None,
        )
        for number, each in enumerate(typed)
    )
    return GameResult(edition=event.edition, mode=event.mode, seats=seats)


def _missing_errors(typed: Sequence[PaperSeatResult], *, walk_over: bool) -> list[ValidationError]:
    """Return the errors for what has to be typed and was not."""
    message = _("Give the final cash of %(player)s.")
    faults: list[ValidationError] = [
        SeatError(message % {"player": each.name}, "final", number)
        for number, each in enumerate(typed)
        if each.final is None and not each.result.out and not walk_over
    ]
    out = [n for n, each in enumerate(typed) if each.result.out and not each.no_show]
    places = [typed[number].place for number in out]
    unclear = [n for n in out if typed[n].place is None or places.count(typed[n].place) > 1]
    if len(out) > 1 and unclear:
        message = _(
            "Several players are out: type a place of its own for each, the last to leave ahead "
            "of those who left before."
        )
        faults.append(SeatError(message, "place", *unclear))
    return faults


def _elimination_order(typed: Sequence[PaperSeatResult]) -> list[int]:
    """Return the numbers of those who are out, in the order they left.

    Who never came is first, then the worst place.
    """
    out = [number for number, each in enumerate(typed) if each.result.out]
    return sorted(out, key=lambda n: (not typed[n].no_show, -(typed[n].place or 0)))
