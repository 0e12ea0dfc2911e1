"""Editions as data: the printed ones are sound, an organiser's own loads, a bad one is refused."""

import copy
import dataclasses
from pathlib import Path

import pytest

from scoring.game.board import Board
from scoring.game.editions import EDITIONS, _load_packaged, load_edition, load_edition_file
from scoring.game.effects import Effect
from scoring.game.lint import lint, lint_all
from scoring.game.schema import EditionError, check_edition


@pytest.fixture
def own(tmp_path: Path):
    """Write an organiser's edition file and load it."""

    def load(text: str | bytes, name: str = "own.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return load_edition_file(path)

    return load


def test_the_printed_figures_of_every_edition_agree():
    assert lint_all() == {code: [] for code in EDITIONS}


def test_an_unknown_code_is_no_edition():
    with pytest.raises(KeyError):
        load_edition("us-1984")


def test_every_edition_has_its_own_digest():
    assert len({load_edition(code).digest for code in EDITIONS}) == 4


@pytest.mark.parametrize(
    ("code", "rule", "number"),
    [
        ("us-2011", "R11", "11"),
        ("eu-fr", "R11", "10"),
        ("eu-fr", "R7", "7"),
        ("eu-fr", "R22", ""),
        ("ru-2014", "R7", "8"),
        ("ru-2014", "R8", "7"),
        ("us-wooden", "R26", "26"),
    ],
)
def test_rule_numbers_as_the_book_prints_them(code, rule, number):
    assert load_edition(code).rule_number(rule) == number


def test_an_own_edition_overrides_only_what_it_names(own):
    edition = own(
        'inherits = "us-2011"\ncode = "club-2026"\n[squares.24]\nname = "Ruelle"\nprice = 250\n'
    )
    printed = load_edition("us-2011")
    assert (edition.code, edition.printed) == ("club-2026", "us-2011")
    assert edition.board.squares[24].name == "Ruelle"
    assert [n for n in range(40) if edition.board.squares[n] != printed.board.squares[n]] == [24]
    assert edition.board.rents[24].single[2].amount == 25 + 2 * 15
    assert edition.digest != printed.digest
    assert edition.rules.adjustment


def test_an_own_edition_keeps_the_printed_code_unless_it_has_one(own):
    assert own('inherits = "eu-fr"\n[money]\nfine = 40\n').code == "eu-fr"


def test_the_rows_of_an_own_board_make_the_same_board(own):
    edition = own('inherits = "ru-2014"\n[squares.1]\nname = "Улица"\n')
    rebuilt = load_edition("ru-2014").with_board(edition.board.rows())
    assert rebuilt.board.squares == edition.board.squares
    assert rebuilt.board.rents == edition.board.rents


BAD = [
    ("", "inherits", "one of"),
    ('inherits = "us-1984"', "inherits", "one of"),
    ('inherits = "base"', "inherits", "one of"),
    ("inherits = ", "", "not readable as TOML"),
    (b"\xff", "", "not readable as TOML"),
    (b"x = 1\n" * 60_000, "", "larger than"),
    (b"a" + b".a" * 201 + b" = 1\n", "", "more than 200 dots in a line"),
    (b"x = " + b"9" * 5_000 + b"\n", "", "not readable as TOML"),
    ('inherits = "us-2011"\ncolour = "red"', "colour", "unknown key"),
    ('inherits = "us-2011"\nmoney = 3', "money", "a table"),
    ('inherits = "us-2011"\n[name]\nx = 1', "name", "a value"),
    ('inherits = "us-2011"\nname = ""', "name", "1 to 100"),
    ('inherits = "us-2011"\nname = "a\\u202Eb"', "name", "1 to 100"),
    ('inherits = "us-2011"\nschema = 2', "schema", "schema 1"),
    ('inherits = "us-2011"\ndeck = 1', "deck", "a table"),
    ('inherits = "us-2011"\n[money]\nbribe = 1', "money.bribe", "unknown key"),
    ('inherits = "us-2011"\n[money]\nfine = -5', "money.fine", "whole number"),
    ('inherits = "us-2011"\n[money]\nfine = "50"', "money.fine", "a value such as 50"),
    ('inherits = "us-2011"\n[money]\nfine = true', "money.fine", "a value such as 50"),
    ('inherits = "us-2011"\n[money]\nfoundation_grants = [1]', "money.foundation_grants", "6"),
    ('inherits = "us-2011"\n[percent]\nassets_tax = 101', "percent.assets_tax", "to 100"),
    (
        'inherits = "us-2011"\n[percent.retention]\ncompetitor = 101',
        "percent.retention.competitor",
        "to 100",
    ),
    ('inherits = "us-2011"\n[improvements]\nmonopolist = 10', "improvements.monopolist", "to 9"),
    ('inherits = "us-2011"\n[rules]\nrole_square = "coin"', "rules.role_square", "dice, deck"),
    ('inherits = "us-2011"\n[rules]\nmay_pass = 1', "rules.may_pass", "a value such as"),
    ('inherits = "us-2011"\n[box]\nbig_building = ""', "box.big_building", "1 to 100"),
    ('inherits = "us-2011"\n[squares.40]\nname = "x"', "squares", "0 to 39"),
    ('inherits = "us-2011"\n[squares.1]\ncolour = "red"', "squares.1.colour", "unknown key"),
    ('inherits = "us-2011"\n[squares.1]\nkind = "start"', "squares.1.kind", "printed board"),
    ('inherits = "us-2011"\n[squares.1]\nkind = []', "squares.1.kind", "printed board"),
    ('inherits = "us-2011"\n[squares.1]\ncity = "Boston"', "squares.1.city", "printed board"),
    ('inherits = "us-2011"\n[squares.1]\nname = " "', "squares.1.name", "1 to 100"),
    ('inherits = "us-2011"\n[squares.1]\nprice = 65', "squares.1.price", "multiple of 10"),
    ('inherits = "us-2011"\n[squares.1]\nprice = 0', "squares.1.price", "multiple of 10"),
    ('inherits = "us-2011"\n[squares.0]\nprice = 60', "squares.0.price", "has none"),
    ('inherits = "us-2011"\n[squares.3]\nhouse_price = 60', "squares.3.house_price", "the same"),
    ('inherits = "us-2011"\n[role_card.2]\ncompetitor = "win"', "role_card.2.competitor", "R16"),
    ('inherits = "us-2011"\n[role_card.13]\ncompetitor = "none"', "role_card.13", "two dice"),
    ('inherits = "us-2011"\n[role_card.2]\nboth = "none"', "role_card.2", "each role"),
    ('inherits = "eu-fr"\n[deck.X01]\neffect = "none"\ngist = "x"', "deck.X01", "a code"),
    ('inherits = "eu-fr"\n[deck.C26]\neffect = "none"', "deck.C26", "effect and gist"),
    ('inherits = "eu-fr"\n[deck.C01]\neffect = "goto 40"', "deck.C01.effect", "R16"),
    ('inherits = "eu-fr"\n[rules]\nrole_square = "dice"', "role_card", "each sum"),
    ('inherits = "eu-fr"\n[rule_numbers]\nR9 = 8', "rule_numbers.R9", "a line such as"),
    ('inherits = "eu-fr"\n[rule_numbers]\nnine = "8"', "rule_numbers.nine", "a line such as"),
]


@pytest.mark.parametrize(("text", "key", "reason"), BAD, ids=range(len(BAD)))
def test_a_bad_edition_is_refused_with_file_key_and_reason(own, text, key, reason):
    with pytest.raises(EditionError) as refused:
        own(text)
    error = refused.value
    assert (error.file, error.key) == ("own.toml", key)
    assert reason in error.reason
    assert str(error).startswith("own.toml: ")


def test_a_missing_file_is_refused_by_name(tmp_path):
    with pytest.raises(EditionError, match=r"^none\.toml: not readable"):
        load_edition_file(tmp_path / "none.toml")


def test_the_linter_finds_slips():
    edition = load_edition("us-2011")
    rows = copy.deepcopy(edition.board.rows())
    rows[39]["price"] = 340
    found = lint(edition.with_board(rows))
    assert any("redeem prices" in sentence for sentence in found)
    assert "streets become dearer clockwise" in found


@pytest.fixture
def data():
    """The merged data of a printed edition, free to be spoilt."""
    return copy.deepcopy(_load_packaged("eu-fr"))


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda data: data.pop("money"), "money"),
        (lambda data: data["squares"]["0"].update(kind="moon"), "squares.0.kind"),
        (lambda data: data["squares"]["1"].pop("city"), "squares.1.city"),
        (lambda data: data["squares"]["0"].update(city="Roma"), "squares.0.city"),
    ],
)
def test_a_packaged_edition_is_checked_as_strictly(data, spoil, key):
    spoil(data)
    with pytest.raises(EditionError) as refused:
        check_edition(data, "eu-fr")
    assert (refused.value.file, refused.value.key) == ("eu-fr", key)


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"board": Board(load_edition("us-2011").board.squares[:39], {"c": 5})}, "22 streets"),
        ({"transport_monopolist": (40, 80, 120, 160)}, "fares"),
        ({"deck": {"C01": Effect("none")}}, "25 cards"),
    ],
)
def test_the_linter_recomputes_counts_fares_and_decks(change, finding):
    found = lint(dataclasses.replace(load_edition("us-2011"), **change))
    assert any(finding in sentence for sentence in found)


def test_the_linter_looks_at_the_cities():
    squares = [
        square._replace(city="Boston") if square.city == "New York" else square
        for square in load_edition("us-2011").board.squares
    ]
    edition = dataclasses.replace(load_edition("us-2011"), board=Board(squares, {"c": 5}))
    assert "eight cities of two or three streets are needed" in lint(edition)
