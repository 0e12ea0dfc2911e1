"""What a referee looks up: rents of a deed, the role card, the card of all rules."""

import pytest

from referee.engine import LANGUAGES
from referee.engine.rule_texts import catalogue
from referee.tablet.bridge.reference import SECTIONS
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import EDITIONS, load_edition
from tests.referee.tablet.test_bridge import opened

PLAYERS = [
    {"id": "p1", "name": "Ada", "role": "competitor"},
    {"id": "p2", "name": "Ben", "role": "monopolist"},
]


def bridge_of(code, language="en", *, started=True):
    header = {"record": "amr/1", "edition": code, "mode": "two-hour", "players": PLAYERS}
    log = [{"type": "start", "header": header}] if started else []
    return opened(header, log=log, language=language)[0]


@pytest.mark.parametrize("code", EDITIONS)
def test_a_ladder_tells_every_rent_of_every_deed(code):
    edition, bridge = load_edition(code), bridge_of(code)
    for square in edition.board.deeds:
        told = bridge.ask("ladder", {"square": square})
        rows = [row["cells"] for row in told["rows"]]
        assert told["name"]
        amounts = [fact["amount"] for fact in told["facts"]]
        charged = [edition.board.prices[square], mortgage_value(edition.board, square)]
        charged.append(redeem_price(edition.board, square))
        if edition.board.house_prices[square]:
            charged += [edition.board.house_prices[square], sale_price(edition.board, square)]
        assert amounts == charged
        match edition.board.kinds[square]:
            case "transport":
                assert rows == [[20, 40], [20, 80], [20, 160], [20, 320]]
            case "utility":
                assert rows == [[4, 4], [4, 10]]
            case "street":
                rents = edition.board.rents[square]
                single, double = ([each.amount for each in row] for row in rents)
                assert [row[0] for row in rows] == single
                assert [row[1] for row in rows] == [*single[:4], None, single[4]]
                assert [row[2] for row in rows] == [*double[:4], None, double[4]]
                assert len(told["columns"]) == 3


def test_a_ladder_calls_the_big_building_what_the_box_calls_it():
    def last(code):
        return bridge_of(code).ask("ladder", {"square": 1})["rows"][-1]["text"]

    assert (last("us-2011"), last("us-wooden")) == ("Hotel", "Apartment")


def test_the_role_card_is_the_printed_one():
    card = bridge_of("us-2011").ask("reference", {})["card"]
    assert card["columns"] == ["Dice", "Competitor", "Monopolist"]
    assert [row["text"] for row in card["rows"]] == [str(dice) for dice in range(2, 13)]
    assert card["rows"][0]["cells"] == ["go to U.S. Air Line", "go to START"]
    assert card["rows"][9]["cells"] == ["collect $50", "go to prison or price war"]


@pytest.mark.parametrize(("code", "count"), [("eu-fr", 50), ("us-wooden", 0), ("ru-2014", 0)])
def test_a_deck_is_told_where_its_cards_have_codes(code, count):
    assert len(bridge_of(code).ask("reference", {})["card"]["rows"]) == count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", EDITIONS)
def test_the_card_has_every_rule_once_before_and_after_the_start(code, language):
    for started in (False, True):
        told = bridge_of(code, language, started=started).ask("reference", {})
        codes = [rule["code"] for section in told["sections"] for rule in section["rules"]]
        assert sorted(codes) == sorted(catalogue("en")["rules"])
        assert all(rule["text"] for section in told["sections"] for rule in section["rules"])
    assert set(catalogue(language)["sections"]) == set(SECTIONS)
