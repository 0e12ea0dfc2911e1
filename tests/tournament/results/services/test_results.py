"""Results: recorded once, corrected with a trail, refused when they do not add up."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.result import GameResult
from tests.present import present
from tests.tournament.making import (
    BY,
    entry,
    finish,
    make_event,
    plan,
    result_of,
    seat_round,
    table_of,
)
from tournament.models import AuditEntry, Result, ResultCorrection, SeatResult
from tournament.people.services.entries import withdraw_entry
from tournament.results.services.results import record_result, remove_result
from tournament.rounds.services.rounds import create_round, publish_round, set_seats
from tournament.standings.selectors.pages import event_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    event = make_event(players=4)
    return table_of(seat_round(event, 1, (1, 2, 3, 4)))


def record(table, result: GameResult, by=BY):
    return record_result(table=table, result=result, source="paper", by=by)


def changed(result: GameResult, seat: int, **fields) -> GameResult:
    """The result with one seat's line changed."""
    seats = list(result.seats)
    seats[seat] = replace(seats[seat], **fields)
    return replace(result, seats=tuple(seats))


def places() -> list[tuple[int, int, int]]:
    lines = SeatResult.objects.order_by("seat__order")
    return list(lines.values_list("seat__entry__seed", "place", "final"))


def test_a_result_is_stored_seat_by_seat_and_counts(table):
    ada = User.objects.create_user("ada")
    saved = finish(table, 40, 90, 40, 10, by=ada)
    assert (saved.revision, saved.source, saved.confirmed_by) == (1, "paper", ada)
    assert places() == [(1, 2, 40), (2, 1, 90), (3, 2, 40), (4, 4, 10)]
    page = present(event_page("open"))
    assert [(row.player.seed, row.points_text) for row in page.standings.rows] == [
        (2, "6"),
        (1, "3.5"),
        (3, "3.5"),
        (4, "2"),
    ]


def test_the_same_result_again_changes_nothing(table):
    first = finish(table, 40, 30, 20, 10)
    rows = AuditEntry.objects.count()
    again = finish(table, 40, 30, 20, 10)
    assert (again.pk, again.revision, again.confirmed_at) == (first.pk, 1, first.confirmed_at)
    assert AuditEntry.objects.count() == rows


def test_a_correction_raises_the_revision_and_leaves_both_in_the_log(table):
    finish(table, 40, 30, 20, 10)
    saved = finish(table, 30, 40, 20, 10)
    assert saved.revision == 2
    assert Result.objects.count() == 1
    assert places() == [(1, 2, 30), (2, 1, 40), (3, 3, 20), (4, 4, 10)]
    row = present(AuditEntry.objects.first())
    assert row.action == "correct"
    assert [seat["final"] for seat in present(row.before)["seats"]] == [40, 30, 20, 10]
    assert [seat["final"] for seat in present(row.after)["seats"]] == [30, 40, 20, 10]


def test_a_result_is_removed_and_the_log_keeps_it(table):
    finish(table, 40, 30, 20, 10)
    remove_result(table=table, reason="Another table", by=BY)
    assert not Result.objects.exists()
    assert not SeatResult.objects.exists()
    row = present(AuditEntry.objects.first())
    assert row.action == "remove"
    assert present(row.before)["seats"][0]["final"] == 40
    remove_result(table=table, reason="Another table", by=BY)
    assert AuditEntry.objects.first() == row


def test_nobody_changes_or_takes_away_a_result_that_counts_without_saying_why(table):
    finish(table, 40, 30, 20, 10)
    for change in (
        lambda: finish(table, 30, 40, 20, 10, reason=" "),
        lambda: remove_result(table=table, reason="", by=BY),
    ):
        with pytest.raises(ValidationError, match="say why, everybody reads it"):
            change()
    assert places()[0] == (1, 1, 40)
    assert not ResultCorrection.objects.exists()


def test_why_a_result_was_taken_away_stays_and_the_next_one_is_a_correction(table):
    finish(table, 40, 30, 20, 10)
    remove_result(table=table, reason="It was table 2’s", by=BY)
    (row,) = ResultCorrection.objects.all()
    assert (row.table, row.removed, row.reason) == (table, True, "It was table 2’s")
    assert finish(table, 10, 20, 30, 40).revision == 2
    assert ResultCorrection.objects.count() == 1


def test_a_table_of_an_unpublished_round_takes_no_result():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2), publish=False)
    with pytest.raises(ValidationError, match="publish it first"):
        finish(table_of(found), 2, 1)


def test_the_figures_of_the_end_procedure_are_kept(table):
    result = changed(
        result_of(table, 40, 30, 20, 10), 0, before_retention=250, retained=25, circuit_income=15
    )
    record(table, result)
    line = SeatResult.objects.get(place=1)
    assert (line.before_retention, line.retained, line.circuit_income) == (250, 25, 15)


@pytest.mark.parametrize(
    ("seat", "fields", "sentence"),
    [
        (0, {"place": 3}, "not a ranking"),
        (0, {"place": 0}, "not a ranking"),
        (3, {"final": 50}, "Player 4 has more cash than a player in a better place"),
        (0, {"final": -1}, "Player 1: cash must be from 0"),
        (0, {"final": 1_000_001}, "Player 1: cash must be from 0"),
        (0, {"role": "monopolist"}, "Player 1 was drawn as Competitor"),
        (0, {"role": ""}, "The roles played are missing"),
        (0, {"retained": 40}, "Player 1: give all three figures"),
        (
            0,
            {"before_retention": 400, "retained": 30, "circuit_income": 9},
            "Player 1: the cash retained and the circuit's income do not add up",
        ),
        (
            0,
            {"before_retention": 30, "retained": 40, "circuit_income": 0},
            "do not add up",
        ),
    ],
)
def test_a_result_that_does_not_add_up_is_refused(table, seat, fields, sentence):
    with pytest.raises(ValidationError) as refused:
        record(table, changed(result_of(table, 40, 30, 20, 10), seat, **fields))
    assert sentence in " ".join(refused.value.messages)
    assert not Result.objects.exists()


def test_a_shared_place_needs_equal_cash(table):
    with pytest.raises(ValidationError, match="more cash than a player in a better place"):
        finish(table, 10, 40, 20, 5, places=[1, 1, 3, 4])


def test_a_refused_correction_leaves_the_result_as_it_was(table):
    finish(table, 40, 30, 20, 10)
    with pytest.raises(ValidationError):
        finish(table, 40, 30, 20, 10, places=[1, 2, 4, 3])
    assert places() == [(1, 1, 40), (2, 2, 30), (3, 3, 20), (4, 4, 10)]


def test_a_result_of_another_mode_or_of_fewer_seats_is_refused(table):
    result = result_of(table, 40, 30, 20, 10)
    with pytest.raises(ValidationError, match="a mode other than"):
        record(table, replace(result, mode="A"))
    with pytest.raises(ValidationError, match="The table has 4 seats, the result 3"):
        record(table, replace(result, seats=result.seats[:3]))


def test_thrown_roles_come_with_the_result():
    event = make_event(players=3, roles="thrown")
    found = create_round(event=event, number=1, by=BY)
    set_seats(round=found, tables=[plan(event, 1, 1, 2, 3, roles=("",))], by=BY)
    table = table_of(publish_round(round=found, by=BY))
    result = result_of(table, 3, 2, 1)
    roles = ("monopolist", "competitor", "monopolist")
    for seat, role in enumerate(roles):
        result = changed(result, seat, role=role)
    record(table, result)
    assert tuple(table.seats.order_by("order").values_list("role", flat=True)) == roles
    uneven = changed(result, 1, role="monopolist")
    with pytest.raises(ValidationError):
        record(table, uneven)


def test_a_player_who_dropped_out_stays_in_the_standings(table):
    finish(table, 40, 30, 20, 10)
    event = table.round.event
    withdraw_entry(entry=entry(event, 1), by=BY)
    first = present(event_page("open")).standings.rows[0]
    assert (first.player.seed, first.player.dropped, first.rank) == (1, True, 1)


def test_different_places_for_equal_cash_are_refused(table):
    with pytest.raises(ValidationError, match="Player 3: place 2 follows from the cash"):
        finish(table, 40, 30, 30, 10, places=[1, 2, 3, 4])
    assert finish(table, 40, 30, 30, 10, places=[1, 2, 2, 4]).revision == 1


def test_a_ruling_says_who_is_ahead_with_equal_cash():
    event = make_event(players=2, rulings={"ties": "circuit_income"})
    table = table_of(seat_round(event, 1, (1, 2)))
    result = result_of(table, 40, 40, places=[1, 2])
    with pytest.raises(ValidationError, match="give the three figures"):
        record(table, result)
    result = changed(result, 0, before_retention=100, retained=10, circuit_income=30)
    result = changed(result, 1, before_retention=200, retained=20, circuit_income=20)
    assert record(table, result).revision == 1


@pytest.mark.parametrize(
    ("places", "refused"), [([1, 2, 3, 4], False), ([1, 2, 4, 3], False), ([1, 2, 3, 3], True)]
)
def test_who_is_out_shares_no_place_whatever_the_cash(table, places, refused):
    result = result_of(table, 40, 30, 0, 0, places=places)
    for seat in (2, 3):
        result = changed(result, seat, out=True)
    if refused:
        with pytest.raises(ValidationError, match="place 4 follows"):
            record(table, result)
    else:
        assert record(table, result).revision == 1
