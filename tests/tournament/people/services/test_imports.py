"""Importing a list of players: whole or not at all, and again without effect."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.present import present
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.models import AuditEntry, Entry
from tournament.people.imports.matching import plan_import
from tournament.people.imports.players import read_players
from tournament.people.services.imports import import_players

pytestmark = pytest.mark.django_db

LIST = "name,club,email,seed\nAda,A,ada@example.org,2\nBen,,,1\nCleo,C,cleo@example.org,\n"


def run(event, text: str):
    return import_players(event=event, content=text.encode(), by=BY)


def entries(event) -> list[tuple[int, str, str, str]]:
    rows = Entry.objects.filter(event=event).order_by("seed")
    return list(rows.values_list("seed", "name", "club", "email"))


ALL = [(1, "Ben", "", ""), (2, "Ada", "A", "ada@example.org"), (3, "Cleo", "C", "cleo@example.org")]


def test_a_list_becomes_players_and_entries():
    event = make_event()
    plan = run(event, LIST)
    assert [plan.count(action) for action in ("add", "change", "same")] == [3, 0, 0]
    assert entries(event) == ALL
    row = present(AuditEntry.objects.first())
    assert (row.action, row.by) == ("import players", BY)
    assert {"seed": 2, "name": "Ada", "club": "A"} in present(row.after)


def test_a_dry_run_writes_nothing():
    event = make_event()
    plan = plan_import(event, read_players(LIST.encode()))
    assert plan.count("add") == 3
    assert not Entry.objects.exists()


def test_the_same_list_again_changes_nothing():
    event = make_event()
    run(event, LIST)
    rows = AuditEntry.objects.count()
    plan = run(event, LIST)
    assert [plan.count(action) for action in ("add", "change", "same")] == [0, 0, 3]
    assert entries(event) == ALL
    assert AuditEntry.objects.count() == rows


def test_one_bad_row_and_nothing_is_imported():
    event = make_event()
    plan = run(event, LIST + "Dan,,nowhere,\n")
    assert len(plan.faults) == 1
    assert not Entry.objects.exists()


def test_a_long_list_with_one_in_a_hundred_bad_names_them_all_and_changes_nothing():
    event = make_event()
    lines = [f"Player {n},p{n}@example.org,{n}" for n in range(1, 10_001)]
    for bad in range(0, 10_000, 100):
        lines[bad] = f"Player {bad},nowhere,{bad + 1}"
    plan = run(event, "\n".join(["name,email,seed", *lines]))
    assert [fault.row for fault in plan.faults] == list(range(2, 10_002, 100))
    assert not Entry.objects.exists()
    assert not AuditEntry.objects.filter(action="import players").exists()


def test_seeds_change_hands_in_one_go():
    event = make_event()
    run(event, LIST)
    plan = run(event, "name,seed\nAda,1\nBen,3\nCleo,2\n")
    assert plan.count("change") == 3
    assert [(seed, name) for seed, name, *_ in entries(event)] == [
        (1, "Ada"),
        (2, "Cleo"),
        (3, "Ben"),
    ]


def test_a_rating_orders_new_players_without_a_seed():
    event = make_event()
    run(event, "name\nAda\n")
    run(event, 'name,Elo,seed\nBen,,\nAda,2900,\nCleo,1500,\nDan,"1500,5",\nEve,2000,7\n')
    found = [(seed, name) for seed, name, *_ in entries(event)]
    assert found == [(1, "Ada"), (7, "Eve"), (8, "Dan"), (9, "Cleo"), (10, "Ben")]


def test_teams_of_the_event_come_with_a_list_and_stay_where_it_has_none():
    event = make_event(teams="names")
    run(event, "name,club,team\nAda,North,Red\nBen,North,\n")
    assert "team" in present(present(AuditEntry.objects.first()).after)[0]
    run(event, "name,team\nBen,Blue\n")
    assert run(event, "name\nAda\nBen\n").count("same") == 2
    rows = Entry.objects.order_by("seed").values_list("club", "team")
    assert list(rows) == [("North", "Red"), ("North", "Blue")]


def test_what_the_list_has_no_column_for_stays():
    event = make_event()
    run(event, LIST)
    run(event, "name\nAda\nBen\nCleo\n")
    assert entries(event) == ALL


def test_an_address_finds_a_player_whose_name_was_misspelt():
    event = make_event()
    run(event, LIST)
    plan = run(event, "name,email,club\nAda Lovelace,ADA@example.org,A\n")
    assert plan.count("change") == 1
    assert entries(event)[1][1] == "Ada Lovelace"
    assert Entry.objects.count() == 3


def test_an_address_that_becomes_known_joins_the_player_of_that_name():
    event = make_event()
    run(event, LIST)
    run(event, "name,email\nBEN,ben@example.org\n")
    assert entries(event)[0] == (1, "BEN", "", "ben@example.org")
    assert Entry.objects.count() == 3


def test_a_new_address_with_the_same_seed_corrects_the_old_one():
    event = make_event()
    run(event, LIST)
    run(event, "name,email,seed,club\nAda,ada@example.net,2,A\n")
    assert entries(event)[1] == (2, "Ada", "A", "ada@example.net")
    assert Entry.objects.count() == 3


def test_a_namesake_with_another_address_is_another_player():
    event = make_event()
    run(event, LIST)
    run(event, "name,email\nAda,another@example.org\n")
    assert [name for _, name, *_ in entries(event)] == ["Ben", "Ada", "Cleo", "Ada"]


def test_a_list_is_of_one_event_and_changes_nobody_of_another():
    spring, autumn = make_event("spring"), make_event("autumn")
    run(spring, LIST)
    assert run(autumn, "name,email,club\nAda,ada@example.org,North\nBen,,\n").count("add") == 2
    run(autumn, "name,email,club\nAda Lovelace,ADA@example.org,South\n")
    assert entries(autumn) == [
        (1, "Ada Lovelace", "South", "ADA@example.org"),
        (2, "Ben", "", ""),
    ]
    assert entries(spring) == ALL


def test_a_seed_of_somebody_the_list_does_not_move_is_refused():
    event = make_event()
    run(event, LIST)
    plan = run(event, "name,seed\nDan,1\n")
    assert str(plan.faults[0]).startswith("row 2, seed: Seed rank 1 belongs to Ben.")
    assert len(entries(event)) == 3


def test_two_rows_that_are_one_player_are_refused():
    event = make_event()
    run(event, LIST)
    plan = run(event, "name,email\nAda,ada@example.org\nAda L,\nADA ,x@example.org\n")
    assert plan.count("add") == 2
    event = make_event("other")
    run(event, "name,email,seed\nAda,,7\n")
    plan = run(event, "name,email\nada,a1@example.org\nADA,a2@example.org\n")
    assert str(plan.faults[0]).startswith("row 3, name: This is the same player as in row 2.")


def test_the_seed_of_a_seated_player_stays():
    event = make_event(players=2)
    seat_round(event, 1, (1, 2))
    plan = run(event, "name,seed\nPlayer 1,5\n")
    assert str(plan.faults[0]).startswith("row 2, seed: The player was seated as seed 1")
    assert entry(event, 1)


def test_the_number_of_queries_does_not_grow_with_the_list():
    counts = []
    for size in (3, 30):
        event = make_event(f"event-{size}")
        lines = [f"P{size}-{n},{size}-{n}@example.org,{n}" for n in range(1, size + 1)]
        with CaptureQueriesContext(
            connection,
        ) as queries:
            run(event, "\n".join(["name,email,seed", *lines]))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_queries_do_not_grow_with_the_rows_that_change():
    counts = []
    for size in (2, 20):
        event = make_event(f"event-{size}")
        lines = [f"P{n},{size}-{n}@example.org" for n in range(size)]
        run(event, "\n".join(["name,email", *lines]))
        with CaptureQueriesContext(connection) as queries:
            plan = run(event, "\n".join(["name,email", *(f"X{line}" for line in lines)]))
        assert plan.count("change") == size
        counts.append(len(queries))
    assert counts[0] == counts[1]


def ids(event) -> list[tuple[str, str, str]]:
    rows = Entry.objects.filter(event=event).order_by("seed")
    return list(rows.values_list("name", "email", "external_id"))


def test_an_id_finds_the_player_again_before_address_and_name():
    event = make_event()
    run(event, "name,Mitgliedsnummer,email\nAda,FF-12,ada@example.org\nBen,,\n")
    again = "name,external_id,email\nAda Byron,FF-12,byron@example.org\nBen,13,\n"
    plan = run(event, again)
    assert plan.faults == ()
    assert [plan.count(action) for action in ("add", "change", "same")] == [0, 2, 0]
    assert ids(event) == [("Ada Byron", "byron@example.org", "FF-12"), ("Ben", "", "13")]
    assert run(event, again).count("same") == 2
    run(event, "name,ID\nBen,\n")  # nothing said, nothing taken away
    assert ids(event)[1] == ("Ben", "", "13")
    assert {"seed": 2, "name": "Ben", "club": "", "external_id": "13"} in present(
        present(AuditEntry.objects.first()).after
    )


def test_namesakes_with_different_ids_are_two_players():
    event = make_event()
    run(event, "name,id\nAda,1\n")
    assert run(event, "name,id\nAda,2\n").count("add") == 1
    plan = run(event, "name,id\nAda,2\nAda,3\n")
    assert [plan.count(action) for action in ("add", "same")] == [1, 1]
    assert [found for *_rest, found in ids(event)] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Ada,9,ada@example.org", "row 2, external_id: Ada has the ID 1."),
        ("Ada,1,ben@example.org", "row 2, email: The address belongs to Ben."),
        ("Ada,1,\nAda B,,ada@example.org", "row 3, name: This is the same player as in row 2."),
    ],
)
def test_what_contradicts_the_known_players_is_a_fault(row, fault):
    event = make_event()
    run(event, "name,id,email\nAda,1,ada@example.org\nBen,2,ben@example.org\n")
    before = ids(event)
    plan = run(event, f"name,id,email\n{row}\n")
    assert [str(found)[: len(fault)] for found in plan.faults] == [fault]
    assert ids(event) == before
