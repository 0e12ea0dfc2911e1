"""Every refusal and consequence has its sentence in English, French and Russian."""

import re
from pathlib import Path

import pytest

from referee.engine import (
    LANGUAGES,
    Consequence,
    Refusal,
    cite_rules,
    place_name,
    render_consequence,
    render_refusal,
    replay_lines,
    replay_steps,
)
from referee.engine.fold import FOLDS
from referee.engine.messages import catalogue
from scoring.game.editions import load_edition
from scoring.game.money import money

GOLDEN = Path(__file__).parents[2] / "golden"
RECORDS = sorted((GOLDEN / "golden").glob("*.amr.jsonl"))
REFUSED = sorted((GOLDEN / "refused").glob("*.amr.jsonl"))
NAMES = {f"p{n}": name for n, name in enumerate(("Ada", "Ben", "Zoë", "Дмитрий", "Eve", "Fay"), 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_fact_has_its_sentence(language):
    kinds = {
        re.sub("_(extra|foundation|income_tax|role_card|utility)$", "", key)
        for key in catalogue(language)["consequences"]
        if key.startswith(("open", "answered"))
    }
    plain = {
        re.sub("_(extra|more|less|same)$", "", key)
        for key in catalogue(language)["consequences"]
        if not key.startswith(("open", "answered"))
    }
    assert kinds | plain == {"supply", *FOLDS}


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_catalogues_say_the_same(language):
    """The same keys, and the same gaps to fill, as in English."""
    for table, sentences in catalogue("en").items():
        other = catalogue(language)[table]
        assert sentences.keys() == other.keys()
        for key, sentence in sentences.items():
            if isinstance(sentence, list):
                assert len(sentence) == len(other[key])
            else:
                assert gaps(sentence) == gaps(other[key]), key


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def test_there_is_no_other_language():
    with pytest.raises(KeyError):
        catalogue("de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", RECORDS[::3], ids=lambda path: path.name[:2])
def test_everything_that_happens_can_be_said(path, language):
    for step in replay_steps(path.read_bytes()):
        for consequence in step.decision.consequences:
            text = render_consequence(consequence, NAMES, language, step.before.edition)
            assert text
            assert "{" not in text
            assert "None" not in text
            if consequence.amount:
                assert money(consequence.amount, step.before.edition.currency, language) in text


def test_every_sum_of_a_sentence_has_the_sign_of_the_currency():
    """Of the tax the parts, of a retention what was there, of a card what it says."""
    assets = {"cash": 1200, "deeds": 300, "buildings": 50}
    shares = {"on_cash": 120, "on_deeds": 30, "on_buildings": 5}
    percent = {**assets, **shares, "cash_percent": 10, "assets_percent": 10}
    tax = Consequence("income_tax", "p1", None, 155, None, None, (), {"percent": percent})
    assert render_consequence(tax, NAMES, "en", load_edition("us-2011")) == (
        "Ada pays the Treasury $155: income tax, 10 % of cash $1,200 = $120, "
        "10 % of deeds $300 = $30, 10 % of buildings $50 = $5"
    )
    kept = {"before": 1200, "percent": 10, "retained": 120}
    retention = Consequence("retention", "p1", None, 1080, None, None, (), kept)
    assert render_consequence(retention, NAMES, "fr", load_edition("eu-fr")) == (
        "Ada garde 10\u00a0% de 1\u202f200\u00a0€, soit 120\u00a0€, et remet 1\u202f080\u00a0€"
    )
    answer = {"verb": "collect", "number": 75, "role": None, "threshold": None, "place": None}
    detail = {"what": "role_card", "answer": answer}
    card = Consequence("answered", "p1", None, 0, None, None, (), detail)
    assert "получить 75\u00a0$" in render_consequence(card, NAMES, "ru", load_edition("us-2011"))


def test_every_sum_of_a_refusal_has_the_sign_of_the_currency():
    refusal = Refusal("lacks_cash", "R9", {"player": "p1", "cash": 37, "needed": 1200})
    assert render_refusal(refusal, "en", NAMES, "$").startswith(
        "Ada has $37 in cash and needs $1,200;"
    )
    refusal = Refusal("able_to_pay", "R24", {"player": "p1", "owes": 90, "could_raise": 1200})
    assert "90\u00a0€, можно выручить 1\u00a0200\u00a0€;" in render_refusal(
        refusal, "ru", NAMES, "€"
    )
    needed = Refusal("other_throws_needed", "R25", {"needed": [12, 28], "given": [12]})
    assert "utilities: 12, 28; given: 12" in render_refusal(needed, "en", NAMES, "$")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name.partition(".")[0])
def test_every_refusal_can_be_said(path, language):
    text = replay_lines(path.read_bytes()).describe(language)
    assert re.match(r"(line|ligne|строка) [0-9]+", text)
    assert "None" not in text


RENT = {
    "improvements": 1,
    "big_building": None,
    "monopolised": True,
    "companies": 0,
    "factor": 0,
    "dice": None,
}


def rent(**changed) -> Consequence:
    detail = {**RENT, **changed}
    rules = ("R10", "R11") if detail["improvements"] else ("R10",)
    return Consequence("rent", "p1", "p2", 78, 24, "Beacon Street", rules, detail)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada pays Ben 78: Beacon Street, 1 house, city monopolised (R10, R11)"),
        ("fr", "Ada paie 78 à Ben\u00a0: Beacon Street, 1 maison, ville en monopole (R10, R11)"),
        ("ru", "Ada платит 78 → Ben: Beacon Street, 1 дом, город монополизирован (R10, R11)"),
    ],
)
def test_a_rent_is_said_with_its_circumstances(language, sentence):
    assert render_consequence(rent(), NAMES, language) == sentence


def test_a_big_building_is_called_as_in_the_box():
    hotel = rent(improvements=4, big_building="hotel")
    assert "Beacon Street, hotel," in render_consequence(hotel, NAMES)
    castle = rent(improvements=4, big_building="castle")
    assert "Beacon Street, castle," in render_consequence(castle, NAMES)


def test_players_without_a_name_are_called_by_their_id():
    assert render_consequence(rent(), {}).startswith("p1 pays p2 78")
    refusal = Refusal("not_next", None, {"player": "p2", "next": "p1"})
    assert render_refusal(refusal) == "it is not the turn of p2; p1 may begin the next turn"
    assert "Ben" in render_refusal(refusal, names=NAMES)
    assert "nobody" in render_refusal(Refusal("not_on_turn", None, {"player": "p1", "on_turn": ""}))


def test_what_is_open_and_what_is_not():
    refusal = Refusal("nothing_asked", None, {"what": "utility", "open": ""})
    assert render_refusal(refusal) == "the throw for a utility is not open; open now: nothing"
    refusal = Refusal("nothing_asked", None, {"what": "foundation", "open": "role_card"})
    assert render_refusal(refusal) == "the foundation is not open; open now: the role square"


BOARDS = [load_edition(code).board for code in ("us-2011", "eu-fr")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_squares_that_are_no_addresses_have_a_name_in_each_language(language):
    special = {square.name for board in BOARDS for square in board.squares}
    special -= {square.name for board in BOARDS for square in board.squares if square.city}
    named = {name for name in special if not name.startswith("U.S. ")}
    assert set(catalogue(language)["squares"]) == named


@pytest.mark.parametrize(
    ("language", "name", "known"),
    [
        ("en", "Income Tax", "Income Tax"),
        ("fr", "Income Tax", "Impôt sur le revenu"),
        ("ru", "Income Tax", "Подоходный налог"),
        ("fr", "U.S. Railroad", "U.S. Railroad"),
        ("ru", "Rue de la Paix", "Rue de la Paix"),
    ],
)
def test_addresses_stay_as_the_board_prints_them(language, name, known):
    assert place_name(name, language) == known


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada moves to Income Tax (R8)"),
        ("fr", "Ada avance jusqu’à la case «\u00a0Impôt sur le revenu\u00a0» (R8)"),
        ("ru", "Ada идёт на деление «Подоходный налог» (R8)"),
    ],
)
def test_a_square_is_named_in_the_readers_language(language, sentence):
    move = Consequence("move", "p1", None, 0, 4, "Income Tax", ("R8",), {})
    assert render_consequence(move, NAMES, language) == sentence


@pytest.mark.parametrize(
    ("language", "effect", "mortgaged"),
    [
        ("en", "go to START", "Gas Company (square 28) is already mortgaged"),
        ("fr", "aller à la case «\u00a0DÉPART\u00a0»", "«\u00a0Société du gaz\u00a0» (case 28)"),
        ("ru", "идти на деление «СТАРТ»", "владение «Газовая компания» (деление 28) уже"),
    ],
)
def test_cards_and_refusals_name_squares_alike(language, effect, mortgaged):
    answer = {"verb": "goto", "number": 0, "role": None, "threshold": None, "place": "START"}
    detail = {"what": "role_card", "answer": answer}
    followed = Consequence("answered", "p1", None, 0, None, None, (), detail)
    assert effect in render_consequence(followed, NAMES, language)
    refusal = Refusal("already_mortgaged", "R12", {"square": 28, "place": "Gas Company"})
    assert mortgaged in render_refusal(refusal, language)


def test_both_rule_numbers_where_the_book_counts_differently():
    book = load_edition("eu-fr")
    assert cite_rules("Why", []) == "Why"
    assert cite_rules("Why", ["R11"]) == "Why (R11)"
    assert cite_rules("Why", ["R7"], book) == "Why (R7)"
    assert cite_rules("Why", ["R11"], book) == "Why (R11; rule 10 in this book)"
    assert cite_rules("Why", ["R22"], book) == "Why (R22)"
    assert (
        cite_rules("Why", ["R7", "R22", "R11"], book)
        == "Why (R7, R22, R11; rules 7, 10 in this book)"
    )
    assert cite_rules("Why", ["R23", "R26"], book) == "Why (R23, R26; rule 21 in this book)"


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "(R10; rule 9 in this book)", "(R10, R11; rules 9, 10 in this book)"),
        ("fr", "(R10\u00a0; règle 9 de ce livret)", "(R10, R11\u00a0; règles 9, 10 de ce livret)"),
        ("ru", "(R10; правило 9 в этой книге)", "(R10, R11; правила 9, 10 в этой книге)"),
    ],
)
def test_brackets_are_not_nested(language, one, two):
    book = load_edition("eu-fr")
    assert render_consequence(rent(improvements=0), NAMES, language, book).endswith(one)
    assert render_consequence(rent(), NAMES, language, book).endswith(two)


def test_consequences_and_refusals_as_json():
    assert rent().as_json()["rules"] == ["R10", "R11"]
    assert rent().moves_money
    assert not rent()._replace(kind="due").moves_money
    assert Refusal("debtor", "R24", {"owes": 5}).as_json() == {
        "code": "debtor",
        "rule": "R24",
        "params": {"owes": 5},
    }
