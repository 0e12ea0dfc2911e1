"""Why a sentence says what it says: its rules, with the number in this edition's book."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.consequences import Consequence, described
from referee.engine.facts import Fact
from referee.engine.rule_texts import printed_rule
from referee.engine.state import State
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog
from scoring.game.editions import Edition


def explain(log: TableLog, edition: Edition, speech: Speech, question: Json) -> Json:
    """`{rules: [{code, printed}]}` of the sentence that `question` names: see the type `Why` of the
    runtime."""
    rules: Sequence[str] = question.get("rules", ())
    if "n" in question:
        rules = _consequence(log, question["n"], question["item"]).rules
    elif "due" in question and log.game is not None:
        rules = due_consequence(log.game.state, question["due"]).rules
    return {"rules": [_rule(edition, speech, code) for code in rules]}


def due_consequence(state: State, index: int) -> Consequence:
    """The open due with this index, as a consequence."""
    due = state.dues[index]
    fact: Fact = ("due", due.debtor, due.creditor, due.amount, due.square, due)
    return described(state, [fact])[0]


def _consequence(log: TableLog, n: int, item: int) -> Consequence:
    """IndexError where row `n` has no such consequence, KeyError where nothing was decided."""
    decisions = log.journal.decisions[n]
    return [one for decision in decisions for one in decision.consequences][item]


def _rule(edition: Edition, speech: Speech, code: str) -> Json:
    place = printed_rule(edition, code)
    if place is None:
        printed = speech.say("printed.silent")
    elif place.number:
        printed = speech.say("printed.number", number=place.number, heading=place.heading)
    else:
        printed = speech.say("printed.heading", heading=place.heading)
    return {"code": code, "printed": printed}
