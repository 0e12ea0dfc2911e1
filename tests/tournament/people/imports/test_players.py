"""Rows of a list of players: each bad one named by row, column, reason and what to do."""

import pytest

from tournament.people.imports.players import PlayerRow, read_players


def faults(text: str) -> list[str]:
    return [str(fault) for fault in read_players(text.encode()).faults]


@pytest.mark.parametrize(
    ("titles", "own_teams", "club", "team"),
    [
        ("name,team,x", False, "Red", ""),
        ("name,team,club", False, "North", "Red"),
        ("name,team,x", True, "", "Red"),
        ("имя,Команда,Клуб", True, "North", "Red"),
    ],
)
def test_a_team_is_a_club_where_the_event_has_no_teams_of_its_own(titles, own_teams, club, team):
    found = read_players(f"{titles}\nAda, Red ,North\n".encode(), own_teams=own_teams)
    assert [(row.club, row.team) for row in found.rows] == [(club, team)]


def test_a_row_is_name_club_email_and_seed_in_any_order_of_columns():
    found = read_players(b"E-Mail;SEED RANK;Club;Name\nada@example.org;2;A;  Ada   L \n")
    assert found.faults == ()
    assert found.rows == (PlayerRow(2, "Ada L", "A", "", "ada@example.org", 2),)


def test_only_the_name_is_needed_and_other_columns_are_named_as_unused():
    found = read_players(b"name,shoe size,,phone\nAda,38,,12\n")
    assert found.rows == (PlayerRow(2, "Ada", "", "", "", None),)
    assert found.ignored == ("shoe size", "phone")
    assert found.columns == {"name"}


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        ("1500", 1500),
        ('"1,500"', 1500),
        ("1.500", 1500),
        ("1 500", 1500),
        ('"1500,5"', 1500.5),
        ('"1,523.45678"', 1523.45678),
        ("1850?", 1850),
        ("-", None),
        ("FR-12", None),
        ("", None),
    ],
)
def test_a_rating_is_a_number_however_it_is_written_or_nothing(cell, rating):
    found = read_players(f"name,Elo,Rating\nAda,{cell},7\n".encode())
    assert found.faults == ()
    assert [row.rating for row in found.rows] == [rating]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("club\nA\n", "row 1: No column is called “name”."),
        ("name,Name\nA,B\n", "row 1: Two columns hold the player's name."),
        ("name,club\n,A\n", "row 2, name: The name is missing."),
        ("name\n" + "x" * 101 + "\n", "row 2, name: 101 characters are too many."),
        ("name\na\u202eb\n", "row 2, name: It contains control or text-direction characters."),
        ("name,club\nA,x\x07\n", "row 2, club: It contains control or text-direction characters."),
        ("name,email\nA,nowhere\n", "row 2, email: This is not an email address."),
        ("name,seed\nA,0\n", "row 2, seed: The seed rank is not a whole number from 1"),
        ("name,seed\nA,1.5\n", "row 2, seed: The seed rank is not a whole number from 1"),
        ("name,seed\nA,1e99\n", "row 2, seed: The seed rank is not a whole number from 1"),
        ("name,seed\nA,-1\n", "row 2, seed: The seed rank is not a whole number from 1"),
        ("name,seed\nA,٣\n", "row 2, seed: The seed rank is not a whole number from 1"),
        ("name,seed\nA,9999999999999\n", "row 2, seed: The seed rank is not a whole number"),
        ("name,club\nA,B,C\n", "row 2: The row has more cells than there are columns."),
        ("name,ID\nA,=1\n", "row 2, external_id: An ID has letters, digits"),
        ("name,ID\nA,a\x07b\n", "row 2, external_id: An ID has letters, digits"),
        ("name,ID\nA," + "1" * 41 + "\n", "row 2, external_id: 41 characters are too many."),
        ("name,ID\nA,1\nB,1\n", "row 3, external_id: The same as in row 2."),
        ("name,seed\nA,1\nB,1\n", "row 3, seed: The same as in row 2."),
        ("name,email\nA,a@example.org\nB,A@EXAMPLE.org\n", "row 3, email: The same as in row 2."),
        ("name\nAda\nBen\n ADA\n", "row 4, name: The same as in row 2."),
        ("Open 2026\n\nname,email\nA,x\n", "row 4, email: This is not an email address."),
        ("name,email\nAda,a@example.org\nAda,\n", "row 3, name: The same as in row 2."),
    ],
)
def test_a_bad_row_is_named_with_reason_and_remedy(text, fault):
    (found,) = faults(text)
    assert found.startswith(fault)
    assert len(found) > len(fault) + 5


def test_namesakes_with_addresses_of_their_own_are_two_players():
    assert faults("name,email\nAda,a@example.org\nAda,b@example.org\n") == []


def test_every_bad_row_is_named_and_good_ones_are_kept():
    found = read_players(b"name,email,seed\nAda,x,0\nBen,,\n,,\n,ben@example.org,3\n")
    assert [(fault.row, fault.column) for fault in found.faults] == [
        (2, "email"),
        (2, "seed"),
        (5, "name"),
    ]
    assert [row.name for row in found.rows] == ["Ben"]


def test_a_long_list_with_one_in_a_hundred_bad_names_them_all():
    lines = [f"Player {n},p{n}@example.org,{n}" for n in range(1, 10_001)]
    for bad in range(0, 10_000, 100):
        lines[bad] = f",p{bad}@example.org,x"
    found = read_players("\n".join(["name,email,seed", *lines]).encode())
    assert len(found.faults) == 200
    assert {fault.row for fault in found.faults} == set(range(2, 10_002, 100))
    assert len(found.rows) == 9_900
