"""Turns of many games (R7-R9, R14-R21).

A turn has a part before the throw, the throw, the square and its answer.
"""

from __future__ import annotations

import numpy as np

from referee.engine.rules import LAST_CONFINED_TURN
from referee.engine.state import EXTRA_THROW, FIRST_THROW, NO_OFFER, NO_PLAYER, NO_THROW
from referee.insight.batch import dealing
from referee.insight.batch.answers import answer_squares
from referee.insight.batch.debts import charge
from referee.insight.batch.games import CONFINED, Flags, Games
from referee.insight.batch.landing import land
from referee.insight.batch.numbers import Ints
from scoring.game.board import SQUARES
from scoring.game.position import TREASURY

_PAY, _PASS = CONFINED.index("pay"), CONFINED.index("pass")


def play_turns(games: Games) -> None:
    """Play until no game has a turn left, or the engine has ended it."""
    active = np.arange(games.count)
    while True:
        answer_squares(games, active)
        dealing.buy_offers(games, active[~games.over[active]])
        more = (games.throw[active] != NO_THROW) | (games.turn[active] < games.last_turn[active])
        active = active[more & ~games.over[active]]
        if not active.size:
            return
        extra = games.throw[active] == EXTRA_THROW
        throwing = _before_the_throws(games, active[~extra])
        _throw(games, np.concatenate([active[extra], throwing]))


def _before_the_throws(games: Games, which: Ints) -> Ints:
    """Do the steps before a first throw, until it is thrown or passed.

    Return the games in which a player throws.
    """
    throwing = []
    while which.size:
        which, still = _deal(games, which)
        begun = games.throw[which] == FIRST_THROW
        games.begin_turns(which[~begun])
        player = games.on_turn[which]
        confined = games.confined[player, which]
        free = confined == 0
        throwing.append(which[free])
        throws, paid = _leave_confinement(games, which[~free], player[~free], confined[~free])
        throwing.append(throws)
        which = np.concatenate([still, paid])
    return np.concatenate(throwing) if throwing else which


def _deal(games: Games, which: Ints) -> tuple[Ints, Ints]:
    """Trade or redeem once, or build; return who is done with it, and who goes on."""
    waiting = games.throw[which] == NO_THROW
    players = np.where(waiting, games.next[which], games.on_turn[which])
    earlier = np.where(waiting, games.on_turn[which], NO_PLAYER)
    acted = dealing.trade_once(games, which, players, earlier)
    rest = np.flatnonzero(~acted)
    keeps = games.habit(games.habits.redeems, players[rest], which[rest])
    redeemed = rest[dealing.redeem_once(games, which[rest], players[rest], keeps)]
    if games.start.edition.rules.redeem_on_own_turn:
        games.begin_turns(which[redeemed[waiting[redeemed]]])
    acted[redeemed] = True
    dealing.build_all(games, which[~acted], players[~acted])
    return which[~acted], which[acted]


def _leave_confinement(
    games: Games, which: Ints, players: Ints, confined: Ints
) -> tuple[Ints, Ints]:
    """Pay, pass or throw (R15); return who throws, and who has paid and goes on."""
    if not which.size:
        return which, which
    way = games.habit(games.habits.confined, players, which)
    fine = games.start.edition.fine
    pays = (way == _PAY) & (games.cash[players, which] >= fine)
    pays |= confined >= LAST_CONFINED_TURN
    passes = ~pays & (way == _PASS) & games.start.edition.rules.may_pass
    games.throw[which[passes]] = NO_THROW
    paid = which[pays]
    games.confined[players[pays], paid] = 0
    charge(games, paid, players[pays], TREASURY, fine)
    return which[~pays & ~passes], paid[_still_throws(games, paid)]


def _still_throws(games: Games, which: Ints) -> Flags:
    """Return whether a game still waits for the first throw.

    A player who owed a fine may have left.
    """
    waits: Flags = (games.throw[which] == FIRST_THROW) & ~games.over[which]
    return waits


def _throw(games: Games, which: Ints) -> None:
    """Throw two dice and move by them (R7, R8).

    Confined players stay without doubles (R15).
    """
    if not which.size:
        return
    player = games.on_turn[which]
    first, second = games.numbers.die(which), games.numbers.die(which)
    extra = (first == second) & (games.throw[which] != EXTRA_THROW)
    games.throw[which] = np.where(extra, EXTRA_THROW, NO_THROW)
    games.offer[which] = NO_OFFER
    confined = games.confined[player, which] > 0
    games.confined[player[extra], which[extra]] = 0
    moves = ~confined
    if games.start.edition.rules.prison_doubles == "move":
        moves |= extra
    if not moves.all():
        which, player, first, second = which[moves], player[moves], first[moves], second[moves]
    target = games.square[player, which] + first + second
    passed = target >= SQUARES
    target -= SQUARES * passed
    games.cash[player, which] += games.start.edition.start_income * passed
    games.square[player, which] = target
    land(games, which, player, target)
