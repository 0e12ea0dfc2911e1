"""`recount` sets the cash that was counted; the difference is booked against the Treasury."""

from typing import Any

import pytest

from referee.engine import render_consequence
from tests.referee.engine.table import every_edition, table


@every_edition
@pytest.mark.parametrize("cash", [0, 1499, 1500, 1501, 90_000])
def test_the_counted_cash_is_set(edition, cash):
    game = table(edition).recount("p1", cash)
    game.only(**({"p1": {"cash": cash - 1500}} if cash != 1500 else {}))
    assert game.on_turn is None


@every_edition
def test_the_difference_is_the_treasurys(edition):
    game = table(edition)
    before = game.game.state.cash[-1]
    game.recount("p1", 1400)
    assert game.game.state.cash[-1] == before + 100


@every_edition
@pytest.mark.parametrize("cash", [-1, 1.0, 1.5, "5", None, True, [5]])
def test_the_cash_is_a_whole_number_from_0_on(edition, cash):
    table(edition).refuses("not_a_number").play("recount", "p1", cash=cash, reason="counted")


@every_edition
@pytest.mark.parametrize("reason", ["", None, 5])
def test_a_reason_is_required(edition, reason):
    game = table(edition).refuses("reason_form").play("recount", "p1", cash=5, reason=reason)
    game.refuses("missing_key").play("recount", "p1", cash=5)


@every_edition
def test_any_time_before_retention(edition):
    game = table(edition, mode="two-hour").recount("p2", 10).roll("p1", 3, 4).recount("p2", 20)
    game.time().recount("p2", 30)
    answer: dict[str, Any] = {"dice": [5, 6]} if edition == "us-2011" else {"effect": "none"}
    game.card("p1", **answer)
    game.recount("p1", 40)
    if edition != "eu-fr":
        game.adjusted("p1").recount("p1", 50).adjusted("p2")
    assert game.status == "adjusted"
    game.recount("p1", 60).retain().refuses("wrong_status").recount("p1", 70)


@every_edition
def test_not_in_a_finished_game(edition):
    table(edition).withdraw("p1").refuses("wrong_status").recount("p2", 5)


@every_edition
def test_only_of_players_of_the_game(edition):
    game = table(edition, roles="cmc").withdraw("p3")
    game.refuses("player_out", "R24").recount("p3", 5)
    game.refuses("unknown_player").recount("p9", 5)


SENTENCES = {
    ("en", 1730): "$230 too little logged for Ada: set to $1,730 (counted)",
    ("en", 1270): "$230 too much logged for Ada: set to $1,270 (counted)",
    ("en", 1500): "The cash of Ada is as logged (counted)",
    (
        "fr",
        1730,
    ): "Il manquait 230\u00a0$ au journal pour Ada\u00a0: fixé à 1\u202f730\u00a0$ (counted)",
    (
        "fr",
        1270,
    ): "230\u00a0$ de trop au journal pour Ada\u00a0: fixé à 1\u202f270\u00a0$ (counted)",
    ("fr", 1500): "L’argent d’Ada est celui du journal (counted)",
    ("ru", 1730): "Ada: в журнале не хватало 230\u00a0$, исправлено на 1\u00a0730\u00a0$ (counted)",
    (
        "ru",
        1270,
    ): "Ada: в журнале было на 230\u00a0$ больше, исправлено на 1\u00a0270\u00a0$ (counted)",
    ("ru", 1500): "Ada: наличные совпали с журналом (counted)",
}


@pytest.mark.parametrize(("language", "cash"), SENTENCES)
def test_the_sentence_corrects_the_log_and_speaks_of_no_payment(language, cash):
    game = table("us-2011").game
    event = {"type": "recount", "player": "p1", "cash": cash, "reason": "counted"}
    [recounted] = game.decide(event).consequences
    text = render_consequence(recounted, {"p1": "Ada"}, language, game.state.edition)
    assert text == SENTENCES[language, cash]


def test_a_row_stored_without_the_cash_is_still_told():
    game = table("us-2011").game
    event = {"type": "recount", "player": "p1", "cash": 1730, "reason": "counted"}
    [recounted] = game.decide(event).consequences
    stored = recounted._replace(detail={"reason": "counted"})
    told = "230 too little logged for Ada (counted)"
    assert render_consequence(stored, {"p1": "Ada"}) == told
