"""Answers to open squares in many games (R16-R21).

The squares are the role square, taxes, the foundation and utilities.
"""

from __future__ import annotations

import numpy as np

from referee.insight.batch import tables as verbs
from referee.insight.batch.debts import charge, judge_card
from referee.insight.batch.games import OPEN, Games
from referee.insight.batch.landing import confine, land, utility_rents
from referee.insight.batch.numbers import Ints
from referee.insight.batch.sums import percent_of
from scoring.game.position import NOBODY, TREASURY

_CARD, _TAX, _FOUNDATION, _UTILITY = (
    OPEN.index(name) for name in ("role_card", "income_tax", "foundation", "utility")
)


def answer_squares(games: Games, which: Ints) -> None:
    """Answer open squares until none is open; a card may lead to another one."""
    answers = {_CARD: _draw, _TAX: _pay_tax, _FOUNDATION: _throw_grant, _UTILITY: _throw_utility}
    while True:
        asked = games.open[which]
        which = which[(asked > 0) & ~games.over[which]]
        if not which.size:
            return
        asked = games.open[which]
        games.open[which] = 0
        for code, answer in answers.items():
            those = which[asked == code]
            if those.size:
                answer(games, those, games.on_turn[those])


def _pay_tax(games: Games, which: Ints, players: Ints) -> None:
    """Pay income tax in percent where that is less than the flat sum (R17)."""
    edition, tables = games.start.edition, games.tables
    rounding, percent = games.start.rulings.rounding, edition.assets_tax
    at = np.ix_(tables.deeds, which)
    built = games.built[at]
    held = (games.owner[at] == players) & (built >= 0)
    deeds = (held * tables.price[tables.deeds][:, None]).sum(axis=0)
    buildings = (held * built * tables.house[tables.deeds][:, None]).sum(axis=0)
    on_cash = np.array([edition.cash_tax["competitor"], edition.cash_tax["monopolist"]])
    tax = percent_of(games.cash[players, which], on_cash[_roles(games, players)], rounding)
    tax = tax + percent_of(deeds, percent, rounding) + percent_of(buildings, percent, rounding)
    charge(games, which, players, TREASURY, np.minimum(tax, edition.income_tax_flat))


def _roles(games: Games, players: Ints) -> Ints:
    """Return each player's role as the tables count it.

    It is 0 for a competitor and 1 for a monopolist.
    """
    return games.monopolist[players].astype(np.int64)


def _throw_grant(games: Games, which: Ints, players: Ints) -> None:
    """Pay a competitor by the die (R21)."""
    grants = np.array(games.start.edition.foundation_grants)
    games.cash[players, which] += grants[games.numbers.die(which) - 1]


def _throw_utility(games: Games, which: Ints, players: Ints) -> None:
    """Charge a utility's rent by a throw (R20)."""
    thrown = games.numbers.die(which) + games.numbers.die(which)
    squares = games.square[players, which]
    owners = games.owner[squares, which].astype(np.int64)
    due = (owners != NOBODY) & (owners != players) & (games.built[squares, which] >= 0)
    due &= ~games.in_prison(owners, which)
    which, players, owners = which[due], players[due], owners[due]
    charge(games, which, players, owners, utility_rents(games, which, owners, thrown[due]))


def _draw(games: Games, which: Ints, players: Ints) -> None:
    """Throw for the role card, or draw a card of the role's deck, and follow it (R16)."""
    cards, roles = games.tables.cards, _roles(games, players)
    if cards.thrown:
        drawn = games.numbers.die(which) + games.numbers.die(which)
    else:
        drawn = games.numbers.number_below(which, cards.size[roles])
    verb, number = cards.verb[roles, drawn], cards.number[roles, drawn]
    gamble = verb == verbs.GAMBLE
    if gamble.any():
        thrown = np.zeros(len(which), dtype=np.int64)
        if not cards.thrown:
            those = which[gamble]
            thrown[gamble] = games.numbers.die(those) + games.numbers.die(those)
        wins = gamble & (thrown >= cards.threshold[roles, drawn])
        verb = np.where(gamble, np.where(wins, verbs.COLLECT, verbs.NONE), verb)
    _follow(games, which, players, (verb, number, cards.role[roles, drawn]), drawn)


def _follow(
    games: Games, which: Ints, players: Ints, effect: tuple[Ints, Ints, Ints], drawn: Ints
) -> None:
    """Follow cards, given as verbs, numbers and roles."""
    verb, number, role = effect
    collects = verb == verbs.COLLECT
    games.cash[players[collects], which[collects]] += number[collects]
    pays = verb == verbs.PAY
    charge(games, which[pays], players[pays], TREASURY, number[pays])
    each = (verb >= verbs.COLLECT_EACH) & (verb <= verbs.ALL_COLLECT)
    if each.any():
        shared = (verb[each], number[each], role[each])
        _share(games, which[each], players[each], shared, drawn[each])
    sent = verb == verbs.CONFINE
    confine(games, which[sent], players[sent])
    goes = verb == verbs.GOTO
    _go(games, which[goes], players[goes], number[goes])


def _share(
    games: Games, which: Ints, players: Ints, effect: tuple[Ints, Ints, Ints], drawn: Ints
) -> None:
    """Collect from each player of a role, pay each, or let each collect.

    The engine judges the card where somebody cannot pay at once.
    """
    verb, number, role = effect
    others = np.arange(games.players)[:, None]
    those = (games.left[:, which] == 0) & (games.monopolist[:, None] == role)
    those &= (others != players) | (verb == verbs.ALL_COLLECT)
    prison = games.monopolist[:, None] & (games.confined[:, which] > 0)
    those &= ~prison | (verb == verbs.COLLECT_EACH)
    total = those.sum(axis=0) * number
    cash = games.cash[:, which]
    able = (~those | (cash >= number)).all(axis=0) | (verb != verbs.COLLECT_EACH)
    able &= (games.cash[players, which] >= total) | (verb != verbs.PAY_EACH)
    each = np.where(verb == verbs.COLLECT_EACH, -number, number)
    own = np.select([verb == verbs.COLLECT_EACH, verb == verbs.PAY_EACH], [total, -total], 0)
    cash += those * each
    cash[players, np.arange(len(which))] += own
    games.cash[:, which[able]] = cash[:, able]
    for at in np.flatnonzero(~able):
        card = games.tables.cards.effects[int(_roles(games, players[at]))][int(drawn[at])]
        judge_card(games, int(which[at]), card)


def _go(games: Games, which: Ints, players: Ints, squares: Ints) -> None:
    """Move clockwise to a square; a pawn that is already there stays (R16)."""
    origin = games.square[players, which]
    moves = squares != origin
    which, players, squares, origin = which[moves], players[moves], squares[moves], origin[moves]
    games.square[players, which] = squares
    games.cash[players, which] += games.start.edition.start_income * (squares < origin)
    land(games, which, players, squares)
