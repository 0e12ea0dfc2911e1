"""One journal for a table's log: live and replayed, strict and lenient, it comes to the same."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine import Refusal
from referee.journal.canonical import canonical, digest
from referee.journal.journal import Journal
from referee.journal.judgement import BrokenLogError, Judgement
from referee.journal.limits import KEPT_FOR_THE_END, MAX_ROWS
from referee.journal.start import TableSetup
from tests.referee.journal.logs import (
    ADA,
    BEN,
    BUY,
    HEADER,
    NUMBERS,
    ROLL,
    START,
    UNDO,
    Event,
    Log,
    Record,
    Row,
    all_of,
    began,
    codes,
    golden,
    replayed,
    revision,
)

PAUSE: Event = {"type": "pause", "reason": "lunch"}
RESUME: Event = {"type": "resume"}
RULING: Event = {"type": "ruling", "text": "as printed"}
OUT_OF_TURN: Event = {"type": "buy", "player": "p2"}
SHORT = ("33", "22", "14", "03", "08", "26", "24")
"""Records of at most 190 events; some come to their end."""


# Replayed as it was judged live


@pytest.mark.parametrize("number", NUMBERS)
def test_a_record_told_event_by_event_comes_to_its_statement_and_so_does_its_replay(
    number: str,
) -> None:
    setup, events, statement = golden(number)
    log = Log(setup)
    log.tell_all(*events)
    assert log.journal.require_game().statement() == statement
    assert log.journal.used == {"board": len(events)}
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == all_of(log.journal)


def of_the_chief(log: Log, record: Record) -> st.SearchStrategy[Event]:
    """Rulings, and corrections of any rows by what stands there, by nothing or by anything."""
    number = st.integers(0, len(log.rows) + 1)
    event = st.sampled_from(record.events)
    logged = st.integers(1, len(log.rows)).map(lambda seq: revision(seq, log.rows[seq - 1].event))
    anything = st.builds(
        lambda seq, more, replacement: revision(seq, *replacement, through=seq + more),
        number,
        st.integers(-1, 3),
        st.lists(event, max_size=2),
    )
    return st.one_of(st.just(RULING), logged, logged, anything)


def of_a_tablet(log: Log, record: Record) -> st.SearchStrategy[Event]:
    """What a table may tell, in its season or out of it."""
    player = st.sampled_from([*record.players, "p9"])
    statement = st.sampled_from([log.journal.statement_hash or "", "0" * 64])
    return st.one_of(
        st.sampled_from([PAUSE, RESUME, UNDO, {"type": "note", "text": "Ё — ok"}]),
        st.sampled_from(record.events),
        st.fixed_dictionaries(
            {"type": st.just("confirm"), "player": player, "statement": statement}
        ),
        st.fixed_dictionaries({"type": st.just("dispute"), "player": player, "reason": player}),
        st.sampled_from([{"type": "fly"}, {"type": 7}, {"type": "roll"}, RULING, START]),
    )


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_with_corrections_pauses_and_undos_a_replay_is_what_was_judged_live(
    data: st.DataObject,
) -> None:
    """And on the way: a refused event changes nothing at all, and what is judged on a copy changes
    nothing of the journal that was copied."""
    record = golden(data.draw(st.sampled_from(SHORT)))
    log = Log(record.setup)
    played = data.draw(st.integers(1, len(record.events)))
    log.tell_all(*record.events[:played])
    for _ in range(data.draw(st.integers(1, 8))):
        chief = data.draw(st.booleans())
        event = data.draw(of_the_chief(log, record) if chief else of_a_tablet(log, record))
        before = all_of(log.journal)
        checked = None if chief else log.journal.copy().judge(event)
        assert all_of(log.journal) == before
        judgement = log.tell(event, chief=chief)
        assert checked is None or outcome_of(checked) == outcome_of(judgement)
        if judgement.refusals:
            assert all_of(log.journal) == before
    assert all_of(log.replayed()) == all_of(log.replayed(lenient=True)) == all_of(log.journal)


def outcome_of(judgement: Judgement) -> Any:
    return judgement.refusals, judgement.consequences, judgement.decision is None


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_lenient_journal_of_any_rows_is_the_strict_one_of_the_legal_rows(
    data: st.DataObject,
) -> None:
    record = golden(data.draw(st.sampled_from(SHORT)))
    start, *played = record.events[: data.draw(st.integers(1, len(record.events)))]
    for _ in range(data.draw(st.integers(1, 5))):
        event = data.draw(st.sampled_from([*record.events[1:], UNDO, OUT_OF_TURN]))
        played.insert(data.draw(st.integers(0, len(played))), event)
    strict, legal, refused = Log(record.setup), [1], {}
    strict.tell_all(start)
    for seq, event in enumerate(played, 2):
        if refusals := strict.tell(event).refusals:
            refused[seq] = refusals
        else:
            legal.append(seq)
    rows = [Row(seq, "", event) for seq, event in enumerate([start, *played], 1)]
    lenient = replayed(record.setup, rows, lenient=True)
    assert lenient.refusals_by_row == refused
    assert lenient.view() == strict.journal.view()
    assert lenient.in_force == [legal[seq - 1] for seq in strict.journal.in_force]
    assert lenient.decisions.keys() == set(range(2, len(rows) + 1))


def test_a_log_may_be_read_in_parts() -> None:
    log = began(ROLL, BUY)
    journal = Journal(lambda: log.setup)
    for row in log.rows:
        journal.replay(row.seq, row.hash, row.event)
        game = journal.game
        assert game is not None
        assert len(game.events) == row.seq - 1
    assert all_of(journal) == all_of(log.journal)


@pytest.mark.parametrize("lenient", [True, False])
def test_what_is_judged_on_a_copy_leaves_the_journal_as_it_was(lenient: bool) -> None:
    log = began(ROLL, lenient=lenient)
    before = all_of(log.journal)
    twin = log.journal.copy()
    assert all_of(twin) == before
    correction = revision(3, through=5)
    for event, chief in ((BUY, False), (PAUSE, False), (UNDO, False), (correction, True)):
        judged = twin.judge(event, chief=chief)
        assert judged.refusals == ()
        twin.row_added(event["type"], twin.seq + 1, "")
    assert all_of(log.journal) == before
    assert sorted(log.journal.decisions) == ([2] if lenient else [])
    assert codes(twin.judge(PAUSE).refusals) == ["paused"]
    log.tell_all(PAUSE, BUY)


def test_when_the_server_received_a_row_is_kept_for_the_pauses() -> None:
    log = began(PAUSE)
    journal = Journal(lambda: log.setup)
    heard = datetime(2026, 5, 16, 10, tzinfo=UTC)
    for row in log.rows:
        journal.replay(row.seq, row.hash, row.event, received=heard)
    assert journal.received_at == heard
    assert journal.beside.pauses.all[0].began_at == heard


# Before the start


def test_before_the_start_a_journal_says_nothing_of_the_game() -> None:
    journal = Journal(lambda: TableSetup(HEADER, thrown=False))
    assert (journal.game, journal.header, journal.players, journal.status) == (None, None, (), None)
    assert (journal.view(), journal.statement_hash, journal.in_force) == (None, None, [])
    with pytest.raises(BrokenLogError, match="the log has no start"):
        journal.require_game()


@pytest.mark.parametrize("event", [ROLL, PAUSE, UNDO, {"type": 7}, {}])
def test_nothing_but_a_start_comes_first(event: Event) -> None:
    journal = Journal(lambda: TableSetup(HEADER, thrown=False))
    assert codes(journal.judge(event).refusals) == ["not_started"]
    assert codes(journal.copy().judge(event).refusals) == ["not_started"]


def test_a_start_may_come_again_until_the_first_event_of_the_board() -> None:
    again = {"type": "start", "header": {**HEADER, "position": {"cash": {"p1": 700}}}}
    log = began(PAUSE, again)
    assert log.journal.order.start_seq == 3
    assert log.journal.require_game().header == again["header"]
    log.tell_all(ROLL)
    assert codes(log.tell(START).refusals) == ["already_started"]
    log.tell_all(UNDO)
    assert codes(log.tell(START).refusals) == ["already_started"]


# Who may say what


@pytest.mark.parametrize("kind", ["ruling", "settle"])
def test_a_tablet_does_not_speak_for_the_chief(kind: str) -> None:
    assert codes(began().tell({"type": kind}).refusals) == ["chief_only"]


@pytest.mark.parametrize("event", [PAUSE, ROLL, UNDO, START])
def test_the_chief_does_not_speak_for_the_table(event: Event) -> None:
    assert codes(began().rule(event)) == ["chief_only"]


def test_a_tablets_own_keys_and_unfit_texts_are_refused_before_the_rules_are_asked() -> None:
    log = began()
    assert codes(log.tell({**BUY, "x-why": 1}).refusals) == ["own_key"]
    assert codes(log.tell({"type": "note", "text": "\u202eback"}).refusals) == ["unfit"]


@pytest.mark.parametrize(
    ("event", "refused"),
    [({"type": 7}, "unknown_type"), ({}, "unknown_type"), ({"type": "fly"}, "unknown_type")],
)
def test_what_is_no_event_is_refused_by_the_engine(event: Event, refused: str) -> None:
    assert codes(began().tell(event).refusals) == [refused]


# What a judgement is worth


def test_an_accepted_event_of_the_board_tells_what_followed() -> None:
    log = began()
    followed = log.tell(ROLL).consequences
    assert [item["kind"] for item in followed] == ["turn", "move", "offer"]
    assert log.tell(PAUSE).consequences == []


def test_a_lenient_journal_keeps_the_decision_of_every_row_of_the_board() -> None:
    log = began(ROLL, PAUSE, BUY, lenient=True)
    assert sorted(log.journal.decisions) == [2, 4]
    assert log.replayed(lenient=True).decisions == log.journal.decisions
    assert log.replayed().decisions == {}


@pytest.mark.parametrize("event", [ROLL, OUT_OF_TURN, PAUSE, RESUME, START, RULING])
def test_an_event_may_be_asked_about_before_it_is_told(event: Event) -> None:
    log = began()
    before = all_of(log.journal)
    checked = log.journal.copy().judge(event)
    assert all_of(log.journal) == before
    assert outcome_of(log.tell(event)) == outcome_of(checked)


# Corrections


def test_a_row_that_was_corrected_is_neither_refused_nor_decided_any_more() -> None:
    journal = Journal(lambda: TableSetup(HEADER, thrown=False), lenient=True)
    rows = [START, OUT_OF_TURN, ROLL, revision(2), BUY, revision(5, UNDO)]
    refused, decided = [], []
    for seq, event in enumerate(rows, 1):
        journal.replay(seq, "", event)
        journal.catch_up()
        refused.append(sorted(journal.refusals_by_row))
        decided.append(sorted(journal.decisions))
    assert refused == [[], [2], [2], [], [], []]
    assert decided == [[], [2], [2, 3], [3], [3, 5], [3, 5]]
    assert journal.in_force == []


def test_a_correction_is_played_in_the_place_of_what_it_replaces() -> None:
    log = began(ROLL, BUY)
    assert log.rule(revision(2, {**ROLL, "dice": [1, 2]})) == ()
    assert log.journal.require_game().statement()["players"][0]["square"] == 3
    assert log.journal.in_force == [2, 3]


def test_a_correction_that_a_later_event_cannot_follow_is_refused_and_says_why() -> None:
    log = began(ROLL, BUY)
    before = all_of(log.journal)
    (refusal,) = log.rule(revision(2, {**ROLL, "dice": [4, 6]}))
    assert (refusal.code, refusal.params["seq"]) == ("revised_illegal", 3)
    assert refusal.params["because"] == Refusal("no_offer", "R9", {}).as_json()
    assert all_of(log.journal) == before
    log.tell_all(UNDO)


def test_a_correction_that_is_none_changes_nothing() -> None:
    log = began(ROLL)
    assert codes(log.rule(revision(9))) == ["no_such_event"]
    assert log.journal.in_force == [2]


def test_a_new_start_is_judged_by_the_draw_as_it_is_now() -> None:
    log = began(ROLL)
    renamed = {**HEADER, "players": [{**ADA, "name": "Adah"}, BEN]}
    assert codes(log.rule(revision(1, {"type": "start", "header": renamed}))) == ["names_differ"]
    assert log.journal.header == HEADER
    log.setup = TableSetup(renamed, thrown=False)
    assert log.rule(revision(1, {"type": "start", "header": renamed})) == ()
    assert log.journal.header == renamed
    assert log.replayed().header == renamed


def test_a_start_that_was_logged_is_not_judged_again_when_something_else_is_corrected() -> None:
    log = began(ROLL)
    log.setup = TableSetup({**HEADER, "players": [{**ADA, "name": "Adah"}, BEN]}, thrown=False)
    assert log.rule(revision(2, {**ROLL, "dice": [1, 2]})) == ()


# Logs that do not hold


def test_a_row_that_the_rules_refuse_breaks_a_strict_journal_and_is_named() -> None:
    setup = TableSetup(HEADER, thrown=False)
    rows = [Row(1, "", START), Row(2, "", OUT_OF_TURN)]
    with pytest.raises(BrokenLogError, match=r"^event 2: p2 is not on turn"):
        replayed(setup, rows)
    assert codes(replayed(setup, rows, lenient=True).refusals_by_row[2])[0] == "not_on_turn"


def test_a_start_that_cannot_be_opened_breaks_a_strict_journal_and_is_named() -> None:
    setup = TableSetup(HEADER, thrown=False)
    rows = [Row(1, "", {"type": "start", "header": {**HEADER, "mode": "C"}}), Row(2, "", ROLL)]
    with pytest.raises(BrokenLogError, match=r"^event 1: "):
        replayed(setup, rows)
    lenient = replayed(setup, rows, lenient=True)
    assert codes(lenient.refusals_by_row[1]) == ["not_a_choice"]
    assert (lenient.game, lenient.status) == (None, None)


def test_what_a_log_that_cannot_be_played_takes_back_is_no_error() -> None:
    setup = TableSetup(HEADER, thrown=False)
    unopened = {"type": "start", "header": {**HEADER, "mode": "C"}}
    for start, in_force in ((unopened, []), (START, [3])):
        journal = Journal(lambda: setup, lenient=True)
        for seq, event in enumerate([start, UNDO, ROLL], 1):
            journal.replay(seq, "", event)
        assert journal.in_force == in_force


# The end


def finished() -> Log:
    """A golden game at its end."""
    record = golden("33")
    log = Log(record.setup)
    log.tell_all(*record.events)
    return log


def test_only_a_finished_game_has_a_statement_to_sign_and_a_result() -> None:
    log = began()
    assert log.journal.statement_hash is None
    with pytest.raises(BrokenLogError, match="the game is not finished"):
        log.journal.result()
    journal = finished().journal
    assert journal.statement_hash == digest(canonical(journal.require_game().statement()))
    assert [seat.player_id for seat in journal.result().seats] == list(journal.players)


def test_a_statement_is_signed_as_it_is_now() -> None:
    log = finished()
    signed = {"type": "confirm", "player": "p1", "statement": log.journal.statement_hash}
    log.tell_all(signed, UNDO)
    assert codes(log.tell(signed).refusals) == ["not_finished"]
    circuit = golden("33").events[-1]
    log.tell_all({**circuit, "dice": {"12": [1, 1]}})
    assert codes(log.tell(signed).refusals) == ["other_statement"]
    log.tell_all(UNDO, circuit, signed)


# Limits


def test_each_row_takes_from_the_room_of_its_kind() -> None:
    log = began(PAUSE, RESUME, ROLL)
    assert log.rule(RULING) == ()
    assert codes(log.tell(RESUME).refusals) == ["not_paused"]
    assert log.journal.used == {"board": 2, "pauses": 2, "rulings": 1}


def test_a_log_is_full_for_a_kind_once_its_room_is() -> None:
    journal = began().journal
    journal.used["notes"] = MAX_ROWS["notes"]
    journal.used["board"] = MAX_ROWS["board"] - KEPT_FOR_THE_END
    kinds = ("note", "start", "roll", "undo", "time", "circuit", "pause", "ruling")
    assert [kind for kind in kinds if journal.is_full(kind)] == ["note", "start", "roll", "undo"]
    assert not journal.is_full("note", beyond=1)


def test_what_is_no_type_fills_no_room() -> None:
    journal = began().journal
    journal.used.update(dict.fromkeys(MAX_ROWS, 10**6))
    assert not any(journal.is_full(kind) for kind in (None, 7, ["note"]))
