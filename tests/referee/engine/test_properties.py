"""What holds in every game: money, undo, replay, and `legal_actions` agreeing with `decide`."""

import json
import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from referee.engine import Game, replay_lines
from referee.engine.state import State
from tests.referee.engine.playouts import any_events, legal_event, permitted, random_game
from tests.referee.engine.table import EDITIONS, refused

seeds = st.integers(0, 2**32 - 1)
each_edition = pytest.mark.parametrize("edition", EDITIONS)
each_mode = pytest.mark.parametrize("mode", ["two-hour", "A", "B"])


def bounded(examples: int) -> Any:
    """A seed cannot be made simpler: the first failure is told as it was found."""
    phases = (Phase.explicit, Phase.generate)
    return settings(max_examples=examples, deadline=None, derandomize=True, phases=phases)


def of(state: State) -> dict[str, Any]:
    """Everything a state holds, to compare."""
    names = {name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())}
    return {name: getattr(state, name) for name in names - {"edition", "board", "rulings"}}


def played(rng: random.Random, game: Game, most: int = 60) -> Game:
    """The game after up to `most` legal events."""
    for _ in range(most):
        event = legal_event(rng, game)
        if event is None:
            break
        assert game.play(event).is_accepted, event
    return game


@each_edition
@each_mode
@bounded(6)
@given(seed=seeds)
def test_money_is_conserved_and_every_consequence_booked(edition, mode, seed):
    """What the itemised consequences move is what the cash of everybody changes by."""
    rng = random.Random(seed)
    game = random_game(rng, edition, mode)
    for _ in range(60):
        event = legal_event(rng, game)
        if event is None:
            break
        before = list(game.state.cash)
        decision = game.play(event)
        after = game.state.cash
        assert sum(after) == 0
        assert min(after[:-1]) >= 0
        if event["type"] != "undo":
            assert [new - old for new, old in zip(after, before, strict=True)] == booked(
                game, decision.consequences
            )


def booked(game: Game, consequences: Any) -> list[int]:
    """Net change by player, the Treasury's last, of the consequences that move money."""
    net = [0] * (len(game.state.ids) + 1)
    for item in consequences:
        if item.moves_money:
            payer = -1 if item.payer is None else game.state.seats[item.payer]
            payee = -1 if item.payee is None else game.state.seats[item.payee]
            net[payer] -= item.amount
            net[payee] += item.amount
    return net


@each_edition
@bounded(10)
@given(seed=seeds)
def test_a_state_in_play_keeps_the_rules(edition, seed):
    rng = random.Random(seed)
    game = random_game(rng, edition)
    for _ in range(80):
        event = legal_event(rng, game)
        if event is None:
            break
        assert game.play(event).is_accepted, event
        check(game.state)


def check(state: State) -> None:
    """R11 limits, R12, R15, R24 and R26 hold in the position."""
    assert all(square != 30 for square in state.square)
    owed: set[int] = set()
    for due in state.dues:
        assert due.debtor not in state.out
        assert due.creditor not in state.out
        if due.debtor not in owed:
            assert state.cash[due.debtor] < due.amount
        owed.add(due.debtor)
    for square in range(40):
        owner, built = state.owner[square], state.built[square]
        if owner < 0:
            assert built == 0
        else:
            assert owner not in state.out
            assert built <= (4 if state.monopolist[owner] else 5)
    for player in range(len(state.ids)):
        if state.confined[player]:
            assert state.square[player] == 10
            assert state.confined[player] <= 4
        if player in state.out:
            assert (state.cash[player], state.confined[player]) == (0, 0)
        if state.monopolist[player] and state.edition.printed != "eu-fr":
            assert not unsupported(state, player)


def unsupported(state: State, player: int) -> bool:
    """Buildings of a monopolist in a city of which it does not own two unmortgaged streets."""
    cities: dict[tuple[int, ...], list[int]] = {}
    for square in range(40):
        if state.owner[square] == player and state.board.squares[square].kind == "street":
            cities.setdefault(state.board.cities[square], []).append(state.built[square])
    return any(
        max(built) > 0 and sum(steps >= 0 for steps in built) < 2 for built in cities.values()
    )


@each_edition
@bounded(8)
@given(seed=seeds)
def test_what_is_taken_back_never_happened(edition, seed):
    rng = random.Random(seed)
    game = random_game(rng, edition)
    for _ in range(40):
        before, actions = of(game.state.copy()), game.legal_actions()
        event = legal_event(rng, game)
        if event is None:
            break
        game.play(event)
        if event["type"] == "undo":
            continue
        assert game.play({"type": "undo", "reason": "misread"}).is_accepted
        assert of(game.state) == before
        assert game.legal_actions() == actions
        assert game.play(event).is_accepted


@each_edition
@bounded(8)
@given(seed=seeds)
def test_undoing_everything_leads_back_to_the_start(edition, seed):
    rng = random.Random(seed)
    game = random_game(rng, edition)
    start = of(game.state.copy())
    played(rng, game, 70)
    undo = {"type": "undo", "reason": "misread"}
    while (decision := game.play(undo)).is_accepted:
        pass
    assert refused(decision) == ("nothing_to_undo", None)
    assert of(game.state) == start


@each_edition
@each_mode
@bounded(5)
@given(seed=seeds)
def test_the_record_replays_to_the_live_game(edition, mode, seed):
    rng = random.Random(seed)
    game = played(rng, random_game(rng, edition, mode), 120)
    lines = [game.header, *game.events]
    for ascii_only in (True, False):
        text = "\n".join(json.dumps(line, ensure_ascii=ascii_only) for line in lines)
        replay = replay_lines(text.encode())
        assert (replay.refusal, replay.line) == (None, None)
        assert replay.game is not None
        assert replay.game.statement() == game.statement()
        assert of(replay.game.state) == of(game.state)
        assert list(replay.game.events) == list(game.events)


@each_edition
@bounded(8)
@given(seed=seeds)
def test_judging_changes_nothing(edition, seed):
    rng = random.Random(seed)
    game = played(rng, random_game(rng, edition), rng.randint(0, 40))
    before, log = of(game.state.copy()), list(game.events)
    for event in any_events(rng, game, 100):
        decision = game.decide(event)
        assert decision.is_accepted == (not decision.refusals)
        assert bool(decision.consequences) <= decision.is_accepted
        assert of(game.state) == before
    game.if_time_were_called()
    game.legal_actions()
    assert of(game.state) == before
    assert list(game.events) == log


@each_edition
@each_mode
@bounded(4)
@given(seed=seeds)
def test_traders_are_those_who_are_permitted_a_trade(edition, mode, seed):
    rng = random.Random(seed)
    game = random_game(rng, edition, mode)
    for _ in range(60):
        permitted_one = [each.player for each in game.legal_actions() if each.type == "trade"]
        assert game.traders() == permitted_one
        event = legal_event(rng, game)
        if event is None:
            break
        game.play(event)


@each_edition
@each_mode
@bounded(8)
@given(seed=seeds)
def test_permitted_is_accepted_and_accepted_is_permitted(edition, mode, seed):
    rng = random.Random(seed)
    game = random_game(rng, edition, mode)
    for _ in range(rng.randint(1, 60)):
        actions = game.legal_actions()
        for event in any_events(rng, game, 25):
            assert permitted(game, event, actions) == game.decide(event).is_accepted, event
        chosen = legal_event(rng, game)
        if chosen is None:
            break
        assert permitted(game, chosen, actions)
        assert game.play(chosen).is_accepted, chosen


@each_edition
@bounded(6)
@given(seed=seeds)
def test_every_square_and_count_permitted_is_accepted_and_no_other(edition, seed):
    """All deals with the Treasury, not a sample of them."""
    rng = random.Random(seed)
    game = played(rng, random_game(rng, edition), rng.randint(0, 30))
    actions = game.legal_actions()
    for player in game.state.ids:
        for square in range(40):
            for kind, counts in (("build", range(1, 7)), ("sell", range(1, 7)),
                                 ("mortgage", [0]), ("redeem", [0])):  # fmt: skip
                for count in counts:
                    event = {"type": kind, "player": player, "square": square}
                    if count:
                        event["count"] = count
                    assert permitted(game, event, actions) == game.decide(event).is_accepted, event


LIMITS = {
    "build": {("too_many_improvements", "R11"), ("lacks_cash", "R26")},
    "sell": {("too_few_improvements", "R13")},
}
"""Why one improvement more than announced is refused."""


@each_edition
@bounded(10)
@given(seed=seeds)
def test_the_amounts_announced_are_the_amounts_paid(edition, seed):
    rng = random.Random(seed)
    game = played(rng, random_game(rng, edition), rng.randint(0, 40))
    for action in game.legal_actions():
        signs = {"build": -1, "redeem": -1, "sell": 1, "mortgage": 1}
        for square, detail in action.fields.get("square", {}).items():
            event = {"type": action.type, "player": action.player, "square": int(square)}
            assert action.player is not None
            done = [c for c in game.decide(event).consequences if c.kind == action.type]
            moved = booked(game, done)[game.state.seats[action.player]]
            assert moved == signs[action.type] * detail["amount"]
            if "most" in detail:
                assert game.decide(event | {"count": detail["most"]}).is_accepted
                one_more = game.decide(event | {"count": detail["most"] + 1})
                assert refused(one_more) in LIMITS[action.type]
        if action.type == "buy":
            event = {"type": "buy", "player": action.player}
            (item,) = [c for c in game.decide(event).consequences if c.kind == "purchase"]
            assert item.amount == action.fields["offer"]["amount"]
            assert item.square == action.fields["offer"]["square"]


@each_edition
@bounded(8)
@given(seed=seeds)
def test_the_forecast_is_what_the_procedure_leads_to(edition, seed):
    """Nobody adjusts anything and every utility is thrown a 7."""
    rng = random.Random(seed)
    game = played(rng, random_game(rng, edition, "two-hour"), rng.randint(0, 40))
    forecast = game.if_time_were_called()
    for event in closing_events(game):
        game.play(event)
    if not forecast["expected"] or game.status != "finished":
        return
    shown = {key: forecast[key] for key in ("winners", "players")}
    assert shown == {key: game.statement()[key] for key in ("winners", "players")}
    assert [{**item, "dice": None} for item in game.statement()["circuit"]] == forecast["circuit"]


def closing_events(game: Game) -> list[dict[str, Any]]:
    """From a complete turn through the procedure, each utility at 3 and 4; else nothing."""
    if game.status != "playing" or not game.state.turn_complete():
        return []
    events: list[dict[str, Any]] = [{"type": "time"}]
    if game.header["edition"] != "eu-fr":
        events += [{"type": "adjusted", "player": game.state.ids[n]} for n in
                   range(len(game.state.ids)) if n not in game.state.out]  # fmt: skip
    paid = game.header["rulings"]["prison_circuit"] == "paid"
    owners = {square: game.state.owner[square] for square in (12, 28)}
    thrown = [
        square for square, owner in owners.items()
        if owner >= 0 and game.state.built[square] >= 0
        and (paid or not (game.state.monopolist[owner] and game.state.confined[owner]))
    ]  # fmt: skip
    return [*events, {"type": "retain"},
            {"type": "circuit", "dice": {str(square): [3, 4] for square in thrown}}]  # fmt: skip
