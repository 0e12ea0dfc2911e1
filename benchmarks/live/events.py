"""Events to look at: as many players as asked for, three rounds of tables of four."""

import random
from collections.abc import Iterable, Sequence

from django.utils import timezone

from referee.log.collected import collect_sheet
from tests.tournament.making import BY, finish, make_event, result_of, seat_round, table_of
from tournament.models import Entry, PaperSheet, Round
from tournament.results.services.paper import SheetDetails, enter_sheet, mark_of
from tournament.standings.services.finals import make_cut

ROUNDS = 3
AT_A_TABLE = 4
RICHEST = 3_000


def make(slug: str, players: int, *, playing: bool = False, finalists: int = 0) -> Round:
    """Make a published event, and return its third round, which is over or about to be played.

    With `finalists` a final follows it.
    """
    rng = random.Random(players)
    today = timezone.now().date()
    finals = [finalists] if finalists else []
    rounds = ROUNDS + len(finals)
    event = make_event(slug, players, number_of_rounds=rounds, starts_on=today, finals=finals)
    for number in range(1, ROUNDS + 1):
        seeds = list(range(1, players + 1))
        rng.shuffle(seeds)
        tables = _tables_of(seeds)
        found = seat_round(event, number, *tables)
        if playing and number == ROUNDS:
            break
        for table in range(1, len(tables) + 1):
            finish(table_of(found, table), *_cash(rng))
    return found


def begin_final(last: Round) -> Round:
    """Cut to the final after `last`, the third round of an event with one, and publish it."""
    cut = make_cut(event=last.event, number=last.number + 1, by=BY)
    entries = Entry.objects.filter(event=last.event)
    seeds = [entry.seed for entry in entries if entry.code in cut.finalists]
    return seat_round(last.event, last.number + 1, *_tables_of(seeds))


def correct(event_round: Round, tables: Iterable[int]) -> None:
    """Correct results of a round, and collect another correction of each."""
    rng = random.Random(event_round.number)
    details = SheetDetails(correction_reason="Counted again")
    for number in tables:
        table = table_of(event_round, number)
        finish(table, *_cash(rng))
        again = result_of(table, *_cash(rng))
        enter_sheet(table=table, result=again, seen="", by=BY, details=details)
        seen = mark_of(PaperSheet.objects.get(table=table))
        collect_sheet(table=table, seen=seen, reason="", by=BY)


def _tables_of(seeds: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(seeds[at : at + AT_A_TABLE]) for at in range(0, len(seeds), AT_A_TABLE)]


def _cash(rng: random.Random) -> list[int]:
    return [rng.randrange(RICHEST) for _ in range(AT_A_TABLE)]
