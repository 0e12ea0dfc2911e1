"""A table to play at in tests: `table("eu-fr", deeds={1: "p2 +3"}).roll("p1", 1, 2).only(…)`.

Every event played must be accepted, keeps the money in the game constant and answers the same
when it is judged without being played; an event after `refuses(code, rule)` must be refused for
that reason, first of all, and change nothing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest

from referee.engine import Decision, Game, RecordRefusedError, replay_lines
from scoring.game.editions import Edition

EDITIONS = ("us-2011", "us-wooden", "eu-fr", "ru-2014")
DECKS = ("us-wooden", "eu-fr", "ru-2014")
ROLES = {"c": "competitor", "m": "monopolist"}

every_edition = pytest.mark.parametrize("edition", EDITIONS)
every_deck = pytest.mark.parametrize("edition", DECKS)
not_eu_fr = pytest.mark.parametrize("edition", ["us-2011", "us-wooden", "ru-2014"])


def deed(words: str) -> dict[str, Any]:
    """`"p1"`, `"p1 +3"` (improvements) or `"p1 mortgaged"` as the record's position writes it."""
    owner, *rest = words.split()
    state: dict[str, Any] = {"owner": owner}
    for word in rest:
        if word == "mortgaged":
            state["mortgaged"] = True
        else:
            state["improvements"] = int(word)
    return state


def header(
    edition: str = "us-2011", *, mode: str = "A", roles: str = "cm", **more: Any
) -> dict[str, Any]:
    """The header of a record; `roles` has a letter a player, in order of play."""
    players = [
        {"id": f"p{n}", "name": f"Player {n}", "role": ROLES[letter]}
        for n, letter in enumerate(roles, 1)
    ]
    return {"record": "amr/1", "edition": edition, "mode": mode, "players": players, **more}


def table(
    edition: str = "us-2011",
    *,
    mode: str = "A",
    roles: str = "cm",
    cash: Mapping[str, int] | None = None,
    deeds: Mapping[int, str] | None = None,
    squares: Mapping[str, int] | None = None,
    prison: Sequence[str] = (),
    **more: Any,
) -> "Table":
    """A new game, by default of a competitor p1 and a monopolist p2, from the given position."""
    position: dict[str, Any] = {
        "cash": dict(cash or {}),
        "deeds": {str(square): deed(words) for square, words in (deeds or {}).items()},
        "squares": dict(squares or {}),
        "prison": list(prison),
    }
    given = {name: value for name, value in position.items() if value}
    if given:
        more["position"] = given
    return Table(Game.open(header(edition, mode=mode, roles=roles, **more)))


class Events:
    """One method an event type; `play` says what becomes of it."""

    def play(self, kind: str, player: str | None = None, **fields: Any) -> Any:
        raise NotImplementedError

    def roll(self, player: str, first: int, second: int) -> Any:
        return self.play("roll", player, dice=[first, second])

    def passes(self, player: str) -> Any:
        return self.play("pass", player)

    def pay_fine(self, player: str) -> Any:
        return self.play("pay_fine", player)

    def buy(self, player: str) -> Any:
        return self.play("buy", player)

    def utility_roll(self, player: str, first: int, second: int) -> Any:
        return self.play("utility_roll", player, dice=[first, second])

    def card(self, player: str, **fields: Any) -> Any:
        return self.play("card", player, **fields)

    def income_tax(self, player: str, choice: str) -> Any:
        return self.play("income_tax", player, choice=choice)

    def foundation(self, player: str, die: int) -> Any:
        return self.play("foundation", player, die=die)

    def build(self, player: str, square: int, **count: int) -> Any:
        return self.play("build", player, square=square, **count)

    def sell(self, player: str, square: int, **count: int) -> Any:
        return self.play("sell", player, square=square, **count)

    def mortgage(self, player: str, square: int) -> Any:
        return self.play("mortgage", player, square=square)

    def redeem(self, player: str, square: int) -> Any:
        return self.play("redeem", player, square=square)

    def trade(
        self,
        player: str,
        other: str,
        give: Sequence[int] = (),
        take: Sequence[int] = (),
        pay: int = 0,
        get: int = 0,
    ) -> Any:
        """`player` gives the deeds `give` and `pay` units for the deeds `take` and `get` units."""
        return self.play(
            "trade",
            player,
            **{"with": other},
            give={"cash": pay, "deeds": list(give)},
            take={"cash": get, "deeds": list(take)},
        )

    def bankrupt(self, player: str) -> Any:
        return self.play("bankrupt", player)

    def withdraw(self, player: str) -> Any:
        return self.play("withdraw", player)

    def recount(self, player: str, cash: int) -> Any:
        return self.play("recount", player, cash=cash, reason="counted again")

    def undo(self) -> Any:
        return self.play("undo", reason="misread")

    def time(self) -> Any:
        return self.play("time")

    def adjusted(self, player: str) -> Any:
        return self.play("adjusted", player)

    def retain(self) -> Any:
        return self.play("retain")

    def circuit(self, dice: Mapping[int, Sequence[int]] | None = None) -> Any:
        return self.play("circuit", dice={str(at): list(two) for at, two in (dice or {}).items()})

    def richest(self, dice: Mapping[int, Sequence[int]] | None = None) -> Any:
        return self.play("richest", dice={str(at): list(two) for at, two in (dice or {}).items()})


def refused(decision: Decision) -> tuple[str, str | None]:
    """Code and rule of the first reason for which something is refused."""
    assert decision.refusals, "accepted"
    first = decision.refusals[0]
    return first.code, first.rule


def refuses_header(
    head: Any, code: str, rule: str | None = None, *, edition: Edition | None = None
) -> None:
    """A game cannot be opened with this header, nor a record replayed, for this reason."""
    with pytest.raises(RecordRefusedError) as refused:
        Game.open(head, edition=edition)
    first = refused.value.refusals[0]
    assert (first.code, first.rule) == (code, rule)
    replay = replay_lines(json.dumps(head), edition=edition)
    assert (replay.game, replay.line, replay.refusal) == (None, 1, first)


def event_of(kind: str, player: str | None, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The event as a line of a record has it."""
    return {"type": kind} | ({"player": player} if player else {}) | dict(fields)


class Table(Events):
    """A game in progress at which every event must be accepted."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before: dict[str, Any] = self.snapshot()
        self.decision: Any = None

    def play(self, kind: str, player: str | None = None, **fields: Any) -> Self:
        """Play one event; it is an error of the test, or of the engine, if it is refused."""
        event = event_of(kind, player, fields)
        self.before, money = self.snapshot(), self.money()
        self.decision = self.game.play(event)
        assert self.decision.refusals == (), (event, self.decision.refusals)
        assert self.money() == money, f"{event} made or lost money"
        return self

    def refuses(self, code: str, rule: str | None = None) -> "Refusing":
        """The next event must be refused first of all with this code, by this rule or by none."""
        return Refusing(self, (code, rule))

    def permits(self) -> "Permitting":
        """The next event is judged only: it must be accepted, and is not played."""
        return Permitting(self)

    def quiet(self, player: str) -> Self:
        """A throw without doubles after which nothing is due or open for this player."""
        state = self.snapshot()
        for sum_, dice in ((7, (3, 4)), (5, (2, 3)), (9, (4, 5)), (3, (1, 2)), (11, (5, 6))):
            square = (state[player]["square"] + sum_) % 40
            owner = state["deeds"].get(square, player).split()[0]
            if square in QUIET and owner == player:
                self.roll(player, *dice)
                return self
        raise AssertionError(f"no quiet throw for {player}: {state}")

    def money(self) -> int:
        """All the money there is: the players' cash and the Treasury's balance after it."""
        return sum(self.game.state.cash)

    def statement(self) -> dict[str, Any]:
        return self.game.statement()

    def snapshot(self) -> dict[str, Any]:
        """What can be seen of the game, deeds in the words of `deed`, by square."""
        return seen(self.game.statement())

    def cash(self, player: str) -> int:
        return cash_of(self.game, player)

    def square(self, player: str) -> int:
        return int(self.snapshot()[player]["square"])

    def confined(self, player: str) -> bool:
        return bool(self.snapshot()[player]["confined"])

    def owes(self, player: str) -> int:
        return int(self.snapshot()[player]["owes"])

    def deeds(self) -> dict[int, str]:
        deeds: dict[int, str] = self.snapshot()["deeds"]
        return deeds

    @property
    def status(self) -> str:
        return str(self.game.statement()["status"])

    @property
    def on_turn(self) -> str | None:
        turn: str | None = self.game.statement()["on_turn"]
        return turn

    def only(self, **expected: Any) -> Self:
        """Exactly this was changed by the last event: cash and owes as differences.

        Who is on turn is compared where `on_turn` is given, everything else always.
        """
        changed = difference(self.before, self.snapshot())
        if "on_turn" not in expected:
            changed.pop("on_turn", None)
        assert changed == expected
        return self

    def places(self) -> dict[str, int]:
        """Places of a finished game, by player."""
        return {player["id"]: player["place"] for player in self.game.statement()["players"]}


class Refusing(Events):
    """The next event at this table must be refused, for the reason given, and change nothing."""

    def __init__(self, table: Table, reason: tuple[str, str | None]) -> None:
        self.table = table
        self.reason = reason

    def play(self, kind: str, player: str | None = None, **fields: Any) -> Table:
        return self.judge(event_of(kind, player, fields))

    def judge(self, event: Any) -> Table:
        """Any value as the next event, whatever its form."""
        table = self.table
        before, money = table.statement(), table.money()
        assert refused(table.game.play(event)) == self.reason, event
        assert table.statement() == before, f"refused, but changed something: {event}"
        assert table.money() == money
        return table


class Permitting(Events):
    """The next event at this table would be accepted; judging it changes nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def play(self, kind: str, player: str | None = None, **fields: Any) -> Table:
        table, event = self.table, event_of(kind, player, fields)
        before, money = table.statement(), table.money()
        refusals = table.game.decide(event).refusals
        assert refusals == (), (event, refusals)
        assert table.statement() == before, f"judged only, but changed something: {event}"
        assert table.money() == money
        return table


# Deeds, START and the sight-seeing square: where nothing is due unless somebody else owns it.
QUIET = frozenset({10, *range(1, 40)} - {2, 4, 7, 17, 20, 22, 30, 33, 36, 38})


def cash_of(game: Game, player: str) -> int:
    """The cash of a player in a game of any status."""
    return int(game.state.cash[game.state.seats[player]])


def seen(statement: Mapping[str, Any]) -> dict[str, Any]:
    """A statement with the deeds in one map; of a finished game no more than its status."""
    if statement["status"] == "finished":
        return {"status": "finished"}
    view: dict[str, Any] = {"status": statement["status"], "on_turn": statement["on_turn"]}
    deeds: dict[int, str] = {}
    for player in statement["players"]:
        view[player["id"]] = {
            key: player[key] for key in ("cash", "square", "confined", "out", "owes")
        }
        for square, state in player["deeds"].items():
            built, mortgaged = state["improvements"], state["mortgaged"]
            words = f" +{built}" if built else ""
            deeds[int(square)] = player["id"] + words + (" mortgaged" if mortgaged else "")
    return view | {"deeds": deeds}


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that changed, with what they are now; cash and owes with the difference."""
    changed: dict[str, Any] = {}
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            changed[key] = {
                name: new.get(name, 0) - old.get(name, 0)
                if name in ("cash", "owes")
                else new.get(name)
                for name in sorted(old.keys() | new.keys(), key=str)
                if old.get(name) != new.get(name)
            }
        else:
            changed[key] = new
    return changed
