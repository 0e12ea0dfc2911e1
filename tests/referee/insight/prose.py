"""A second player, written from docs/chances.md alone: it picks among the engine's legal actions.

It shares no code with `referee.insight`: the policies' parameters are read from the page's table.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from referee.engine import Game
from scoring.game.editions import load_edition

PAGE = Path(__file__).resolve().parents[3] / "docs" / "chances.md"
COLUMNS = ["buys", "builds", "redeems", "confined", "raises", "offers", "asks", "adjusts"]
Event = dict[str, Any]


def policies() -> dict[str, dict[str, Any]]:
    """The table of the page, its numbers as numbers and "never" as None."""
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    return {
        cells[0].strip("`"): dict(zip(COLUMNS, map(_value, cells[1:]), strict=True))
        for cells in ([cell.strip() for cell in row.strip("|").split("|")] for row in rows)
    }


def _value(cell: str) -> int | str | None:
    if cell == "never":
        return None
    number = cell.removesuffix("%").strip()
    return int(number) if number.isdigit() else cell


class Prose:
    """A play-out by number, policies' names ("mix" for one each) and the turns that remain."""

    def __init__(self, game: Game, method: str, *, seed: str, number: int, turn: int, turns: int):
        self.game, self.turn, self.last = game, turn, turn + turns
        self.more = Random(f"{seed}:{number}:more")
        first = Random(f"{seed}:{number}")
        self.blocks = [[first.random() for _ in range(8)] for _ in range(self.last + 2)]
        table = policies()
        order = list(table.values())
        count = len(game.state.ids)
        self.policies = (
            [order[int(self.more.random() * 5)] for _ in range(count)]
            if method == "mix"
            else [table[method]] * count
        )
        self.block = self.blocks[turn]

    def play(self) -> list[Event]:
        """Play the game to its end; return the events."""
        events = []
        while self.game.status != "finished":
            event = self.next()
            on_turn = self.game.state.on_turn
            assert self.game.play(event).is_accepted, event
            if event["type"] in ("roll", "build", "redeem", "pay_fine", "pass"):
                self.turn += self.game.state.on_turn != on_turn
            events.append(event)
        return events

    def legal(self, name: str, player: int | None = None) -> dict[str, Any] | None:
        """The fields of a legal action of that type, of that player if one is named."""
        for action in self.game.legal_actions([name]):
            if player is None or action.player == self.game.state.ids[player]:
                return {"player": action.player, **action.fields}
        return None

    def number(self, kinds: int) -> int:
        return int((self.block.pop(0) if self.block else self.more.random()) * kinds)

    def dice(self) -> list[int]:
        return [self.number(6) + 1, self.number(6) + 1]

    def event(self, name: str, player: int, **fields: Any) -> Event:
        return {"type": name, "player": self.game.state.ids[player], **fields}

    def next(self) -> Event:
        state = self.game.state
        if state.status in ("adjusting", "adjusted", "retained"):
            return self.end()
        if state.dues:
            return self.raise_cash(state.dues[0].debtor)
        if state.open:
            return self.answer(state.on_turn)
        if buy := self.legal("buy"):
            keeps = self.policies[state.on_turn]["buys"]
            if state.cash[state.on_turn] - buy["offer"]["amount"] >= keeps:
                return self.event("buy", state.on_turn)
        if state.throw == 2:
            return self.event("roll", state.on_turn, dice=self.dice())
        if state.throw == 1:
            return self.begin(state.on_turn)
        if self.turn >= self.last:
            return {"type": "time"}
        self.block = self.blocks[self.turn + 1]
        return self.begin(state.next)

    def end(self) -> Event:
        if self.legal("retain"):
            return {"type": "retain"}
        if circuit := self.legal("circuit"):
            self.block = self.blocks[self.last + 1]
            return {"type": "circuit", "dice": {str(sq): self.dice() for sq in circuit["throws"]}}
        return self.adjust()

    def raise_cash(self, player: int) -> Event:
        state = self.game.state
        if self.legal("bankrupt", player):
            return self.event("bankrupt", player)
        first = self.policies[player]["raises"]
        for way in ("mortgage", "sell") if first == "mortgages first" else ("sell", "mortgage"):
            if action := self.legal(way, player):
                prices, squares = state.board.prices, [int(sq) for sq in action["square"]]
                if way == "mortgage":
                    square = min(squares, key=lambda sq: (action["square"][str(sq)]["amount"], sq))
                else:
                    square = min(squares, key=lambda sq: (-state.built[sq], prices[sq], sq))
                return self.event(way, player, square=square)
        raise AssertionError("nothing to raise cash by")

    def answer(self, player: int) -> Event:
        state = self.game.state
        if tax := self.legal("income_tax"):
            less = tax["choice"]["percent"] < tax["choice"]["flat"]
            return self.event("income_tax", player, choice="percent" if less else "flat")
        if self.legal("foundation"):
            return self.event("foundation", player, die=self.number(6) + 1)
        if self.legal("utility_roll"):
            return self.event("utility_roll", player, dice=self.dice())
        card = self.legal("card")
        assert card is not None
        if "dice" in card:
            return self.event("card", player, dice=self.dice())
        letter = "M" if state.monopolist[player] else "C"
        deck = {code: e for code, e in load_edition("eu-fr").deck.items() if code[0] == letter}
        code = sorted(deck)[self.number(25)]
        effect = deck[code]
        words = [effect.verb, effect.role, str(effect.number)]
        if effect.verb == "gamble":
            words = ["gamble", str(effect.threshold), "collect", str(effect.number)]
        if effect.verb in ("none", "confine"):
            words = [effect.verb]
        told = {"card": code} if card["card"] else {"effect": " ".join(filter(None, words))}
        thrown = {"dice": self.dice()} if effect.verb == "gamble" else {}
        return self.event("card", player, **told, **thrown)

    def begin(self, player: int) -> Event:
        policy, state = self.policies[player], self.game.state
        cash = state.cash[player]
        if policy["offers"] is not None and state.monopolist[player] and self.legal("trade"):
            for square in state.board.streets:
                if event := self.trade(player, square):
                    return event
        if (event := self.redeem(player, policy["redeems"])) is not None:
            return event
        build = self.legal("build", player)
        if build and policy["builds"] is not None:
            squares = [
                int(sq)
                for sq, option in build["square"].items()
                if option["most"] and cash - option["amount"] >= policy["builds"]
            ]
            if squares:
                key = lambda sq: (state.built[sq], -state.board.prices[sq], sq)  # noqa: E731
                return self.event("build", player, square=min(squares, key=key))
        fine = self.legal("pay_fine", player)
        if fine and (self.legal("roll", player) is None or policy["confined"] == "pays"):
            return self.event("pay_fine", player)
        if policy["confined"] == "passes" and self.legal("pass", player):
            return self.event("pass", player)
        return self.event("roll", player, dice=self.dice())

    def redeem(self, player: int, keeps: int | None) -> Event | None:
        action = self.legal("redeem", player)
        if action is None or keeps is None:
            return None
        square = min(
            (int(sq) for sq in action["square"]),
            key=lambda sq: (action["square"][str(sq)]["amount"], sq),
        )
        left = self.game.state.cash[player] - action["square"][str(square)]["amount"]
        return self.event("redeem", player, square=square) if left >= keeps else None

    def trade(self, player: int, square: int) -> Event | None:
        state, policy = self.game.state, self.policies[player]
        owner, city = state.owner[square], state.board.cities[square]

        def held(by: int) -> int:
            return sum(state.owner[sq] == by and state.built[sq] >= 0 for sq in city)

        if owner in (-1, player) or state.built[square] or held(player) != 1:
            return None
        asks = self.policies[owner]["asks"]
        if asks is None or asks > policy["offers"] or (state.monopolist[owner] and held(owner) > 1):
            return None
        price = state.board.prices[square] * asks // 100
        if state.cash[player] - price < policy["buys"]:
            return None
        take = {"deeds": [square]}
        other = state.ids[owner]
        return self.event("trade", player, **{"with": other}, give={"cash": price}, take=take)

    def adjust(self) -> Event:
        state = self.game.state
        player = next(p for p in state.players_in() if self.legal("adjusted", p))
        redeem = self.redeem(player, 0) if self.policies[player]["adjusts"] == "yes" else None
        return redeem or self.event("adjusted", player)


def events_of(lines: tuple[str, ...]) -> list[Event]:
    """A play-out's lines as events."""
    return [json.loads(line) for line in lines]
