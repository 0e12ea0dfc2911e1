"""Undos, and the events that they take back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Undone(NamedTuple, Generic[Item]):
    """`in_force` are the items of events neither undos nor taken back, in order; `taken_back` pairs
    of an item and that of the undo that took it back."""

    in_force: list[Item]
    taken_back: list[tuple[Item, Item]]


def undone_events(events: Iterable[tuple[Item, Mapping[str, Any]]]) -> Undone[Item]:
    """Tell which accepted events are in force, and which an undo took back.

    Each event comes with an item that stands for it: its number, its line, or its decision. An
    undo takes back the last event in force.
    """
    in_force: list[Item] = []
    taken_back: list[tuple[Item, Item]] = []
    for item, event in events:
        if event["type"] == "undo":
            taken_back.append((in_force.pop(), item))
        else:
            in_force.append(item)
    return Undone(in_force, taken_back)
