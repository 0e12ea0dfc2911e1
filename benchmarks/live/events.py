"""Events to look at: as many players as asked for, three rounds of tables of four."""

import random

from django.utils import timezone

from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.models import Round

ROUNDS = 3
AT_A_TABLE = 4
RICHEST = 3_000


def make(slug: str, players: int, *, playing: bool = False) -> Round:
    """A published event that is over, or that begins to play its last round, which is returned."""
    rng = random.Random(players)
    today = timezone.now().date()
    event = make_event(slug, players, number_of_rounds=ROUNDS, starts_on=today)
    for number in range(1, ROUNDS + 1):
        seeds = list(range(1, players + 1))
        rng.shuffle(seeds)
        tables = [tuple(seeds[at : at + AT_A_TABLE]) for at in range(0, players, AT_A_TABLE)]
        found = seat_round(event, number, *tables)
        if playing and number == ROUNDS:
            break
        for table in range(1, len(tables) + 1):
            finish(table_of(found, table), *(rng.randrange(RICHEST) for _ in range(AT_A_TABLE)))
    return found
