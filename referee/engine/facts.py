"""Facts: the changes that an event makes to a game, in order.

A fact is a plain tuple for speed: every event of every replay makes some. It is unpacked once where
it is folded (`fold.py`) or described (`consequences.py`), under the names that its kind gives:

    (kind, payer, payee, amount, square, detail)

- `kind` is one of the keys of `fold.FOLDS`, or "supply".
- `payer` and `payee` are players by index, TREASURY for the Treasury. If no money moves, `payer` is
  the player concerned, `payee` is TREASURY and `amount` is 0. If a deed changes hands, `payee` is
  its new owner.
- `amount` is in whole currency units. For "due" and "due_cancelled" it is the sum owed; no money
  moves.
- `square` is 0-39, or NO_SQUARE.
- `detail` depends on the kind:

| kind | detail |
|---|---|
| turn, out | the player who may begin the next turn |
| move, stays, passes | the throw that is now open (`state.NO_THROW`, …) |
| offer | the price |
| open | what awaits an answer: "role_card", "income_tax", "foundation", "utility" |
| answered | (what was open, the answer) |
| rent | the `Rent` |
| circuit | (the `Rent`, the reason it is unpaid: "mortgaged", "prison" or None) |
| income_tax | the `PercentTax`; None for the flat tax |
| due, due_paid, due_cancelled | the `Due` |
| build, sell | the count of improvements |
| supply | (the kind of building, needed, in the box) |
| recount, undo | the reason |
| turn_dropped | the player then on turn, or NO_PLAYER |
| retention | the `Retention` |
| status | the status that begins |
| finished | (the standings, the items of the circuit) |
| any other | None |
"""

from __future__ import annotations

from typing import Any

Fact = tuple[str, int, int, int, int, Any]
"""(kind, payer, payee, amount, square, detail)."""
NO_SQUARE = -1
