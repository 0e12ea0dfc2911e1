"""A simulated tablet's memory: what waits, what the server has, and what it lost again."""

from random import Random

import pytest

from referee.rehearsal.outbox import MAX_BATCH, Outbox


@pytest.fixture
def outbox() -> Outbox:
    """Five events, the first three acknowledged as rows 1, 2 and 4 (row 3 is the chief's)."""
    box = Outbox(Random(1))
    for number in range(5):
        box.record({"type": "note", "text": str(number)})
    for index, seq in enumerate((1, 2)):
        box.acknowledge(box.events[index]["event_id"], (seq, f"hash {seq}"))
    box.add_rows([{"event_id": "chief", "seq": 3, "hash": "hash 3"}])
    box.acknowledge(box.events[2]["event_id"], (4, "hash 4"))
    return box


def waiting(box: Outbox) -> list[str]:
    return [event["event"]["text"] for event in box.next_batch()]


def test_what_waits_follows_on_what_was_acknowledged(outbox: Outbox) -> None:
    assert (waiting(outbox), outbox.pending, outbox.head) == (["3", "4"], 2, (4, "hash 4"))


def test_an_old_acknowledgement_again_moves_nothing_back(outbox: Outbox) -> None:
    outbox.acknowledge(outbox.events[0]["event_id"], (1, "hash 1"))
    assert (outbox.pending, outbox.head) == (2, (4, "hash 4"))


def test_an_event_found_in_the_servers_log_waits_no_more(outbox: Outbox) -> None:
    outbox.add_rows([{"event_id": outbox.events[3]["event_id"], "seq": 5, "hash": "hash 5"}])
    assert (waiting(outbox), outbox.head) == (["4"], (5, "hash 5"))


def test_what_a_restored_server_lost_waits_again(outbox: Outbox) -> None:
    assert outbox.rewind((1, "hash 1"))
    assert (waiting(outbox), outbox.head) == (["1", "2", "3", "4"], (1, "hash 1"))
    assert outbox.rewind((0, "0" * 64))
    assert outbox.pending == 5


def test_another_log_than_ours_is_not_gone_back_to(outbox: Outbox) -> None:
    assert not outbox.rewind((1, "another"))
    assert not outbox.rewind((7, "hash 7"))
    assert outbox.pending == 2


def test_of_another_log_only_what_it_has_of_ours_stays(outbox: Outbox) -> None:
    outbox.forget_log()
    assert (outbox.pending, outbox.head, outbox.places) == (5, (0, "0" * 64), {})
    outbox.add_rows([{"event_id": outbox.events[0]["event_id"], "seq": 1, "hash": "hash 1"}])
    outbox.add_rows([{"event_id": "ruling", "seq": 2, "hash": "another"}])
    assert (waiting(outbox), outbox.head) == (["1", "2", "3", "4"], (2, "another"))


def test_what_the_chief_has_waits_no_more(outbox: Outbox) -> None:
    outbox.hand_over(event["event_id"] for event in outbox.next_batch())
    assert outbox.pending == 0


def test_a_batch_is_as_long_as_one_request_may_be() -> None:
    box = Outbox(Random(1))
    for _event in range(MAX_BATCH + 1):
        box.record({"type": "resume"})
    assert len(box.next_batch()) == MAX_BATCH


def test_no_two_events_have_the_same_time_or_id(outbox: Outbox) -> None:
    assert len({event["at"] for event in outbox.events}) == 5
    assert len({event["event_id"] for event in outbox.events}) == 5
