"""The start of a game says of the table what the draw says, word for word."""

from typing import Any

import pytest

from referee.journal.event_forms import QUICK
from referee.journal.start import MAX_LISTED, TableSetup, as_drawn, judge_start
from tests.referee.journal.logs import ADA, BEN, HEADER, NUMBERS, START, Event, code, codes, golden

CLEO = {"id": "p3", "name": "Cleo", "role": "competitor"}
THREE = [ADA, BEN, CLEO]
OF_THREE: Event = {**HEADER, "players": THREE, "event": "Open", "round": 1, "table": 3}
DRAWN = TableSetup(OF_THREE, thrown=False)
THROWN = TableSetup({**OF_THREE, "players": [{**each, "role": None} for each in THREE]}, True)


def started(**changes: Any) -> Event:
    """The start with these changes of its header."""
    return {**START, "header": {**OF_THREE, **changes}}


def judged(event: Event, setup: TableSetup = DRAWN) -> list[str | None]:
    """What it is refused for: codes with their fields."""
    return [code(refusal) for refusal in judge_start(event, setup)]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_table_starts_as_it_was_drawn(number: str) -> None:
    record = golden(number)
    assert judge_start(record.events[0], record.setup) == ()


@pytest.mark.parametrize(
    "event", [{"type": "start"}, {**START, "header": 7}, {**START, "header": {"players": {}}}]
)
def test_a_start_has_a_header_with_players(event: Event) -> None:
    assert judged(event) == ["field header"]
    assert as_drawn(event, DRAWN) is event


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"event": "Closed"}, "event"),
        ({"round": 2}, "round"),
        ({"table": True}, "table"),
        ({"mode": "A"}, "mode"),
        ({"rulings": {}}, "rulings"),
        ({"date": "2026-05-16"}, "date"),
    ],
)
def test_what_the_tournament_says_is_said_in_the_same_way(changes: Event, field: str) -> None:
    assert judged(started(**changes)) == [f"rules_differ {field}"]


@pytest.mark.parametrize("name", sorted(OF_THREE.keys() - {"players"}))
def test_nothing_that_the_tournament_says_is_left_out(name: str) -> None:
    header = {key: value for key, value in OF_THREE.items() if key != name}
    assert judged({**START, "header": header}) == [f"rules_differ {name}"]


def test_a_number_is_no_truth() -> None:
    true = TableSetup({**OF_THREE, "round": True}, thrown=False)
    assert judged(started(), true) == ["rules_differ round"]


def test_only_the_position_and_that_only_the_end_was_entered_are_the_tables_own() -> None:
    position = {"cash": {"p1": 700}, "deeds": {"1": {"owner": "p2"}}}
    assert judged(started(position=position)) == []
    assert judged(started(position=position, **{QUICK: 1})) == []
    assert judged(started(**{"x-own": 1})) == ["rules_differ x-own"]


def test_a_position_that_the_rules_forbid_is_refused_by_its_rule() -> None:
    position = {"deeds": {"1": {"owner": "p2", "improvements": 2}}}
    refusals = judge_start(started(position=position), DRAWN)
    assert codes(refusals) == ["buildings_without_monopoly R11"]


@pytest.mark.parametrize("player", [7, {}, {**ADA, "x-seat": 1}, {"id": "p1", "name": "Ada"}])
def test_a_player_has_an_id_a_name_and_a_role(player: Any) -> None:
    assert judged(started(players=[player, BEN, CLEO])) == ["field players"]
    assert judged(started(players=[player, BEN, CLEO]), THROWN) == ["field players"]


@pytest.mark.parametrize(
    "players",
    [
        [],
        [ADA, BEN],
        [BEN, CLEO, ADA],
        [ADA, BEN, CLEO, {**CLEO, "id": "p4"}],
        [{**ADA, "role": "monopolist"}, {**BEN, "role": "competitor"}, CLEO],
        [{**ADA, "id": "p9"}, BEN, CLEO],
        [{**ADA, "id": ["p1"]}, BEN, CLEO],
    ],
)
def test_drawn_players_sit_as_drawn_in_their_roles(players: list[Event]) -> None:
    assert judged(started(players=players)) == ["seats_differ"]


@pytest.mark.parametrize("turn", range(3))
def test_with_thrown_roles_any_player_begins_and_play_goes_clockwise(turn: int) -> None:
    players = THREE[turn:] + THREE[:turn]
    roles = ["monopolist", "competitor", "competitor"]
    event = started(players=[{**p, "role": r} for p, r in zip(players, roles, strict=True)])
    assert judged(event, THROWN) == []
    assert judged(started(players=players[::-1]), THROWN) == ["seats_differ"]


def test_thrown_roles_divide_the_table_evenly() -> None:
    players = [{**each, "role": "competitor"} for each in THREE]
    assert codes(judge_start(started(players=players), THROWN)) == ["uneven_roles R4"]


@pytest.mark.parametrize("setup", [DRAWN, THROWN])
def test_a_player_has_the_name_of_the_draw(setup: TableSetup) -> None:
    (refusal,) = judge_start(started(players=[ADA, {**BEN, "name": "Benjamin"}, CLEO]), setup)
    assert (refusal.code, refusal.params) == ("names_differ", {"player": "p2"})


THROW = {"player": "p1", "dice": [6, 4]}
CHOICE = {"player": "p1", "role": "monopolist"}


@pytest.mark.parametrize(("name", "item"), [("throws", THROW), ("choices", CHOICE)])
def test_throws_and_choices_are_told_where_roles_are_thrown(name: str, item: Event) -> None:
    for items in ([], [item], [item] * MAX_LISTED):
        assert judged({**started(), name: items}, THROWN) == []
        assert judged({**started(), name: items}) == [f"field {name}"]
    for wrong in ([item] * (MAX_LISTED + 1), [item, 7], [[item]], item, None):
        assert judged({**started(), name: wrong}, THROWN) == [f"field {name}"]


@pytest.mark.parametrize(
    "change",
    [
        {"player": "p9"},
        {"player": None},
        {"player": ["p1"]},
        {"more": 1},
        {"dice": [6]},
        {"dice": [6, 4, 1]},
        {"dice": [0, 4]},
        {"dice": [7, 1]},
        {"dice": [True, 1]},
        {"dice": "64"},
        {"dice": None},
    ],
)
def test_a_throw_is_of_two_dice_of_one_of_the_players(change: Event) -> None:
    assert judged({**started(), "throws": [{**THROW, **change}]}, THROWN) == ["field throws"]


@pytest.mark.parametrize(
    "change", [{"player": "p9"}, {"role": "banker"}, {"role": ["monopolist"]}, {"more": 1}]
)
def test_a_choice_is_of_a_role_by_one_of_the_players(change: Event) -> None:
    assert judged({**started(), "choices": [{**CHOICE, **change}]}, THROWN) == ["field choices"]


def test_a_start_has_no_other_fields() -> None:
    assert judged({**started(), "at": "now"}, THROWN) == ["field at"]
    assert judged({**started(), "at": "now"}) == ["field at"]


# A start that was set aside because a name was corrected meanwhile


def test_a_start_as_drawn_has_the_names_of_now_and_the_order_and_roles_it_had() -> None:
    roles = ["monopolist", "competitor", "competitor"]
    players = [{**p, "role": r} for p, r in zip([BEN, CLEO, ADA], roles, strict=True)]
    event = {**started(players=players, event="Closed", **{QUICK: 1}), "throws": [THROW]}
    renamed = [{**each, "name": each["name"].upper()} for each in THROWN.header["players"]]
    setup = TableSetup({**OF_THREE, "players": renamed}, thrown=True)
    made = as_drawn(event, setup)
    assert judge_start(event, setup) != ()
    assert judge_start(made, setup) == ()
    told = [(each["id"], each["name"], each["role"]) for each in made["header"]["players"]]
    assert told == [
        ("p2", "BEN", "monopolist"),
        ("p3", "CLEO", "competitor"),
        ("p1", "ADA", "competitor"),
    ]
    assert made["header"][QUICK] == 1
    assert made["throws"] == [THROW]


@pytest.mark.parametrize("player", [7, {"id": "p9"}, {"id": ["p1"], "name": "Ada"}])
def test_who_is_not_in_the_draw_is_left_as_told(player: Any) -> None:
    made = as_drawn(started(players=[player, ADA]), DRAWN)
    assert made["header"]["players"] == [player, ADA]
