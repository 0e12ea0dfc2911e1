"""Cliques of players who must all be kept apart: each needs a table of its own."""

from __future__ import annotations

from collections.abc import Iterable

STEPS = 20_000


def clique_larger_than(pairs: Iterable[tuple[str, str]], size: int) -> tuple[str, ...] | None:
    """Return a clique of more than `size` players, in order of naming, or None.

    The search ends after STEPS branches, which only graphs of hundreds of pairs can need; a clique
    missed then shows as violations of the draw.
    """
    near: dict[str, dict[str, None]] = {}
    for one, other in pairs:
        near.setdefault(one, {})[other] = None
        near.setdefault(other, {})[one] = None
    wide = [player for player in near if len(near[player]) >= size]
    return _grow((), wide, near, size, [STEPS]) if size < len(wide) else None


def _grow(
    clique: tuple[str, ...],
    candidates: list[str],
    near: dict[str, dict[str, None]],
    size: int,
    steps: list[int],
) -> tuple[str, ...] | None:
    if len(clique) > size:
        return clique
    for at, player in enumerate(candidates):
        steps[0] -= 1
        if len(clique) + len(candidates) - at <= size or steps[0] < 0:
            return None
        rest = [other for other in candidates[at + 1 :] if other in near[player]]
        found = _grow((*clique, player), rest, near, size, steps)
        if found:
            return found
    return None
