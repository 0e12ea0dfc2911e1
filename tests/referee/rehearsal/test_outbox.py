"""A simulated tablet's memory: what waits, what the server has, and what it lost again."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from referee.rehearsal.outbox import MAX_BATCH, Outbox, first_batch


@pytest.fixture
def outbox() -> Outbox:
    """Five events, the first three acknowledged as rows 1, 2 and 4 (row 3 is the chief's)."""
    box = Outbox(Random(1))
    for number in range(5):
        box.record({"type": "note", "text": str(number)})
    acknowledge(box, 0, 1)
    acknowledge(box, 1, 2)
    box.add_rows([row("chief", 3)])
    acknowledge(box, 2, 4)
    return box


def acknowledge(box: Outbox, index: int, seq: int) -> None:
    box.acknowledge([(box.events[index]["event_id"], (seq, f"hash {seq}"))])


def row(event_id: str, seq: int, row_hash: str = "") -> dict[str, Any]:
    return {"event_id": event_id, "seq": seq, "hash": row_hash or f"hash {seq}"}


def entry(events: int) -> dict[str, Any]:
    """What the server says of events it keeps for the chief."""
    return {"id": "entry", "events": events}


def texts(events: Iterable[dict[str, Any]]) -> list[str]:
    return [event["event"]["text"] for event in events]


def test_what_waits_follows_on_what_was_acknowledged(outbox: Outbox) -> None:
    assert (texts(outbox.undecided_events), outbox.head) == (["3", "4"], (4, "hash 4"))


def test_an_old_acknowledgement_again_moves_nothing_back(outbox: Outbox) -> None:
    acknowledge(outbox, 0, 1)
    assert (texts(outbox.undecided_events), outbox.head) == (["3", "4"], (4, "hash 4"))


def test_an_event_found_in_the_servers_log_waits_no_more(outbox: Outbox) -> None:
    outbox.add_rows([row(outbox.events[3]["event_id"], 5)])
    assert (texts(outbox.undecided_events), outbox.head) == (["4"], (5, "hash 5"))


def test_rows_of_others_before_an_acknowledged_event_are_still_to_be_fetched(
    outbox: Outbox,
) -> None:
    acknowledge(outbox, 3, 7)
    assert (texts(outbox.undecided_events), outbox.head) == (["4"], (4, "hash 4"))


def test_what_a_restored_server_lost_waits_again(outbox: Outbox) -> None:
    assert outbox.rewind((1, "hash 1"))
    assert (texts(outbox.undecided_events), outbox.head) == (["1", "2", "3", "4"], (1, "hash 1"))
    assert outbox.rewind((0, "0" * 64))
    assert len(outbox.undecided_events) == 5


def test_another_log_than_ours_is_not_gone_back_to(outbox: Outbox) -> None:
    assert not outbox.rewind((1, "another"))
    assert not outbox.rewind((7, "hash 7"))
    assert not outbox.rewind((0, "another"))
    assert len(outbox.undecided_events) == 2


def test_what_another_log_lacks_goes_to_the_chief(outbox: Outbox) -> None:
    outbox.forget_rows()
    assert (len(outbox.undecided_events), outbox.head) == (2, (0, "0" * 64))
    outbox.add_rows([row(outbox.events[0]["event_id"], 1), row("ruling", 2, "another")])
    outbox.reconcile()
    assert texts(outbox.not_handed_over) == ["1", "2"]
    assert (texts(outbox.undecided_events), outbox.head) == (["3", "4"], (2, "another"))


def test_what_the_chief_has_waits_no_more(outbox: Outbox) -> None:
    outbox.set_aside(outbox.undecided_events, "other")
    assert (outbox.undecided_events, texts(outbox.not_handed_over)) == ([], ["3", "4"])
    outbox.mark_handed_over(outbox.not_handed_over)
    assert outbox.not_handed_over == []
    assert outbox.handed_over == {event["event_id"] for event in outbox.events[3:]}


@pytest.fixture
def handed(outbox: Outbox) -> Outbox:
    """The same, the last two with the chief."""
    outbox.set_aside(outbox.undecided_events, "other")
    outbox.keep_named([entry(2)])
    outbox.mark_handed_over(outbox.not_handed_over)
    return outbox


@pytest.mark.parametrize("entries", [[], [entry(1)]])
def test_what_a_restored_server_has_not_or_not_all_of_is_handed_over_again(
    handed: Outbox, entries: list[dict[str, Any]]
) -> None:
    handed.keep_named([entry(2)])
    assert handed.not_handed_over == []
    handed.keep_named(entries)
    assert texts(handed.not_handed_over) == ["3", "4"]


def test_where_a_restored_server_lost_rows_the_chief_gets_all_again(handed: Outbox) -> None:
    handed.rewind((2, "hash 2"))
    assert (texts(handed.undecided_events), texts(handed.not_handed_over)) == (["2"], ["3", "4"])


def test_the_chief_of_another_log_gets_all_again(handed: Outbox) -> None:
    handed.forget_rows()
    assert texts(handed.not_handed_over) == ["3", "4"]


def test_one_request_hands_over_what_followed_each_other_for_one_reason(outbox: Outbox) -> None:
    outbox.set_aside(outbox.undecided_events[1:], "other")
    outbox.set_aside(outbox.undecided_events, "lease")
    assert texts(outbox.first_hand_over(outbox.not_handed_over)) == ["3"]


def test_a_batch_is_as_long_as_one_request_may_be() -> None:
    box = Outbox(Random(1))
    for _event in range(MAX_BATCH + 1):
        box.record({"type": "resume"})
    assert len(first_batch(box.undecided_events)) == MAX_BATCH


def test_a_batch_has_as_many_bytes_as_one_request_may_have() -> None:
    box = Outbox(Random(1))
    for _event in range(9):
        box.record({"type": "note", "text": "\N{SNOWMAN}" * 20_000})
    assert len(first_batch(box.undecided_events)) == 3
    assert len(first_batch(box.undecided_events[:1])) == 1


def test_no_two_events_have_the_same_time_or_id(outbox: Outbox) -> None:
    assert len({event["at"] for event in outbox.events}) == 5
    assert len({event["event_id"] for event in outbox.events}) == 5
