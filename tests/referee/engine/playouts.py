"""Random games for property tests: headers and positions, legal events, events of any kind.

Everything is drawn from the `random.Random` given, so that a seed is a game.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine import Action, Game
from scoring.game.rulings import RULINGS
from tests.referee.engine.boards import CITIES, STREETS
from tests.referee.engine.table import EDITIONS, header

Event = dict[str, Any]

DEEDS = (*CITIES, 5, 15, 25, 35, 12, 28)
ROLES = ("cm", "mc", "cmc", "mcm", "cmcm", "mmcc", "cmcmc", "mcmcm", "cmcmcm")
EFFECTS = (
    "collect 75", "pay 50", "pay 2000", "confine", "none", "goto 0", "goto 4", "goto 7", "goto 12",
    "goto 20", "goto 24", "goto 30", "goto 39", "collect_each competitor 25",
    "collect_each monopolist 400", "pay_each competitor 60", "pay_each monopolist 10",
    "all_collect monopolist 25", "gamble 8 collect 75",
)  # fmt: skip
CARDS = ("C01", "C02", "C09", "C13", "C21", "M01", "M02", "M14", "M18", "M23")
WEIGHTS = {
    "roll": 12, "card": 12, "income_tax": 12, "foundation": 12, "utility_roll": 12, "buy": 6,
    "pay_fine": 3, "pass": 2, "build": 3, "sell": 1, "mortgage": 1, "redeem": 1, "trade": 1,
    "bankrupt": 4, "withdraw": 0.1, "recount": 0.3, "undo": 0.7, "time": 0.3, "adjusted": 3,
    "retain": 2, "circuit": 4, "richest": 4,
}  # fmt: skip


def random_game(rng: random.Random, edition: str | None = None, mode: str | None = None) -> Game:
    """A new game of any edition, mode and rulings, half of the time from a position."""
    edition = edition or rng.choice(EDITIONS)
    roles = rng.choice(ROLES)
    more: dict[str, Any] = {"rulings": {n: rng.choice(v) for n, v in RULINGS.items()}}
    if rng.random() < 0.7:
        more["position"] = random_position(rng, roles)
    mode = mode or rng.choice(("two-hour", "A", "B"))
    return Game.open(header(edition, mode=mode, roles=roles, **more))


def random_position(rng: random.Random, roles: str) -> dict[str, Any]:
    """A legal position with many deeds sold and little cash, so that much can happen."""
    ids = [f"p{number + 1}" for number in range(len(roles))]
    deeds: dict[int, dict[str, Any]] = {
        square: {"owner": rng.choice(ids), "mortgaged": rng.random() < 0.2}
        for square in DEEDS
        if rng.random() < 0.8
    }
    for city in STREETS:
        for square in city:
            if square in deeds and not deeds[square]["mortgaged"] and rng.random() < 0.4:
                most = _most(deeds, city, deeds[square]["owner"], roles)
                deeds[square]["improvements"] = rng.randint(0, most)
    prison = [player for player in ids if rng.random() < 0.2]
    return {
        "cash": {player: rng.choice((0, 9, 40, 60, 100, 300, 1500)) for player in ids},
        "deeds": {str(square): deed for square, deed in deeds.items()},
        "prison": prison,
        "squares": {p: rng.choice((0, 3, 5, 16, 23, 29, 35)) for p in ids if p not in prison},
    }


def _most(
    deeds: Mapping[int, Mapping[str, Any]], city: tuple[int, ...], owner: str, roles: str
) -> int:
    if roles[int(owner[1:]) - 1] == "c":
        return 5
    held = [s for s in city if s in deeds and deeds[s]["owner"] == owner]
    return 4 if sum(not deeds[s]["mortgaged"] for s in held) >= 2 else 0


def legal_event(rng: random.Random, game: Game) -> Event | None:
    """An event that `legal_actions` permits, the usual ones more often; None if there is none."""
    actions = game.legal_actions()
    if not actions:
        return None
    kinds = sorted({action.type for action in actions})
    kind = rng.choices(kinds, [WEIGHTS[name] for name in kinds])[0]
    action = rng.choice([action for action in actions if action.type == kind])
    event: Event = {"type": kind, **({"player": action.player} if action.player else {})}
    return event | _filled(rng, action)


def dice(rng: random.Random) -> list[int]:
    """Two dice, doubles more often than by chance."""
    first = rng.randint(1, 6)
    return [first, first if rng.random() < 0.3 else rng.randint(1, 6)]


def _filled(rng: random.Random, action: Action) -> Event:
    """The fields of an event within what the action allows."""
    fields, kind = action.fields, action.type
    if kind in ("roll", "utility_roll"):
        return {"dice": dice(rng)}
    if kind == "foundation":
        return {"die": rng.randint(1, 6)}
    if kind == "income_tax":
        return {"choice": rng.choice(sorted(fields["choice"]))}
    if kind == "card":
        return _card(rng, fields)
    if kind in ("build", "sell", "mortgage", "redeem"):
        square, detail = rng.choice(sorted(fields["square"].items()))
        count = {"count": rng.randint(1, detail["most"])} if "most" in detail else {}
        return {"square": int(square), **count}
    if kind == "trade":
        return _trade(rng, fields)
    if kind == "recount":
        return {"cash": rng.choice((0, 5, 50, 500)), "reason": "counted"}
    if kind == "undo":
        return {"reason": "misread"}
    if kind in ("circuit", "richest"):
        return {"dice": {str(square): dice(rng) for square in fields["throws"]}}
    return {}


def _card(rng: random.Random, fields: Mapping[str, Any]) -> Event:
    if "dice" in fields:
        return {"dice": dice(rng)}
    if fields["card"] and rng.random() < 0.5:
        code = rng.choice(fields["card"])
        return {"card": code} | ({"dice": dice(rng)} if code in ("C09", "M02") else {})
    effect = rng.choice(EFFECTS)
    return {"effect": effect} | ({"dice": dice(rng)} if effect.startswith("gamble") else {})


def _trade(rng: random.Random, fields: Mapping[str, Any]) -> Event:
    """A trade within the constraints; as a last resort one unit of cash, where that is allowed."""
    other, found = rng.choice(sorted(fields["with"].items()))
    for _ in range(20):
        sides = [_side(rng, found[side]) for side in ("give", "take")]
        if within(found, *sides):
            return {"with": other, "give": sides[0], "take": sides[1]}
    for pay, get in ((1, 0), (0, 1)):
        if within(found, {"cash": pay, "deeds": []}, {"cash": get, "deeds": []}):
            return {"with": other, "give": {"cash": pay}, "take": {"cash": get}}
    if found["give"]["deeds"]:
        return {"with": other, "give": {"deeds": found["give"]["deeds"][:1]}, "take": {}}
    return {"with": other, "give": {}, "take": {"deeds": found["take"]["deeds"][:1]}}


def _side(rng: random.Random, allowed: Mapping[str, Any]) -> Event:
    cash = rng.choice((0, 0, min(1, allowed["cash"]), rng.randint(0, allowed["cash"])))
    deeds = [square for square in allowed["deeds"] if rng.random() < 0.15]
    return {"cash": cash, "deeds": deeds}


def within(found: Mapping[str, Any], give: Event, take: Event) -> bool:
    """Whether something changes hands and the constraints of a trade hold."""
    gain = take["cash"] - give["cash"]
    if not any((give["cash"], give["deeds"], take["cash"], take["deeds"])):
        return False
    if found["gain"]["least"] is not None and gain < found["gain"]["least"]:
        return False
    if found["gain"]["most"] is not None and gain > found["gain"]["most"]:
        return False
    for side, offered in (("give", give), ("take", take)):
        allowed = found[side]
        if offered["cash"] > allowed["cash"] or set(offered["deeds"]) - set(allowed["deeds"]):
            return False
    return all(_two_left(city, give, take) for city in found["cities"])


def _two_left(city: Mapping[str, Any], give: Event, take: Event) -> bool:
    leaving, coming = (give, take) if city["side"] == "give" else (take, give)
    kept = set(city["earning"]) - set(leaving["deeds"])
    return len(kept | set(city["receivable"]) & set(coming["deeds"])) >= 2


def permitted(game: Game, event: Event, actions: tuple[Action, ...] | None = None) -> bool:
    """Whether `legal_actions` allows this event, which must be well-formed."""
    actions = game.legal_actions() if actions is None else actions
    return any(
        action.type == event["type"] and action.player == event.get("player")
        and _fits(action.fields, event)
        for action in actions
    )  # fmt: skip


def _fits(fields: Mapping[str, Any], event: Event) -> bool:
    kind = event["type"]
    if kind in ("build", "sell", "mortgage", "redeem"):
        detail = fields["square"].get(str(event["square"]))
        return detail is not None and event.get("count", 1) <= detail.get("most", 1)
    if kind == "trade":
        found = fields["with"].get(event["with"])
        return found is not None and within(found, event["give"], event["take"])
    if kind in ("circuit", "richest"):
        return sorted(event["dice"]) == sorted(map(str, fields["throws"]))
    if kind == "card":
        return _card_fits(fields, event)
    return True


def _card_fits(fields: Mapping[str, Any], event: Event) -> bool:
    if "effect" in fields:
        return "effect" in event or event.get("card") in fields["card"]
    return set(event) == {"type", "player", "dice"}


def any_events(rng: random.Random, game: Game, count: int) -> Iterator[Event]:
    """Well-formed events of every kind, by anybody, whether legal or not."""
    players, edition = list(game.state.ids), game.state.edition.code
    for _ in range(count):
        kind = rng.choice(sorted(WEIGHTS))
        player = rng.choice(players)
        event: Event = {"type": kind}
        if kind not in ("undo", "time", "retain", "circuit", "richest"):
            event["player"] = player
        yield event | _any_fields(rng, kind, player, players, edition)


def _any_fields(
    rng: random.Random, kind: str, player: str, players: list[str], edition: str
) -> Event:
    if kind in ("roll", "utility_roll"):
        return {"dice": dice(rng)}
    if kind in ("mortgage", "redeem"):
        return {"square": rng.choice(DEEDS)}
    if kind in ("build", "sell"):
        return {"square": rng.choice(DEEDS), "count": rng.choice((1, 1, 1, 2, 3, 4, 5, 6))}
    if kind == "trade":
        other = rng.choice([one for one in players if one != player])
        return {"with": other, "give": _any_side(rng), "take": _any_side(rng)}
    if kind in ("circuit", "richest"):
        return {"dice": {square: dice(rng) for square in ("12", "28") if rng.random() < 0.5}}
    if kind == "card":
        decks = {"card": CARDS if edition == "eu-fr" else ()}
        return _card(rng, {"dice": "two dice"} if edition == "us-2011" else decks)
    others: dict[str, Event] = {
        "foundation": {"die": rng.randint(1, 6)},
        "income_tax": {"choice": rng.choice(("flat", "percent"))},
        "recount": {"cash": rng.choice((0, 77)), "reason": "counted"},
        "undo": {"reason": "misread"},
    }
    return others.get(kind, {})


def _any_side(rng: random.Random) -> Event:
    deeds = rng.sample(DEEDS, rng.choice((0, 0, 1, 1, 2)))
    return {"cash": rng.choice((0, 0, 1, 10, 300)), "deeds": deeds}
