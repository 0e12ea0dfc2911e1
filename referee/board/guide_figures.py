"""Figures of an edition for the guide.

They are the roles side by side, all rents, and the cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from referee.board.deeds import city_numbers
from referee.engine.messages import render_effect
from referee.language import language, square_name
from scoring.game.board import Square
from scoring.game.deeds import mortgage_value, redeem_price
from scoring.game.editions import Edition
from scoring.game.effects import ROLES, Effect
from scoring.game.money import money
from scoring.game.rents import competitor_fare


@dataclass(frozen=True, slots=True)
class Comparison:
    """One subject in which the roles differ, and the code of the rule that says so."""

    rule: str
    subject: str
    competitor: str
    monopolist: str


@dataclass(frozen=True, slots=True)
class RentGroup:
    """The streets of a city at one price, with their costs in the reader's notation.

    Rents are by buildings, the last the big one: None if a monopolist has one house less.
    """

    city: str
    city_number: int
    streets: list[str]
    price: str
    house: str
    mortgage: str
    redeem: str
    competitor: list[int]
    monopolist: list[int | None]
    doubled: list[int | None]


@dataclass(frozen=True, slots=True)
class CompanyFare:
    """A company's earnings by how many of its kind the owner has.

    For utilities they are factors of the throw.
    """

    companies: int
    competitor: int
    monopolist: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of the role card for one throw, or the text of a deck's cards.

    A line of the role card has a cell per role. For a deck, the label says how many cards have
    that text.
    """

    label: str
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one role's deck, the commonest first."""

    role: str
    lines: list[CardLine]


def comparisons(edition: Edition) -> list[Comparison]:
    """Return the subjects in which competitors and monopolists differ.

    The differences are in what the roles do, charge and pay.
    """
    return [*_building_rows(edition), *_earning_rows(edition), *_payment_rows(edition)]


def _building_rows(edition: Edition) -> list[Comparison]:
    pawns = (_colour(edition.pawns[role]) for role in ROLES)
    most = (_most_buildings(edition, role) for role in ROLES)
    return [
        Comparison("R4", _("Pawn"), *pawns),
        Comparison(
            "R11",
            _("May build"),
            _("On any own street"),
            _("Only in a city with two own streets"),
        ),
        Comparison("R11", _("Buildings on a street"), *most),
    ]


def _earning_rows(edition: Edition) -> list[Comparison]:
    fares = ", ".join(_sum(edition, fare) for fare in edition.transport_monopolist)
    one, both = edition.utility_monopolist
    return [
        Comparison(
            "R10",
            _("Rent of a street"),
            _("The single rent, always"),
            _("Single; double in a monopolised city"),
        ),
        Comparison(
            "R19",
            _("A transport company earns"),
            ", ".join(_sum(edition, fare) for fare in _competitor_fares(edition)),
            _("%(fares)s by companies owned") % {"fares": fares},
        ),
        Comparison(
            "R20",
            _("A utility earns, times the throw"),
            f"{edition.utility_competitor} ×",
            _("%(one)d ×, with both %(both)d ×") % {"one": one, "both": both},
        ),
    ]


def _payment_rows(edition: Edition) -> list[Comparison]:
    one, two, *_none = (_sum(edition, grant) for grant in edition.foundation_grants)
    pays = _sum(edition, edition.foundation_pays)
    return [
        Comparison(
            "R15",
            _("Sent off by square 30"),
            _("To price war: goes on collecting rent"),
            _("To prison: collects nothing"),
        ),
        Comparison(
            "R21",
            _("On the foundation’s square"),
            _("Throws a die: 1 brings %(one)s, 2 brings %(two)s") % {"one": one, "two": two},
            _("Pays %(amount)s") % {"amount": pays},
        ),
        Comparison("R17", _("Income tax by percentage, on cash"), *_rates(edition.cash_tax)),
        Comparison("B", _("Keeps of the cash at the end"), *_rates(edition.retention)),
    ]


def _sum(edition: Edition, amount: int) -> str:
    return money(amount, edition.currency, language())


def _rates(percent: Mapping[str, int]) -> list[str]:
    return [f"{percent[role]}\N{NO-BREAK SPACE}%" for role in ROLES]


def _colour(name: str) -> str:
    return {"blue": pgettext("pawn", "blue"), "green": pgettext("pawn", "green")}[name]


def _most_buildings(edition: Edition, role: str) -> str:
    houses = {"houses": edition.improvements[role] - 1}
    if edition.box["big_building"] == "hotel":
        return _("%(houses)d houses, then a hotel") % houses
    return _("%(houses)d houses, then an apartment building") % houses


def _competitor_fares(edition: Edition) -> list[int]:
    return sorted({competitor_fare(edition, square) for square in edition.board.transports})


def rent_groups(edition: Edition) -> list[RentGroup]:
    """Return the streets in board order, those of a city at one price together."""
    streets = [edition.board.squares[number] for number in edition.board.streets]
    groups = groupby(streets, key=lambda street: (street.city, street.price))
    return [_rent_group(edition, list(members)) for _key, members in groups]


def _rent_group(edition: Edition, streets: list[Square]) -> RentGroup:
    first, board = streets[0], edition.board
    city, rents = first.city or "", board.rents[first.number]
    single = [rent.amount for rent in rents.single]
    return RentGroup(
        city=city,
        city_number=city_numbers(board)[city],
        streets=[square_name(street.name) for street in streets],
        price=_sum(edition, first.price),
        house=_sum(edition, first.house_price),
        mortgage=_sum(edition, mortgage_value(board, first.number)),
        redeem=_sum(edition, redeem_price(board, first.number)),
        competitor=single[: edition.improvements["competitor"] + 1],
        monopolist=_ladder(edition, single),
        doubled=_ladder(edition, [rent.amount for rent in rents.double]),
    )


def _ladder(edition: Edition, rents: list[int]) -> list[int | None]:
    """Return a monopolist's rents in the columns of a competitor's.

    A competitor has one house more.
    """
    most = edition.improvements["monopolist"]
    missing = edition.improvements["competitor"] - most
    return [*rents[:most], *[None] * missing, rents[most]]


def transport_fares(edition: Edition) -> list[CompanyFare]:
    """Return the earnings of a transport company, by companies owned (R19)."""
    (fare,) = _competitor_fares(edition)
    fares = enumerate(edition.transport_monopolist, start=1)
    return [CompanyFare(count, fare, monopolist) for count, monopolist in fares]


def utility_factors(edition: Edition) -> list[CompanyFare]:
    """Return by which factor a utility multiplies the throw, by utilities owned (R20)."""
    factors = enumerate(edition.utility_monopolist, start=1)
    return [CompanyFare(n, edition.utility_competitor, factor) for n, factor in factors]


def role_card(edition: Edition) -> list[CardLine]:
    """Return the role card's lines by the sum of two dice (R16).

    There are none if the edition has decks.
    """
    return [
        CardLine(str(dice), [_effect(edition, line[role]) for role in ROLES])
        for dice, line in sorted(edition.role_card.items())
    ]


def decks(edition: Edition) -> list[Deck]:
    """Return the cards of each role's deck; none if the book names no cards (R16).

    A card's code begins with the letter of its role.
    """
    return [Deck(role, _deck_lines(edition, role[0].upper())) for role in ROLES if edition.deck]


def _deck_lines(edition: Edition, letter: str) -> list[CardLine]:
    cards = [effect for code, effect in edition.deck.items() if code.startswith(letter)]
    effects = sorted(dict.fromkeys(cards), key=lambda effect: -cards.count(effect))
    return [
        CardLine(f"{cards.count(one)}\N{NO-BREAK SPACE}×", [_effect(edition, one)])
        for one in effects
    ]


def _effect(edition: Edition, effect: Effect) -> str:
    place = edition.board.squares[effect.number].name if effect.verb == "goto" else ""
    said = render_effect({**effect._asdict(), "place": place}, language(), edition.currency)
    return said[:1].upper() + said[1:]
