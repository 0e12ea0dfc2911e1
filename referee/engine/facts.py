"""Facts: what an event brings about, one after the other.

A fact is a plain tuple, because some are made for every event of every replay. It is unpacked once
where it is folded (`fold.py`) or described (`consequences.py`), so that its values have the names
that its kind gives them:

    (kind, payer, payee, amount, square, detail)

- `kind` is one of the keys of `fold.FOLDS`, or "supply".
- `payer` and `payee` are players by index, TREASURY for the Treasury. A fact that moves no money
  has the player it is about as payer, TREASURY as payee, and amount 0; of a deed that passes, the
  payee is its new owner.
- `amount` is in whole currency units. Of a due it is what is owed, and nothing is paid by it.
- `square` is 0-39, or NO_SQUARE where no square is meant.
- `detail` is what else the kind has to tell:

| kind | detail |
|---|---|
| turn, out | the player who may begin the next turn |
| move, stays, passes | which throw is open now (`state.NO_THROW`, …) |
| offer | the price |
| open | what awaits an answer: "role_card", "income_tax", "foundation", "utility" |
| answered | (what was open, the answer) |
| rent | the `Rent` |
| circuit | (the `Rent`, why it is not paid: "mortgaged", "prison" or None) |
| income_tax | the `PercentTax`; None for the flat tax |
| due, due_paid, due_cancelled | the `Due` |
| build, sell | the count of improvements |
| supply | (what is short, needed, in the box) |
| recount, undo | the reason |
| turn_dropped | the player who is on turn after it, or NO_PLAYER |
| retention | the `Retention` |
| status | the status that begins |
| finished | (the standings, the items of the circuit) |
| any other | None |
"""

from __future__ import annotations

from typing import Any

Fact = tuple[str, int, int, int, int, Any]
"""(kind, payer, payee, amount, square, detail)"""
NO_SQUARE = -1
