"""The game as the screens draw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine import Game
from referee.engine.rules import confined_turn
from referee.engine.state import (
    ADJUSTED,
    EXTRA_THROW,
    FINISHED,
    FIRST_THROW,
    RETAINED,
    State,
)
from referee.journal.table_events import must_confirm
from referee.journal.times import read_moment
from referee.tablet.bridge import ledger
from referee.tablet.bridge.cash_count import standing_counts
from referee.tablet.bridge.cities import cities
from referee.tablet.bridge.debts import debts
from referee.tablet.bridge.explain import due_consequence
from referee.tablet.bridge.final_position import entered_position
from referee.tablet.bridge.last_turn import last_turn
from referee.tablet.bridge.legal import legal
from referee.tablet.bridge.procedure import confines, procedure
from referee.tablet.bridge.reasons import not_buying
from referee.tablet.bridge.reference import thrown_line
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.squares import squares
from referee.tablet.bridge.table_log import Played, TableLog
from referee.tablet.bridge.taking_back import last_event, taken_back_next
from scoring.game.deeds import (
    deeds_of,
    most_improvements,
)
from scoring.game.editions import EDITIONS, load_edition
from scoring.game.wealth import could_raise

_OPEN = {"role_card": "role_square"}
_THROWS = {FIRST_THROW: "throw", EXTRA_THROW: "extra_throw"}
_COUNTED = frozenset({ADJUSTED, RETAINED, FINISHED})
_WARNINGS = frozenset({"supply"})


def view(log: TableLog, speech: Speech, last: Sequence[Played], lines: list[Json]) -> Json:
    """Return everything the screens show but the sync states.

    `last` was just played; `lines` are the ledger's changed lines.
    """
    game = log.game
    if game is None:
        raise ValueError("the game has not started")
    return {
        **_situation(game, speech),
        **_position(game, speech),
        **_entry_options(game, log, speech),
        **_latest_events(game, log, speech, _consequences(game, speech, last, lines)),
        "ledger": lines,
        **_table(game, log),
    }


def _position(game: Game, speech: Speech) -> Json:
    """Return the players' squares and debts."""
    state = game.state
    return {
        "players": _players(game, speech),
        "squares": squares(state, speech.language),
        "dues": [_due(state, index, speech) for index in range(len(state.dues))],
        "debts": debts(game, speech),
        "cities": cities(state),
    }


def _entry_options(game: Game, log: TableLog, speech: Speech) -> Json:
    """Return the events that may be entered next, and the next undo."""
    undo = taken_back_next(log, speech)
    may_undo = undo is not None and undo["kind"] == "undo" and not undo["refusal"]
    return {
        "legal": [button for button in legal(game, speech) if button["type"] != "undo" or may_undo],
        "undo": undo,
        "deck": _deck(game, speech),
    }


def _latest_events(game: Game, log: TableLog, speech: Speech, sentences: Sequence[Json]) -> Json:
    """Return the latest events, to be read out."""
    event = log.last_event()
    return {
        "lastEvent": last_event(log, speech),
        "thrownLine": thrown_line(game.state, event, speech) if event else None,
        "last": [line for line in sentences if line["kind"] not in _WARNINGS],
        "warnings": [line for line in sentences if line["kind"] in _WARNINGS],
        "lastTurn": last_turn(game.state, log, speech),
    }


def _table(game: Game, log: TableLog) -> Json:
    """Return the facts beside the board.

    They are the end of the game, its pauses, and the referee.
    """
    beside = log.journal.beside
    return {
        "procedure": procedure(game.state),
        "required": must_confirm(game),
        **log.confirmation(),
        "entered": entered_position(log),
        "counts": standing_counts(log) if game.status in _COUNTED else {},
        "referee": beside.referee or None,
        "pausedSince": _milliseconds(log.paused_since()),
        "pauses": [
            {"began": pause.began, "ended": pause.ended, "seconds": pause.seconds or 0}
            for pause in beside.pauses.all
        ],
    }


def _situation(game: Game, speech: Speech) -> Json:
    state = game.state
    return {
        "status": state.status,
        "mode": state.mode,
        "pawns": pawns(state.edition.printed),
        "cardsByDice": state.edition.rules.role_square == "dice",
        "currency": state.edition.currency,
        "onTurn": _id(state, state.on_turn),
        "next": _id(state, state.next),
        "open": _open_question(state),
        "offer": _offer(game, speech),
    }


def _offer(game: Game, speech: Speech) -> Json | None:
    """Return the deed that may be bought; `refusal` says why it may not."""
    state, square = game.state, game.state.offer
    if square < 0:
        return None
    return {
        "player": _id(state, state.on_turn),
        "square": square,
        "price": state.board.prices[square],
        "refusal": not_buying(game, speech),
    }


def pawns(code: str) -> str | None:
    """Return the colours of competitors and monopolists.

    They are named as in the style sheets. None for an edition that nobody printed.
    """
    if code not in EDITIONS:
        return None
    colours = load_edition(code).pawns
    return f"{colours['competitor']}-{colours['monopolist']}"


def _id(state: State, player: int) -> str | None:
    return state.ids[player] if player >= 0 else None


def _open_question(state: State) -> Json | None:
    """Return the task of the player on turn.

    The player has to decide about a square, or to throw.
    """
    if not (state.open or state.throw):
        return None
    kind = _OPEN.get(state.open, state.open) if state.open else _THROWS[state.throw]
    player = state.on_turn
    return {"kind": kind, "player": _id(state, player), "square": state.square[player]}


def _players(game: Game, speech: Speech) -> list[Json]:
    state = game.state
    return [
        {
            "id": player_id,
            "name": speech.called[player_id],
            "role": state.role(player),
            "cash": state.cash[player],
            "square": state.square[player],
            "confined": state.confined[player] > 0,
            "confines": confines(state, player),
            "confinement": _confinement(state, player, speech),
            "out": player in state.out,
            "owes": state.owes(player),
            "adjusted": player in state.adjusted,
            "wealth": could_raise(state, player),
            "mostImprovements": most_improvements(state, player),
            "deeds": len(deeds_of(state, player)),
        }
        for player, player_id in enumerate(state.ids)
    ]


def _confinement(state: State, player: int, speech: Speech) -> str | None:
    """Return where the player is confined and in which turn, or in which next (R15)."""
    if not state.confined[player]:
        return None
    where = confines(state, player)
    turn = max(confined_turn(state, player) - 1, 1)
    return speech.say(f"confined.{where}", turn=speech.say(f"confined.turn_{turn}"))


def _due(state: State, index: int, speech: Speech) -> Json:
    due = state.dues[index]
    sentence = speech.sentence(due_consequence(state, index), state.edition)
    return {
        "debtor": state.ids[due.debtor],
        "creditor": _id(state, due.creditor),
        "amount": due.amount,
        "rule": None,
        "text": sentence["text"],
        "why": {"due": index},
    }


def _consequences(
    game: Game, speech: Speech, last: Sequence[Played], lines: Sequence[Json]
) -> list[Json]:
    """Return the consequences of the rows just played.

    They come from the rows' ledger lines, or, if a correction changed those, from the rows.
    """
    told = {line["n"]: line["lines"] for line in lines if line["type"] not in ledger.REORDERING}
    return [
        line
        for item in last
        for line in told.get(item.row.n) or ledger.sentences(item, speech, game.state.edition)
    ]


def _deck(game: Game, speech: Speech) -> list[Json]:
    """Return the cards that a drawer may name, if the edition prints its deck."""
    if game.state.open != "role_card":
        return []
    return [
        {
            "card": code,
            "effect": _effect_text(effect),
            "text": speech.effect(effect, game.state.board),
        }
        for code, effect in game.state.edition.deck.items()
    ]


def _effect_text(effect: Any) -> str:
    """Return the effect as a record writes it (R16)."""
    match effect.verb:
        case "gamble":
            return f"gamble {effect.threshold} collect {effect.number}"
        case "confine" | "none":
            return str(effect.verb)
    words = [effect.verb, effect.role, str(effect.number)]
    return " ".join(word for word in words if word)


def _milliseconds(told: str | None) -> int | None:
    """Return milliseconds since 1970, or None.

    None means that there is no time, or one that no page can show.
    """
    moment = read_moment(told)
    return int(moment.timestamp() * 1000) if moment else None
