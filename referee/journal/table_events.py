"""Events beside the board, such as pauses, notes and rulings.

They are pauses, notes, the referee's name, rulings, confirmations and disputes. Each kind
has its own function that judges it (`JUDGES`); `fold` applies accepted events.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine import Game, Refusal
from referee.journal.canonical import canonical, digest
from referee.journal.event_forms import table_event_fault
from referee.journal.order_in_force import CHIEF_ONLY, CHIEF_TYPES
from referee.journal.pauses import Pauses

MAX_NAME = 100
READ_AT_TABLE = frozenset({"revise", "ruling", "settle"})
"""Types of the chief referee's events that the table has to read."""


@dataclass(slots=True)
class TableEvents:
    """The state beside the board after the rows so far.

    `confirmed` and `disputed` have the hash of the statement that each player was shown. A later
    event of the board voids them, even if the statement stays the same. `referee` is the present
    referee's name, "" if nobody was named. `counts` has the row and amount of each player's last
    cash count before retention (amount None: not counted). `understood` is the last row up to which
    the table has read corrections and decisions.
    """

    confirmed: dict[str, str] = field(default_factory=dict)
    disputed: dict[str, str] = field(default_factory=dict)
    pauses: Pauses = field(default_factory=Pauses)
    referee: str = ""
    counts: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    understood: int = 0

    def copy(self) -> "TableEvents":
        """Return an independent copy."""
        return TableEvents(
            self.confirmed.copy(),
            self.disputed.copy(),
            self.pauses,
            self.referee,
            self.counts.copy(),
            self.understood,
        )

    def void_answers(self) -> None:
        """Clear confirmations and disputes, because an event of the board followed them."""
        self.confirmed.clear()
        self.disputed.clear()

    @property
    def paused(self) -> bool:
        """Return whether the table pauses."""
        return self.pauses.current_pause is not None


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """The facts of the board by which events beside it are judged.

    `players` are ids. `statement` is the hash of the finished game's statement, None until then.
    `cash` is that of each player in the game when retention comes next, empty at any other time.
    """

    players: tuple[str, ...]
    statement: str | None
    cash: Mapping[str, int] = field(default_factory=dict)


def hash_of_statement(statement: Mapping[str, Any]) -> str:
    """Return the hash that players confirm, in hex.

    It is the SHA-256 of the statement's canonical JSON.
    """
    return digest(canonical(statement))


def must_confirm(game: Game) -> list[str]:
    """Return the players who must confirm the result: those still in the game."""
    return [game.state.ids[player] for player in game.state.players_in()]


def judge(state: TableEvents, outcome: BoardOutcome, event: dict[str, Any]) -> Refusal | None:
    """Return why the event cannot be logged, None if it can."""
    return (
        table_event_fault(event)
        or _player(outcome, event)
        or JUDGES[event["type"]](state, outcome, event)
    )


def fold(
    state: TableEvents, outcome: Callable[[], BoardOutcome], seq: int, event: dict[str, Any]
) -> None:
    """Apply an accepted event to `state`, as row `seq`."""
    match event["type"]:
        case "pause" | "resume":
            state.pauses = state.pauses.with_row(seq, event)
        case "referee":
            state.referee = event["name"]
        case "cash_count":
            state.counts[event["player"]] = (seq, event.get("cash"))
        case "confirm":
            state.confirmed[event["player"]] = event["statement"]
            state.disputed.pop(event["player"], None)
        case "dispute":
            state.disputed[event["player"]] = outcome().statement or ""
            state.confirmed.pop(event["player"], None)
        case "settle":
            state.disputed.pop(event["player"], None)
        case "understood":
            # Nobody can have read later rows, whatever a tablet says.
            state.understood = max(state.understood, min(event["through"], seq - 1))


def may_log(kind: str, *, chief: bool) -> bool:
    """Return whether the chief, or else a tablet, may log this kind of event."""
    return kind in CHIEF_TYPES if chief else kind not in CHIEF_ONLY


def still_valid(given: Mapping[str, str], outcome: BoardOutcome) -> list[str]:
    """Return the players whose confirmation or dispute is of the present statement.

    `given` has the hash of the statement by player.
    """
    return [
        player
        for player in outcome.players
        if outcome.statement is not None and given.get(player) == outcome.statement
    ]


def _player(outcome: BoardOutcome, event: dict[str, Any]) -> Refusal | None:
    if "player" in event and event["player"] not in outcome.players:
        return Refusal("not_at_table", None, {"player": event["player"]})
    return None


def _accept_anything(_state: TableEvents, _outcome: BoardOutcome, _event: dict[str, Any]) -> None:
    return None


def _pause(state: TableEvents, _outcome: BoardOutcome, _event: dict[str, Any]) -> Refusal | None:
    return Refusal("paused") if state.paused else None


def _resume(state: TableEvents, _outcome: BoardOutcome, _event: dict[str, Any]) -> Refusal | None:
    return None if state.paused else Refusal("not_paused")


def _referee(_state: TableEvents, _outcome: BoardOutcome, event: dict[str, Any]) -> Refusal | None:
    if len(event["name"]) > MAX_NAME:
        return Refusal("too_long", None, {"field": "name", "most": MAX_NAME})
    return None


def _cash_count(
    _state: TableEvents, outcome: BoardOutcome, event: dict[str, Any]
) -> Refusal | None:
    """Refuse a cash count that differs from the log; a recount must be logged first."""
    player = event["player"]
    if player not in outcome.cash:
        return Refusal("not_to_count", None, {"player": player})
    if event.get("cash", outcome.cash[player]) != outcome.cash[player]:
        return Refusal("count_differs", None, {"player": player})
    return None


def _confirm(_state: TableEvents, outcome: BoardOutcome, event: dict[str, Any]) -> Refusal | None:
    if outcome.statement is None:
        return Refusal("not_finished")
    return None if event["statement"] == outcome.statement else Refusal("other_statement")


def _dispute(_state: TableEvents, outcome: BoardOutcome, _event: dict[str, Any]) -> Refusal | None:
    return Refusal("not_finished") if outcome.statement is None else None


def _settle(state: TableEvents, outcome: BoardOutcome, event: dict[str, Any]) -> Refusal | None:
    if event["player"] in still_valid(state.disputed, outcome):
        return None
    return Refusal("no_dispute", None, {"player": event["player"]})


JUDGES: Mapping[str, Callable[[TableEvents, BoardOutcome, dict[str, Any]], Refusal | None]] = {
    "pause": _pause,
    "resume": _resume,
    "note": _accept_anything,
    "referee": _referee,
    "cash_count": _cash_count,
    "ruling": _accept_anything,
    "confirm": _confirm,
    "dispute": _dispute,
    "settle": _settle,
    "understood": _accept_anything,
}
