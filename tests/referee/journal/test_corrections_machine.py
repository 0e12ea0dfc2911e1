"""A table that plays, takes back, corrects and reverts, and a chief who corrects: a state machine.

The model is a stack of what was in force: an undo or a revert goes back to what was before, as if
the last thing had never happened; a correction of the chief's begins a new stack, and what the
chief put in is never taken back.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.engine import Game
from referee.journal.order_in_force import Placed, named_by
from tests.referee.journal.logs import UNDO, Event, Log, all_of, golden, revision

GAMES = ("33", "22", "14", "03", "08", "26", "24")
InForce = list[Placed]


class CorrectedTable(RuleBasedStateMachine):
    """`stack` holds the events in force with the rows they stand for, after each thing that the
    table may still take back."""

    def __init__(self) -> None:
        super().__init__()
        self.log: Log
        self.stack: list[InForce] = [[]]

    @initialize(number=st.sampled_from(GAMES))
    def start(self, number: str) -> None:
        """A golden record's table."""
        self.record = golden(number)
        self.log = Log(self.record.setup)
        self.log.tell_all(self.record.events[0])
        self.known = [event for event in self.record.events[1:] if event["type"] != "undo"]
        self.at = 0
        self.chiefs: set[int] = set()

    @rule(count=st.integers(1, 5))
    def play(self, count: int) -> None:
        """What happened next at the golden table, as far as it fits."""
        for event in self.known[self.at : self.at + count]:
            self._tell(event)
        self.at += count

    @rule(data=st.data())
    def play_anything(self, data: st.DataObject) -> None:
        """Any event of the record, which may be refused."""
        self._tell(data.draw(st.sampled_from(self.known)))

    def _tell(self, event: Event) -> None:
        row = len(self.log.rows) + 1
        if not self.log.tell(event).refusals:
            self.stack.append([*self.stack[-1], (row, event)])

    @rule()
    def rest(self) -> None:
        """What is logged beside the board changes nothing."""
        self.log.tell_all({"type": "note", "text": "rain"})

    @rule()
    def take_back(self) -> None:
        """What Undo sends: an undo, or a revert where the last thing is a correction."""
        step = self.log.journal.last_step
        if step is None:
            assert len(self.stack) == 1
            return
        if step.refusal is not None:
            assert (step.refusal.code, step.seq in self.chiefs) == ("chief_corrected", True)
            assert self.log.tell(UNDO).refusals == (step.refusal,)
            return
        undo = UNDO if step.by == "undo" else {**UNDO, "type": "revert", "seq": step.seq}
        other = {**UNDO, "type": "revert", "seq": step.seq} if step.by == "undo" else UNDO
        refused = "not_revertible" if step.by == "undo" else "revert_first"
        assert [each.code for each in self.log.tell(other).refusals] == [refused]
        assert step.by == "revert" or step.seq not in self.chiefs
        self.log.tell_all(undo)
        self.stack.pop()

    @rule(data=st.data(), chief=st.booleans())
    def correct(self, data: st.DataObject, chief: bool) -> None:
        """Any rows in force by what stands there, nothing or anything; what no longer fits goes."""
        rows = [row for row, _ in self.stack[-1]]
        if not rows:
            return
        seq = data.draw(st.sampled_from(rows))
        through = seq + data.draw(st.integers(0, 3))
        own = [event for row, event in self.stack[-1] if row == seq]
        anything = st.lists(st.sampled_from(self.known), max_size=2)
        put_in = data.draw(st.one_of(st.just(own), st.just([]), anything))
        self._revise(revision(seq, *put_in, through=through), chief=chief)

    @rule(data=st.data())
    def return_to_a_moment(self, data: st.DataObject) -> None:
        """All after a row in force is taken back."""
        rows = [row for row, _ in self.stack[-1]]
        if len(rows) > 1:
            seq = data.draw(st.sampled_from(rows[1:]))
            self._revise(revision(seq, through=len(self.log.rows)), chief=False)

    def _revise(self, event: Event, *, chief: bool) -> None:
        fitting = self.log.journal.fit_revision(event, chief=chief)
        if fitting.refusals:
            return
        complete: dict[str, Any] = {**event, "without": sorted(fitting.without)}
        assert self.log.tell(complete, chief=chief).refusals == ()
        kept = [item for item in self.stack[-1] if not named_by(complete, item[0])]
        put_in = [(event["seq"], each) for each in event["replacement"]]
        corrected = sorted([*kept, *put_in], key=lambda item: item[0])
        if chief:
            self.chiefs.add(event["seq"])
            self.stack = [corrected[:count] for count in range(len(corrected) + 1)]
        else:
            self.stack.append(corrected)

    @precondition(lambda self: hasattr(self, "log"))
    @invariant()
    def what_is_in_force_is_what_the_model_says(self) -> None:
        """The rows, and the game that is played of them; money comes from somewhere."""
        journal, in_force = self.log.journal, self.stack[-1]
        assert journal.in_force == [row for row, _ in in_force]
        game = Game.open(journal.header or {})
        before = cash_of(game)
        moved = dict.fromkeys(before, 0)
        for _, event in in_force:
            decision = game.play(event)
            assert decision.is_accepted
            for each in decision.consequences:
                if each.moves_money and each.payer is not None:
                    moved[each.payer] -= each.amount
                if each.moves_money and each.payee is not None:
                    moved[each.payee] += each.amount
        assert game.statement() == journal.require_game().statement()
        assert cash_of(game) == {player: before[player] + moved[player] for player in before}

    @precondition(lambda self: hasattr(self, "log"))
    @invariant()
    def whoever_reads_the_rows_comes_to_the_same(self) -> None:
        """Strictly as the server, leniently as a tablet, and as one that judges all of it anew."""
        live = all_of(self.log.journal)
        assert all_of(self.log.replayed()) == all_of(self.log.replayed(lenient=True)) == live


def cash_of(game: Game) -> dict[str, int]:
    return {player: game.state.cash[seat] for player, seat in game.state.seats.items()}


def test_a_table_that_corrects_is_as_if_it_had_been_right_at_once() -> None:
    run_state_machine_as_test(
        CorrectedTable, settings=settings(max_examples=40, stateful_step_count=20, deadline=None)
    )
