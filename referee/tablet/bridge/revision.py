"""The preview of a correction of the log."""

from __future__ import annotations

from typing import Any

from referee.engine import Game, Refusal
from referee.engine.state import State
from referee.journal.event_forms import size_fault
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog
from scoring.game.deeds import deeds_of
from scoring.game.wealth import could_raise

_FIELDS = ("seq", "through", "replacement")


def revision(log: TableLog, speech: Speech, question: Json) -> Json:
    """Return `{refusals, without, players, consequences, status, onTurn, event}`.

    `event` is the `revise` to be recorded, None if it is refused; `without` are the later rows that
    no longer fit.
    """
    event = _event(speech, question)
    chief = question.get("chief") is True
    fitting = log.journal.fit_revision(event, chief=chief)
    without = [
        {"n": n, "text": _text(log, speech, n), "refusals": _as_sentences(speech, why)}
        for n, why in sorted(fitting.without.items())
    ]
    if without:
        event["without"] = [row["n"] for row in without]
    journal = log.journal.copy()
    refusals = (
        fitting.refusals
        or _logging_refusals(log, event)
        or journal.judge(event, chief=chief).refusals
    )
    if refusals:
        return {**_NOTHING, "refusals": _as_sentences(speech, refusals), "without": without}
    before, after = log.journal.played(), journal.played()
    decisions = journal.decisions.get(event["seq"], ())
    edition = after.state.edition
    return {
        "refusals": [],
        "without": without,
        "players": _players(before, after, speech),
        "consequences": [
            speech.sentence(each, edition)
            for decision in decisions
            for each in decision.consequences
        ],
        "status": after.status,
        "onTurn": after.state.ids[after.state.on_turn] if after.state.on_turn >= 0 else None,
        "event": event,
    }


_NOTHING: Json = {
    "players": [],
    "consequences": [],
    "status": None,
    "onTurn": None,
    "event": None,
}


def _event(speech: Speech, question: Json) -> Json:
    event = {
        "type": "revise",
        **{key: question[key] for key in _FIELDS if key in question},
    }
    return {**event, "reason": question.get("reason") or speech.say("correction.reason")}


def _logging_refusals(log: TableLog, event: Json) -> tuple[Refusal, ...]:
    """Return why the correction could not be logged, whatever the rules say."""
    if log.journal.is_full("revise"):
        return (Refusal("log_full"),)
    fault = size_fault(event)
    return (fault,) if fault else ()


def _as_sentences(speech: Speech, refusals: tuple[Refusal, ...]) -> list[Json]:
    return [speech.refusal(refusal) for refusal in refusals]


def _text(log: TableLog, speech: Speech, n: int) -> str:
    """Return the headlines of what stands for a row, or of what was logged if it was taken back."""
    board = log.journal.played().state.board
    stands = [each.event for each in log.standing_events().get(n, [])]
    logged = [row.event for row in log.rows if row.n == n]
    return "; ".join(speech.event(event, board) for event in stands or logged)


def _players(before: Game, after: Game, speech: Speech) -> list[Json]:
    """Return each player's figures as they are and as they would be.

    Both games have the same players.
    """
    return [
        {
            "id": player,
            "name": speech.called[player],
            "cash": _before_and_after(before.state.cash[was], after.state.cash[now]),
            "square": _before_and_after(before.state.square[was], after.state.square[now]),
            "place": _before_and_after(
                _place(before.state, was, speech), _place(after.state, now, speech)
            ),
            "wealth": _before_and_after(
                could_raise(before.state, was), could_raise(after.state, now)
            ),
            "out": _before_and_after(was in before.state.out, now in after.state.out),
            **_deeds(before.state, after.state, player, speech),
        }
        for player, now in after.state.seats.items()
        for was in [before.state.seats[player]]
    ]


def _before_and_after(before: Any, after: Any) -> Json:
    return {"before": before, "after": after}


def _place(state: State, player: int, speech: Speech) -> str:
    return speech.place(state.square[player], state.board)


def _deeds(before: State, after: State, player: str, speech: Speech) -> Json:
    """Return the names of the deeds that the player would gain, lose or see changed.

    A deed is changed if its buildings or its mortgage would differ.
    """
    had, has = (set(deeds_of(state, state.seats[player])) for state in (before, after))
    changed = {square for square in had & has if before.built[square] != after.built[square]}
    named = {"gained": has - had, "lost": had - has, "changed": changed}
    return {
        key: [speech.place(square, after.board) for square in sorted(squares)]
        for key, squares in named.items()
    }
