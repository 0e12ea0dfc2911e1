"""Editing a draw: an exchange of seats, and what it changes, before anything is saved."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.draws.certificate import faults_of_certificate
from tournament.draws.evaluation import (
    CriterionValue,
    criteria_after_swap,
    criterion_values,
    evaluate_round,
)
from tournament.draws.seats import digest_of_seats, tables_after_swap, tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.draws.services.kept_seats import keep_seats
from tournament.draws.services.swaps import swap_seats
from tournament.models import AuditEntry, Round, Seat
from tournament.rounds.services.rounds import create_round, ensure_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def second() -> Round:
    """The second round of eight players: four pairs of round 1 meet again."""
    event = make_event(players=8, table_sizes=[4])
    seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    return seat_round(event, 2, (1, 2, 5, 6), (3, 4, 7, 8), publish=False)


def players_and_roles(tables) -> list[list[tuple[str, str]]]:
    return [[(seat.player, str(seat.role)) for seat in table.seats] for table in tables]


def test_an_exchange_gives_each_the_others_place_and_role(second):
    after = tables_after_swap(tables_of_round(second), "p02", "p07")
    assert players_and_roles(after) == [
        [
            ("p01", "competitor"),
            ("p07", "monopolist"),
            ("p05", "competitor"),
            ("p06", "monopolist"),
        ],
        [
            ("p03", "competitor"),
            ("p04", "monopolist"),
            ("p02", "competitor"),
            ("p08", "monopolist"),
        ],
    ]


def test_an_exchange_at_one_table_swaps_roles(second):
    after = tables_after_swap(tables_of_round(second), "p01", "p02")
    assert players_and_roles(after)[0][:2] == [("p02", "competitor"), ("p01", "monopolist")]


def test_somebody_without_a_seat_cannot_be_exchanged(second):
    with pytest.raises(KeyError):
        tables_after_swap(tables_of_round(second), "p01", "p09")


def test_the_change_of_every_criterion_is_named(second):
    evaluated = evaluate_round(second)
    names = {f"p{n:02}": f"Player {n}" for n in range(1, 9)}
    after = tables_after_swap(evaluated.tables, "p02", "p07")
    changes = {change.code: change for change in criteria_after_swap(evaluated, after, names)}
    rematches = changes["rematches"]
    assert (rematches.value, rematches.after, rematches.trend) == (4, 6, "worse")
    assert set(rematches.gained) == {
        f"Player {one} and Player {other} meet again: they met in round 1."
        for one, other in ((2, 3), (2, 4), (5, 7), (6, 7))
    }
    assert set(rematches.lost) == {
        f"Player {one} and Player {other} meet again: they met in round 1."
        for one, other in ((1, 2), (7, 8))
    }
    assert list(changes) == list(evaluated.problem.order)


def test_without_an_exchange_there_is_no_trend(second):
    evaluated = evaluate_round(second)
    assert {change.trend for change in criterion_values(evaluated, {})} == {""}


def test_who_dropped_out_later_does_not_spoil_the_judgement_of_old_seats(second):
    entry = present(Seat.objects.filter(round=second).first()).entry
    entry.status = "dropped"
    entry.save()
    evaluated = evaluate_round(second)
    assert not evaluated.problem.absent


def test_a_swap_is_saved_with_its_audit_row(second):
    seen = digest_of_seats(tables_of_round(second))
    swap_seats(round=second, one="p02", other="p07", seen=seen, by=BY)
    assert players_and_roles(tables_of_round(second))[0][1] == ("p07", "monopolist")
    assert present(AuditEntry.objects.first()).action == "seat"


def test_a_swap_of_seats_that_changed_meanwhile_changes_nothing(second):
    seen = digest_of_seats(tables_of_round(second))
    swap_seats(round=second, one="p02", other="p07", seen=seen, by=BY)
    before = players_and_roles(tables_of_round(second))
    with pytest.raises(ValidationError, match="changed meanwhile"):
        swap_seats(round=second, one="p01", other="p08", seen=seen, by=BY)
    assert players_and_roles(tables_of_round(second)) == before


def test_a_table_with_a_result_keeps_its_seats(second):
    publish_round(round=second, by=BY)
    finish(table_of(second), 4, 3, 2, 1)
    before = players_and_roles(tables_of_round(second))
    seen = digest_of_seats(tables_of_round(second))
    with pytest.raises(ValidationError, match="has a result"):
        swap_seats(round=second, one="p01", other="p07", seen=seen, by=BY)
    assert players_and_roles(tables_of_round(second)) == before


def test_a_swap_needs_two_players_who_are_seated(second):
    seen = digest_of_seats(tables_of_round(second))
    with pytest.raises(ValidationError, match="two players"):
        swap_seats(round=second, one="p01", other="", seen=seen, by=BY)


def test_kept_seats_stay_in_the_next_draw(second):
    keep_seats(round=second, players=["p01", "p08"], by=BY)
    draw_round(round=second, by=BY, seed=9)
    after = tables_of_round(second)
    assert after[0].seats[0].player == "p01"
    assert after[1].seats[3].player == "p08"
    assert players_and_roles(after)[0][0] == ("p01", "competitor")
    assert AuditEntry.objects.filter(action="keep").exists()


def test_other_seats_are_drawn_anew_around_the_kept_ones(second):
    before = players_and_roles(tables_of_round(second))
    keep_seats(round=second, players=["p01"], by=BY)
    draw_round(round=second, by=BY, seed=9)
    assert players_and_roles(tables_of_round(second)) != before
    assert not faults_of_certificate(Round.objects.get(pk=second.pk))


def test_where_roles_are_thrown_only_the_table_is_kept():
    event = make_event(players=8, table_sizes=[4], roles="thrown")
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    code = tables_of_round(round_)[1].seats[2].player
    keep_seats(round=round_, players=[code], by=BY)
    draw_round(round=round_, by=BY, seed=2)
    assert code in [seat.player for seat in tables_of_round(round_)[1].seats]


def test_a_kept_seat_is_not_swapped(second):
    keep_seats(round=second, players=["p02"], by=BY)
    before = players_and_roles(tables_of_round(second))
    with pytest.raises(ValidationError, match="untick it first"):
        swap_seats(
            round=second,
            one="p02",
            other="p07",
            seen=digest_of_seats(tables_of_round(second)),
            by=BY,
        )
    assert players_and_roles(tables_of_round(second)) == before


def test_only_seats_of_the_round_are_kept(second):
    with pytest.raises(ValidationError, match="Only seats of this round"):
        keep_seats(round=second, players=["p01", "p99"], by=BY)
    assert Round.objects.get(pk=second.pk).kept == []


def test_rounds_drawn_together_are_at_a_bound_that_all_of_them_reached():
    """Eight players at tables of four meet again in round 2: the draw proves how often at least."""
    event = make_event(players=8, table_sizes=[4], number_of_rounds=2)
    first = create_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True, time_limit=1)
    found = criterion_values(evaluate_round(first), {})
    assert {criterion.bound for criterion in found if criterion.value == 0} == {0}
    second = Round.objects.get(event=event, number=2)
    bounds = {item.code: (item.value, item.bound) for item in _values(second)}
    assert bounds["rematches"] == (4, 4)
    certificate: Any = second.certificate
    stored = certificate["draw"]["certificate"]
    stored["bounds"]["rematches"] = stored["violations"]["rematches"] - 1
    second.save()
    assert {item.code: item.bound for item in _values(second)}["rematches"] is None


def _values(round_: Round) -> list[CriterionValue]:
    return criterion_values(evaluate_round(round_), {})
