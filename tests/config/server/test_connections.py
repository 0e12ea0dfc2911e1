"""Who makes room when there are too many connections, and when a wait is too long."""

import math

from config.server.connections import Connections

HERE, THERE = "192.168.1.10", "192.168.1.11"


class Opened:
    """Connections that note which of them were closed for another."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self.all = Connections(most, most_of_address)
        self.aborted: list[int] = []
        self._count = 0

    def open(self, address, *, waits=True):
        number = self._count
        self._count += 1
        found = self.all.admit(address, lambda: self.aborted.append(number))
        if found and waits:
            self.all.wait(found, 10.0)
        return found


def test_of_one_address_the_longest_silent_makes_room_for_a_new_one():
    opened = Opened(most=10, most_of_address=2)
    first, second = opened.open(HERE), opened.open(HERE)
    opened.all.wait(first, 20.0)  # it spoke meanwhile: now the second is silent for longer
    assert opened.open(HERE)
    assert opened.aborted == [1]
    assert opened.open(HERE)
    assert opened.aborted == [1, 0]
    assert len(opened.all) == 2
    opened.all.forget(second)
    assert len(opened.all) == 2


def test_whom_the_server_works_for_is_never_closed_for_another():
    opened = Opened(most=10, most_of_address=2)
    for _ in range(2):
        opened.all.work(opened.open(HERE))
    assert opened.open(HERE) is None
    assert opened.open(THERE)
    assert opened.aborted == []


def test_when_all_is_full_the_address_with_most_connections_makes_room():
    opened = Opened(most=4, most_of_address=3)
    opened.open(THERE)
    for _ in range(3):
        opened.open(HERE)
    assert opened.open("192.168.1.12")
    assert opened.aborted == [1]
    opened.open("192.168.1.13", waits=False)
    assert opened.aborted == [1, 2]


def test_a_closed_connection_gives_its_place_back():
    opened = Opened(most=2, most_of_address=1)
    for _ in range(5):
        opened.all.forget(opened.open(HERE))
    assert opened.aborted == []
    assert len(opened.all) == 0


def test_only_who_is_waited_for_can_be_late():
    opened = Opened(most=9, most_of_address=9)
    slow, busy = opened.open(HERE), opened.open(HERE)
    opened.all.work(busy)
    assert busy.deadline == math.inf
    assert opened.all.overdue_connections(9.9) == []
    assert opened.all.overdue_connections(10.0) == [slow]
