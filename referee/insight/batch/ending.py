"""The end procedure of many games: adjustment, retention, circuit, places (R25)."""

from __future__ import annotations

import numpy as np

from referee.insight.batch import tables as kinds
from referee.insight.batch.dealing import redeem_once
from referee.insight.batch.games import Games
from referee.insight.batch.landing import rents, utility_rents
from referee.insight.batch.numbers import Ints
from referee.insight.batch.sums import percent_of
from scoring.game.position import NOBODY

FINAL, BEFORE, RETAINED, INCOME = range(4)
_TIES = {"shared": FINAL, "circuit_income": INCOME, "pre_retention_cash": BEFORE}


def end_games(games: Games) -> None:
    """Call time in the games that are still played, and rank the players."""
    which = np.flatnonzero(~games.over)
    if games.start.edition.rules.adjustment:
        adjust(games, which)
    _retain(games, which)
    games.numbers.begin_turns(which, games.last_turn[which] + 1)
    for square in games.start.board.deeds:
        _pay_circuit(games, which, square)
    _rank(games, which)


def adjust(games: Games, which: Ints) -> None:
    """Redeem as long as cash lasts, whoever's policy adjusts (step A)."""
    for player in range(games.players):
        adjusts = games.habits.adjusts[games.policy[player, which]]
        adjusts &= games.left[player, which] == 0
        if games.start.edition.rules.redeem_on_own_turn:
            adjusts &= games.on_turn[which] == player
        those = which[adjusts]
        while those.size:
            players = np.full(len(those), player)
            those = those[redeem_once(games, those, players, np.zeros_like(those))]


def _retain(games: Games, which: Ints) -> None:
    """Let the players who are in keep their share of cash (step B)."""
    rates, rounding = games.start.edition.retention, games.start.rulings.rounding
    for player in range(games.players):
        those = which[games.left[player, which] == 0]
        cash = games.cash[player, those]
        kept = percent_of(cash, rates[games.start.role(player)], rounding)
        games.figures[BEFORE, player, those] = cash
        games.figures[RETAINED, player, those] = kept
        games.figures[FINAL, player, those] = kept
        games.figures[INCOME, player, those] = 0


def _pay_circuit(games: Games, which: Ints, square: int) -> None:
    """Pay a deed's owner its rent; a utility's after a throw (step C)."""
    owners = games.owner[square, which].astype(np.int64)
    earns = (owners != NOBODY) & (games.built[square, which] >= 0)
    if games.start.rulings.prison_circuit == "unpaid":
        earns &= ~games.in_prison(owners, which)
    which, owners = which[earns], owners[earns]
    if games.tables.kind[square] == kinds.UTILITY:
        thrown = games.numbers.die(which) + games.numbers.die(which)
        due = utility_rents(games, which, owners, thrown)
    else:
        due = rents(games, which, np.full(len(which), square), owners)
    games.figures[INCOME, owners, which] += due
    games.figures[FINAL, owners, which] += due


def _rank(games: Games, which: Ints) -> None:
    """Rank the players of finished games by the final figure.

    Ties are ranked by the ruling. Players who are out come last, and the first who left is the
    very last.
    """
    final = games.figures[FINAL][:, which]
    tie = games.figures[_TIES[games.start.rulings.ties]][:, which]
    left = games.left[:, which]
    for player in range(games.players):
        ahead = (final > final[player]) | ((final == final[player]) & (tie > tie[player]))
        places = 1 + (ahead & (left == 0)).sum(axis=0)
        out = left[player] > 0
        games.places[player, which] = np.where(out, games.players + 1 - left[player], places)
        games.figures[FINAL, player, which[out]] = 0
