"""The printed score sheet: whoever fills it by its printed figures comes to the statement."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.chief.score_sheet import SheetHead, SheetPlayer, score_sheet
from referee.chief.score_sheet_steps import EndRules
from referee.engine import Game, undone_events
from referee.engine.state import ADJUSTING
from referee.language import square_name
from referee.records.final_position import TypedPosition, judge_position
from scoring.game.editions import Edition
from scoring.game.rulings import RULINGS, Rulings
from tests.golden.test_golden import name
from tests.referee.chief import pencil
from tests.referee.chief.pencil import Pencil, SeenDeed, SeenPlayer, modules_of
from tests.referee.chief.views.test_position import AT, member, table_for
from tests.referee.records.test_final_position import FINISHED_GAMES, typed_from
from tests.tournament.prints.reading import read_pdf
from tournament.prints.typesetting import typeset

Json = dict[str, Any]
DEALS = {"build", "sell", "mortgage", "redeem"}
ADJUSTED_GAMES = [
    path
    for path in FINISHED_GAMES
    if "two-hour" in path.name and "_eu-fr_" not in path.name and '"adjusted"' in path.read_text()
]


@pytest.fixture(scope="module")
def sheets() -> dict[str, tuple[str, str]]:
    """Front and back of each game's sheet, as text; all are set at once."""
    data = [sheet_of(path) for path in FINISHED_GAMES]
    print_ = {"title": "Score sheets", "sheets": data}
    pages = iter(pages_of(typeset("score-sheets", print_, paper="a4", language="en")))
    return {name(path): (next(pages), next(pages)) for path in FINISHED_GAMES}


RULINGS_CASES = [{code: value} for code, values in RULINGS.items() for value in values]


@pytest.mark.exhaustive
def test_each_ruling_is_printed_and_followed() -> None:
    """At an end where two players have 138 by other figures, and a monopolist is in prison."""
    (path,) = (path for path in FINISHED_GAMES if path.name.startswith("03_"))
    header, typed, game = typed_from(path)
    typed, edition = replace(typed, confined=("p2",)), game.state.edition
    players = seen_players(typed)
    deeds = seen_deeds(typed, edition)
    judged = [
        judge_position({**header, "rulings": rulings}, typed, edition) for rulings in RULINGS_CASES
    ]
    data = [
        score_sheet(
            SheetHead("Spring Open", edition.name),
            [],
            EndRules(edition, "two-hour", Rulings(**rulings)),
        )
        for rulings in RULINGS_CASES
    ]
    print_ = {"title": "Score sheets", "sheets": data}
    pages = iter(pages_of(typeset("score-sheets", print_, paper="us-letter", language="en")))
    assert [each.faults for each in judged] == [()] * len(judged)
    expected = [each.game.statement()["players"] for each in judged if each.game]
    assert [Pencil(next(pages), next(pages), players, deeds).rows() for _ in data] == expected
    assert len({json.dumps(rows) for rows in expected}) > len(RULINGS)


def pages_of(pdf: bytes) -> Iterator[str]:
    for page in read_pdf(pdf).pages:
        # A name may go on below, behind its hyphen.
        text = page.extract_text().replace("\u200b", "").replace("-\n", "-")
        yield " ".join(text.split())


def sheet_of(path: Path) -> Json:
    """The data of a game's sheet, before anything is written on it."""
    header, _typed, game = typed_from(path)
    players = [
        SheetPlayer(seat, player["name"], player["role"])
        for seat, player in enumerate(header["players"], start=1)
    ]
    rules = EndRules(game.state.edition, header["mode"], game.state.rulings)
    return score_sheet(SheetHead("Spring Open", game.state.edition.name), players, rules)


def seen_at(path: Path) -> tuple[dict[str, SeenPlayer], dict[str, SeenDeed], Json]:
    """The end of a game as it lies on the table, by players and names of deeds; its statement."""
    _header, typed, game = typed_from(path)
    statement = path.with_name(f"{name(path)}.statement.json").read_text("utf-8")
    deeds = seen_deeds(typed, game.state.edition)
    return seen_players(typed), deeds, json.loads(statement)


def seen_players(typed: TypedPosition) -> dict[str, SeenPlayer]:
    return {
        one: SeenPlayer(
            role,
            typed.cash.get(one, 0),
            one in typed.confined,
            typed.left.index(one) + 1 if one in typed.left else None,
        )
        for one, role in typed.roles.items()
    }


def seen_deeds(typed: TypedPosition, edition: Edition) -> dict[str, SeenDeed]:
    squares = edition.board.squares
    return {
        square_name(squares[square].name): SeenDeed(
            squares[square].city or squares[square].kind,
            deed.owner,
            deed.improvements,
            deed.mortgaged,
            typed.throws.get(square),
        )
        for square, deed in typed.deeds.items()
    }


def test_there_are_ten_ends_and_more_of_all_editions() -> None:
    assert len([path for path in FINISHED_GAMES if "_A_" not in path.name]) >= 10
    assert {Game.open(json.loads(path.open().readline())).state.edition.printed
            for path in FINISHED_GAMES} == {"us-2011", "us-wooden", "eu-fr", "ru-2014"}  # fmt: skip


def test_the_pencil_knows_nothing_of_the_product() -> None:
    lines = Path(pencil.__file__).read_text("utf-8").splitlines()
    assert modules_of(lines) == {"re", "collections", "dataclasses", "decimal", "typing"}


@pytest.mark.parametrize("path", FINISHED_GAMES, ids=name)
def test_a_sheet_filled_by_its_printed_figures_has_the_statement(
    sheets: dict[str, tuple[str, str]], path: Path
) -> None:
    players, deeds, statement = seen_at(path)
    worked_out = Pencil(*sheets[name(path)], players, deeds)
    assert worked_out.rows() == statement["players"]
    if not statement["circuit"]:
        return
    squares = {square_name(s.name): s.number for s in typed_from(path)[2].state.board.squares}
    earned = {squares[deed]: worked_out.earns(deed) for deed in deeds}
    assert earned == {row["square"]: row["amount"] for row in statement["circuit"]}


@pytest.mark.parametrize("path", ADJUSTED_GAMES, ids=name)
def test_the_adjustment_by_the_printed_amounts_leaves_the_cash_of_the_log(
    sheets: dict[str, tuple[str, str]], path: Path
) -> None:
    players, deeds, _statement = seen_at(path)
    pencil = Pencil(*sheets[name(path)], players, deeds)
    cash, deals = adjustment_of(path)
    for deal in deals:
        if deal.kind in DEALS:
            came = pencil.dealt(deal.kind, deal.deed, deal.group, deal.steps)
        else:
            came = deal.came
        cash[deal.player] += came
    assert {one: cash[one] for one in pencil.playing} == {
        one: players[one].cash for one in pencil.playing
    }


class Deal(NamedTuple):
    """What a player did in step A; `came` is the change of cash by the log."""

    player: str
    kind: str
    deed: str
    group: str
    steps: int
    came: int


def adjustment_of(path: Path) -> tuple[dict[str, int], list[Deal]]:
    """Cash when step A begins, and what was done from then to retention."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    game, deals = Game.open(lines[0]), []
    begun: dict[str, int] = {}
    for event in undone_events((event, event) for event in lines[1:]).in_force:
        if event["type"] == "retain":
            break
        before = cash_of(game)
        game.play(event)
        if begun and event["player"] in begun:
            one, square = event["player"], game.state.board.squares[event.get("square", 0)]
            deed = (square_name(square.name), square.city or "", event.get("count", 1))
            deals.append(Deal(one, event["type"], *deed, cash_of(game)[one] - before[one]))
        elif game.status == ADJUSTING:
            begun = cash_of(game)
    return begun, deals


def cash_of(game: Game) -> dict[str, int]:
    return dict(zip(game.state.ids, game.state.cash, strict=False))


@pytest.mark.django_db
def test_the_entry_form_lists_fields_and_deeds_as_the_sheet_does(
    sheets: dict[str, tuple[str, str]],
) -> None:
    path = FINISHED_GAMES[0]
    table_for(typed_from(path)[0])
    page = member("olga").get(AT).content.decode()
    labels = re.findall(r'<th scope="(?:col">|row"><bdi>)([^<]+)<', page)
    printed, at = sheets[name(path)][0], 0
    assert len(labels) == 4 + 4 + len(typed_from(path)[2].state.board.deeds)
    for label in labels:
        at = printed.index(unescape(label), at) + len(label)
