"""Undos, and the events that they take back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Undone(NamedTuple, Generic[Item]):
    """Events sorted by whether an undo took them back, each as its item.

    `in_force` are those neither undos nor taken back, in order. `taken_back` are pairs of an event
    taken back and its undo.
    """

    in_force: list[Item]
    taken_back: list[tuple[Item, Item]]


def undone_events(events: Iterable[tuple[Item, Mapping[str, Any]]]) -> Undone[Item]:
    """Return the accepted events in force, and those that an undo took back.

    Each event comes with an item to return in its place, such as its number or line. An undo takes
    back the last event in force.
    """
    in_force: list[Item] = []
    taken_back: list[tuple[Item, Item]] = []
    for item, event in events:
        if event["type"] == "undo":
            taken_back.append((in_force.pop(), item))
        else:
            in_force.append(item)
    return Undone(in_force, taken_back)
