"""R16 (eu-fr: 15): the role card or the deck of the role, and what its effects do."""

from typing import Any

import pytest

from tests.referee.engine.table import every_deck, every_edition, table

ROLE_SQUARES = (2, 7, 17, 22, 33, 36)

# Sum of the dice: (competitor's instruction, monopolist's), as printed on the card of us-2011.
ROLE_CARD = {
    2: ("goto 25", "goto 0"),
    3: ("pay 75", "collect 75"),
    4: ("collect_each monopolist 25", "goto 24"),
    5: ("goto 12", "pay 75"),
    6: ("pay 25", "goto 12"),
    7: ("goto 24", "collect 50"),
    8: ("collect 75", "goto 25"),
    9: ("goto 0", "pay 50"),
    10: ("pay 50", "collect_each competitor 25"),
    11: ("collect 50", "confine"),
    12: ("confine", "pay 25"),
}

EUROPEAN_DECK = {
    "C01": "collect 75", "C02": "confine", "C03": "pay 75", "C04": "pay_each competitor 10",
    "C05": "none", "C06": "collect 50", "C07": "collect 25", "C08": "collect 50",
    "C09": "gamble 10 collect 75", "C10": "none", "C11": "pay 50", "C12": "collect 50",
    "C13": "collect_each monopolist 25", "C14": "confine", "C15": "pay 75", "C16": "pay 25",
    "C17": "goto 25", "C18": "goto 0", "C19": "goto 0", "C20": "goto 37", "C21": "goto 28",
    "C22": "pay 50", "C23": "goto 6", "C24": "collect 75", "C25": "collect 25",
    "M01": "goto 25", "M02": "gamble 8 collect 75", "M03": "collect 50", "M04": "goto 12",
    "M05": "goto 0", "M06": "goto 0", "M07": "pay 50", "M08": "none", "M09": "pay 75",
    "M10": "pay 25", "M11": "goto 39", "M12": "collect 25", "M13": "collect 25",
    "M14": "confine", "M15": "pay 75", "M16": "pay 25", "M17": "none",
    "M18": "collect_each competitor 10", "M19": "all_collect monopolist 25", "M20": "confine",
    "M21": "collect 75", "M22": "collect 50", "M23": "collect_each competitor 25",
    "M24": "goto 31", "M25": "collect 50",
}  # fmt: skip


def drawn(edition, role, square=7, **more):
    """p1, of that role, stands on a role square that waits for its card."""
    roles = {"c": "cmcm", "m": "mcmc"}[role]
    game = table(edition, roles=roles, squares={"p1": (square - 7) % 40}, **more)
    return game.roll("p1", 3, 4)


@every_edition
@pytest.mark.parametrize("square", ROLE_SQUARES)
def test_each_role_square_waits_for_its_answer(edition, square):
    game = drawn(edition, "c", square)
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    answer: dict[str, Any] = {"dice": [1, 2]} if edition == "us-2011" else {"effect": "pay 75"}
    game.card("p1", **answer).only(p1={"cash": -75})
    game.refuses("nothing_asked").card("p1", **answer)
    game.quiet("p2")


@every_edition
def test_no_card_without_its_square(edition):
    answer: dict[str, Any] = {"dice": [1, 2]} if edition == "us-2011" else {"effect": "collect 75"}
    game = table(edition)
    game.refuses("not_on_turn").card("p1", **answer)
    game.roll("p1", 1, 2).refuses("nothing_asked").card("p1", **answer)


@every_edition
def test_the_card_is_drawn_by_who_landed(edition):
    answer: dict[str, Any] = {"dice": [1, 2]} if edition == "us-2011" else {"effect": "collect 75"}
    drawn(edition, "c").refuses("not_on_turn").card("p2", **answer)


@pytest.mark.parametrize("role", ["c", "m"])
@pytest.mark.parametrize("total", ROLE_CARD)
def test_the_dice_lead_to_the_players_column_of_the_role_card(role, total):
    dice = [total // 2, total - total // 2]
    effect = ROLE_CARD[total][0 if role == "c" else 1]
    thrown = drawn("us-2011", role, deeds={24: "p3"}).card("p1", dice=dice)
    assert (
        thrown.statement()
        == drawn("us-wooden", role, deeds={24: "p3"}).card("p1", effect=effect).statement()
    )


@pytest.mark.parametrize("answer", [{"effect": "collect 75"}, {"card": "C01"}, {}])
def test_the_american_edition_takes_dice_only(answer):
    drawn("us-2011", "c").refuses("not_dice").card("p1", **answer)


@pytest.mark.parametrize("code", EUROPEAN_DECK)
def test_a_code_of_the_european_deck_is_its_effect(code):
    effect = EUROPEAN_DECK[code]
    dice = {"dice": [4, 6]} if effect.startswith("gamble") else {}
    role = code[0].lower()
    by_code = drawn("eu-fr", role).card("p1", card=code, **dice).statement()
    assert by_code == drawn("eu-fr", role).card("p1", effect=effect, **dice).statement()


@pytest.mark.parametrize(("role", "code"), [("c", "M01"), ("m", "C01"), ("m", "C25")])
def test_the_letter_of_the_code_is_the_players_role(role, code):
    drawn("eu-fr", role).refuses("wrong_deck", "R16").card("p1", card=code)


@pytest.mark.parametrize("code", ["C00", "C26", "M26", "c01", "C1", "C001", "X01", "", "C٠١"])
def test_only_codes_of_the_deck_are_cards(code):
    drawn("eu-fr", "c").refuses("unknown_card").card("p1", card=code)


@pytest.mark.parametrize("edition", ["us-wooden", "ru-2014"])
def test_a_deck_of_effects_takes_no_codes(edition):
    drawn(edition, "c").refuses("missing_key").card("p1", card="C01")


@every_deck
@pytest.mark.parametrize(
    ("answer", "code", "without_codes"),
    [
        ({}, "missing_key", "missing_key"),
        ({"dice": [3, 4]}, "missing_key", "missing_key"),
        ({"effect": "collect 75", "card": "C01"}, "card_and_effect", "unknown_key"),
        ({"effect": "collect 75", "dice": [3, 4]}, "dice_without_gamble", "dice_without_gamble"),
        ({"effect": "gamble 8 collect 75"}, "not_dice", "not_dice"),
        ({"card": "C09"}, "not_dice", "missing_key"),
        ({"card": "C01", "dice": [3, 4]}, "dice_without_gamble", "missing_key"),
    ],
)
def test_one_of_effect_and_card_and_dice_only_for_a_gamble(edition, answer, code, without_codes):
    fault = code if edition == "eu-fr" else without_codes
    drawn(edition, "c").refuses(fault).card("p1", **answer)


@every_deck
@pytest.mark.parametrize(
    "effect",
    [
        "", "collect", "collect 075", "collect 00", "collect -5", "collect +5", "collect 7.5",
        "collect  75", " collect 75", "collect 75 ", "collect 75\n", "collect\t75", "Collect 75",
        "collect ７５", "collect 7５", "collect ٧٥", "collect 1٠", "collect 1e3", "collect 1_000",
        "pay", "pay x", "none 5",
        "confine 10", "goto", "goto -1", "goto 40", "goto 07", "gamble 8", "gamble 8 collect",
        "gamble 8 pay 75", "gamble 08 collect 75", "collect_each 25", "collect_each banker 25",
        "collect_each competitors 25", "pay_each monopolist", "all_collect competitor",
        "collect 75 pay 75", "win",
    ],
)  # fmt: skip
def test_an_effect_outside_the_grammar_is_refused(edition, effect):
    drawn(edition, "c").refuses("not_an_effect").card("p1", effect=effect)


@every_deck
@pytest.mark.parametrize(
    ("effect", "changes"),
    [
        ("collect 75", {"p1": {"cash": 75}}),
        ("collect 0", {}),
        ("pay 75", {"p1": {"cash": -75}}),
        ("none", {}),
        ("confine", {"p1": {"square": 10, "confined": True}}),
        ("collect_each competitor 10", {"p1": {"cash": 10}, "p3": {"cash": -10}}),
        ("collect_each monopolist 25",
         {"p1": {"cash": 50}, "p2": {"cash": -25}, "p4": {"cash": -25}}),
        ("pay_each competitor 10", {"p1": {"cash": -10}, "p3": {"cash": 10}}),
        ("pay_each monopolist 10",
         {"p1": {"cash": -20}, "p2": {"cash": 10}, "p4": {"cash": 10}}),
        ("all_collect competitor 25", {"p1": {"cash": 25}, "p3": {"cash": 25}}),
        ("all_collect monopolist 25", {"p2": {"cash": 25}, "p4": {"cash": 25}}),
        ("goto 25", {"p1": {"square": 25}}),
        ("goto 3", {"p1": {"square": 3, "cash": 100}}),
        ("goto 38", {"p1": {"square": 38, "cash": -75}}),
    ],
)  # fmt: skip
def test_effects(edition, effect, changes):
    drawn(edition, "c").card("p1", effect=effect).only(**changes)


@every_deck
@pytest.mark.parametrize(
    ("dice", "won"), [((4, 6), 75), ((5, 6), 75), ((5, 5), 75), ((3, 6), 0), ((1, 1), 0)]
)
def test_a_gamble_is_won_from_its_number_on(edition, dice, won):
    game = drawn(edition, "c").card("p1", effect="gamble 10 collect 75", dice=list(dice))
    game.only(**({"p1": {"cash": won}} if won else {}))
    game.quiet("p2")


@every_deck
def test_players_who_are_out_neither_pay_nor_are_paid(edition):
    game = table(edition, roles="cmcmcm").withdraw("p3").withdraw("p4").roll("p1", 3, 4)
    for effect, changes in (
        ("collect_each monopolist 10",
         {"p1": {"cash": 20}, "p2": {"cash": -10}, "p6": {"cash": -10}}),
        ("pay_each competitor 10", {"p1": {"cash": -10}, "p5": {"cash": 10}}),
        ("all_collect competitor 10", {"p1": {"cash": 10}, "p5": {"cash": 10}}),
    ):  # fmt: skip
        game.card("p1", effect=effect).only(**changes).undo()


@every_deck
def test_an_effect_may_lead_to_another_open_square(edition):
    game = drawn(edition, "c").card("p1", effect="goto 22").only(p1={"square": 22})
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.card("p1", effect="goto 4").only(p1={"square": 4, "cash": 100})
    game.refuses("nothing_asked").card("p1", effect="none")
    game.income_tax("p1", "flat").only(p1={"cash": -200})
    game.quiet("p2")


@every_deck
def test_a_goto_of_no_steps_does_nothing(edition):
    game = drawn(edition, "c").card("p1", effect="goto 7").only()
    game.refuses("nothing_asked").card("p1", effect="none")
    game.quiet("p2")


@every_deck
def test_a_goto_leads_to_a_utility_throw(edition):
    game = drawn(edition, "c", deeds={28: "p2"}).card("p1", effect="goto 28")
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.utility_roll("p1", 3, 5).only(p1={"cash": -32}, p2={"cash": 32})


@every_deck
def test_a_goto_leads_to_the_foundation(edition):
    game = drawn(edition, "c").card("p1", effect="goto 20").foundation("p1", 2)
    game.only(p1={"cash": 50})


@every_deck
def test_the_extra_throw_of_doubles_comes_after_the_card(edition):
    game = table(edition, squares={"p1": 3}).roll("p1", 2, 2)
    game.refuses("square_open").roll("p1", 1, 2)
    game.card("p1", effect="none").roll("p1", 1, 2)


@every_deck
def test_what_cannot_be_paid_stays_due(edition):
    game = drawn(edition, "c", cash={"p1": 20}).card("p1", effect="pay 75")
    game.only(p1={"owes": 75})
    game = drawn(edition, "c", cash={"p2": 20}).card("p1", effect="collect_each monopolist 25")
    game.only(p1={"cash": 25}, p2={"owes": 25}, p4={"cash": -25})
