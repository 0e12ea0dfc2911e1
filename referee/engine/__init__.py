"""The rules engine: judges events, keeps the game, and explains the outcome.

It explains what follows from an event and why.

Pure Python, standard library only; the same source runs on the server, on the command line
and on the tablet.
"""

from referee.engine.consequences import Consequence
from referee.engine.digest import engine_digest
from referee.engine.forecast import best_plan, has_decided, if_time_were_called
from referee.engine.game import Game
from referee.engine.handovers import Handover, handovers, render_handover, still_stands
from referee.engine.judge import Decision
from referee.engine.legal import Action, legal_actions
from referee.engine.messages import (
    LANGUAGES,
    cite_rules,
    place_name,
    render_consequence,
    render_effect,
    render_line,
    render_refusal,
)
from referee.engine.refusals import RecordRefusedError, Refusal
from referee.engine.replay import MAX_RECORD_BYTES, Replay, Step, ledger, replay_lines, replay_steps
from referee.engine.statement import position_of
from referee.engine.undos import undone_events

__all__ = [
    "LANGUAGES",
    "MAX_RECORD_BYTES",
    "Action",
    "Consequence",
    "Decision",
    "Game",
    "Handover",
    "RecordRefusedError",
    "Refusal",
    "Replay",
    "Step",
    "best_plan",
    "cite_rules",
    "engine_digest",
    "handovers",
    "has_decided",
    "if_time_were_called",
    "ledger",
    "legal_actions",
    "place_name",
    "position_of",
    "render_consequence",
    "render_effect",
    "render_handover",
    "render_line",
    "render_refusal",
    "replay_lines",
    "replay_steps",
    "still_stands",
    "undone_events",
]
