"""What nobody at the table has read yet: corrections and decisions, with what to move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.tablet.test_bridge import AT, header, opened, play, playing

__all__ = ["header"]

ROLL = {"type": "roll", "player": "p1", "dice": [2, 3]}
BUY = {"type": "buy", "player": "p1"}
RULING = {"type": "ruling", "text": "The dice count"}


def revision(seq: int, *replacement: dict[str, Any], **more: Any) -> dict[str, Any]:
    event = {"type": "revise", "seq": seq, "replacement": list(replacement), "reason": "misread"}
    return event | more


def understood(through: int) -> dict[str, Any]:
    return {"type": "understood", "through": through}


def told_by_chief(header: dict[str, Any], *events: dict[str, Any]) -> list[dict[str, Any]]:
    """The unread after a log in which rulings and corrections are the chief's, Ann's."""
    log = [{"type": "start", "header": header}, *events]
    bridge, _ = opened(header)
    question = bridge.opened | {
        "log": [
            {"n": n, "at": AT, "event": event}
            | ({"kind": "chief", "by": "Ann"} if event["type"] in ("ruling", "revise") else {})
            for n, event in enumerate(log, 1)
        ]
    }
    unread: list[dict[str, Any]] = bridge.ask("open", question)["view"]["unread"]
    return unread


def test_a_correction_of_the_chief_says_who_why_and_what_to_move(header):
    (told,) = told_by_chief(header, ROLL, BUY, revision(3))
    assert told["n"] == 4
    assert (told["chief"], told["by"]) == (True, "Ann")
    assert told["text"] == "Event 3 is taken back: misread"
    assert told["moves"] == ["Treasury → ⁨Ada⁩ $200", "U.S. Railroad: back to the Treasury"]


def test_a_ruling_is_read_too_and_moves_nothing(header):
    (told,) = told_by_chief(header, ROLL, RULING)
    assert (told["text"], told["moves"]) == ("Ruling: The dice count", [])


def test_what_was_understood_is_not_told_again_and_what_came_after_is(header):
    assert told_by_chief(header, ROLL, RULING, understood(3)) == []
    again = told_by_chief(header, ROLL, RULING, RULING, understood(3))
    assert [each["n"] for each in again] == [4]
    # Nobody has read what is not there yet.
    again = told_by_chief(header, ROLL, understood(9), RULING)
    assert [each["n"] for each in again] == [4]


def test_a_correction_at_the_table_says_what_to_hand_over_until_it_was_read(header):
    bridge = playing(header, ROLL, BUY)
    (told,) = play(bridge, revision(3))["view"]["unread"]
    assert not told["chief"]
    assert told["moves"] == ["Treasury → ⁨Ada⁩ $200", "U.S. Railroad: back to the Treasury"]
    assert bridge.ask("open", {**bridge.opened, "log": rows(bridge)})["view"]["unread"] == [told]
    assert play(bridge, understood(4))["view"]["unread"] == []


def rows(bridge: Any) -> list[dict[str, Any]]:
    return [{"n": row.n, "at": row.at, "event": row.event} for row in bridge.log.rows]


@pytest.mark.parametrize("events", [[], [RULING | {"type": "note"}]])
def test_a_correction_taken_back_unread_moves_nothing(header, events):
    bridge = playing(header, ROLL, BUY, revision(3), *events)
    assert play(bridge, {"type": "revert", "seq": 4, "reason": "no"})["view"]["unread"] == []


def test_a_correction_taken_back_after_it_was_read_is_moved_back(header):
    bridge = playing(header, ROLL, BUY, revision(3), understood(4))
    (told,) = play(bridge, {"type": "revert", "seq": 4, "reason": "no"})["view"]["unread"]
    assert told["moves"] == ["⁨Ada⁩ → Treasury $200", "U.S. Railroad: Treasury → ⁨Ada⁩"]


def test_a_correction_at_the_table_that_moves_nothing_is_not_told(header):
    bridge = playing(header, ROLL)
    assert play(bridge, revision(2, {**ROLL, "dice": [3, 2]}))["view"]["unread"] == []


def test_what_the_game_has_moved_on_from_is_not_moved_back(header):
    away = revision(2, {**ROLL, "dice": [6, 4]}, without=[3])
    (told,) = told_by_chief(header, ROLL, BUY, away)
    assert "Pawn of ⁨Ada⁩ to Sightseeing Tour, Prison or Price War" in told["moves"]
    on = [{"type": "roll", "player": "p2", "dice": [1, 2]}, {**ROLL, "dice": [1, 2]}]
    (told,) = told_by_chief(header, ROLL, BUY, away, *on)
    assert told["moves"] == ["Treasury → ⁨Ada⁩ $200", "U.S. Railroad: back to the Treasury"]


def test_of_many_unread_corrections_the_last_say_what_to_move(header):
    counts = [
        {"type": "recount", "player": "p1", "cash": 1400 + n, "reason": "-"} for n in range(5)
    ]
    told = told_by_chief(header, ROLL, *(revision(2, ROLL, count) for count in counts))
    assert [bool(each["moves"]) for each in told] == [False, False, True, True, True]


def test_where_the_end_was_entered_nothing_is_moved(header):
    start = header | {"x-quick": 1, "position": {"cash": {"p1": 700}}}
    bridge, _ = opened(header)
    again = {"type": "start", "header": start | {"position": {"cash": {"p1": 600}}}}
    log = [{"type": "start", "header": start}, {"type": "time"}, revision(1, again)]
    rows_ = [
        {"n": n, "at": AT, "event": event, "kind": "chief" if event["type"] == "revise" else ""}
        for n, event in enumerate(log, 1)
    ]
    (told,) = bridge.ask("open", bridge.opened | {"log": rows_})["view"]["unread"]
    assert told["moves"] == []


def test_the_chief_reads_nothing_of_it(header):
    log = [{"type": "start", "header": header}, ROLL, BUY, revision(3)]
    bridge, answer = opened(header, log=log)
    assert answer["view"]["unread"]
    assert bridge.ask("open", bridge.opened | {"chief": True})["view"]["unread"] == []


def test_what_happened_last_is_still_read_after_an_event_beside_the_board(header):
    bridge = playing(header, ROLL)
    last = bridge.ask("open", {**bridge.opened, "log": rows(bridge)})["view"]["last"]
    answer = play(bridge, {"type": "note", "text": "-"})
    assert last
    assert answer["view"]["last"] == last
    assert answer["consequences"] == []
