"""The facts from which the states of rounds follow, in a fixed number of queries."""

import datetime as dt
from collections.abc import Iterable, Mapping

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from tournament.boards import boards
from tournament.models import ConflictingResult, Entry, PaperSheet, Result, Round, Seat, Table
from tournament.rounds.selectors.clock import HallClock, hall_clocks_of
from tournament.rounds.states import RoundProgress

LOG_NEEDS = ("called", "set_aside")


def progress_of(round_: Round, *, now: dt.datetime | None = None) -> RoundProgress:
    """Return the progress of a round with its tables' pauses.

    Its event is loaded (some 8 queries).
    """
    now = now or timezone.now()
    hall = hall_clocks_of([round_], now=now)[round_.pk]
    pauses = boards().pauses_of_round(round_.pk, hall.steps)
    paused = [
        number for number, pause in pauses.items() if pause.seconds or pause.since is not None
    ]
    return _progress_of([round_], {round_.pk: hall}, {round_.pk: sorted(paused)})[round_.pk]


def progress_of_rounds(
    rounds: Iterable[Round], *, now: dt.datetime | None = None
) -> dict[int, RoundProgress]:
    """Return the progress of several rounds by key (some 7 queries).

    The event of each round is loaded. Pauses of tables are left out: they matter only to steps
    that are taken back.
    """
    rounds = list(rounds)
    return _progress_of(rounds, hall_clocks_of(rounds, now=now or timezone.now()), {})


def corrected_since_closed(round_: Round) -> list[int]:
    """Return the numbers of tables whose result changed after the round closed.

    1 query; none for an open round.
    """
    if round_.closed_at is None:
        return []
    changed = Result.objects.filter(table__round=round_, confirmed_at__gt=round_.closed_at)
    chosen = Result.objects.filter(table__round=round_, decided_at__gt=round_.closed_at)
    return sorted((changed | chosen).values_list("table__number", flat=True))


def _progress_of(
    rounds: list[Round], halls: Mapping[int, HallClock], paused: Mapping[int, list[int]]
) -> dict[int, RoundProgress]:
    keys = [item.pk for item in rounds]
    leavers = _leavers(keys)
    needs = boards().needs_of_rounds(keys)
    tables: dict[int, list[Table]] = {key: [] for key in keys}
    for table in _tables(keys):
        tables[table.round_id].append(table)
    return {
        item.pk: _of_round(
            item,
            halls[item.pk],
            tables[item.pk],
            needs.get(item.pk, {}),
            leavers=leavers.get(item.pk),
            paused=paused.get(item.pk, []),
        )
        for item in rounds
    }


def _leavers(rounds: list[int]) -> dict[int, int]:
    """Return how many players of each seated round dropped out, by key (1 query).

    Rounds without seats are left out.
    """
    left = Q(entry__status=Entry.Status.DROPPED)
    seats = Seat.objects.filter(round__in=rounds).order_by().values_list("round")
    return dict(seats.annotate(leavers=Count("pk", filter=left)))


def _tables(rounds: list[int]) -> Iterable[Table]:
    result = Exists(Result.objects.filter(table=OuterRef("pk")))
    waiting = Exists(ConflictingResult.objects.filter(table=OuterRef("pk"), waiting=True))
    sheets = PaperSheet.objects.filter(table=OuterRef("pk"), rejected_at=None)
    marked = Table.objects.filter(round__in=rounds).annotate(
        has_result=result,
        contested=waiting,
        typed=Exists(sheets),
        differing=Exists(sheets.filter(second_at__isnull=False)),
    )
    return marked.order_by("number")


def _of_round(
    item: Round,
    hall: HallClock,
    tables: list[Table],
    needs: Mapping[str, tuple[int, ...]],
    *,
    leavers: int | None,
    paused: list[int],
) -> RoundProgress:
    extra = max(hall.extra.values(), default=0)
    return RoundProgress(
        seated=leavers is not None,
        seats_leavers=bool(leavers),
        published=item.status in Round.PUBLIC,
        clock=hall.clock.state,
        remaining=hall.clock.remaining + extra,
        elapsed=hall.clock.elapsed,
        open_tables=_open_tables(tables, needs),
        tables_with_result=_numbers(table for table in tables if table.has_result),  # type: ignore[attr-defined]
        tables_with_log=needs.get("begun", ()),
        tables_paused=tuple(paused),
        confirmed=item.confirmed_at is not None,
        closed=item.closed_at is not None,
    )


def _open_tables(
    tables: list[Table], needs: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the tables by what is missing there.

    While a table has no result, a sheet to be confirmed matters, then the state of its log. A sheet
    beside a result corrects it, and is to be confirmed as well.
    """
    found = {code: list(needs.get(code, ())) for code in LOG_NEEDS}
    of_log = {
        number: code
        for code in ("playing", "unconfirmed", "disputed")
        for number in needs.get(code, ())
    }
    for table in tables:
        alone = "corrected" if table.has_result else "typed"  # type: ignore[attr-defined]
        of_sheet = "differing" if table.differing else alone  # type: ignore[attr-defined]
        if not table.has_result:  # type: ignore[attr-defined]
            of_game = of_log.get(table.number, "not_started")
            code = of_sheet if table.typed else of_game  # type: ignore[attr-defined]
            found.setdefault(code, []).append(table.number)
            continue
        if table.contested:  # type: ignore[attr-defined]
            found.setdefault("several_results", []).append(table.number)
        if table.typed:  # type: ignore[attr-defined]
            found.setdefault(of_sheet, []).append(table.number)
    return {code: tuple(numbers) for code, numbers in found.items() if numbers}


def _numbers(tables: Iterable[Table]) -> tuple[int, ...]:
    return tuple(table.number for table in tables)
