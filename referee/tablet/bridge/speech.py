"""Values of the engine as sentences in the device's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine import (
    Consequence,
    Handover,
    Refusal,
    place_name,
    render_consequence,
    render_effect,
    render_handover,
)
from referee.journal.headlines import Reader, headline
from referee.journal.sentences import render_refusal
from referee.tablet.bridge import phrases
from scoring.game.board import SQUARES, Board
from scoring.game.editions import Edition
from scoring.game.effects import Effect
from scoring.game.money import money

Json = dict[str, Any]


class Speech:
    """The means to speak to one table.

    It has a language, the sign of the edition's currency, and the names of the table's players.
    `called` are the plain names; sentences use `names`, isolated from the text around them.
    """

    def __init__(
        self, language: str, players: Iterable[Mapping[str, Any]], currency: str = ""
    ) -> None:
        self.language = language
        self.currency = currency
        self.called = {player["id"]: player.get("name") or player["id"] for player in players}
        self.names = {player: f"\u2068{name}\u2069" for player, name in self.called.items()}

    def say(self, key: str, **values: object) -> str:
        """Return one of the bridge's own phrases."""
        return phrases.phrase(self.language, key, **values)

    def name(self, player: object) -> str:
        """Return the player's name; blank if nobody."""
        return self.names.get(str(player), "") if player is not None else ""

    def refusal(self, refusal: Refusal) -> Json:
        """Return a refusal as `{code, rule, text, path}`."""
        text = render_refusal(refusal, self.language, self.names, self.currency)
        path = refusal.params.get("key")
        return {"code": refusal.code, "rule": refusal.rule, "text": text, "path": path}

    def sentence(self, consequence: Consequence, edition: Edition, why: Json | None = None) -> Json:
        """Return a consequence as `{kind, rule, text, player, amount, paid, why}`.

        The text names its rules itself. `paid` is `{payer, payee}` where cash changes hands, None
        for the Treasury. `why` is the question that explains it: its place, or else its rules
        alone.
        """
        return {
            "kind": consequence.kind,
            "rule": None,
            "text": render_consequence(consequence, self.names, self.language, edition),
            "player": consequence.payer or consequence.payee,
            "amount": consequence.amount or None,
            "paid": {"payer": consequence.payer, "payee": consequence.payee}
            if consequence.moves_money
            else None,
            "why": why or {"rules": list(consequence.rules)},
        }

    def event(self, event: Mapping[str, Any], board: Board | None) -> str:
        """Return a reported event as one short sentence."""
        return headline(event, Reader(self.names, board, self.language, self.currency))

    def effect(self, effect: Effect, board: Board) -> str:
        """Return a card's effect, in short (R16)."""
        place = board.squares[effect.number % SQUARES].name
        told = {**effect._asdict(), "place": place}
        return render_effect(told, self.language, self.currency)

    def handover(self, handover: Handover, edition: Edition) -> str:
        """Return a short sentence on what the table has to move."""
        return render_handover(handover, self.names, self.language, edition)

    def place(self, square: int, board: Board) -> str:
        """Return the name of a square, by its number."""
        return place_name(board.squares[square].name, self.language)

    def join_items(self, items: Sequence[str]) -> str:
        """Join items such as "Athens, Plaka and Syntagma"; "" for none."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.say('and')} {items[-1]}"

    def money(self, amount: int, edition: Edition) -> str:
        """Return a sum of the game with the edition's sign."""
        return money(amount, edition.currency, self.language)
