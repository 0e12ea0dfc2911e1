"""`undo` takes back the last event that is neither an undo nor taken back already."""

from typing import Any

import pytest

from tests.referee.engine.table import every_deck, every_edition, table


@every_edition
def test_there_must_be_something_to_take_back(edition):
    game = table(edition).refuses("nothing_to_undo").undo()
    game.roll("p1", 1, 2).undo().refuses("nothing_to_undo").undo()


@every_edition
def test_what_is_taken_back_has_never_happened(edition):
    game = table(edition, deeds={39: "p2", 1: "p1 +1"}, cash={"p1": 30}, squares={"p1": 36})
    before = game.statement()
    game.roll("p1", 1, 2).sell("p1", 1).undo().undo()
    assert game.statement() == before
    game.roll("p1", 1, 2).only(p1={"square": 39, "owes": 40}, on_turn="p1")


@every_edition
def test_the_undone_offer_is_open_again(edition):
    game = table(edition).roll("p1", 1, 2).roll("p2", 1, 3).refuses("not_on_turn").buy("p1")
    game.undo().buy("p1").undo().buy("p1")
    assert game.deeds() == {3: "p1"}


@every_edition
def test_several_undos_go_back_one_event_each(edition):
    game = table(edition)
    seen = [game.statement()]
    for _ in range(12):
        game.quiet("p1")
        seen.append(game.statement())
        game.quiet("p2")
        seen.append(game.statement())
    while len(seen) > 1:
        seen.pop()
        game.undo()
        assert game.statement() == seen[-1]
    game.refuses("nothing_to_undo").undo()


@every_edition
def test_undo_and_go_on_alternately(edition):
    game = table(edition)
    for _ in range(30):
        game.quiet("p1").undo().quiet("p1").quiet("p2").undo().undo().quiet("p1").quiet("p2")
    plain = table(edition)
    for _ in range(30):
        plain.quiet("p1").quiet("p2")
    assert game.statement() == plain.statement()


@every_edition
def test_the_log_keeps_both(edition):
    game = table(edition).roll("p1", 1, 2).undo()
    assert [event["type"] for event in game.game.events] == ["roll", "undo"]


@every_edition
def test_a_bankruptcy_is_taken_back(edition):
    game = table(edition, roles="cmc", deeds={1: "p1 +3", 5: "p1 mortgaged"}, prison=["p1"])
    before = game.statement()
    assert game.withdraw("p1").undo().statement() == before
    game.roll("p1", 1, 2)


@every_edition
def test_the_count_of_confined_turns_is_taken_back(edition):
    game = table(edition, prison=["p1"]).roll("p1", 1, 2).undo().roll("p1", 1, 2).quiet("p2")
    game.roll("p1", 1, 2).undo().roll("p1", 1, 2).quiet("p2").refuses("fine_first", "R15").roll(
        "p1", 1, 2
    )


@every_edition
def test_undo_is_legal_in_every_status_of_a_two_hour_game(edition):
    game = table(edition, mode="two-hour", roles="cm").roll("p1", 3, 4).time()
    statuses = ["closing"]
    answer: dict[str, Any] = {"dice": [1, 2]} if edition == "us-2011" else {"effect": "none"}
    steps = [("card", "p1", answer), ("adjusted", "p1", {}), ("adjusted", "p2", {}),
             ("retain", None, {}), ("circuit", None, {"dice": {}})]  # fmt: skip
    if edition == "eu-fr":
        steps = [step for step in steps if step[0] != "adjusted"]
    for kind, player, fields in steps:
        before = game.statement()
        game.play(kind, player, **fields).undo()
        assert game.statement() == before
        game.play(kind, player, **fields)
        statuses.append(game.status)
    assert list(dict.fromkeys(statuses)) == (
        ["closing", "adjusted", "retained", "finished"] if edition == "eu-fr" else
        ["closing", "adjusting", "adjusted", "retained", "finished"]
    )  # fmt: skip


@every_edition
def test_undo_is_legal_when_the_richest_is_awaited_and_after(edition):
    game = table(edition, mode="B", roles="ccm").withdraw("p3")
    game.richest({}).undo()
    assert game.status == "richest"
    game.undo()
    assert game.status == "playing"
    game.roll("p1", 1, 2)


@every_deck
def test_a_card_is_drawn_again(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="confine").undo()
    game.card("p1", effect="goto 24").only(p1={"square": 24})


@every_edition
@pytest.mark.parametrize("reason", ["", None, 5, ["misread"], True])
def test_a_reason_is_required(edition, reason):
    game = table(edition).roll("p1", 1, 2)
    game.refuses("reason_form").play("undo", reason=reason)
    game.refuses("missing_key").play("undo")
