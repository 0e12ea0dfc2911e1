"""What a table may correct of its own log, and how it takes a correction back."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.engine import Refusal
from referee.journal.canonical import canonical, digest
from referee.journal.event_forms import MAX_TEXT
from referee.journal.journal import Journal
from referee.journal.judgement import BrokenLogError
from referee.journal.start import TableSetup
from referee.journal.table_events import still_valid
from referee.journal.taking_back import LastStep
from tests.referee.journal.logs import (
    ADA,
    BEN,
    BUY,
    HEADER,
    ROLL,
    START,
    UNDO,
    Event,
    Log,
    Row,
    all_of,
    began,
    codes,
    golden,
    replayed,
    revision,
)

NEXT: Event = {"type": "roll", "player": "p2", "dice": [4, 6]}
PAUSE: Event = {"type": "pause", "reason": "lunch"}
TRADE: Event = {
    "type": "trade", "player": "p1", "with": "p2", "give": {"cash": 10}, "take": {},
}  # fmt: skip
OTHER_ROLL: Event = {**ROLL, "dice": [2, 4]}


def revert(seq: int) -> Event:
    """The table takes its revision of row `seq` back."""
    return {"type": "revert", "seq": seq, "reason": "it was right"}


def refused(log: Log, event: Event, **changes: Any) -> list[str]:
    """The codes of a table's event that is refused, which changes nothing."""
    before = all_of(log.journal)
    found = codes(log.tell({**event, **changes}).refusals)
    assert found
    assert all_of(log.journal) == before
    return found


def position(log: Log) -> list[tuple[int, int]]:
    """Cash and square of each player."""
    players = log.journal.require_game().statement()["players"]
    return [(player["cash"], player["square"]) for player in players]


# What a table may revise


def test_a_table_corrects_takes_back_and_puts_in_what_it_logged() -> None:
    log = began(ROLL, BUY, PAUSE, NEXT)
    before = position(log)
    log.tell_all(revision(5, {**NEXT, "dice": [1, 2]}))
    assert position(log) != before
    log.tell_all(revision(5, NEXT))
    assert position(log) == before
    log.tell_all(revision(3))
    assert position(log)[0] == (1500, 5)
    log.tell_all(revision(2, ROLL, BUY))
    assert position(log) == before
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == all_of(log.journal)


def test_what_no_longer_fits_after_a_correction_has_to_be_left_out() -> None:
    log = began(ROLL, BUY, NEXT)
    free = {**ROLL, "dice": [6, 4]}
    assert refused(log, revision(2, free)) == ["revised_illegal"]
    log.tell_all({**revision(2, free), "without": [3]})
    assert position(log)[0] == (1500, 10)
    assert log.journal.in_force == [2, 4]


@pytest.mark.parametrize(
    ("without", "fault"),
    [
        (None, "field"),
        (3, "field"),
        ([True], "field"),
        (["3"], "field"),
        ([2], "no_such_event"),
        ([1], "no_such_event"),
        ([3, 3], "no_such_event"),
        ([5, 3], "no_such_event"),
        ([4], "no_such_event"),
        ([9], "no_such_event"),
    ],
)
def test_what_is_left_out_are_later_rows_that_stand_in_order(without: Any, fault: str) -> None:
    log = began(ROLL, BUY, PAUSE, NEXT)
    assert refused(log, revision(2, ROLL), without=without) == [fault]
    assert codes(log.rule({**revision(2, ROLL), "without": without})) == [fault]


def test_what_the_chief_referee_corrected_stays_with_the_chief() -> None:
    log = began(ROLL, BUY, NEXT)
    assert log.rule(revision(2, OTHER_ROLL)) == ()
    assert refused(log, revision(2, ROLL)) == ["chief_corrected"]
    assert refused(log, revision(2, through=4)) == ["chief_corrected"]
    log.tell_all(revision(4, {**NEXT, "dice": [1, 2]}))
    assert log.rule(revision(1, START)) == ()
    assert refused(log, revision(1, START)) == ["chief_corrected"]


@pytest.mark.parametrize("seq", [-1, 0, 1])
def test_no_correction_reaches_before_the_start(seq: int) -> None:
    log = began()
    log.tell_all(START, ROLL, BUY)
    changes = [revision(seq, ROLL, through=3), revision(seq, through=4), revision(seq, ROLL)]
    for change in changes:
        assert refused(log, change) == ["no_such_event"]
        assert codes(log.rule(change)) == ["no_such_event"]
        assert codes(log.journal.fit_revision(change).refusals) == ["no_such_event"]
    log.tell_all(revision(3, ROLL, through=4))


def test_what_the_chief_took_out_can_be_passed_on_the_way_back_to_a_moment() -> None:
    log = began(ROLL, BUY, NEXT)
    assert log.rule(revision(3)) == ()
    log.tell_all(revision(2, through=4))
    assert position(log) == [(1500, 0), (1500, 0)]


def test_rows_left_out_by_a_table_are_not_the_chiefs() -> None:
    log = began(ROLL, BUY, NEXT)
    assert log.rule(revision(3, BUY)) == ()
    assert refused(log, {**revision(2), "without": [3, 4]}) == ["chief_corrected"]


def test_a_table_puts_no_undo_in_and_the_chief_may() -> None:
    log = began(ROLL, BUY)
    assert refused(log, revision(3, BUY, UNDO)) == ["field"]
    assert log.rule(revision(3, BUY, UNDO)) == ()


def test_a_correction_adds_no_keys_of_its_own_but_the_quick_games() -> None:
    quick = {**START, "header": {**HEADER, "x-quick": 1, "position": {"cash": {"p1": 9}}}}
    log = began()
    log.tell_all(revision(1, quick))
    assert position(log)[0] == (9, 0)
    assert refused(log, revision(1, {**quick, "x-quick": 1})) == ["own_key"]
    assert refused(log, revision(1, {**START, "header": 7, "x-own": 1})) == ["own_key"]
    assert refused(log, revision(1, START), **{"x-own": 1}) == ["own_key"]
    assert refused(log, revision(1, START, {**ROLL, "x-own": 1})) == ["own_key"]
    assert refused(log, {"type": "revise", "replacement": 7, "x-own": 1}) == ["own_key"]


def test_a_tables_correction_of_the_start_leaves_seats_and_roles() -> None:
    log = began(ROLL)
    poorer = {**START, "header": {**HEADER, "position": {"cash": {"p1": 700}}}}
    log.tell_all(revision(1, poorer))
    assert position(log)[0] == (700, 5)
    for players in ([BEN, ADA], [{**ADA, "role": "monopolist"}, BEN], [ADA], [ADA, 7], 7):
        other = {**START, "header": {**HEADER, "players": players}}
        assert refused(log, revision(1, other)) == ["seats_stay"]
    assert refused(log, revision(1, {**START, "throws": []})) == ["seats_stay"]
    assert refused(log, revision(1, {"type": "start"})) == ["seats_stay"]
    renamed = {**START, "header": {**HEADER, "players": [{**ADA, "name": "Adah"}, BEN]}}
    assert refused(log, revision(1, renamed)) == ["names_differ"]


def test_seats_and_roles_are_another_starts_once_the_table_went_back_to_the_start() -> None:
    log = Log(TableSetup({**HEADER, "players": [{**ADA, "role": None}, BEN]}, thrown=True))
    other = {"type": "start", "header": {**HEADER, "players": [BEN, ADA]}}
    log.tell_all({"type": "start", "header": HEADER}, ROLL, BUY)
    assert refused(log, other) == ["already_started"]
    log.tell_all(revision(2, through=3), other)
    assert log.journal.players == ("p2", "p1")
    assert refused(log, revert(4)) == ["not_revertible"]
    assert all_of(log.replayed()) == all_of(log.journal)


def test_once_a_player_has_confirmed_only_the_chief_corrects() -> None:
    log, events = finished()
    log.tell_all(revision(2, events[1]))
    confirm(log, "p2")
    assert refused(log, revision(2, events[1])) == ["result_confirmed"]
    log.tell_all(revert(len(events) + 1))
    confirm(log, "p1")
    assert log.rule(revision(2, events[1])) == ()


def test_a_correction_makes_confirmations_void_and_a_dispute_does_not_bar_it() -> None:
    log, events = finished()
    log.tell_all({"type": "dispute", "player": "p1", "reason": "the tax"})
    confirm(log, "p2")
    log.tell_all(UNDO)
    assert log.journal.statement_hash is None
    log.tell_all(revision(len(events) - 1, events[-2]))


def test_answers_are_void_although_the_same_statement_comes_back() -> None:
    """Any event of the board after them makes confirmations and disputes void, by its kind too:
    an undo, the event again, a correction of the table's or the chief's, and its revert."""
    log, events = finished()
    signed = log.journal.statement_hash
    rows = len(events)
    changes: list[Callable[[], object]] = [
        lambda: log.tell_all(UNDO, events[-1]),
        lambda: log.tell_all(revision(2, events[1])),
        lambda: log.tell_all(revert(log.journal.seq - 1)),
        lambda: log.rule(revision(2, events[1])),
    ]
    for change in changes:
        log.tell_all({"type": "dispute", "player": "p1", "reason": "the tax"})
        assert answered(log) == [["p1"], []]
        change()
        assert (log.journal.statement_hash, answered(log)) == (signed, [[], []])
    confirm(log, "p2")
    assert answered(log) == [[], ["p2"]]
    assert log.rule(revision(rows, events[-1])) == ()
    assert (log.journal.statement_hash, answered(log)) == (signed, [[], []])


def test_a_correction_changes_the_statement_that_is_signed() -> None:
    log, events = finished()
    signed = log.journal.statement_hash
    corrected = {**events[8], "count": 1}
    assert log.rule(revision(9, corrected)) == ()
    statement = log.journal.require_game().statement()
    assert log.journal.statement_hash == digest(canonical(statement)) != signed


def answered(log: Log) -> list[list[str]]:
    """Who disputes and who has confirmed, which the log that is read again says as well."""
    journals = (log.journal, log.replayed())
    told, replayed = (
        [still_valid(given, journal.outcome()) for given in (beside.disputed, beside.confirmed)]
        for journal, beside in ((each, each.beside) for each in journals)
    )
    assert told == replayed
    return told


def finished() -> tuple[Log, list[Event]]:
    """A game that was played to its end."""
    record = golden("33")
    log = Log(record.setup)
    log.tell_all(*record.events)
    return log, record.events


def confirm(log: Log, player: str) -> None:
    log.tell_all({"type": "confirm", "player": player, "statement": log.journal.statement_hash})


# Undos stay with what they took back


def test_an_undo_never_takes_back_another_event_than_it_did() -> None:
    log = began(ROLL, BUY, UNDO)
    assert refused(log, revision(3)) == ["undo_moved"]
    assert refused(log, revision(3, TRADE)) == ["undo_moved"]
    log.tell_all({**revision(3, TRADE), "without": [4]})
    assert position(log)[0] == (1490, 5)


def test_undos_after_a_correction_stay_in_pairs() -> None:
    log = began(ROLL, BUY, TRADE, UNDO, NEXT)
    assert refused(log, {**revision(2, OTHER_ROLL), "without": [4]}) == ["undo_moved"]
    log.tell_all({**revision(2, {**ROLL, "dice": [6, 4]}), "without": [3]})
    assert log.journal.in_force == [2, 6]


def test_the_chief_may_correct_what_moves_an_undo() -> None:
    log = began(ROLL, BUY, UNDO)
    assert log.rule(revision(3)) == ()
    assert log.journal.in_force == []


# Taking a correction back


def test_a_revert_is_as_if_the_correction_had_never_been_made() -> None:
    log = began(ROLL, BUY, TRADE, UNDO, NEXT)
    before = all_of(log.journal)
    log.tell_all(revision(3, through=6), revert(7))
    after = all_of(log.journal)
    for name in ("order", "view", "in_force", "events", "outcome"):
        assert after[name] == before[name]
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == after


def test_a_correction_is_taken_back_on_a_copy_alone() -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL))
    twin = log.journal.copy()
    assert twin.judge(revert(4)).refusals == ()
    twin.row_added("revert", 5, "")
    assert twin.judge(TRADE).refusals == ()
    log.tell_all(revert(4))
    assert log.journal.in_force == [2, 3]


def test_what_was_recorded_and_undone_after_a_correction_goes_with_it() -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL), NEXT, UNDO, PAUSE, revert(4))
    assert log.journal.in_force == [2, 3]
    assert position(log)[0] == (1300, 5)


def test_corrections_are_taken_back_one_by_one_and_never_past_what_counts() -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL), revision(3), NEXT)
    assert refused(log, revert(5)) == ["not_revertible"]
    log.tell_all(UNDO)
    assert refused(log, revert(4)) == ["not_revertible"]
    log.tell_all(revert(5))
    assert refused(log, revert(5)) == ["not_revertible"]
    log.tell_all(revert(4), UNDO, UNDO)
    assert position(log) == [(1500, 0), (1500, 0)]


def test_an_undo_does_not_reach_past_a_correction() -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL))
    assert refused(log, UNDO) == ["revert_first"]
    assert "undo" not in actions(log.journal)
    log.tell_all(revert(4))
    assert "undo" in actions(log.journal)
    log.tell_all(UNDO)


def test_a_table_takes_nothing_back_that_the_chief_built_on() -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL))
    assert log.rule(revision(3, BUY)) == ()
    assert refused(log, revert(4)) == ["not_revertible"]
    assert refused(log, UNDO) == ["chief_corrected"]
    assert log.journal.in_force == [2, 3]
    assert codes(log.rule(revert(4))) == ["chief_only"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"more": 1}, "field"),
        ({"reason": " "}, "field"),
        ({"reason": "x" * (MAX_TEXT + 1)}, "too_long"),
        ({"seq": 2}, "not_revertible"),
        ({"seq": True}, "not_revertible"),
        ({"seq": "4"}, "not_revertible"),
        ({"seq": None}, "not_revertible"),
    ],
)
def test_a_revert_names_the_correction_and_says_why(changes: Event, fault: str) -> None:
    log = began(ROLL, BUY)
    log.tell_all(revision(2, OTHER_ROLL))
    assert refused(log, revert(4), **changes) == [fault]
    assert refused(log, {"type": "revert", "seq": 4}) == ["field"]


def test_where_there_is_no_correction_there_is_nothing_to_revert() -> None:
    log = began(ROLL)
    assert refused(log, revert(0)) == ["not_revertible"]
    assert refused(log, revert(2)) == ["not_revertible"]


# What the chief referee corrected stays


def test_an_undo_takes_back_nothing_that_the_chief_corrected() -> None:
    log = began(ROLL, BUY, NEXT)
    assert log.rule(revision(2, OTHER_ROLL, through=3)) == ()
    assert "undo" in actions(log.journal)
    log.tell_all(UNDO)
    corrected = Refusal("chief_corrected", None, {"seq": 2})
    assert log.journal.last_step == LastStep("undo", 2, OTHER_ROLL, corrected)
    assert "undo" not in actions(log.journal)
    assert refused(log, UNDO) == ["chief_corrected"]
    assert position(log)[0] == (1500, 6)
    log.tell_all(NEXT, UNDO)
    assert log.journal.last_step == LastStep("undo", 2, OTHER_ROLL, corrected)
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == all_of(log.journal)


def test_where_nothing_counts_there_is_nothing_to_undo() -> None:
    assert refused(began(), UNDO) == ["nothing_to_undo"]


def test_what_the_chief_took_out_does_not_keep_the_table_from_an_undo() -> None:
    log = began(ROLL, BUY)
    assert log.rule(revision(3)) == ()
    log.tell_all(UNDO)
    assert position(log) == [(1500, 0), (1500, 0)]


def test_a_second_start_takes_back_nothing_that_the_chief_corrected() -> None:
    log = began()
    log.tell_all(START)
    poorer = {**START, "header": {**HEADER, "position": {"cash": {"p1": 9}}}}
    assert log.rule(revision(2, poorer)) == ()
    assert refused(log, START) == ["chief_corrected"]
    assert position(log)[0] == (9, 0)
    journal = log.replayed(lenient=True)
    journal.replay_unjudged(4, START)
    assert codes(journal.refusals_by_row[4]) == ["chief_corrected"]
    assert (journal.seq, journal.order.start_seq) == (4, 2)


def test_a_log_keeps_its_meaning_in_which_a_table_took_back_what_the_chief_corrected() -> None:
    """Such an undo or start was accepted once: it is judged when it is appended, and not again."""
    rows = [
        Row(1, "", START),
        Row(2, "", revision(1, START), chief=True),
        Row(3, "", START),
        Row(4, "", ROLL),
        Row(5, "", revision(4, OTHER_ROLL), chief=True),
        Row(6, "", UNDO),
        Row(7, "", ROLL),
    ]
    strict, lenient = (replayed(began().setup, rows, lenient=read) for read in (False, True))
    assert strict.in_force == lenient.in_force == [7]
    assert (strict.order.start_seq, lenient.refusals_by_row) == (3, {})


def actions(journal: Journal) -> set[str]:
    view = journal.view()
    assert view is not None
    return {action["type"] for action in view["legal_actions"]}


# What would be taken back now


def test_the_last_step_is_what_undo_and_revert_take_back() -> None:
    log = Log(TableSetup(HEADER, thrown=False))
    assert log.journal.last_step is None
    log.tell_all(START)
    assert log.journal.last_step is None
    log.tell_all(ROLL, BUY, UNDO, BUY, UNDO)
    assert log.journal.last_step == LastStep("undo", 2, ROLL)
    log.tell_all(revision(2, OTHER_ROLL))
    assert log.journal.last_step == LastStep("revert", 7, revision(2, OTHER_ROLL))
    log.tell_all(NEXT)
    assert log.journal.last_step == LastStep("undo", 8, NEXT)
    log.tell_all(UNDO)
    assert log.journal.last_step == LastStep("revert", 7, revision(2, OTHER_ROLL))


def test_the_last_step_is_none_of_what_was_refused() -> None:
    journal = began(ROLL, BUY, lenient=True).journal
    assert journal.judge(revision(2, OTHER_ROLL)).refusals == ()
    journal.row_added("revise", 4, "")
    journal.replay(5, "", BUY)
    assert journal.last_step == LastStep("revert", 4, revision(2, OTHER_ROLL))
    journal.replay(6, "", NEXT)
    journal.replay(7, "", NEXT)
    assert journal.last_step == LastStep("undo", 6, NEXT)


# Read leniently


def test_what_nobody_judged_is_judged_when_the_log_is_read() -> None:
    log = began(ROLL, BUY)
    told = [
        revision(2, {**ROLL, "dice": [6, 4]}),
        revision(2, OTHER_ROLL),
        UNDO,
        START,
        revert(9),
        {"type": "confirm", "player": "p1", "statement": "0"},
        NEXT,
        revert(5),
        PAUSE,
        UNDO,
        revert(5),
    ]
    journal = replayed(log.setup, log.rows, lenient=True)
    for seq, event in enumerate(told, 4):
        journal.replay_unjudged(seq, event)
        assert codes(log.tell(event).refusals) == codes(journal.refusals_by_row.get(seq, ()))
        if seq in journal.refusals_by_row:
            log.journal.row_added("undo", seq, "")
    assert {seq: codes(why) for seq, why in journal.refusals_by_row.items()} == {
        4: ["revised_illegal"],
        6: ["revert_first"],
        7: ["already_started"],
        8: ["not_revertible"],
        9: ["not_finished"],
        11: ["not_revertible"],
    }
    assert journal.in_force == log.journal.in_force == [2, 3]
    assert journal.copy().refusals_by_row == journal.refusals_by_row


def test_a_lenient_journal_refuses_a_second_start_after_events_of_the_board() -> None:
    setup = TableSetup(HEADER, thrown=False)
    rows = [Row(1, "", START), Row(2, "", START), Row(3, "", ROLL), Row(4, "", START)]
    journal = replayed(setup, rows, lenient=True)
    assert (journal.order.start_seq, journal.in_force) == (2, [3])
    assert codes(journal.refusals_by_row[4]) == ["already_started"]


def test_a_start_that_nobody_judged_is_shown_and_the_server_compares_it_with_the_draw() -> None:
    setup = TableSetup({**HEADER, "mode": "A"}, thrown=False)
    journal = Journal(lambda: setup, lenient=True)
    journal.replay_unjudged(1, START)
    assert (journal.header, journal.refusals_by_row) == (HEADER, {})


def test_a_correction_in_a_log_with_refused_rows_is_refused_for_others_only() -> None:
    setup = TableSetup(HEADER, thrown=False)
    rows = [Row(1, "", START), Row(2, "", NEXT), Row(3, "", ROLL), Row(4, "", BUY)]
    journal = replayed(setup, rows, lenient=True)
    assert sorted(journal.refusals_by_row) == [2]
    assert codes(journal.judge(revision(3, {**ROLL, "dice": [6, 4]})).refusals) == [
        "revised_illegal"
    ]
    assert journal.in_force == [3, 4]
    assert sorted(journal.decisions) == [2, 3, 4]
    assert journal.judge(revision(3, OTHER_ROLL)).refusals == ()
    assert sorted(journal.refusals_by_row) == [2]


def test_of_several_events_put_in_the_first_that_is_refused_is_told() -> None:
    told = revision(2, BUY, NEXT)
    (strict,) = began(ROLL).tell(told).refusals
    (lenient,) = began(ROLL, lenient=True).tell(told).refusals
    assert strict == lenient
    assert strict.params["because"]["code"] == "not_on_turn"


def test_a_row_that_several_events_stand_for_tells_what_followed_from_all() -> None:
    log = began(ROLL, lenient=True)
    log.tell_all(revision(2, ROLL, BUY))
    kinds = [item.kind for each in log.journal.decisions[2] for item in each.consequences]
    assert kinds == ["turn", "move", "offer", "purchase"]


def test_a_log_that_takes_back_what_is_no_correction_is_broken() -> None:
    with pytest.raises(BrokenLogError, match=r"^event 3 takes back what cannot be taken back"):
        replayed(began().setup, [Row(1, "", START), Row(2, "", ROLL), Row(3, "", revert(2))])


@pytest.mark.parametrize("named", [{"seq": 2}, {"seq": 9}, {}])
def test_a_tablet_names_what_takes_back_no_correction_and_reads_on(named: Event) -> None:
    back = {"type": "revert", "reason": "it was right", **named}
    rows = [Row(1, "", START), Row(2, "", ROLL), Row(3, "", back), Row(4, "", BUY)]
    journal = replayed(began().setup, rows, lenient=True)
    assert {seq: codes(why) for seq, why in journal.refusals_by_row.items()} == {
        3: ["not_revertible"]
    }
    assert (journal.in_force, journal.seq) == ([2, 4], 4)
