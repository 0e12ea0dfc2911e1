"""The referee's reference.

It has the rents of a deed, the role card, and the card of all rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.rule_texts import big_building, catalogue
from referee.engine.state import State
from referee.tablet.bridge.explain import Explanation
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.board import Board
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.editions import Edition
from scoring.game.rents import competitor_fare

ROLES = ("competitor", "monopolist")
SECTIONS = {
    "turn": ("R6", "R7", "R8", "R14", "R9"),
    "prison": ("R15",),
    "squares": ("R16", "R17", "R18", "R21"),
    "rents": ("R10", "R19", "R20"),
    "deals": ("R11", "R22", "R13", "R12", "R23", "R26"),
    "debt": ("R24",),
    "end": ("A", "B", "C", "D", "R25"),
    "start": ("R1", "R2", "R3", "R4", "R5"),
}
"""The referee's card: what is looked up first comes first; every rule is in one section."""


def ladder(edition: Edition, square: int, speech: Speech) -> Json:
    """Return the costs of a deed, and its earnings for either role.

    The shape is
    `{name, facts: [{text, amount}], columns: [str], times, rows: [{text, cells}]}`. A cell
    without an amount is None. `times`: the cells are factors of a throw, as a utility's are.
    """
    words = catalogue(speech.language)["ladder"]
    board = edition.board
    columns = [words["competitor"], words["monopolist"]]
    if board.kinds[square] == "street":
        columns.append(words["double"])
    return {
        "name": speech.place(square, board),
        "facts": [
            {"text": words[name], "amount": amount} for name, amount in _facts(board, square)
        ],
        "columns": columns,
        "times": board.kinds[square] == "utility",
        "rows": [
            {"text": text, "cells": cells}
            for text, cells in _rows(edition, square, speech.language)
        ],
    }


def _facts(board: Board, square: int) -> Iterator[tuple[str, int]]:
    yield "price", board.prices[square]
    yield "mortgage", mortgage_value(board, square)
    yield "redeem", redeem_price(board, square)
    if board.house_prices[square]:
        yield "house", board.house_prices[square]
        yield "sale", sale_price(board, square)


def _rows(edition: Edition, square: int, language: str) -> Iterator[tuple[str, list[int | None]]]:
    board = edition.board
    if board.kinds[square] == "street":
        yield from _street_rows(edition, square, language)
        return
    words = catalogue(language)["ladder"]
    if board.kinds[square] == "utility":
        for count, factor in enumerate(edition.utility_monopolist, 1):
            yield words["utilities"][count - 1], [edition.utility_competitor, factor]
        return
    competitor = competitor_fare(edition, square)
    for count, fare in enumerate(edition.transport_monopolist, 1):
        text = words["companies"][count > 1].format(count=count)
        yield text, [competitor, fare]


def _street_rows(
    edition: Edition, square: int, language: str
) -> Iterator[tuple[str, list[int | None]]]:
    """Yield a street's rents by houses, last the big building.

    A monopolist has one house less below it.
    """
    words, rents = catalogue(language)["ladder"], edition.board.rents[square]
    most = {role: edition.improvements[role] for role in ROLES}
    for count in range(max(most.values())):
        text = words["houses"][min(count, 2)].format(count=count)
        monopolist = count < most["monopolist"]
        yield (
            text,
            [
                rents.single[count].amount,
                rents.single[count].amount if monopolist else None,
                rents.double[count].amount if monopolist else None,
            ],
        )
    big = big_building(edition, language)
    full = most["monopolist"]
    yield (
        big[0].upper() + big[1:],
        [
            rents.single[most["competitor"]].amount,
            rents.single[full].amount,
            rents.double[full].amount,
        ],
    )


def reference(explanation: Explanation) -> Json:
    """Return every rule as the edition has it, and its role card or deck with codes.

    The shape is `{sections: [{name, title, rules}], card: {columns, rows: [{text, cells}]}}`.
    """
    titles = catalogue(explanation.speech.language)["sections"]
    return {
        "sections": [
            {
                "name": name,
                "title": titles[name],
                "rules": [explanation.rule(code) for code in codes],
            }
            for name, codes in SECTIONS.items()
        ],
        "card": role_card(explanation.edition, explanation.speech),
    }


def role_card(edition: Edition, speech: Speech) -> Json:
    """Return the role card's lines by the sum of two dice (R16).

    Without such lines, return the codes of a deck. The shape is
    `{columns, rows: [{text, cells}]}`, without rows if the book prints neither.
    """
    words, board = catalogue(speech.language)["ladder"], edition.board
    rows = [
        {"text": str(dice), "cells": [speech.effect(line[role], board) for role in ROLES]}
        for dice, line in sorted(edition.role_card.items())
    ]
    columns = [words["dice"], words["competitor"], words["monopolist"]]
    if not rows and edition.deck:
        columns = [words["card"], words["effect"]]
        rows = [
            {"text": code, "cells": [speech.effect(effect, board)]}
            for code, effect in edition.deck.items()
        ]
    return {"columns": columns if rows else [], "rows": rows}


def thrown_line(state: State, event: Json, speech: Speech) -> Json | None:
    """Return `{dice, role, cells}`, the line of the role card that was thrown (R16).

    `cells` has an effect by role, `role` is the thrower's. None for any other event, and for cards
    that are drawn from a deck.
    """
    if event["type"] != "card" or state.edition.rules.role_square != "dice":
        return None
    dice = sum(event["dice"])
    line = state.edition.role_card[dice]
    return {
        "dice": dice,
        "role": state.role(state.seats[event["player"]]),
        "cells": {role: speech.effect(line[role], state.board) for role in ROLES},
    }
