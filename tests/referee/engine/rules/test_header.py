"""The header of a record, its position and its board: checked to the letter."""

import copy
from typing import Any

import pytest

from referee.engine import Game
from tests.referee.engine.boards import board
from tests.referee.engine.table import (
    EDITIONS,
    every_edition,
    header,
    not_eu_fr,
    refuses_header,
    table,
)

GONE = object()


def changed(head, path, value):
    """A copy of the header with one value replaced, added or (GONE) removed."""
    head = copy.deepcopy(head)
    *way, last = path
    place = head
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return head


BAD: dict[str, list[Any]] = {
    "missing_key": [
        *((key,) for key in ("record", "edition", "mode", "players")),
        *(("players", 0, key) for key in ("id", "name", "role")),
    ],
    "not_a_choice": [
        (("record",), "amr/2"), (("record",), 1), (("record",), "AMR/1"),
        (("edition",), "us-2012"), (("edition",), None), (("edition",), ["us-2011"]),
        (("mode",), "C"), (("mode",), "a"), (("mode",), {}),
        (("players", 0, "role"), "banker"), (("players", 0, "role"), None),
        (("rulings",), {"rounding": "nearest"}), (("rulings",), {"rounding": None}),
        (("rulings",), {"ties": ["shared"]}),
    ],
    "not_a_list": [(("players",), {}), (("players",), None)],
    "not_a_table": [
        (("players", 0), "p1"), (("rulings",), None), (("rulings",), []),
        (("position",), None), (("position",), []),
    ],
    "same_id_twice": [(("players", 0, "id"), "p2")],
    "not_a_name": [
        (("players", 0, "id"), ""), (("players", 0, "id"), 1), (("players", 0, "id"), "p\ud800"),
        (("players", 0, "id"), "A" * 10_000), (("players", 0, "name"), "A" * 10_000),
        (("players", 0, "name"), ""), (("players", 0, "name"), 7),
        (("players", 0, "name"), "A\x00"), (("players", 0, "name"), "A\nB"),
        (("players", 0, "name"), "\x1b[31m"), (("players", 0, "name"), "A\x85"),
        (("players", 0, "name"), "\ud800"),
    ],
    "unknown_key": [
        (("players", 0, "club"), "X"), (("rulings",), {"roundings": "up"}), (("comment",), "x"),
        (("X-a",), 1), (("position",), {"money": {}}),
    ],
    "bad_board": [(("board",), None), (("board",), []), (("board",), {})],
    "not_an_integer": [(("event",), 1.5), (("round",), 2.0)],
}  # fmt: skip
"""Faults of form by their code: the place in the header, and what stands there."""
BAD["missing_key"] = [(path, GONE) for path in BAD["missing_key"]]


@every_edition
@pytest.mark.parametrize(
    ("code", "path", "value"), [(code, *fault) for code, faults in BAD.items() for fault in faults]
)
def test_a_fault_of_form_is_refused_at_line_1(edition, code, path, value):
    refuses_header(changed(header(edition), path, value), code)


@pytest.mark.parametrize("head", [None, [], "amr/1", 1, True, [header()]])
def test_a_header_is_an_object(head):
    refuses_header(head, "not_an_object")


@every_edition
def test_the_header_may_tell_more(edition):
    own: dict[str, Any] = {"x-any": [1.5]}
    head = header(edition, event="Open", round=2, table=5, date="2026-05-16", **own)
    head["players"][0]["x-seed"] = 4
    assert Game.open(head).header == head


@pytest.mark.parametrize(
    "name", ["Ada", "Ève Müller-Łukasz", "אדה", "مريم", "李小龍", "Ada ♟", "O'Neil", "a" * 40, "🎲"]
)
def test_names_in_any_script_are_fine(name):
    head = changed(header(), ("players", 0, "name"), name)
    assert Game.open(head).header["players"][0]["name"] == name


@pytest.mark.parametrize(
    "rulings",
    [
        {}, {"rounding": "half_up"}, {"rounding": "down", "prison_circuit": "paid"},
        {"mortgaged_companies": "count", "ties": "shared", "x-note": "as last year"},
    ],
)  # fmt: skip
def test_rulings_may_be_missing_and_may_name_a_default(rulings):
    Game.open(header(rulings=rulings))
    Game.open(header())


# The position.


@every_edition
def test_a_position_is_laid_out(edition):
    game = table(
        edition, roles="cmc", cash={"p1": 120, "p2": 0}, prison=["p2"], squares={"p1": 24},
        deeds={1: "p1 +2", 5: "p2 mortgaged", 39: "p3 +5"},
    )  # fmt: skip
    assert game.snapshot() == {
        "status": "playing",
        "on_turn": None,
        "p1": {"cash": 120, "square": 24, "confined": False, "out": False, "owes": 0},
        "p2": {"cash": 0, "square": 10, "confined": True, "out": False, "owes": 0},
        "p3": {"cash": 1500, "square": 0, "confined": False, "out": False, "owes": 0},
        "deeds": {1: "p1 +2", 5: "p2 mortgaged", 39: "p3 +5"},
    }
    game.refuses("not_next").roll("p2", 1, 2)
    game.roll("p1", 1, 2)


@every_edition
def test_a_position_may_say_what_is_so_anyway(edition):
    head = header(edition, position={
        "cash": {"p1": 1500}, "squares": {"p1": 0, "p2": 10}, "prison": ["p2"],
        "deeds": {"1": {"owner": "p1", "improvements": 0, "mortgaged": False}},
    })  # fmt: skip
    statement = Game.open(head).statement()
    assert statement["players"][0]["deeds"] == {"1": {"improvements": 0, "mortgaged": False}}
    Game.open(header(edition, position={}))


@every_edition
def test_a_position_may_hold_keys_of_others(edition):
    head = header(edition, position={
        "x-a": 1, "deeds": {"1": {"owner": "p1", "x-b": 2}}, "cash": {}, "squares": {},
    })  # fmt: skip
    Game.open(head)


BAD_POSITIONS: dict[tuple[str, str | None], list[Any]] = {
    ("unknown_player", None): [
        {"cash": {"p9": 5}}, {"squares": {"p9": 5}}, {"prison": ["p9"]}, {"prison": [1]},
        {"deeds": {"1": {"owner": "p9"}}}, {"deeds": {"1": {"owner": None}}},
    ],
    ("not_a_number", None): [
        *({"cash": {"p1": value}} for value in (-1, 1.0, True, "5", None)),
        *({"squares": {"p1": value}} for value in (40, -1, 2.0, False)),
        *({"deeds": {"1": {"owner": "p1", "improvements": value}}} for value in (-1, 1.0, True)),
    ],
    ("not_a_table", None): [
        {"cash": []}, {"squares": None}, {"deeds": []}, {"deeds": {"1": "p1"}},
    ],
    ("not_a_list", None): [{"prison": "p1"}, {"prison": {"p1": True}}],
    ("same_id_twice", None): [{"prison": ["p1", "p1"]}],
    ("missing_key", None): [{"deeds": {"1": {}}}],
    ("unknown_key", None): [{"deeds": {"1": {"owner": "p1", "houses": 1}}}],
    ("not_a_choice", None): [
        {"deeds": {"1": {"owner": "p1", "mortgaged": 1}}},
        {"deeds": {"1": {"owner": "p1", "mortgaged": "yes"}}},
    ],
    ("not_a_deed", None): [
        {"deeds": {key: {"owner": "p1"}}} for key in ("0", "2", "40", "-1", "01", "1.0", "١", " 1")
    ],
    ("not_a_street", "R11"): [
        {"deeds": {"5": {"owner": "p1", "improvements": 1}}},
        {"deeds": {"12": {"owner": "p1", "improvements": 1}}},
    ],
    ("too_many_for_role", "R11"): [
        {"deeds": {"1": {"owner": "p1", "improvements": 6}}},
        {"deeds": {"1": {"owner": "p2", "improvements": 5}, "3": {"owner": "p2"}}},
    ],
    ("buildings_on_mortgaged", "R12"): [
        {"deeds": {"1": {"owner": "p1", "improvements": 1, "mortgaged": True}}},
    ],
    ("nobody_on_30", "R15"): [{"squares": {"p1": 30}}],
    ("confined_elsewhere", "R15"): [
        {"prison": ["p1"], "squares": {"p1": 11}}, {"prison": ["p2"], "squares": {"p2": 0}},
    ],
}  # fmt: skip
"""By code and rule: what no game could come to is refused by the rule that forbids it."""


@every_edition
@pytest.mark.parametrize(
    ("reason", "position"),
    [(reason, position) for reason, positions in BAD_POSITIONS.items() for position in positions],
)
def test_an_illegal_position_is_refused(edition, reason, position):
    refuses_header(header(edition, position=position), *reason)


BROKEN = [
    {"1": {"owner": "p2", "improvements": 1}},
    {"1": {"owner": "p2", "improvements": 1}, "3": {"owner": "p1"}},
    {"1": {"owner": "p2", "improvements": 1}, "3": {"owner": "p2", "mortgaged": True}},
]


@not_eu_fr
@pytest.mark.parametrize("deeds", BROKEN)
def test_a_monopolists_buildings_need_a_monopoly(edition, deeds):
    refuses_header(header(edition, position={"deeds": deeds}), "buildings_without_monopoly", "R11")


@pytest.mark.parametrize("deeds", BROKEN)
def test_a_monopolists_buildings_need_no_monopoly_in_the_european_edition(deeds):
    Game.open(header("eu-fr", position={"deeds": deeds}))


@every_edition
def test_a_monopolists_buildings_in_a_monopoly(edition):
    Game.open(header(edition, position={"deeds": {
        "6": {"owner": "p2", "improvements": 4}, "8": {"owner": "p2"},
        "9": {"owner": "p2", "mortgaged": True},
    }}))  # fmt: skip


# The board.


@every_edition
def test_the_printed_board_may_be_given(edition):
    assert Game.open(header(edition, board=board(edition))).statement()["status"] == "playing"


@every_edition
def test_prices_may_be_corrected(edition):
    given = board(edition, {1: 80}, {"New Orleans": 60, "Roma": 60})
    game = table(edition, board=given, deeds={1: "p1", 3: "p1"})
    game.build("p1", 1).only(p1={"cash": -60}, deeds={1: "p1 +1"})
    game.sell("p1", 1).mortgage("p1", 1).only(p1={"cash": 40}, deeds={1: "p1 mortgaged"})


@every_edition
def test_rents_follow_the_corrected_prices(edition):
    given = board(edition, {39: 500}, {"New York": 300, "Athens": 300})
    game = table(edition, roles="mc", board=given, deeds={39: "p2 +2"}, squares={"p1": 36})
    game.roll("p1", 1, 2).only(p1={"square": 39, "cash": -110}, p2={"cash": 110})


@every_edition
def test_a_corrected_price_may_redeem_at_a_half(edition):
    """Mortgage 55, 110 % of it 60.5, rounded up."""
    given = board(edition, {1: 110})
    game = table(edition, board=given, deeds={1: "p1 mortgaged"}).quiet("p1").redeem("p1", 1)
    game.only(p1={"cash": -61}, deeds={1: "p1"})


@every_edition
def test_names_may_be_corrected_in_any_script(edition):
    given = board(edition)
    given[1]["name"] = "רחוב"
    Game.open(header(edition, board=given))


BAD_ROWS = [
    (1, "square", 2), (1, "square", "1"), (1, "square", True), (1, "kind", "utility"),
    (1, "kind", None), (0, "kind", "street"), (1, "city", "Paris"), (1, "city", None),
    (1, "name", ""), (1, "name", None), (1, "name", 5), (1, "price", None), (1, "price", 0),
    (1, "price", -60), (1, "price", 65), (1, "price", 60.0), (1, "price", "60"), (1, "price", True),
    (1, "house_price", None), (1, "house_price", 0), (1, "house_price", 55),
    (1, "house_price", 60), (5, "price", None), (5, "house_price", 50), (12, "price", 155),
    (0, "price", 60), (2, "price", 10), (0, "city", "Roma"), (0, "house_price", 10),
    (1, "rent", 6), (1, "price", GONE), (0, "price", GONE), (0, "city", GONE), (1, "name", GONE),
    (1, "house_price", GONE), (1, "square", GONE),
]  # fmt: skip


@every_edition
@pytest.mark.parametrize(("square", "key", "value"), BAD_ROWS)
def test_any_other_board_is_refused(edition, square, key, value):
    refuses_header(
        header(edition, board=changed(board(edition), (square, key), value)), "bad_board"
    )


@every_edition
def test_a_board_has_its_40_squares_in_order(edition):
    given = board(edition)
    refuses_header(header(edition, board=given[:39]), "bad_board")
    refuses_header(header(edition, board=[*given, given[39]]), "bad_board")
    refuses_header(header(edition, board=[given[1], given[0], *given[2:]]), "bad_board")
    refuses_header(header(edition, board=[*given[:39], None]), "bad_board")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_board_is_that_of_the_edition(edition):
    other = "eu-fr" if edition.startswith("us") else "us-2011"
    refuses_header(header(edition, board=board(other)), "bad_board")


@every_edition
def test_board_squares_may_hold_keys_of_others(edition):
    given = board(edition)
    given[0]["x-colour"] = "red"
    Game.open(header(edition, board=given))
