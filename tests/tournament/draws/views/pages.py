"""The page of a draw, as tests read it and press its buttons."""

import re
from typing import Any

from django.test import Client

from tests.tournament.making import BY
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.swaps import swap_seats
from tournament.models import Round

PAGE = "/organise/open/r/1/draw/"
PUBLISH = "/organise/open/r/1/publishing/"


def text(client: Client, path: str = PAGE, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == 200
    return answer.content.decode()


def forms(page: str) -> dict[str, dict[str, str]]:
    """The forms of a page by their addresses: the hidden fields of each."""
    found = re.findall(r'<form[^>]*action="([^"]+)"(.*?)</form>', page, re.DOTALL)
    hidden = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
    return {address: dict(hidden.findall(inside)) for address, inside in found}


def send(client: Client, address: str, data: dict[str, Any], page: str = PAGE, **more):
    """A form of the page, with what it carries."""
    known = forms(text(client, page)).get(address, {})
    return client.post(address, {**known, **data}, **more)


def order(round_: Round) -> list[str]:
    return [seat.player for table in tables_of_round(round_) for seat in table.seats]


def swapped(drawn: Round) -> None:
    tables = tables_of_round(drawn)
    one, other = tables[0].seats[0].player, tables[1].seats[0].player
    swap_seats(round=drawn, one=one, other=other, seen=digest_of_seats(tables), by=BY)
