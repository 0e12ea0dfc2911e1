"""Deeds before a throw and with an offer, in many games.

A player trades, redeems, builds or buys.
"""

from __future__ import annotations

import numpy as np

from referee.engine import trading
from referee.engine.state import NO_OFFER
from referee.insight.batch.games import Bytes, Flags, Games
from referee.insight.batch.numbers import Ints
from referee.insight.batch.rows import STEP, by_city, first_row

NOTHING_WANTED = 99
"""No square: above all squares."""


def buy_offers(games: Games, which: Ints) -> None:
    """Buy the deed on offer where the player on turn then keeps enough (R9)."""
    which = which[games.offer[which] >= 0]
    if not which.size:
        return
    player, square = games.on_turn[which], games.offer[which]
    left = games.cash[player, which] - games.tables.price[square]
    buys = left >= games.habit(games.habits.buys, player, which)
    bought = which[buys]
    games.cash[player[buys], bought] = left[buys]
    games.owner[square[buys], bought] = player[buys]
    games.offer[bought] = NO_OFFER


def trade_once(games: Games, which: Ints, players: Ints, earlier: Ints) -> Flags:
    """Let monopolists buy the first street that makes a monopoly (R10, R23).

    Return the flags of those who bought. `earlier` is the player of the turn before where the
    next turn has not begun, else NO_PLAYER.
    """
    traded = np.zeros(len(which), dtype=bool)
    if not trading.possible(games.start):
        return traded
    offers = games.habit(games.habits.offers, players, which)
    able = np.flatnonzero((offers > 0) & games.monopolist[players])
    if not able.size:
        return traded
    which, players, offers = which[able], players[able], offers[able]
    squares = _street_wanted(games, which, players, offers)
    buys = squares < NOTHING_WANTED
    able, which, players, squares = able[buys], which[buys], players[buys], squares[buys]
    _trade(games, which, players, squares, earlier[able])
    traded[able] = True
    return traded


def _street_wanted(games: Games, which: Ints, players: Ints, offers: Ints) -> Ints:
    """Return the first street each player may buy for a monopoly.

    It is NOTHING_WANTED where there is none.
    """
    tables = games.tables
    at = np.ix_(tables.streets, which)
    owner, built = games.owner[at], games.built[at]
    held = by_city(games, (owner == players) & (built >= 0))
    rows, columns = np.nonzero((owner >= 0) & (owner != players) & (built == 0) & (held == 1))
    sellers, squares = owner[rows, columns].astype(np.int64), tables.streets[rows]
    where, buyers = which[columns], players[columns]
    asks = games.habit(games.habits.asks, sellers, where)
    left = games.cash[buyers, where] - tables.price[squares] * asks // 100
    wanted = (asks <= offers[columns]) & (left >= games.habit(games.habits.buys, buyers, where))
    theirs = games.streets_held(squares, sellers, where) >= 2
    wanted &= ~(games.monopolist[sellers] & theirs)
    first = np.full(len(which), NOTHING_WANTED)
    np.minimum.at(first, columns[wanted], squares[wanted])
    return first


def _trade(games: Games, which: Ints, players: Ints, squares: Ints, earlier: Ints) -> None:
    """Trade streets between their owners and these players.

    A seller whose turn was the last may now buy a deed that is still on offer.
    """
    sellers = games.owner[squares, which].astype(np.int64)
    price = games.tables.price[squares] * games.habit(games.habits.asks, sellers, which) // 100
    games.cash[players, which] -= price
    games.cash[sellers, which] += price
    games.owner[squares, which] = players
    buy_offers(games, which[sellers == earlier])


def redeem_once(games: Games, which: Ints, players: Ints, keeps: Ints) -> Flags:
    """Redeem each player's cheapest mortgaged deed, if enough cash is left (R12).

    Return the flags of those who redeemed. The caller knows whether it is the player's turn.
    """
    redeemed, tables = np.zeros(len(which), dtype=bool), games.tables
    spare = games.cash[players, which] - keeps
    dealing = (games.mortgaged[which] > 0) & (spare >= tables.redeem[tables.deeds].min())
    able = np.flatnonzero(dealing & _may_deal(games, which, players))
    if not able.size:
        return redeemed
    at = np.ix_(tables.deeds, which[able])
    own = (games.owner[at] == players[able]) & (games.built[at] < 0)
    rows, found = first_row(own, tables.to_redeem.ranks, tables.to_redeem)
    squares = tables.deeds[rows]
    price = tables.redeem[squares]
    paid = found & (price <= spare[able])
    able, squares, price = able[paid], squares[paid], price[paid]
    games.cash[players[able], which[able]] -= price
    games.built[squares, which[able]] = 0
    games.mortgaged[which[able]] -= 1
    redeemed[able] = True
    return redeemed


def _may_deal(games: Games, which: Ints, players: Ints) -> Flags:
    """Return whether each player may redeem and build, even in a price war (R15)."""
    if games.start.edition.rules.price_war_deals:
        return np.ones(len(which), dtype=bool)
    free: Flags = games.monopolist[players] | (games.confined[players, which] == 0)
    return free


def build_all(games: Games, which: Ints, players: Ints) -> None:
    """Build as long as each player keeps enough cash.

    Streets with the fewest improvements come first, then the dearest. The turn of those who
    build begins. The loop builds one improvement at a time, as events do.
    """
    keeps = games.habit(games.habits.builds, players, which)
    spare = games.cash[players, which] - keeps
    able = spare >= games.tables.house[games.tables.streets].min()
    able &= _may_deal(games, which, players)
    if not able.any():
        return
    which, players, spare = which[able], players[able], spare[able]
    allowed, built = _building_land(games, which, players)
    some = allowed.any(axis=0)
    if not some.all():
        which, players, spare = which[some], players[some], spare[some]
        allowed, built = allowed[:, some], built[:, some]
    most = np.where(games.monopolist[players], *games.tables.most[::-1])
    spent = _build(games, allowed, built, most, spare)
    begun = spent > 0
    which, players = which[begun], players[begun]
    games.built[np.ix_(games.tables.streets, which)] = built[:, begun]
    games.cash[players, which] -= spent[begun]
    waiting = which[games.throw[which] == 0]
    games.begin_turns(waiting)


def _building_land(games: Games, which: Ints, players: Ints) -> tuple[Flags, Bytes]:
    """Return the streets where each player may build (R11), and the improvements.

    Streets are rows.
    """
    at = np.ix_(games.tables.streets, which)
    built = games.built[at]
    own = (games.owner[at] == players) & (built >= 0)
    held = by_city(games, own)
    return own & ((held >= 2) | ~games.monopolist[players]), built


def _build(games: Games, land: Flags, built: Bytes, most: Ints, spare: Ints) -> Ints:
    """Improve streets in place while cash can be spared.

    Return the amount that each column spent.
    """
    order = games.tables.to_build
    house = games.tables.house[games.tables.streets]
    spent = np.zeros(len(spare), dtype=np.int64)
    columns = np.arange(len(spare))
    while columns.size:
        now = built[:, columns]
        able = land[:, columns] & (now < most[columns])
        able &= house[:, None] <= (spare - spent)[columns]
        rows, found = first_row(able, now * STEP + order.ranks, order)
        rows, columns = rows[found], columns[found]
        built[rows, columns] += 1
        spent[columns] += house[rows]
    return spent
