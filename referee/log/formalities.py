"""What is logged beside the board: pauses, notes, rulings, confirmations and disputes.

Each kind is judged by one function and folded by one other, as the board's events are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.log.effective import CHIEF_TYPES, TABLE_TYPES
from referee.log.forms import formality_fault
from referee.log.refusals import LogRefusal


@dataclass(slots=True)
class Formalities:
    """What the rows so far say beside the board. Confirmations and disputes are of the statement
    (hash) that was shown: another event of the board makes them void."""

    confirmed: dict[str, str] = field(default_factory=dict)
    disputed: dict[str, str] = field(default_factory=dict)
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What the judgement needs to know of the board: ids of the players, and the hash of the
    finished game's statement (None while it is not finished)."""

    players: tuple[str, ...]
    statement: str | None


def judge(state: Formalities, facts: Facts, event: dict[str, Any]) -> LogRefusal | None:
    """The reason why the event cannot be logged, or None."""
    return _form(event) or _player(facts, event) or JUDGES[event["type"]](state, facts, event)


def fold(state: Formalities, facts: Facts, event: dict[str, Any]) -> None:
    """Take in an event that was accepted."""
    match event["type"]:
        case "pause":
            state.paused = True
        case "resume":
            state.paused = False
        case "confirm":
            state.confirmed[event["player"]] = event["statement"]
            state.disputed.pop(event["player"], None)
        case "dispute":
            state.disputed[event["player"]] = facts.statement or ""
            state.confirmed.pop(event["player"], None)
        case "settle":
            state.disputed.pop(event["player"], None)


def allowed(kind: str, *, chief: bool) -> bool:
    """Whether a tablet, or the chief, may log this kind."""
    return kind in CHIEF_TYPES if chief else kind in TABLE_TYPES or kind not in CHIEF_TYPES


def standing(given: Mapping[str, str], facts: Facts) -> list[str]:
    """The players whose confirmation or dispute is of the statement as it is now."""
    return [
        player
        for player in facts.players
        if facts.statement is not None and given.get(player) == facts.statement
    ]


def _form(event: dict[str, Any]) -> LogRefusal | None:
    fault = formality_fault(event)
    return LogRefusal(*fault) if fault else None


def _player(facts: Facts, event: dict[str, Any]) -> LogRefusal | None:
    if "player" in event and event["player"] not in facts.players:
        return LogRefusal("not_at_table", {"player": event["player"]})
    return None


def _anything(_state: Formalities, _facts: Facts, _event: dict[str, Any]) -> None:
    return None


def _pause(state: Formalities, _facts: Facts, _event: dict[str, Any]) -> LogRefusal | None:
    return LogRefusal("paused") if state.paused else None


def _resume(state: Formalities, _facts: Facts, _event: dict[str, Any]) -> LogRefusal | None:
    return None if state.paused else LogRefusal("not_paused")


def _confirm(_state: Formalities, facts: Facts, event: dict[str, Any]) -> LogRefusal | None:
    if facts.statement is None:
        return LogRefusal("not_finished")
    return None if event["statement"] == facts.statement else LogRefusal("other_statement")


def _dispute(_state: Formalities, facts: Facts, _event: dict[str, Any]) -> LogRefusal | None:
    return LogRefusal("not_finished") if facts.statement is None else None


def _settle(state: Formalities, facts: Facts, event: dict[str, Any]) -> LogRefusal | None:
    if event["player"] in standing(state.disputed, facts):
        return None
    return LogRefusal("no_dispute", {"player": event["player"]})


JUDGES: Mapping[str, Callable[[Formalities, Facts, dict[str, Any]], LogRefusal | None]] = {
    "pause": _pause,
    "resume": _resume,
    "note": _anything,
    "ruling": _anything,
    "confirm": _confirm,
    "dispute": _dispute,
    "settle": _settle,
}
