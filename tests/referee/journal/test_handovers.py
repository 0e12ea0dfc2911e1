"""What is moved after a correction of a log leads from the position before to the one after."""

from random import Random
from typing import Any

import pytest

from referee.engine import Handover, handovers, position_of
from scoring.game.editions import load_edition
from tests.referee.journal.logs import Event, Log, golden, revision

SHORT = ("33", "22", "14", "03", "08", "26", "24")
CORRECTIONS = 100

Line = dict[str, Any]


@pytest.mark.parametrize("seed", range(10))
def test_random_corrections_are_carried_out_by_their_handovers(seed: int) -> None:
    random = Random(seed)
    for _ in range(CORRECTIONS):
        log, before = corrected(random)
        game = log.journal.require_game()
        after = position_of(game.state)
        found = handovers(before, after, load_edition(game.header["edition"]))
        assert moved(before, found) == on_board(after)


def corrected(random: Random) -> tuple[Log, Event]:
    """A log with a chief's correction that was accepted, and the position before it."""
    while True:
        record = golden(random.choice(SHORT))
        log = Log(record.setup)
        log.tell_all(*record.events[: random.randint(2, len(record.events))])
        before = position_of(log.journal.require_game().state)
        put_in = random.sample(record.events[1:], k=random.randint(0, 2))
        event = revision(random.choice(log.journal.in_force), *put_in)
        fitting = log.journal.fit_revision(event, chief=True)
        if not fitting.refusals:
            assert log.rule({**event, "without": sorted(fitting.without)}) == ()
            return log, before


def on_board(position: Event) -> dict[str, Line]:
    """What lies on the board, by player; the pawn of who is out is in the box."""
    kept = ("role", "cash", "square", "confined", "out", "deeds")
    lines = {line["id"]: {key: line[key] for key in kept} for line in position["players"]}
    for line in lines.values():
        if line["out"]:
            line |= {"square": None, "confined": False}
    return lines


def moved(position: Event, found: list[Handover]) -> dict[str, Line]:
    """The board after somebody did what they were told."""
    lines = on_board(position)
    for handover in found:
        _move(lines, handover)
    return lines


def _move(lines: dict[str, Line], handover: Handover) -> None:
    kind, giver, taker, number, square = handover
    treasury: Line = {"cash": 0, "deeds": {}}
    payer, line = lines.get(giver or "", treasury), lines.get(taker or "", treasury)
    match kind:
        case "cash":
            payer["cash"] -= number
            line["cash"] += number
        case "deed" | "deed_back":
            blank = {"improvements": 0, "mortgaged": False}
            line["deeds"][str(square)] = payer["deeds"].pop(str(square), blank)
        case "houses" | "big_building" | "no_buildings":
            line["deeds"][str(square)]["improvements"] = number
        case "mortgaged" | "redeemed":
            line["deeds"][str(square)]["mortgaged"] = kind == "mortgaged"
        case "pawn" | "confined" | "freed":
            line |= {"square": square, "confined": kind == "confined"}
        case "competitor" | "monopolist":
            line["role"] = kind
        case "leaves":
            line |= {"out": True, "square": None, "confined": False}
        case "stays":
            line["out"] = False
