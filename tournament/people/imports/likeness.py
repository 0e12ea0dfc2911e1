"""Names that are nearly the same. Pure.

They differ by one letter, or have the words in another order.
"""

from collections.abc import Iterable

from tournament.common.names import search_key

MIN_LETTERS = 6
"""Names shorter than this must match exactly: "Ann" and "Ian" are two people."""


def likeness_keys(name: str) -> set[str]:
    """Return keys of a name; names that share one are nearly the same.

    The keys are the name's words in order, and the same without any one letter. Digits stay:
    "Player 1" is not "Player 2".

    >>> bool(likeness_keys("Ada Lovelace") & likeness_keys("LOVELACE, Ada"))
    True
    """
    words = "".join(c if c.isalnum() else " " for c in search_key(name)).split()
    key = " ".join(sorted(words))
    if len(key) < MIN_LETTERS:
        return {key}
    shorter = (key[:i] + key[i + 1 :] for i, letter in enumerate(key) if letter.isalpha())
    return {key, *shorter}


class Likeness:
    """Names seen so far, to find those that a new one is like."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def first_match(self, name: str) -> int | None:
        """Return the first of the numbers under which a name like this was added."""
        found = [self._seen[key] for key in likeness_keys(name) if key in self._seen]
        return min(found, default=None)

    def add(self, number: int, name: str) -> None:
        """Remember a name under a number."""
        for key in likeness_keys(name):
            self._seen.setdefault(key, number)


def similar_pairs(names: Iterable[str]) -> list[tuple[int, int]]:
    """Return the positions of names like an earlier one: (earlier, later)."""
    seen, found = Likeness(), []
    for number, name in enumerate(names):
        earlier = seen.first_match(name)
        if earlier is not None:
            found.append((earlier, number))
        seen.add(number, name)
    return found
