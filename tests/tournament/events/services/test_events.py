"""Events: made, changed and deleted, each fault named by its field."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.present import present
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.events.services.events import create_event, delete_event, update_event
from tournament.models import AuditEntry, Entry, Event, Round, Seat
from tournament.models.event_settings import STANDINGS_FIELDS

pytestmark = pytest.mark.django_db


def test_an_event_is_made_as_said_and_lasts_one_day_unless_said_otherwise():
    event = create_event(
        by=BY, name="Open", slug="open", starts_on=dt.date(2026, 5, 16), number_of_rounds=3
    )
    event.refresh_from_db()
    assert event.ends_on == dt.date(2026, 5, 16)
    assert event.points_by_place == [6, 4, 3, 2, 1, 0]
    assert event.tie_breaks == []
    assert event.lot_seed == ""
    assert not event.published


def test_a_lot_gets_a_recorded_seed_and_keeps_it():
    event = make_event(tie_breaks=["wins", "lot"])
    seed = event.lot_seed
    assert len(seed) == 16
    update_event(event=event, by=BY, tie_breaks=["lot"])
    event.refresh_from_db()
    assert event.lot_seed == seed


def test_a_lot_added_later_gets_a_seed_too():
    event = make_event()
    event = update_event(event=event, by=BY, tie_breaks=["lot"])
    assert event.lot_seed


def test_a_seed_that_is_given_is_kept():
    assert make_event(tie_breaks=["lot"], lot_seed="our own").lot_seed == "our own"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Europe/Atlantis"),
        ("edition", "us-1973"),
        ("edition_file", "not toml ["),
        ("edition_file", 'inherits = "eu-fr"\n'),
        ("edition_file", 'inherits = "us-2011"\n[money]\nfoundation_pays = 5\n'),
        ("edition_file", 'inherits = "us-2011"\n[rules]\nmay_pass = true\n'),
        ("rulings", ["ties"]),
        ("rulings", {"beauty": "yes"}),
        ("rulings", {"ties": "fight"}),
        ("mode", "C"),
        ("roles", "bought"),
        ("table_sizes", []),
        ("table_sizes", [7]),
        ("table_sizes", [1]),
        ("table_sizes", [4, 4]),
        ("table_sizes", [True]),
        ("table_sizes", "4"),
        ("points_by_place", []),
        ("points_by_place", [6, -1]),
        ("points_by_place", [2, 3]),
        ("points_by_place", [1.5]),
        ("points_by_place", [7, 6, 5, 4, 3, 2, 1]),
        ("tie_breaks", ["beauty"]),
        ("tie_breaks", ["wins", "wins"]),
        ("tie_breaks", "wins"),
        ("tie_breaks", [1]),
        ("discards", 3),
        ("discards", -1),
        ("discards", "one"),
        ("least_counting", 0),
        ("draw_order", ["beauty"]),
        ("draw_order", ["roles", "roles"]),
        ("draw_order", "roles"),
        ("keep_apart", "p01 p02"),
        ("keep_apart", [["p01"]]),
        ("keep_apart", [["p01", "p01"]]),
        ("keep_apart", [[1, 2]]),
        ("keep_apart", [["p01", "p02"]]),
        ("number_of_rounds", 0),
        ("length_minutes", 0),
        ("name", "\u202eevil"),
        ("name", " "),
        ("name", "x" * 101),
        ("slug", "no spaces"),
    ],
)
def test_a_setting_that_does_not_work_is_refused_by_its_field(field, value):
    with pytest.raises(ValidationError) as refused:
        make_event(**{"slug": "fine", field: value})
    assert field in refused.value.message_dict
    assert not Event.objects.exists()
    assert not AuditEntry.objects.exists()


def test_finals_and_fewer_rounds_leave_enough_rounds_that_count():
    event = make_event(number_of_rounds=4, discards=1, least_counting=2)
    with pytest.raises(ValidationError, match="before its finals: 2"):
        update_event(event=event, by=BY, finals=[4, 4])
    update_event(event=event, by=BY, finals=[4])
    with pytest.raises(ValidationError) as refused:
        update_event(event=event, by=BY, number_of_rounds=2, finals=[])
    assert "discards" in refused.value.message_dict


def test_a_last_day_before_the_first_is_refused():
    with pytest.raises(ValidationError, match="last day is before the first"):
        make_event(ends_on=dt.date(2026, 5, 15))


def test_two_events_do_not_have_one_address():
    make_event("open")
    with pytest.raises(ValidationError) as refused:
        make_event("open")
    assert "slug" in refused.value.message_dict


def test_an_own_edition_file_with_a_corrected_price_works():
    text = 'inherits = "us-2011"\n[squares.39]\nname = "Boardwalk Avenue"\n'
    event = make_event(edition_file=text)
    assert event.edition_file == text


def test_a_change_is_logged_with_what_was_and_what_is():
    event = make_event(venue="Library")
    update_event(event=event, by=BY, venue="Town hall", name="Open")
    row = present(AuditEntry.objects.first())
    assert (row.action, row.by, row.event_slug) == ("update", BY, "open")
    assert (row.before, row.after) == ({"venue": "Library"}, {"venue": "Town hall"})


def test_a_change_to_the_same_writes_nothing():
    event = make_event(venue="Library")
    rows = AuditEntry.objects.count()
    update_event(event=event, by=BY, venue="Library")
    assert AuditEntry.objects.count() == rows


@pytest.mark.parametrize(
    ("field", "value"),
    [("edition", "eu-fr"), ("mode", "A"), ("rulings", {"ties": "circuit_income"})],
)
def test_the_rules_stay_while_games_judged_by_them_have_results(field, value):
    event = make_event(players=2)
    update_event(event=event, by=BY, **{field: value})
    update_event(event=event, by=BY, edition="us-2011", mode="two-hour", rulings={})
    finish(table_of(seat_round(event, 1, (1, 2))), 2, 1)
    with pytest.raises(ValidationError) as refused:
        update_event(event=event, by=BY, **{field: value})
    assert list(refused.value.message_dict) == [field]
    with pytest.raises(ValidationError):
        update_event(event=event, by=BY, reason="Wrong board", **{field: value})


RANKED_BY = [
    ("roles", "thrown"),
    ("points_by_place", [3, 1]),
    ("tie_breaks", ["wins"]),
    ("lot_seed", "our own"),
    ("discards", 1),
    ("least_counting", 2),
    ("corrects_roles", True),
    ("teams", "clubs"),
    ("members_counted", 3),
]


def test_each_setting_that_results_are_ranked_by_is_tried():
    assert tuple(field for field, _value in RANKED_BY) == STANDINGS_FIELDS


@pytest.mark.parametrize(("field", "value"), RANKED_BY)
def test_what_results_are_ranked_by_stays_but_for_a_repair_with_a_reason(field, value):
    event = make_event(players=2)
    before = getattr(event, field)
    update_event(event=event, by=BY, **{field: value})
    update_event(event=event, by=BY, **{field: before})
    finish(table_of(seat_round(event, 1, (1, 2))), 2, 1)
    for reason in ("", "  "):
        with pytest.raises(ValidationError) as refused:
            update_event(event=event, by=BY, reason=reason, **{field: value})
        assert list(refused.value.message_dict) == [field]
    update_event(event=event, by=BY, name="Renamed", **{field: before})
    update_event(event=event, by=BY, reason=" Typed wrong ", **{field: value})
    event.refresh_from_db()
    assert getattr(event, field) == value
    row = AuditEntry.objects.filter(action="repair").get()
    assert (row.before, row.after) == ({field: before}, {field: value, "reason": "Typed wrong"})


def test_rounds_that_have_seats_are_not_cut_off():
    event = make_event(players=2)
    seat_round(event, 3, (1, 2))
    with pytest.raises(ValidationError, match="Later rounds have seats"):
        update_event(event=event, by=BY, number_of_rounds=2)
    update_event(event=event, by=BY, number_of_rounds=4)
    event.refresh_from_db()
    assert event.number_of_rounds == 4


def test_an_event_is_deleted_with_its_draws_and_the_log_remembers():
    event = make_event(players=2)
    seat_round(event, 1, (1, 2))
    delete_event(event=event, by=BY)
    for model in (Event, Entry, Round, Seat):
        assert not model.objects.exists()
    row = AuditEntry.objects.get(kind="event", action="delete")
    assert row.label == "Open"
    assert present(row.before)["slug"] == "open"


def test_an_event_with_results_is_not_deleted():
    event = make_event(players=2)
    finish(table_of(seat_round(event, 1, (1, 2))), 2, 1)
    with pytest.raises(ValidationError, match="has results"):
        delete_event(event=event, by=BY)
    assert Event.objects.filter(pk=event.pk).exists()
