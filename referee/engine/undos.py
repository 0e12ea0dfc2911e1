"""What undos take back from events in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Undone(NamedTuple, Generic[Item]):
    """`in_force` are the items of events neither undos nor taken back, in order; `taken_back` pairs
    of an item and that of the undo that took it back."""

    in_force: list[Item]
    taken_back: list[tuple[Item, Item]]


def undone(events: Iterable[tuple[Item, Mapping[str, Any]]]) -> Undone[Item]:
    """Of accepted events, each with an item that stands for it: its number or its line, or what was
    decided on it. An undo takes back the last event that is in force."""
    in_force: list[Item] = []
    taken_back: list[tuple[Item, Item]] = []
    for item, event in events:
        if event["type"] == "undo":
            taken_back.append((in_force.pop(), item))
        else:
            in_force.append(item)
    return Undone(in_force, taken_back)
