"""Rounds: seats set as planned or not at all, published, hidden, cleared, deleted."""

import pytest
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import (
    BY,
    entry,
    finish,
    make_event,
    plan,
    seat_round,
    table_of,
)
from tournament.models import AuditEntry, ResultCorrection, Round, Seat, Table
from tournament.results.services.results import remove_result
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import (
    clear_seats,
    create_round,
    delete_round,
    ensure_round,
    publish_round,
    set_seats,
    unpublish_round,
)

pytestmark = pytest.mark.django_db


def seats(found: Round) -> list[tuple[int, int, int, str]]:
    rows = Seat.objects.filter(round=found).order_by("table__number", "order")
    return list(rows.values_list("table__number", "order", "entry__seed", "role"))


def test_a_round_is_made_once_and_within_the_event():
    event = make_event()
    assert create_round(event=event, number=3, by=BY).status == "draft"
    with pytest.raises(ValidationError, match="already exists"):
        create_round(event=event, number=3, by=BY)
    with pytest.raises(ValidationError, match="The event has 3 rounds"):
        create_round(event=event, number=4, by=BY)
    with pytest.raises(ValidationError):
        create_round(event=event, number=0, by=BY)


def test_ensure_round_makes_a_round_only_if_it_is_missing():
    event = make_event()
    made = ensure_round(event=event, number=1, by=BY)
    assert ensure_round(event=event, number=1, by=BY) == made
    assert Round.objects.count() == 1


def test_seats_are_as_planned_in_order_of_play():
    event = make_event(players=5)
    found = seat_round(event, 1, (2, 1), (5, 3, 4), publish=False)
    assert found.status == "drawn"
    assert seats(found) == [
        (1, 1, 2, "competitor"),
        (1, 2, 1, "monopolist"),
        (2, 1, 5, "competitor"),
        (2, 2, 3, "monopolist"),
        (2, 3, 4, "competitor"),
    ]


def test_seating_again_keeps_the_tables_whose_number_stays():
    event = make_event(players=6)
    found = seat_round(event, 1, (1, 2), (3, 4), (5, 6), publish=False)
    kept = list(Table.objects.filter(number__lt=3).order_by("number").values_list("pk", flat=True))
    untouched = set(Seat.objects.filter(table__number=1).values_list("pk", flat=True))
    plans = [plan(event, 1, 1, 2), plan(event, 2, 5, 3, 4, 6)]
    set_seats(round=found, tables=plans, by=BY)
    assert list(Table.objects.order_by("number").values_list("pk", flat=True)) == kept
    assert set(Seat.objects.filter(table__number=1).values_list("pk", flat=True)) == untouched
    assert [seat[2] for seat in seats(found)] == [1, 2, 5, 3, 4, 6]


def test_two_players_exchange_tables():
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2), (3, 4), publish=False)
    set_seats(round=found, tables=[plan(event, 1, 1, 3), plan(event, 2, 2, 4)], by=BY)
    assert [seat[2] for seat in seats(found)] == [1, 3, 2, 4]


def test_seats_set_by_hand_lose_the_certificate():
    event = make_event(players=4)
    found = create_round(event=event, number=1, by=BY)
    plans = [plan(event, 1, 1, 2, 3, 4)]
    certificate: dict[str, dict[str, object]] = {"problem": {}, "draw": {}}
    found = set_seats(round=found, tables=plans, by=BY, certificate=certificate)
    assert found.certificate == certificate
    found = set_seats(round=found, tables=[plan(event, 1, 2, 1, 3, 4)], by=BY)
    found.refresh_from_db()
    assert found.certificate is None


def test_the_log_has_the_seats_before_and_after():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2), publish=False)
    set_seats(round=found, tables=[plan(event, 1, 2, 1)], by=BY)
    row = present(AuditEntry.objects.filter(action="seat").first())
    one, two = entry(event, 1).pk, entry(event, 2).pk
    assert row.before == {"1": [[one, "competitor"], [two, "monopolist"]]}
    assert row.after == {"1": [[two, "competitor"], [one, "monopolist"]]}


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([(1, (1,))], "Table 1 has 1 seats"),
        ([(1, (1, 2, 3, 4, 5, 6, 7))], "Table 1 has 7 seats"),
        ([(1, (1, 2)), (2, (2, 3))], "Player 2 (2) sits twice"),
        ([(1, (1, 2)), (1, (3, 4))], "Table 1 is listed twice"),
        ([(0, (1, 2))], "Table 0: tables are numbered from 1"),
    ],
)
def test_an_impossible_plan_is_refused_and_nothing_changes(tables, sentence):
    event = make_event(players=7)
    found = seat_round(event, 1, (6, 7), publish=False)
    before, rows = seats(found), AuditEntry.objects.count()
    plans = [plan(event, number, *seeds) for number, seeds in tables]
    with pytest.raises(ValidationError) as refused:
        set_seats(round=found, tables=plans, by=BY)
    assert sentence in " ".join(refused.value.messages)
    assert (seats(found), AuditEntry.objects.count()) == (before, rows)


@pytest.mark.parametrize(
    ("roles", "sentence"),
    [
        (("competitor",), "not evenly divided (rule 4)"),
        (("competitor", ""), "some roles are missing"),
        (("treasurer", "competitor"), "a role is competitor or monopolist"),
    ],
)
def test_roles_that_rule_4_does_not_allow_are_refused(roles, sentence):
    event = make_event(players=4)
    found = create_round(event=event, number=1, by=BY)
    plans = [plan(event, 1, 1, 2, 3, 4, roles=roles)]
    with pytest.raises(ValidationError) as refused:
        set_seats(round=found, tables=plans, by=BY)
    assert sentence in " ".join(refused.value.messages)


def test_roles_may_be_left_to_the_throw():
    event = make_event(players=4, roles="thrown")
    found = create_round(event=event, number=1, by=BY)
    set_seats(round=found, tables=[plan(event, 1, 1, 2, 3, 4, roles=("",))], by=BY)
    assert {seat[3] for seat in seats(found)} == {""}


def test_a_player_of_another_event_is_not_seated():
    event, other = make_event(players=2), make_event("other", players=1)
    found = create_round(event=event, number=1, by=BY)
    stranger = TablePlan(
        1, ((entry(event, 1).pk, "competitor"), (entry(other, 1).pk, "monopolist"))
    )
    with pytest.raises(ValidationError, match="another event"):
        set_seats(round=found, tables=[stranger], by=BY)


def test_a_table_with_a_result_keeps_its_seats_while_others_change():
    event = make_event(players=6)
    found = seat_round(event, 1, (1, 2), (3, 4), (5, 6))
    finish(table_of(found, 1), 2, 1)
    keep = plan(event, 1, 1, 2)
    set_seats(round=found, tables=[keep, plan(event, 2, 3, 5), plan(event, 3, 4, 6)], by=BY)
    with pytest.raises(ValidationError, match="Table 1 has a result"):
        set_seats(round=found, tables=[plan(event, 1, 2, 1)], by=BY)
    with pytest.raises(ValidationError, match="Table 1 has a result"):
        clear_seats(round=found, by=BY)
    with pytest.raises(ValidationError, match="Table 1 has a result"):
        delete_round(round=found, by=BY)
    assert [seat[2] for seat in seats(found)] == [1, 2, 3, 5, 4, 6]


def test_publishing_needs_seats_and_happens_once():
    event = make_event(players=2)
    empty = create_round(event=event, number=1, by=BY)
    with pytest.raises(ValidationError, match="Nobody is seated"):
        publish_round(round=empty, by=BY)
    found = seat_round(event, 1, (1, 2))
    assert found.status == "published"
    assert found.published_at
    rows = AuditEntry.objects.count()
    assert publish_round(round=found, by=BY).published_at == found.published_at
    assert AuditEntry.objects.count() == rows


def test_a_round_is_finished_while_all_its_tables_have_results():
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2), (3, 4))
    finish(table_of(found, 1), 2, 1)
    found.refresh_from_db()
    assert found.status == "published"
    finish(table_of(found, 2), 2, 1)
    found.refresh_from_db()
    assert found.status == "finished"
    remove_result(table=table_of(found, 1), reason="Another table", by=BY)
    found.refresh_from_db()
    assert found.status == "published"


def test_hiding_a_round_is_for_rounds_without_results():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2))
    hidden = unpublish_round(round=found, by=BY)
    assert (hidden.status, hidden.published_at) == ("drawn", None)
    assert unpublish_round(round=found, by=BY).status == "drawn"
    publish_round(round=found, by=BY)
    finish(table_of(found), 2, 1)
    with pytest.raises(ValidationError, match="has results, which are public"):
        unpublish_round(round=found, by=BY)


def test_clearing_takes_a_round_back_to_not_drawn():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2))
    step_clock(round_=found, step="start", by=BY)
    found = clear_seats(round=found, by=BY)
    assert (found.status, found.published_at) == ("draft", None)
    assert not Table.objects.exists()
    # Nor does the clock run when it is drawn anew.
    assert clock_of_round(found).clock.state == "waiting"
    assert AuditEntry.objects.filter(action="take back start").count() == 1


def test_why_a_result_was_taken_away_outlives_its_table():
    event = make_event(players=2)
    found = seat_round(event, 1, (1, 2))
    finish(table_of(found), 2, 1)
    remove_result(table=table_of(found), reason="It was the other table’s", by=BY)
    clear_seats(round=found, by=BY)
    seat_round(event, 1, (1, 2))
    (row,) = ResultCorrection.objects.all()
    assert (row.event, row.round_number, row.table_number, row.table) == (event, 1, 1, None)
    assert row.reason == "It was the other table’s"


def test_a_round_is_deleted_with_its_seats():
    event = make_event(players=2)
    delete_round(round=seat_round(event, 1, (1, 2)), by=BY)
    assert not Round.objects.exists()
    assert not Seat.objects.exists()
