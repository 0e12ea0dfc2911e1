"""The log of a game, and going back in it for `undo`."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence

from referee.engine.actions import ACTIONS
from referee.engine.facts import Fact
from referee.engine.fold import FOLDS, apply
from referee.engine.judge import outcome
from referee.engine.state import State
from referee.engine.strictjson import read_line

CHECKPOINT_EVERY = 24
_MAX_CHECKPOINTS = 6
_BLOCK = 32


class Log:
    """A list of texts; older ones may be compressed to save memory."""

    __slots__ = ("_blocks", "_tail", "count")

    def __init__(self) -> None:
        self.count = 0
        self._blocks: list[bytes] = []
        self._tail: list[str] = []

    def copy(self) -> Log:
        """Return an independent copy; packed blocks never change and are shared."""
        twin = Log.__new__(Log)
        twin.count = self.count
        twin._blocks, twin._tail = self._blocks[:], self._tail[:]
        return twin

    def append(self, text: str) -> int:
        """Append a text without line feeds; return its number, counted from 0."""
        self._tail.append(text)
        number = self.count
        self.count = number + 1
        return number

    def pack(self) -> None:
        """Compress all full blocks of texts."""
        while len(self._tail) >= _BLOCK:
            block = "\n".join(self._tail[:_BLOCK])
            self._blocks.append(zlib.compress(block.encode("utf-8", "surrogatepass")))
            del self._tail[:_BLOCK]

    def texts(self, start: int = 0) -> list[str]:
        """Return the texts from number `start` on."""
        first = min(start // _BLOCK, len(self._blocks))
        texts = []
        for block in self._blocks[first:]:
            texts += zlib.decompress(block).decode("utf-8", "surrogatepass").split("\n")
        texts += self._tail
        return texts[start - first * _BLOCK :]


class History:
    """Every accepted event as JSON text, with the means to take events back.

    `log` holds all events, `in_force` the numbers of those that are neither undos nor taken back.
    Checkpoints of the state, and the facts since the last one, make an undo cheap. Going further
    back judges events again.
    """

    __slots__ = ("_checkpoints", "_opening", "_recent", "in_force", "log")

    def __init__(self, opening: State) -> None:
        self.log = Log()
        self.in_force = array("I")
        self._opening = opening.copy()
        self._checkpoints: list[State] = []
        self._recent: list[Sequence[Fact]] = []

    def copy(self) -> History:
        """Return an independent copy; facts and checkpoints never change and are shared."""
        twin = History.__new__(History)
        twin.log, twin.in_force = self.log.copy(), self.in_force[:]
        twin._opening, twin._checkpoints = self._opening, self._checkpoints[:]
        twin._recent = self._recent[:]
        return twin

    def play(self, state: State, number: int, facts: Sequence[Fact]) -> None:
        """Apply an accepted event's `facts` to `state`; `number` is its place in the log."""
        self.in_force.append(number)
        self._recent.append(facts)
        # `apply`, inlined to save a call per event of a whole file.
        for fact in facts:
            kind, _, _, _, _, _ = fact
            FOLDS[kind](state, fact)
        state.events += 1
        if not state.events % CHECKPOINT_EVERY:
            self._keep_checkpoint(state)

    def _keep_checkpoint(self, state: State) -> None:
        self._recent.clear()
        self._checkpoints.append(state.copy())
        if len(self._checkpoints) > _MAX_CHECKPOINTS:
            self._checkpoints = sparse_checkpoints(self._checkpoints)

    def undo(self) -> State:
        """Take back the last event in force; return the state before it."""
        return self.go_back(1)

    def go_back(self, count: int) -> State:
        """Take back the last `count` events in force; return the state before them."""
        target = len(self.in_force) - count
        del self.in_force[target:]
        del self._recent[max(len(self._recent) - count, 0) :]
        while self._checkpoints and self._checkpoints[-1].events > target:
            self._checkpoints.pop()
        state = (self._checkpoints[-1] if self._checkpoints else self._opening).copy()
        missing = target - state.events
        if missing > len(self._recent):
            return self._decide_again(state)
        for facts in self._recent[len(self._recent) - missing :]:
            apply(state, facts)
        state.events = target
        return state

    def _decide_again(self, state: State) -> State:
        """Replay the events in force after `state` from the log; return the state reached."""
        again = self.in_force[state.events :]
        texts = self.log.texts(again[0])
        del self.in_force[state.events :]
        self._recent.clear()
        for number in again:
            event = read_line(texts[number - again[0]])
            kind = ACTIONS[event["type"]]
            player, move = kind.player_and_move(event, state)
            self.play(state, number, outcome(state, kind, player, move))
        return state


def sparse_checkpoints(checkpoints: list[State]) -> list[State]:
    """Return the checkpoints to keep: dense near the end, ever sparser before it."""
    last = checkpoints[-1].events // CHECKPOINT_EVERY
    kept = []
    for checkpoint in checkpoints:
        number = checkpoint.events // CHECKPOINT_EVERY
        if last - number <= 2 * (number & -number):
            kept.append(checkpoint)
    return kept
