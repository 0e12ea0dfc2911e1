"""Draws of rounds: stored with their certificate, drawn again to verify, never half-stored."""

import pytest
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.draws.certificate import faults_of_certificate, stored_draw
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import Round, Seat
from tournament.people.services.entries import add_entry, update_entry, withdraw_entry
from tournament.rounds.services.rounds import create_round, ensure_round

pytestmark = pytest.mark.django_db


def first(event) -> Round:
    return ensure_round(event=event, number=1, by=BY)


def seats(number: int = 1) -> list[tuple[int, int, int, str]]:
    rows = Seat.objects.filter(round__number=number).order_by("table__number", "order")
    return list(rows.values_list("table__number", "order", "entry__seed", "role"))


def test_a_draw_seats_every_active_player_once_with_roles_and_a_certificate():
    event = make_event(players=9)
    withdraw_entry(entry=entry(event, 9), by=BY)
    made = draw_round(round=first(event), by=BY, seed=5)
    assert sorted(seat[2] for seat in seats()) == list(range(1, 9))
    assert [seat[3] for seat in seats()].count("monopolist") == 4
    found = Round.objects.get()
    assert found.status == "drawn"
    problem, draw = present(stored_draw(found))
    assert (problem.seed, draw.rounds) == (5, made.rounds)
    assert faults_of_certificate(found) == []


def test_the_same_seed_draws_the_same_seats_again():
    event = make_event(players=8)
    draw_round(round=first(event), by=BY, seed=5)
    once = seats()
    draw_round(round=first(event), by=BY, seed=6)
    draw_round(round=first(event), by=BY, seed=5)
    assert seats() == once


def test_a_later_round_knows_who_met():
    event = make_event(players=16, table_sizes=[4])
    draw_round(round=first(event), by=BY, seed=1)
    second = create_round(event=event, number=2, by=BY)
    made = draw_round(round=second, by=BY, seed=1)
    assert len(present(stored_draw(Round.objects.get(number=2)))[0].history) == 1
    assert made.certificate.violations["rematches"] == 0
    assert faults_of_certificate(Round.objects.get(number=2)) == []


def test_a_whole_schedule_is_drawn_at_once():
    event = make_event(players=8)
    draw_round(round=first(event), by=BY, seed=3, all_rounds=True)
    assert list(event.rounds.values_list("number", "status")) == [(n, "drawn") for n in (1, 2, 3)]
    for found in event.rounds.all():
        assert faults_of_certificate(found) == []


def test_where_roles_are_thrown_for_the_draw_leaves_them_open_and_still_verifies():
    event = make_event(players=4, roles="thrown")
    draw_round(round=first(event), by=BY, seed=3)
    assert {seat[3] for seat in seats()} == {""}
    Seat.objects.filter(order=1).update(role="monopolist")
    assert faults_of_certificate(Round.objects.get()) == []


def test_seats_that_are_not_those_drawn_are_found_out():
    event = make_event(players=8)
    draw_round(round=first(event), by=BY, seed=3, all_rounds=True)
    one, two = Seat.objects.filter(round__number=1, order=1).order_by("table__number")
    for seat, player in ((one, None), (two, one.entry_id), (one, two.entry_id)):
        if player is None:
            player = add_entry(event=event, name="Spare", by=BY).pk
        Seat.objects.filter(pk=seat.pk).update(entry=player)
    assert faults_of_certificate(Round.objects.get(number=1)) == [
        "The seats of round 1 are not those that were drawn."
    ]
    assert faults_of_certificate(Round.objects.get(number=2)) == [
        "The seats of round 1 are not those this draw is about."
    ]


def test_a_certificate_that_lies_is_found_out():
    event = make_event(players=8)
    draw_round(round=first(event), by=BY, seed=3)
    found = Round.objects.get()
    present(found.certificate)["draw"]["certificate"]["violations"]["clubs"] = 7
    found.save()
    exchanged, counted = faults_of_certificate(found)
    assert exchanged == "The draw is not the one that was sealed: it was replaced."
    assert "clubs" in counted


def test_a_draw_exchanged_for_another_that_holds_is_found_out():
    event = make_event(players=8)
    draw_round(round=first(event), by=BY, seed=3)
    sealed = present(Round.objects.get().seal)
    draw_round(round=first(event), by=BY, seed=4)
    sealed.save(force_insert=True)
    Round.objects.update(seal=sealed.pk)
    assert faults_of_certificate(Round.objects.get()) == [
        "The draw is not the one that was sealed: it was replaced."
    ]
    Round.objects.update(seal=None)
    assert faults_of_certificate(Round.objects.get()) == [
        "The draw of this round was never sealed."
    ]


def test_seats_set_by_hand_have_nothing_to_verify():
    event = make_event(players=2)
    with pytest.raises(ValidationError, match="were not drawn"):
        faults_of_certificate(seat_round(event, 1, (1, 2)))


def refusal(found, **more) -> str:
    with pytest.raises(ValidationError) as refused:
        draw_round(round=found, by=BY, seed=1, **more)
    return " ".join(refused.value.messages)


def test_a_round_with_results_or_in_public_is_not_drawn_again():
    event = make_event(players=2, table_sizes=[2])
    found = seat_round(event, 1, (1, 2))
    assert "is published" in refusal(found)
    finish(table_of(found), 2, 1)
    assert "has results" in refusal(found)


def test_an_earlier_round_without_seats_is_said():
    event = make_event(players=4)
    second = create_round(event=event, number=2, by=BY)
    assert refusal(second) == "Round 1 has no seats yet: draw it first."
    create_round(event=event, number=1, by=BY)
    assert refusal(second) == "Round 1 has no seats yet: draw it first."


def test_players_that_fit_no_tables_are_said_and_nothing_is_stored():
    event = make_event(players=7, table_sizes=[4])
    assert "7" in refusal(first(event))
    assert Round.objects.get().certificate is None
    assert not Seat.objects.exists()


def test_players_who_change_while_the_draw_runs_stop_it_from_being_stored():
    event = make_event(players=8)
    found = first(event)

    def leave(_share: float) -> None:
        withdraw_entry(entry=entry(event, 1), by=BY)

    assert "changed while the draw was running" in refusal(found, progress=leave)
    assert not Seat.objects.exists()


def test_a_draw_that_is_cancelled_is_complete():
    event = make_event(players=24)
    draw_round(round=first(event), by=BY, seed=1, cancelled=lambda: True)
    assert len(seats()) == 24
    assert faults_of_certificate(Round.objects.get()) == []


def test_a_draw_cut_off_by_its_time_limit_verifies():
    event = make_event(players=24)
    draw_round(round=first(event), by=BY, seed=1, all_rounds=True, time_limit=0.05)
    assert faults_of_certificate(Round.objects.get(number=3)) == []


def tables() -> dict[int, set[int]]:
    """The seeds at each table of the first round."""
    found: dict[int, set[int]] = {}
    for table, _, seed, _ in seats():
        found.setdefault(table, set()).add(seed)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_players_kept_apart_and_pinned_are_seated_so(seed):
    event = make_event(players=8, table_sizes=[4])
    pairs = [["p01", "p02"], ["p01", "p03"]]
    event = update_event(event=event, by=BY, keep_apart=pairs)
    update_entry(entry=entry(event, 1), pinned_table=2, by=BY)
    draw_round(round=first(event), by=BY, seed=seed)
    assert 1 in tables()[2]
    assert {2, 3} <= tables()[1]


def test_wishes_that_cannot_be_met_together_are_said():
    event = make_event(players=8, table_sizes=[4])
    event = update_event(event=event, by=BY, keep_apart=[["p01", "p02"]])
    for seed in (1, 2):
        update_entry(entry=entry(event, seed), pinned_table=1, by=BY)
    assert "Player 1 and Player 2 must be kept apart" in refusal(first(event))
    assert not Seat.objects.exists()


def test_score_groups_seat_equal_points_together_from_the_second_round_on():
    event = make_event(players=8, table_sizes=[4], score_groups=True)
    found = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    assert stored_draw(found) is None
    for table in (1, 2):
        finish(table_of(found, table), 40, 30, 20, 10)
    update_event(event=event, by=BY, draw_order=["spread", "rematches", "roles"])
    second = create_round(event=event, number=2, by=BY)
    draw_round(round=second, by=BY, seed=1)
    problem, made = present(stored_draw(Round.objects.get(number=2)))
    scores = present(problem.scores)
    assert scores["p01"] == scores["p05"] == 6
    assert made.certificate.order == ("spread", "rematches", "roles")
    halves = {frozenset(seat.player for seat in table.seats) for table in made.rounds[0]}
    assert halves == {
        frozenset({"p01", "p02", "p05", "p06"}),
        frozenset({"p03", "p04", "p07", "p08"}),
    }
    assert faults_of_certificate(Round.objects.get(number=2)) == []


def test_the_first_round_has_no_score_groups():
    event = make_event(players=8, score_groups=True)
    draw_round(round=first(event), by=BY, seed=1)
    assert present(stored_draw(Round.objects.get()))[0].scores is None
