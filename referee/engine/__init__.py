"""The rules engine: judges events, keeps the game, and says what follows and why.

Pure Python, standard library only; the same source runs on the server, on the command line and
on the tablet.
"""

from referee.engine.consequences import Consequence
from referee.engine.game import Game
from referee.engine.judge import Decision
from referee.engine.refusals import RecordRefused, Refusal
from referee.engine.replay import Replay, replay_lines

__all__ = [
    "Consequence",
    "Decision",
    "Game",
    "RecordRefused",
    "Refusal",
    "Replay",
    "replay_lines",
]
