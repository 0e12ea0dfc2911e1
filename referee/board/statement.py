"""The statement of a finished game, arranged so that a reader can add it up again."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from referee.engine.state import FINISHED, State
from referee.language import language, square_name
from scoring.game.endgame import CircuitItem, Retention, Standing
from scoring.game.money import money


@dataclass(frozen=True, slots=True)
class RetentionLine:
    """Step B for one player."""

    seat: int
    role: str
    name: str
    retention: Retention


@dataclass(frozen=True, slots=True)
class CircuitLine:
    """Step C for one owned deed: its owner, its rent and the rules behind it.

    It says how the rent comes about.
    """

    square: int
    name: str
    seat: int
    role: str
    owner: str
    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class SumLine:
    """Step D for one player."""

    seat: int
    role: str
    name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class Statement:
    """The three steps; the first two are empty where the game has no end procedure."""

    retention: list[RetentionLine]
    circuit: list[CircuitLine]
    sums: list[SumLine]
    total: int


def statement_of(state: State, names: dict[str, str]) -> Statement | None:
    """Return the statement of a finished game, None before that."""
    if state.status != FINISHED:
        return None

    def who(player: int) -> tuple[int, str, str]:
        return player + 1, state.role(player), names[state.ids[player]]

    sums = [SumLine(*who(row.player), row) for row in state.standings]
    return Statement(
        retention=[RetentionLine(*who(item.player), item) for item in state.retentions],
        circuit=[_circuit_line(state, item, who(item.owner)) for item in state.circuit],
        sums=sorted(sums, key=lambda line: line.standing.place),
        total=sum(item.rent.amount for item in state.circuit),
    )


def _circuit_line(state: State, item: CircuitItem, owner: tuple[int, str, str]) -> CircuitLine:
    name = square_name(state.board.squares[item.square].name)
    return CircuitLine(item.square, name, *owner, _item_reason(state, item), item.rent.amount)


def _item_reason(state: State, item: CircuitItem) -> str:
    if item.unpaid == "mortgaged":
        return gettext("mortgaged: earns nothing (R12)")
    if item.unpaid == "prison":
        return gettext("owner in prison: earns nothing (R15)")
    kind = state.board.kinds[item.square]
    if kind == "street":
        return _street(state, item)
    return _transport(state, item) if kind == "transport" else _utility(item)


def _street(state: State, item: CircuitItem) -> str:
    big = item.rent.improvements == state.edition.improvements[state.role(item.owner)]
    houses = ngettext("%(count)d house", "%(count)d houses", item.rent.improvements)
    price = money(state.board.prices[item.square], state.edition.currency, language())
    parts = [gettext("listed price %(price)s") % {"price": price}]
    if item.rent.improvements:
        hotel = gettext("big building")
        parts.append(hotel if big else houses % {"count": item.rent.improvements})
    rule = "R11" if item.rent.improvements else "R9"
    if item.rent.monopolised:
        parts.append(gettext("city monopolised: doubled"))
        rule += ", R10"
    return f"{', '.join(parts)} ({rule})"


def _transport(state: State, item: CircuitItem) -> str:
    if state.role(item.owner) == "competitor":
        percent = {"percent": state.edition.transport_competitor}
        return gettext("%(percent)d %% of the listed price (R19)") % percent
    companies = ngettext(
        "%(count)d transport company (R19)",
        "%(count)d transport companies (R19)",
        item.rent.companies,
    )
    return companies % {"count": item.rent.companies}


def _utility(item: CircuitItem) -> str:
    first, second = item.rent.dice or (0, 0)
    return gettext("%(factor)d times the throw, %(first)d + %(second)d (R20)") % {
        "factor": item.rent.factor,
        "first": first,
        "second": second,
    }
