"""The end of a game if time were called now, in sentences.

They say what retention leaves, what the circuit pays, and the best adjustment. Everything is in the
board's public values; nothing is added up here. The page's script fills the same sentences
(`words`) when the board changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from referee.language import language, square_name
from scoring.game.editions import Edition
from scoring.game.money import money

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CalledPlayer:
    """A player's figures in a sentence.

    `plan` and its `steps` are blank where no plan is shown.
    """

    code: str
    seat: int
    role: str
    name: str
    sum: str
    plan: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CalledDeed:
    """A deed of the board and the circuit's payment for it.

    `owner` is None if nobody owns the deed. `unpaid` says why it pays nothing.
    """

    square: int
    name: str
    owner: CalledPlayer | None
    earns: str
    unpaid: str


@dataclass(frozen=True, slots=True)
class IfCalled:
    """The end procedure as it would go now.

    Players are in order of play, deeds in circuit order.
    """

    players: tuple[CalledPlayer, ...]
    deeds: tuple[CalledDeed, ...]
    words: Mapping[str, str]


def if_called(board: Json, edition: Edition, names: Mapping[str, str]) -> IfCalled | None:
    """Return the end procedure for a board of the public state.

    None if the board does not say. `names` are the players' names by code.
    """
    if not any("retained" in told for told in board["players"].values()):
        return None
    wording = _Wording(edition)
    players = {
        code: wording.player(code, names[code], told)
        for code, told in sorted(board["players"].items(), key=lambda item: item[1]["seat"])
    }
    deeds = [wording.deed(square, board, players) for square in edition.board.deeds]
    return IfCalled(tuple(players.values()), tuple(deeds), wording.words)


ON_SCREEN = ("sum", "out", "mortgaged", "prison")
"""The sentences without plans, by their purpose."""


def words_without_plans(edition: Edition) -> dict[str, str]:
    """Return the sentences without plans, and the deeds' names as `deed-SQUARE`."""
    words, squares = words_of(0), edition.board.squares
    names = {f"deed-{deed}": square_name(squares[deed].name) for deed in edition.board.deeds}
    return {**{name: words[name] for name in ON_SCREEN}, **names}


def words_of(most_buildings: int) -> dict[str, str]:
    """Return the sentences by their purpose, with gaps to fill in.

    The names of the gaps stand in braces.
    """
    numbers = range(1, most_buildings + 1)
    return {
        "sum": gettext("keeps {kept} of {cash}, gets {income} from the circuit, ends with {final}"),
        "out": gettext("out of the game"),
        "gain": gettext("Best adjustment from here: {gain} more, {final} in all."),
        "no-gain": gettext("Best adjustment from here: nothing to gain."),
        "mortgage": gettext("Mortgage {place} for {amount}."),
        "redeem": gettext("Redeem {place} for {amount}."),
        **{f"sell-{number}": _sale(number) for number in numbers},
        **{f"build-{number}": _building(number) for number in numbers},
        "mortgaged": gettext("mortgaged"),
        "prison": gettext("owner in prison"),
    }


def _sale(number: int) -> str:
    text = ngettext(
        "Sell %(count)d building on {place} for {amount}.",
        "Sell %(count)d buildings on {place} for {amount}.",
        number,
    )
    return text % {"count": number}


def _building(number: int) -> str:
    text = ngettext(
        "Build %(count)d building on {place} for {amount}.",
        "Build %(count)d buildings on {place} for {amount}.",
        number,
    )
    return text % {"count": number}


class _Wording:
    """The words for one board."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.words = words_of(max(edition.improvements.values()))

    def player(self, code: str, name: str, told: Json) -> CalledPlayer:
        """Return a player's figures in a sentence."""
        plan = told.get("plan", {})
        return CalledPlayer(
            code,
            told["seat"],
            told["role"],
            name,
            self._sum(told),
            self._plan(plan),
            tuple(self._step(step) for step in plan.get("steps", ())),
        )

    def deed(self, square: int, board: Json, players: Mapping[str, CalledPlayer]) -> CalledDeed:
        """Return a deed with what the circuit pays for it."""
        deed = board["deeds"].get(str(square))
        name = self._place(square)
        if deed is None or "earns" not in deed:
            return CalledDeed(square, name, None, "", "")
        unpaid = "mortgaged" if deed["mortgaged"] else "" if deed["earns"] else "prison"
        owner, earns = players[deed["owner"]], self._money(deed["earns"])
        return CalledDeed(square, name, owner, earns, self.words.get(unpaid, ""))

    def _sum(self, told: Json) -> str:
        if "retained" not in told:
            return self.words["out"]
        return self.words["sum"].format(
            kept=self._money(told["retained"]),
            cash=self._money(told["cash"]),
            income=self._money(told["circuit_income"]),
            final=self._money(told["expected"]),
        )

    def _plan(self, plan: Json) -> str:
        if not plan:
            return ""
        if not plan["gain"]:
            return self.words["no-gain"]
        gain, final = self._money(plan["gain"]), self._money(plan["final"])
        return self.words["gain"].format(gain=gain, final=final)

    def _step(self, step: Json) -> str:
        kind = step["type"]
        name = f"{kind}-{step['count']}" if kind in ("sell", "build") else kind
        place, amount = self._place(step["square"]), self._money(step["amount"])
        return self.words[name].format(place=place, amount=amount)

    def _place(self, square: int) -> str:
        return square_name(self.edition.board.squares[square].name)

    def _money(self, amount: int) -> str:
        return money(amount, self.edition.currency, language())
