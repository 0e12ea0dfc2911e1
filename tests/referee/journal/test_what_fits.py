"""Which later events a correction leaves out, named before anything changes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.journal.what_fits import Fitting
from tests.referee.journal.logs import (
    BUY,
    HEADER,
    ROLL,
    START,
    UNDO,
    Event,
    Log,
    all_of,
    began,
    codes,
    golden,
    revision,
)

NEXT: Event = {"type": "roll", "player": "p2", "dice": [4, 6]}
FREE: Event = {**ROLL, "dice": [6, 4]}
TRADE: Event = {
    "type": "trade", "player": "p1", "with": "p2", "give": {"cash": 10}, "take": {},
}  # fmt: skip
SELL: Event = {**TRADE, "give": {"deeds": [5]}, "take": {"cash": 10}}
SHORT = ("33", "22", "14", "03", "08", "26", "24")


def without(log: Log, event: Event, *, chief: bool = False) -> dict[int, list[str]]:
    """The rows that a revision leaves out, with the reasons, after which it is accepted."""
    before = all_of(log.journal)
    fitting = log.journal.fit_revision(event, chief=chief)
    assert all_of(log.journal) == before
    assert fitting.refusals == ()
    complete = {**event, "without": sorted(fitting.without)}
    assert log.journal.copy().judge(complete, chief=chief).refusals == ()
    return {row: codes(why) for row, why in sorted(fitting.without.items())}


def test_what_still_fits_stays() -> None:
    log = began(ROLL, BUY, NEXT)
    assert without(log, revision(4)) == {}
    assert without(log, revision(2, {**ROLL, "dice": [2, 4]})) == {}


def test_what_no_longer_fits_is_left_out_with_its_reason_and_the_rest_stays() -> None:
    log = began(ROLL, BUY, NEXT, SELL)
    assert without(log, revision(2, FREE)) == {3: ["no_offer R9"], 5: ["not_own_deed R23"]}
    assert without(log, revision(2, FREE), chief=True).keys() == {3, 5}


def test_an_undo_goes_with_what_it_took_back() -> None:
    log = began(ROLL, BUY, UNDO, NEXT)
    assert without(log, revision(2, FREE)) == {3: ["no_offer R9"], 4: []}
    assert without(log, revision(3)) == {4: []}
    log = began(ROLL, BUY, TRADE, UNDO, UNDO, BUY)
    assert without(log, revision(3, BUY)) == {6: [], 7: ["no_offer R9"]}
    assert without(log, revision(4)) == {5: []}


def test_a_pair_that_fits_stays() -> None:
    log = began(ROLL, BUY, TRADE, UNDO, NEXT)
    assert without(log, revision(2, FREE)) == {3: ["no_offer R9"]}


def test_a_row_of_several_events_goes_whole_also_where_its_first_event_fits() -> None:
    log = began(ROLL, BUY, NEXT)
    log.tell_all(revision(4, TRADE, SELL, NEXT))
    assert without(log, revision(3)) == {4: ["not_own_deed R23"]}


def test_an_undo_that_stands_in_a_row_with_others_takes_them_along() -> None:
    log = began(ROLL, BUY, TRADE, NEXT)
    assert log.rule(revision(5, UNDO, SELL, NEXT)) == ()
    assert without(log, revision(3), chief=True) == {4: [], 5: ["not_own_deed R23"]}


def test_a_table_does_not_leave_out_what_the_chief_put_there() -> None:
    log = began(ROLL, BUY, NEXT)
    assert log.rule(revision(3, BUY)) == ()
    fitting = log.journal.fit_revision(revision(2, FREE))
    assert codes(fitting.refusals) == ["chief_corrected"]
    assert fitting.without.keys() == {3}
    assert without(log, revision(2, FREE), chief=True) == {3: ["no_offer R9"]}


def test_where_too_much_hangs_together_nothing_later_is_kept() -> None:
    log = began(ROLL, BUY, *[TRADE] * 25, NEXT)
    for row in range(4, 29):
        log.tell_all(revision(row, TRADE, SELL, {**SELL, "player": "p2", "with": "p1"}))
    left_out = without(log, revision(3))
    assert left_out.keys() == set(range(4, 30))


def test_what_cannot_be_put_in_is_refused() -> None:
    log = began(ROLL, BUY)
    for event, refused in (
        (revision(2, BUY), "not_on_turn"),
        (revision(9), "no_such_event"),
        (revision(2, UNDO), "field"),
        (
            revision(1, {**START, "header": {**HEADER, "position": {"cash": {"p1": -1}}}}),
            "not_a_number",
        ),
        (revision(1, {"type": "start"}), "seats_stay"),
        ({"type": "revise"}, "field"),
    ):
        fitting = log.journal.fit_revision(event)
        assert codes(fitting.refusals)[0].startswith(refused), fitting
        assert fitting.without == {}


def test_rows_that_were_refused_are_no_part_of_it() -> None:
    log = began(ROLL, lenient=True)
    log.journal.replay(3, "", {"type": "buy", "player": "p2"})
    log.journal.replay(4, "", BUY)
    assert log.journal.in_force == [2, 4]
    assert log.journal.fit_revision(revision(2, FREE)).without.keys() == {4}


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_correction_with_what_fits_is_accepted_and_keeps_the_pairs(data: st.DataObject) -> None:
    """Whatever stands there, whatever is put in: the rest can be played, and every undo that is
    left takes back what it did."""
    record = golden(data.draw(st.sampled_from(SHORT)))
    log = Log(record.setup)
    for event in record.events[: data.draw(st.integers(2, 60))]:
        log.tell(event)
        while len(log.journal.in_force) > 1 and data.draw(st.integers(0, 5)) == 0:
            log.tell_all(UNDO)
            if data.draw(st.booleans()):
                log.tell(log.rows[-2].event)
    chief = data.draw(st.booleans())
    seq = data.draw(st.sampled_from(log.journal.in_force or [1]))
    put_in = data.draw(st.lists(st.sampled_from(record.events[1:]), max_size=2))
    event = revision(seq, *put_in, through=seq + data.draw(st.integers(0, 2)))
    fitting = log.journal.fit_revision(event, chief=chief)
    if fitting.refusals:
        return
    complete = {**event, "without": sorted(fitting.without)}
    assert log.tell(complete, chief=chief).refusals == ()
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == all_of(log.journal)
    assert not {*fitting.without} & {seq for seq, _ in log.journal.order.events}


def test_what_was_refused_leaves_nothing_out_and_shares_nothing() -> None:
    without: Any = Fitting().without
    assert without == {}
    with pytest.raises(TypeError):
        without[2] = ()
