"""Players who owe more than their cash (R24).

The module gives the amount that is missing, and the ways to raise it.
"""

from __future__ import annotations

from referee.engine import Game
from referee.engine.state import State
from referee.tablet.bridge.raising import proposal
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import deeds_of, mortgage_value, sale_price


def debts(game: Game, speech: Speech) -> list[Json]:
    """Return one entry for each debtor, the oldest due first.

    An entry is `{player, owes, cash, missing, text, ways, proposal}`.
    """
    debtors = dict.fromkeys(due.debtor for due in game.state.dues)
    return [_debt(game, debtor, speech) for debtor in debtors]


def _debt(game: Game, debtor: int, speech: Speech) -> Json:
    state = game.state
    owes, cash = state.owes(debtor), state.cash[debtor]
    missing = max(owes - cash, 0)
    figures = {"cash": cash, "missing": missing}
    shown = {key: speech.money(amount, state.edition) for key, amount in figures.items()}
    player = state.ids[debtor]
    return {
        "player": player,
        "owes": owes,
        **figures,
        "text": speech.say("debt.missing", player=speech.name(player), **shown),
        "ways": _ways_to_raise(state, debtor, speech),
        "proposal": proposal(game, player, speech),
    }


def _ways_to_raise(state: State, debtor: int, speech: Speech) -> list[str]:
    """Say how much selling all buildings and mortgaging all deeds would bring.

    There is a sentence only for buildings or deeds that exist.
    """
    held = [square for square in deeds_of(state, debtor) if state.built[square] >= 0]
    buildings = sum(state.built[square] * sale_price(state.board, square) for square in held)
    mortgages = sum(mortgage_value(state.board, square) for square in held)
    ways = {"debt.buildings": buildings, "debt.mortgages": mortgages}
    return [
        speech.say(key, amount=speech.money(amount, state.edition))
        for key, amount in ways.items()
        if amount
    ]
