"""The preview of a correction of the log."""

from __future__ import annotations

from referee.engine import Game, Refusal
from referee.journal.event_forms import size_fault
from referee.journal.journal import Journal
from referee.journal.order_in_force import revised_rows
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog, handovers_between

_FIELDS = ("seq", "through", "replacement")


def revision(log: TableLog, speech: Speech, question: Json) -> Json:
    """Return the effects of a correction.

    The answer is
    `{refusals, without, purchases, players, moves, consequences, status, onTurn, event}`.
    `event` is the `revise` to be recorded, None if it is refused; `without` are the later rows
    that no longer fit, `purchases` sentences about those that buy another deed then.
    """
    bought = _purchases(log.journal)
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
    before, after = log.journal.require_game(), journal.require_game()
    decisions = journal.decisions.get(event["seq"], ())
    edition = after.state.edition
    return {
        "refusals": [],
        "without": without,
        "purchases": _other_purchases(bought, journal, event, speech),
        "players": _players(before, after, speech),
        "moves": _moves(before, after, speech),
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
    "purchases": [],
    "players": [],
    "moves": [],
    "consequences": [],
    "status": None,
    "onTurn": None,
    "event": None,
}


def _purchases(journal: Journal) -> dict[int, int]:
    """Return the square of the deed that each row in force bought.

    The key is the row's number.
    """
    journal.catch_up()
    return {
        n: each.square
        for n in journal.in_force
        for decision in journal.decisions.get(n, ())
        for each in decision.consequences
        if each.kind == "purchase" and each.square is not None
    }


def _other_purchases(
    before: dict[int, int], journal: Journal, event: Json, speech: Speech
) -> list[str]:
    """Return sentences about rows that now buy another deed than before.

    They are rows that are not replaced. A purchase names no deed: it buys the deed where its
    player stands then.
    """
    board = journal.require_game().state.board
    return [
        speech.say(
            "correction.other_purchase",
            n=n,
            before=speech.place(before[n], board),
            after=speech.place(square, board),
        )
        for n, square in sorted(_purchases(journal).items())
        if n not in revised_rows(event) and before.get(n, square) != square
    ]


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
    """Return the headlines of the events that stand for a row.

    If the row was taken back, return the headline of the event that was logged.
    """
    board = log.journal.require_game().state.board
    stands = [each.event for each in log.standing_events().get(n, [])]
    logged = [row.event for row in log.rows if row.n == n]
    return "; ".join(speech.event(event, board) for event in stands or logged)


def _players(before: Game, after: Game, speech: Speech) -> list[Json]:
    """Return each player's cash as it is and as it would be.

    Both games have the same players.
    """
    return [
        {
            "id": player,
            "name": speech.called[player],
            "cash": {
                "before": before.state.cash[before.state.seats[player]],
                "after": after.state.cash[now],
            },
        }
        for player, now in after.state.seats.items()
    ]


def _moves(before: Game, after: Game, speech: Speech) -> list[str]:
    """Return sentences about the pieces that the table would have to move."""
    return [speech.handover(each, after.state.edition) for each in handovers_between(before, after)]
