"""The log of a game, and going back in it for `undo`."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence

from referee.engine.actions import ACTIONS
from referee.engine.consequences import Fact
from referee.engine.fold import apply
from referee.engine.judge import outcome
from referee.engine.state import State
from referee.engine.strictjson import read_line

CHECKPOINT_EVERY = 16
_MOST_CHECKPOINTS = 6
_BLOCK = 32


class Log:
    """Texts in order, of which older ones may be packed to save memory."""

    __slots__ = ("_blocks", "_tail")

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        self._tail: list[str] = []

    def __len__(self) -> int:
        return _BLOCK * len(self._blocks) + len(self._tail)

    def append(self, text: str) -> None:
        """Add a text, which holds no line feed."""
        self._tail.append(text)

    def pack(self) -> None:
        """Compress all whole blocks."""
        while len(self._tail) >= _BLOCK:
            block = "\n".join(self._tail[:_BLOCK])
            self._blocks.append(zlib.compress(block.encode("utf-8", "surrogatepass")))
            del self._tail[:_BLOCK]

    def texts(self, start: int = 0) -> list[str]:
        """The texts from number `start` on."""
        first = min(start // _BLOCK, len(self._blocks))
        found = []
        for block in self._blocks[first:]:
            found += zlib.decompress(block).decode("utf-8", "surrogatepass").split("\n")
        found += self._tail
        return found[start - first * _BLOCK :]


class History:
    """Every accepted event as JSON text, and what is needed to take events back.

    `log` holds all events, `in_force` the numbers of those that are neither undos nor taken
    back. The state is kept as a checkpoint now and then, and the facts that followed the newest
    one, so that an undo folds a few facts again; further back, events are decided again.
    """

    __slots__ = ("_checkpoints", "_opening", "_recent", "in_force", "log")

    def __init__(self, opening: State) -> None:
        self.log = Log()
        self.in_force = array("I")
        self._opening = opening.copy()
        self._checkpoints: list[State] = []
        self._recent: list[Sequence[Fact]] = []

    def play(self, state: State, text: str, facts: Sequence[Fact]) -> None:
        """Fold the `facts` of the accepted event `text` into `state`."""
        self.in_force.append(len(self.log))
        self.log.append(text)
        self._fold(state, facts)

    def _fold(self, state: State, facts: Sequence[Fact]) -> None:
        apply(state, facts)
        state.events += 1
        if state.events % CHECKPOINT_EVERY:
            self._recent.append(facts)
        else:
            self._keep_checkpoint(state)

    def _keep_checkpoint(self, state: State) -> None:
        self._recent.clear()
        self._checkpoints.append(state.copy())
        if len(self._checkpoints) > _MOST_CHECKPOINTS:
            self._checkpoints = thinned(self._checkpoints)

    def undo(self, text: str) -> State:
        """The state in which the last event in force never happened; `text` is the undo's."""
        self.log.append(text)
        self.in_force.pop()
        if not self._recent:
            return self._decide_again()
        state = self._last_checkpoint().copy()
        self._recent.pop()
        for facts in self._recent:
            apply(state, facts)
        state.events += len(self._recent)
        return state

    def _last_checkpoint(self) -> State:
        return self._checkpoints[-1] if self._checkpoints else self._opening

    def _decide_again(self) -> State:
        """Undo the event at which the newest checkpoint was taken: from the one before it."""
        self._checkpoints.pop()
        state = self._last_checkpoint().copy()
        again = self.in_force[state.events :]
        if again:
            texts = self.log.texts(again[0])
            for number in again:
                event = read_line(texts[number - again[0]])
                kind = ACTIONS[event["type"]]
                self._fold(state, outcome(state, kind, kind.read(event, state)))
        return state


def thinned(checkpoints: list[State]) -> list[State]:
    """Checkpoints dense near the end and ever sparser before it, so that few are kept."""
    last = checkpoints[-1].events // CHECKPOINT_EVERY
    kept = []
    for checkpoint in checkpoints:
        number = checkpoint.events // CHECKPOINT_EVERY
        if last - number <= 2 * (number & -number):
            kept.append(checkpoint)
    return kept
