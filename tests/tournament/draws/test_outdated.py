"""A result corrected after the next round was drawn by scores: the seats stay, and it is said what
the draw would have used."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.accounts import signed_in
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.draws.outdated import outdated_draws
from tournament.draws.seats import tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.models import Event, Round
from tournament.rounds.services.rounds import ensure_round

pytestmark = pytest.mark.django_db


def two_rounds(**fields: Any) -> Event:
    """Two tables played round 1, 1 before 2 before 3 before 4; round 2 is drawn."""
    event = make_event(players=8, table_sizes=[4], **fields)
    first = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    for number in (1, 2):
        finish(table_of(first, number), 40, 30, 20, 10)
    second = ensure_round(event=event, number=2, by=BY)
    draw_round(round=second, by=BY, seed=1)
    return Event.objects.get(pk=event.pk)


def test_a_corrected_result_leaves_the_seats_and_says_what_the_draw_would_have_used() -> None:
    event = two_rounds(score_groups=True)
    second = Round.objects.get(number=2)
    seats = tables_of_round(second)
    assert outdated_draws(event) == []
    first = Round.objects.get(number=1)
    finish(table_of(first, 1), 10, 30, 20, 40)
    (draw,) = outdated_draws(event)
    found = {rank.player.code: (rank.drawn, rank.now) for rank in draw.ranks}
    assert (draw.round, found) == (2, {"p01": (1, 7), "p04": (7, 1)})
    assert "Player 1 was drawn as 1, is 7 now; Player 4 was drawn as 7, is 1 now" in draw.text
    assert tables_of_round(second) == seats


def test_it_is_told_before_the_correction_and_on_the_page_of_the_draw() -> None:
    event = two_rounds(score_groups=True)
    table = table_of(Round.objects.get(number=1), 1)
    worse = {"p01": (4, 10), "p02": (2, 30), "p03": (3, 20), "p04": (1, 40)}
    assert [draw.round for draw in outdated_draws(event, {table.pk: worse})] == [2]
    client = signed_in(User.objects.create_superuser("ada"))
    page = "/organise/open/r/2/draw/"
    assert "The seats of round 2 stay" not in client.get(page).content.decode()
    finish(table, 10, 30, 20, 40)
    assert "The seats of round 2 stay" in client.get(page).content.decode()
    assert (
        "The seats of round 2 stay" not in client.get("/organise/open/r/1/draw/").content.decode()
    )


@pytest.mark.parametrize("fields", [{}, {"score_groups": False}])
def test_a_draw_that_followed_no_scores_used_none(fields: dict[str, Any]) -> None:
    event = two_rounds(**fields)
    finish(table_of(Round.objects.get(number=1), 1), 10, 30, 20, 40)
    assert outdated_draws(event) == []
