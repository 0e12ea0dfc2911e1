"""A table that has begun to play keeps its seats: what its tablet logged is of who sits there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from referee.models import GameLog, LoggedEvent
from tests.referee.log.test_append import send
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.swaps import swap_seats
from tournament.models import Round, Table
from tournament.rounds.services.rounds import clear_seats, delete_round

pytestmark = pytest.mark.django_db
LINES = golden("12")


def begun(roles: str = "drawn") -> Table:
    """The first of two tables, whose tablet has logged the start of its game."""
    table = make_table(LINES[0], roles=roles, tables=2)
    tablet = paired(table)
    send(tablet, *tablet.made_of(*log_events(LINES)[:2]))
    return table


def swap(round_: Round, one: str, other: str) -> None:
    seen = digest_of_seats(tables_of_round(round_))
    swap_seats(round=round_, one=one, other=other, seen=seen, by=BY)


def seats(round_: Round) -> list[Any]:
    return [(seat.player, seat.role) for table in tables_of_round(round_) for seat in table.seats]


@pytest.mark.parametrize("change", [
    lambda round_: swap(round_, "p01", "p11"),
    lambda round_: swap(round_, "p01", "p02"),
    lambda round_: clear_seats(round=round_, by=BY),
    lambda round_: delete_round(round=round_, by=BY),
])  # fmt: skip
def test_seats_of_a_table_that_plays_are_not_changed(change: Callable[[Round], object]) -> None:
    round_ = begun().round
    before, logged = seats(round_), LoggedEvent.objects.count()
    with pytest.raises(ValidationError, match="Table 1 has begun to play"):
        change(round_)
    assert seats(round_) == before
    assert LoggedEvent.objects.count() == logged > 0


def test_several_tables_that_play_are_named_together() -> None:
    round_ = begun().round
    paired(Table.objects.get(round=round_, number=2))
    GameLog.objects.update(head_seq=1)
    with pytest.raises(ValidationError, match="Tables 1 and 2 have begun to play"):
        clear_seats(round=round_, by=BY)


def test_a_table_beside_it_is_seated_as_before() -> None:
    round_ = begun().round
    second = [seat.player for seat in tables_of_round(round_)[1].seats]
    swap(round_, second[0], second[1])
    assert [seat.player for seat in tables_of_round(round_)[1].seats][:2] == second[1::-1]
