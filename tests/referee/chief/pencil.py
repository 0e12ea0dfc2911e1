"""A person with a pencil: fills a printed score sheet by what is printed on it, and nothing else.

Nothing of the product is imported: a rule that the sheet does not print is not known here. Rules
are read as words of the English sheet; one that is missing is an error.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

ROUNDING = {
    "To the nearest whole unit, halves up": ROUND_HALF_UP,
    "Down to the whole unit": ROUND_FLOOR,
    "Up to the whole unit": ROUND_CEILING,
}
PRISON = {
    "The circuit pays nothing to a monopolist in prison": True,
    "The circuit pays a monopolist in prison like everybody else": False,
    "Prison does not matter": False,
}
COMPANIES = {
    "A mortgaged company still counts": True,
    "Only companies that are not mortgaged count": False,
}
TIES = {
    "The greater income on the circuit is ahead": "circuit_income",
    "The greater cash before retention is ahead": "before_retention",
    "Equal cash shares the place": "",
    "Equal sums share the place": "",
}

ALONE = {
    "If only one player is left, that player wins, and the cash in hand is the final cash": True,
    "The game ends when one player is left: that player wins, with the cash in hand": True,
}


@dataclass(frozen=True)
class SeenPlayer:
    """A player at the table; `left` is None, or when the player left: 1 for the first."""

    role: str
    cash: int
    confined: bool
    left: int | None


@dataclass(frozen=True)
class SeenDeed:
    """An owned deed as it lies on the board; `group` is its city or its kind of company."""

    group: str
    owner: str
    buildings: int
    mortgaged: bool
    throw: tuple[int, int] | None


@dataclass(frozen=True)
class PrintedDeed:
    """A deed's printed figures: single and double rents, or a competitor's and a monopolist's."""

    kind: str
    single: tuple[int, ...]
    double: tuple[int, ...]


class Pencil:
    """Works a printed sheet out, from its text (`front`, `back`) and what lies on the board."""

    def __init__(
        self,
        front: str,
        back: str,
        players: Mapping[str, SeenPlayer],
        deeds: Mapping[str, SeenDeed],
    ) -> None:
        self.front, self.back = front, back
        self.players, self.deeds = players, deeds
        self.playing = [one for one, player in players.items() if player.left is None]

    def rows(self) -> list[dict[str, Any]]:
        """The last rows of the sheet: each player's figures and place."""
        figures = {one: self.figures(one) for one in self.playing}
        places = self.places(figures)
        nothing = dict.fromkeys(("before_retention", "retained", "circuit_income"))
        return [
            {
                "id": one,
                "role": player.role,
                "place": places[one],
                **figures.get(one, {"final": 0, **nothing}),
            }
            for one, player in self.players.items()
        ]

    def figures(self, one: str) -> dict[str, int | None]:
        """A player's figures from the cash on; those that the sheet has no row for are None."""
        cash = self.players[one].cash
        nothing = {"before_retention": None, "retained": None, "circuit_income": None}
        if len(self.playing) == 1:
            assert self.rule(ALONE)
            return {"final": cash, **nothing}
        income = sum(self.earns(name) for name, deed in self.deeds.items() if deed.owner == one)
        if "The richest player" in self.back:
            assert "Cash + earns" in self.back
            return {"final": cash + income, **nothing}
        assert "Final cash: kept + circuit" in self.back
        kept = self.kept(one)
        return {
            "final": kept + income,
            "before_retention": cash,
            "retained": kept,
            "circuit_income": income,
        }

    def kept(self, one: str) -> int:
        """What is kept of a player's cash, note by note, by the printed table."""
        notes = [int(note) for note in self.printed_row("Of a note of")]
        role = f"{self.players[one].role.capitalize()}s"
        of_each = [Decimal(kept) for kept in self.printed_row(rf"{role}: \d+\s%")]
        (percent,) = re.findall(rf"{role}: (\d+)\s%", self.back)
        assert re.search(rf"{role.lower()} (keep )?{percent}\s%", self.back, re.IGNORECASE)
        rest, total = self.players[one].cash, Decimal()
        for note, kept in zip(notes, of_each, strict=True):
            count, rest = divmod(rest, note)
            total += count * kept
        return int(total.quantize(Decimal(1), self.rule(ROUNDING)))

    def earns(self, name: str) -> int:
        """What is written under “Earns” in a deed's row."""
        deed, printed = self.deeds[name], self.printed(name)
        if deed.mortgaged:
            assert "A mortgaged deed earns nothing" in self.back
            return 0
        owner = self.players[deed.owner]
        monopolist = owner.role == "monopolist"
        if monopolist and owner.confined and self.rule(PRISON):
            return 0
        if printed.kind == "street":
            held = [other for other in self.held(name) if not other.mortgaged]
            assert "monopolists with two or more unmortgaged streets of the city" in self.front
            doubled = monopolist and len(held) >= 2
            return (printed.double if doubled else printed.single)[deed.buildings]
        return self.company(name, printed, monopolist)

    def company(self, name: str, printed: PrintedDeed, monopolist: bool) -> int:
        """What a company earns: by companies owned, a utility by its owner's throw."""
        every = self.rule(COMPANIES)
        counted = sum(every or not other.mortgaged for other in self.held(name))
        figure = printed.double[counted - 1] if monopolist else printed.single[0]
        if printed.kind == "transport":
            return figure
        throw = self.deeds[name].throw
        assert throw is not None
        assert "the sum of the dice times the number in its row" in self.back
        return sum(throw) * figure

    def dealt(self, kind: str, name: str, group: str, count: int) -> int:
        """What a deal with the Treasury in step A brings, by the amounts in the deed's row."""
        mortgage, redeem, *_rents = self.row(name)
        if kind in ("mortgage", "redeem"):
            return int(mortgage) if kind == "mortgage" else -int(redeem)
        ((house, half),) = re.findall(rf"{group} house (\d+), sold (\d+)", self.front)
        return count * (int(half) if kind == "sell" else -int(house))

    def held(self, name: str) -> list[SeenDeed]:
        """All deeds of the same owner in the deed's city, or of its kind of company."""
        deed = self.deeds[name]
        return [
            other
            for other in self.deeds.values()
            if (other.owner, other.group) == (deed.owner, deed.group)
        ]

    def places(self, figures: Mapping[str, Mapping[str, int | None]]) -> dict[str, int]:
        """Places by final cash and the printed rule of ties; who left last is first of the rest."""
        tie = self.rule(TIES) if len(self.playing) > 1 else ""
        keys = {
            one: (row["final"] or 0, (row[tie] or 0) if tie else 0) for one, row in figures.items()
        }
        places = {one: 1 + sum(other > key for other in keys.values()) for one, key in keys.items()}
        assert "Players who left rank behind the others, the last to go first" in self.back
        for one, player in self.players.items():
            if player.left is not None:
                places[one] = len(self.players) + 1 - player.left
        return places

    def rule(self, words: Mapping[str, Any]) -> Any:
        """What the back of the sheet says in one of these sentences."""
        (found,) = [meaning for sentence, meaning in words.items() if sentence in self.back]
        return found

    def printed(self, name: str) -> PrintedDeed:
        """The figures in a deed's row: two prices for the adjustment, then its rents."""
        figures = self.row(name)[2:]
        numbers = tuple(int(figure.rstrip("×")) for figure in figures)
        if any("×" in figure for figure in figures):
            return PrintedDeed("utility", numbers[:1], numbers[1:])
        if len(numbers) < 11:
            return PrintedDeed("transport", numbers[:1], numbers[1:])
        return PrintedDeed("street", numbers[:6], numbers[6:])

    def row(self, name: str) -> list[str]:
        """All figures in a deed's row."""
        (row,) = re.findall(rf"{re.escape(name)} ((?:(?:\d+×?|\+) ?)+)", self.front)
        return str(row).replace("+", "").split()

    def printed_row(self, label: str) -> Sequence[str]:
        """The figures behind a label of the back."""
        (row,) = re.findall(rf"{label} ((?:[\d.]+ ?)+)", self.back)
        return str(row).split()


def modules_of(lines: Iterable[str]) -> set[str]:
    """The packages that a file imports."""
    found = (re.match(r"(?:from|import) (\w+)", line) for line in lines)
    return {match[1] for match in found if match}
