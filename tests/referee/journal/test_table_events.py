"""What is logged beside the board: when it may be said, and what it then means."""

from collections.abc import Callable

import pytest

from referee.engine import Game
from referee.journal.event_forms import FIELDS
from referee.journal.order_in_force import (
    CHIEF_ONLY,
    CHIEF_TYPES,
    CORRECTIONS,
    NOT_BOARD,
    TABLE_TYPES,
)
from referee.journal.pauses import Pause
from referee.journal.table_events import (
    JUDGES,
    BoardOutcome,
    TableEvents,
    fold,
    judge,
    may_log,
    must_confirm,
    still_valid,
)
from tests.referee.journal.logs import ADA, BEN, HEADER, Event, code

HASH, OTHER = "a" * 64, "b" * 64
PLAYING = BoardOutcome(("p1", "p2"), None)
FINISHED = BoardOutcome(("p1", "p2"), HASH)

PAUSE: Event = {"type": "pause", "reason": "lunch"}
RESUME: Event = {"type": "resume"}
CONFIRM: Event = {"type": "confirm", "player": "p1", "statement": HASH}
DISPUTE: Event = {"type": "dispute", "player": "p1", "reason": "the rent"}
SETTLE: Event = {"type": "settle", "player": "p1", "reason": "it was right"}
NOTES: list[Event] = [{"type": "note", "text": "ok"}, {"type": "ruling", "text": "ok"}]


def after(*events: Event, outcome: BoardOutcome = FINISHED) -> TableEvents:
    """What stands after these rows, numbered from 2, which are all accepted."""
    state = TableEvents()
    for seq, event in enumerate(events, 2):
        assert judge(state, outcome, event) is None
        fold(state, lambda: outcome, seq, event)
    return state


def test_every_kind_has_its_form_and_its_judge() -> None:
    assert JUDGES.keys() == FIELDS.keys() == NOT_BOARD - CORRECTIONS


@pytest.mark.parametrize("event", NOTES)
@pytest.mark.parametrize("outcome", [PLAYING, FINISHED])
def test_notes_and_rulings_may_be_said_at_any_time(event: Event, outcome: BoardOutcome) -> None:
    assert after(event, outcome=outcome) == TableEvents()


def test_who_referees_may_change_and_the_last_name_counts() -> None:
    olga, pierre = ({"type": "referee", "name": name} for name in ("Olga", "Pierre"))
    state = after(olga, pierre, outcome=PLAYING)
    assert (state.referee, state.copy().referee) == ("Pierre", "Pierre")
    assert state.copy() == state
    assert code(judge(state, PLAYING, {**olga, "name": "x" * 101})) == "too_long name"
    assert judge(state, PLAYING, {**olga, "name": "x" * 100}) is None
    assert code(judge(state, PLAYING, {**olga, "name": " "})) == "field name"


def test_an_event_of_the_wrong_form_is_refused_before_anything_else() -> None:
    assert code(judge(after(PAUSE), PLAYING, {**PAUSE, "reason": ""})) == "field reason"


def test_a_table_pauses_once_and_plays_on_once() -> None:
    assert code(judge(TableEvents(), PLAYING, RESUME)) == "not_paused"
    paused = after(NOTES[0], PAUSE)
    assert (paused.paused, paused.pauses.current_pause) == (True, Pause(3))
    assert code(judge(paused, PLAYING, PAUSE)) == "paused"
    assert not after(PAUSE, RESUME).paused
    assert after(PAUSE, RESUME, PAUSE).pauses.all == (Pause(2, ended=3), Pause(4))


def test_a_pause_within_a_pause_leaves_when_it_began() -> None:
    """A tablet's log may hold one that nobody judged."""
    state = after(PAUSE)
    fold(state, lambda: PLAYING, 9, PAUSE)
    assert state.pauses.current_pause == Pause(2)


@pytest.mark.parametrize("event", [CONFIRM, DISPUTE])
def test_only_a_finished_game_is_confirmed_or_disputed(event: Event) -> None:
    assert code(judge(TableEvents(), PLAYING, event)) == "not_finished"
    assert judge(TableEvents(), FINISHED, event) is None


COUNT: Event = {"type": "cash_count", "player": "p1", "cash": 40}
AT_RETENTION = BoardOutcome(("p1", "p2", "p3"), None, {"p1": 40, "p2": 0})


def test_a_count_before_retention_says_what_the_log_does_or_that_there_was_none() -> None:
    for event in (COUNT, {"type": "cash_count", "player": "p1"}):
        assert judge(TableEvents(), AT_RETENTION, event) is None
        for outcome in (PLAYING, FINISHED):
            assert code(judge(TableEvents(), outcome, event)) == "not_to_count"
    assert code(judge(TableEvents(), AT_RETENTION, {**COUNT, "cash": 41})) == "count_differs"
    assert code(judge(TableEvents(), AT_RETENTION, {**COUNT, "player": "p3"})) == "not_to_count"


def test_the_last_count_of_a_player_is_kept_with_its_row() -> None:
    not_counted = {"type": "cash_count", "player": "p2"}
    state = after(COUNT, not_counted, COUNT, outcome=AT_RETENTION)
    assert state.counts == {"p1": (4, 40), "p2": (3, None)}
    twin = state.copy()
    twin.counts.clear()
    assert state.counts


@pytest.mark.parametrize("event", [CONFIRM, DISPUTE, SETTLE])
def test_only_players_of_the_table_are_named(event: Event) -> None:
    refusal = judge(TableEvents(), FINISHED, {**event, "player": "p9"})
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("not_at_table", {"player": "p9"})


def test_a_player_confirms_the_statement_that_stands() -> None:
    state = after(CONFIRM)
    assert still_valid(state.confirmed, FINISHED) == ["p1"]
    assert code(judge(state, FINISHED, {**CONFIRM, "statement": OTHER})) == "other_statement"


def test_confirmations_and_disputes_hold_while_the_statement_is_theirs() -> None:
    state = after(CONFIRM, {**DISPUTE, "player": "p2"})
    for outcome in (PLAYING, BoardOutcome(("p1", "p2"), OTHER)):
        assert still_valid(state.confirmed, outcome) == still_valid(state.disputed, outcome) == []
    assert still_valid(state.confirmed, FINISHED) == ["p1"]
    assert still_valid(state.disputed, FINISHED) == ["p2"]


def test_players_who_confirmed_are_named_in_order_of_play() -> None:
    state = after({**CONFIRM, "player": "p2"}, CONFIRM)
    assert still_valid(state.confirmed, FINISHED) == ["p1", "p2"]
    assert still_valid(state.confirmed, BoardOutcome(("p2", "p1"), HASH)) == ["p2", "p1"]


def test_who_disputes_takes_the_confirmation_back_and_the_other_way_round() -> None:
    assert after(CONFIRM, DISPUTE) == TableEvents(disputed={"p1": HASH})
    assert after(DISPUTE, CONFIRM) == TableEvents(confirmed={"p1": HASH})


def test_only_a_dispute_that_stands_is_settled() -> None:
    refusal = judge(after(CONFIRM), FINISHED, SETTLE)
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("no_dispute", {"player": "p1"})
    disputed = after(DISPUTE)
    assert code(judge(disputed, FINISHED, {**SETTLE, "player": "p2"})) == "no_dispute"
    assert code(judge(disputed, BoardOutcome(("p1",), OTHER), SETTLE)) == "no_dispute"
    assert after(DISPUTE, SETTLE) == TableEvents()


def test_what_the_table_has_read_only_grows_and_never_reaches_what_came_later() -> None:
    def read(through: int) -> Event:
        return {"type": "understood", "through": through}

    assert after(read(1)).understood == 1
    assert after(read(9)).understood == 1
    assert after(NOTES[0], PAUSE, read(3), read(2)).understood == 3
    assert after(PAUSE, read(2)).copy().understood == 2


def test_a_dispute_that_nobody_judged_is_of_no_statement() -> None:
    state = TableEvents()
    fold(state, lambda: PLAYING, 2, DISPUTE)
    assert still_valid(state.disputed, FINISHED) == []


def test_the_outcome_of_the_board_is_asked_for_a_dispute_only() -> None:
    """It may have to be played first."""

    def unplayed() -> BoardOutcome:
        raise AssertionError("the board was asked")

    for event in (PAUSE, RESUME, *NOTES, CONFIRM, SETTLE):
        fold(TableEvents(), unplayed, 2, event)


@pytest.mark.parametrize(
    ("chief", "may"),
    [
        (True, CHIEF_TYPES.__contains__),
        (False, lambda kind: kind not in CHIEF_ONLY),
    ],
)
def test_confirmations_and_revisions_are_the_tables_and_the_chiefs_all_else_is_of_one(
    chief: bool, may: Callable[[str], bool]
) -> None:
    for kind in (*NOT_BOARD, "roll", "start", "fly"):
        assert may_log(kind, chief=chief) == may(kind)
    assert {"ruling", "settle"} == CHIEF_ONLY
    assert {"confirm"} == TABLE_TYPES & CHIEF_TYPES
    assert {"revise"} == CORRECTIONS & CHIEF_TYPES


def test_those_still_in_the_game_have_to_confirm() -> None:
    header = {**HEADER, "mode": "A", "players": [ADA, BEN, {**ADA, "id": "p3", "name": "Cleo"}]}
    game = Game.open(header)
    assert must_confirm(game) == ["p1", "p2", "p3"]
    assert game.play({"type": "withdraw", "player": "p2"}).is_accepted
    assert must_confirm(game) == ["p1", "p3"]
