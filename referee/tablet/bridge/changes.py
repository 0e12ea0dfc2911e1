"""Changes since the answer before: most of a board stays as it was at a tap."""

from __future__ import annotations

from collections.abc import Sequence

from referee.tablet.bridge.speech import Json

_LISTS = ("squares", "players", "legal")
"""Parts of a view that are long lists; a tap changes only a few of their items."""


class Changes:
    """A memory of the view that was `told` last.

    The next view leaves out everything that is the same.
    """

    def __init__(self) -> None:
        self.told: Json = {}

    def since_told(self, answer: Json) -> Json:
        """Return the answer with only the changed parts of its view, marked `partial`.

        In a list of `_LISTS` a number stands for the item at that place of the list before. An
        answer without a view stays as it is; the first view is whole.
        """
        view, told = answer.get("view"), self.told
        if view is None:
            return answer
        self.told = view
        if not told:
            return answer
        changed = {key: part for key, part in view.items() if part != told[key]}
        for key in _LISTS:
            if key in changed:
                changed[key] = _items(told[key], view[key])
        return {**answer, "view": {**changed, "partial": True}}


def _items(before: Sequence[Json], now: Sequence[Json]) -> list[Json | int]:
    """Return the list with places in `before` in place of the items that were there.

    An unchanged item is mostly still the same object; else it is looked for at its own place.
    """
    places = {id(item): place for place, item in enumerate(before)}
    items: list[Json | int] = []
    for place, item in enumerate(now):
        if (found := places.get(id(item))) is not None:
            items.append(found)
        elif place < len(before) and before[place] == item:
            items.append(place)
        else:
            items.append(item)
    return items
