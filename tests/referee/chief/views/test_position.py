"""A final position from paper: typed, judged at its fields, confirmed by somebody else, public."""

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from referee.chief.position import table_position
from referee.engine import replay_lines
from referee.models import GameRecord
from referee.records.final_position import TypedPosition
from tests.accounts import signed_in
from tests.golden.test_golden import name
from tests.present import present
from tests.referee.log.test_chief import confirm, play
from tests.referee.records.test_final_position import FINISHED_GAMES, typed_from
from tests.referee.tables import golden, log_events, make_table, own_edition, paired
from tests.shares import sampled
from tests.tournament.making import BY, enter, entry, make_event, seat_round
from tournament.models import (
    AuditEntry,
    ConflictingResult,
    Event,
    EventRole,
    Membership,
    PaperSheet,
    Result,
    Seat,
    Table,
)
from tournament.results.selectors.reviews import review_of
from tournament.rounds.seat_plans import TablePlan
from tournament.rounds.services.rounds import ensure_round, publish_round, set_seats
from tournament.standings.selectors.pages import table_page

pytestmark = pytest.mark.django_db
AT = "/organise/open/r/1/1/position/"
SHEET = "/organise/open/r/1/1/sheet/"


def member(username: str) -> Client:
    """Somebody of the staff of the event."""
    person, _new = User.objects.get_or_create(username=username)
    role = {"role": EventRole.CHIEF_REFEREE}
    Membership.objects.get_or_create(event=Event.objects.get(), person=person, defaults=role)
    return signed_in(person)


def table_for(header: dict[str, Any], **fields: Any) -> Table:
    """A published table of an event of the header's rules, its players drawn with their roles."""
    players = header["players"]
    event = make_event(
        players=len(players),
        table_sizes=[len(players)],
        edition=header["edition"],
        edition_file=own_edition(header),
        mode=header["mode"],
        rulings=header.get("rulings", {}),
        **fields,
    )
    round_ = ensure_round(event=event, number=1, by=BY)
    seats = tuple((entry(event, n).pk, p["role"]) for n, p in enumerate(players, start=1))
    set_seats(round=round_, tables=[TablePlan(1, seats)], by=BY)
    publish_round(round=round_, by=BY)
    return Table.objects.select_related("round__event").get()


def fields_of(typed: TypedPosition, ids: list[str]) -> dict[str, str]:
    """What is typed into the form; players of the game sit in order as p01, p02, …"""
    data = {"seen": ""}
    for number, player in enumerate(ids, start=1):
        if player in typed.left:
            data[f"seat{number}-left"] = str(typed.left.index(player) + 1)
        else:
            data[f"seat{number}-cash"] = str(typed.cash[player])
        if player in typed.confined:
            data[f"seat{number}-confined"] = "on"
    for square, deed in typed.deeds.items():
        data[f"deed{square}-owner"] = f"p{ids.index(deed.owner) + 1:02}"
        data |= {f"deed{square}-built": str(deed.improvements)} if deed.improvements else {}
        data |= {f"deed{square}-mortgaged": "on"} if deed.mortgaged else {}
    for square, (one, two) in typed.throws.items():
        data |= {f"deed{square}-one": str(one), f"deed{square}-two": str(two)}
    return data


def hand_in(client: Client, data: dict[str, str], at: str = AT) -> Any:
    """Look at what follows, then hand it in."""
    looked = client.post(at, data)
    shown = looked.context.get("shown", "")
    return client.post(at, {**data, "shown": shown, "step": "enter"})


def press(client: Client, what: str, reason: str = "") -> list[str]:
    seen = client.get(AT).context["seen"]
    page = client.post(f"{SHEET}{what}/", {"seen": seen, "reason": reason}, follow=True)
    return [str(message) for message in page.context["messages"]]


@pytest.mark.parametrize("path", sampled(FINISHED_GAMES), ids=name)
def test_every_golden_game_typed_in_by_one_and_confirmed_by_another_has_its_statement(
    path: Path,
) -> None:
    header, typed, game = typed_from(path)
    ids = list(game.state.ids)
    table_for(header)
    answer = hand_in(member("olga"), fields_of(typed, ids))
    assert answer.status_code == 302, answer.context["form"].wrong
    assert not Result.objects.exists()
    assert not GameRecord.objects.exists()
    assert press(member("otto"), "confirm") == ["Confirmed: the result counts."]
    expected = path.with_name(f"{name(path)}.statement.json").read_text("utf-8")
    for number, player in enumerate(ids, start=1):
        expected = expected.replace(f'"{player}"', f'"p{number:02}"')
    result, record = Result.objects.get(), GameRecord.objects.get()
    assert (result.source, result.entered_by) == ("paper", "olga")
    assert result.statement == record.statement == json.loads(expected)
    replayed = replay_lines(record.text)
    assert replayed.refusal is None
    assert replayed.game is not None
    assert replayed.game.statement() == result.statement


def test_a_second_typing_of_a_position_begins_empty() -> None:
    header, typed, game = typed_from(FINISHED_GAMES[0])
    table_for(header)
    hand_in(member("olga"), fields_of(typed, list(game.state.ids)))
    for person, owned in (("otto", 0), ("olga", len(typed.deeds))):
        form = member(person).get(f"{AT}?anew").context["form"]
        assert sum(bool(row["owner"].value()) for row in form.deeds) == owned


def test_a_log_that_says_the_same_counts_instead_and_corrects_nothing() -> None:
    """It tells each move; nobody has to choose, and nobody is told of a correction."""
    path = next(path for path in FINISHED_GAMES if path.name.startswith("01"))
    _header, typed, game = typed_from(path)
    lines = golden("01")
    table = make_table(lines[0], slug="open", published=True)
    hand_in(member("olga"), fields_of(typed, list(game.state.ids)))
    press(member("otto"), "confirm")
    typed_result = Result.objects.get()
    form = member("olga").get(AT).context["form"]  # to be corrected, it is filled in
    assert sum(bool(row["owner"].value()) for row in form.deeds) == len(typed.deeds)
    tablet = paired(table)
    play(tablet, log_events(lines))
    assert review_of(table.pk) is not None  # a game that is being logged will have a result, too
    confirmed = confirm(tablet, "p01", "p02")
    assert confirmed.state == "confirmed"
    result = Result.objects.get()
    assert (result.source, result.revision) == ("log", 1)
    assert result.statement == typed_result.statement
    assert not ConflictingResult.objects.exists()
    record = GameRecord.objects.get(superseded_at=None)
    assert len(record.text.splitlines()) > len(lines) - 5  # each event, not the position alone
    assert present(table_page("open", 1, 1)).table.marks == ()


HEADER: dict[str, Any] = {
    "edition": "us-2011",
    "mode": "two-hour",
    "players": [{"role": "competitor"}, {"role": "monopolist"}, {"role": "competitor"}],
}
CASH = {"seen": "", "seat1-cash": "1000", "seat2-cash": "500", "seat3-cash": "300"}
# A street of each player, and the electric company in the second's hands.
DEEDS = {
    "deed1-owner": "p01",
    "deed1-built": "5",
    "deed6-owner": "p02",
    "deed8-owner": "p02",
    "deed6-built": "2",
    "deed12-owner": "p02",
    "deed12-one": "3",
    "deed12-two": "4",
    "deed39-owner": "p03",
    "deed39-mortgaged": "on",
}


@pytest.fixture
def table() -> Table:
    return table_for(HEADER)


@pytest.fixture
def olga(table: Table) -> Client:
    return member("olga")


@pytest.fixture
def otto(table: Table) -> Client:
    return member("otto")


def test_a_position_that_counts_is_public_with_record_board_statement_and_replay(
    olga: Client, otto: Client
) -> None:
    hand_in(olga, CASH | DEEDS)
    nobody = Client()
    assert nobody.get("/e/open/r/1/t/1/record.amr.jsonl").status_code == 404
    press(otto, "confirm")
    page = nobody.get("/e/open/r/1/t/1/").content.decode()
    assert "From paper: the final position was typed" in page
    assert "Statement" in page
    record = nobody.get("/e/open/r/1/t/1/record.amr.jsonl").content.decode()
    header = json.loads(record.splitlines()[0])
    assert header["x-quick"] == 1
    assert [player["name"] for player in header["players"]] == ["Player 1", "Player 2", "Player 3"]
    assert header["position"]["cash"] == {"p01": 1000, "p02": 500, "p03": 300}
    assert nobody.get("/e/open/r/1/t/1/replay/").status_code == 200
    assert "final position" in otto.get("/organise/open/results/").content.decode()


def test_what_was_published_is_verified(olga: Client, otto: Client, live_server: Any) -> None:
    hand_in(olga, CASH | DEEDS)
    press(otto, "confirm")
    out = StringIO()
    call_command("verify", f"{live_server.url}/e/open/", stdout=out)
    assert "results entered by hand, taken as published: 0" in out.getvalue()


def wrong(client: Client, data: dict[str, str]) -> list[tuple[str, str]]:
    """The fields with a fault, and the faults of none; nothing was kept, and what was typed is
    still there."""
    page = client.post(AT, data | {"step": "enter"})
    assert page.status_code == 200
    form = page.context["form"]
    kept = {name: value for name, value in data.items() if name != "seen"}
    fields = {line[field].html_name: line[field] for line in form.lines for field in line.fields}
    assert {name: fields[name].value() for name in kept if kept[name] != "on"} == {
        name: value for name, value in kept.items() if value != "on"
    }
    assert not PaperSheet.objects.exists()
    shown = page.content.decode()
    assert all(f'href="#{field}"' in shown for _name, _fault, field in form.wrong)
    return [(field, fault) for _name, fault, field in form.wrong] + [("", f) for f in form.faults]


@pytest.mark.parametrize(("change", "field", "says"), [
    ({"seat2-cash": ""}, "seat2-cash", "Type the cash"),
    ({"seat2-cash": "many"}, "seat2-cash", "whole number, from 0 to 1,000,000."),
    ({"seat2-cash": "1000001"}, "seat2-cash", "whole number, from 0 to 1,000,000."),
    ({"seat3-left": "1", "deed39-owner": "p01"}, "seat3-cash", "has no cash any more"),
    ({"seat1-left": "1", "seat1-cash": ""}, "deed1-owner", "Player 1 had left the game"),
    ({"deed1-owner": ""}, "deed1-owner", "Whose deed is it?"),
    ({"deed1-owner": "p09"}, "deed1-owner", "Select a valid choice"),
    ({"deed1-built": "6"}, "deed1-built", "number of buildings, from 0 to 5."),
    ({"deed6-built": "5"}, "deed6-built", "R11: Sunset Boulevard: at most 4 improvements"),
    ({"deed8-owner": "p01"}, "deed6-built", "R11: Sunset Boulevard: a monopolist"),
    ({"deed39-built": "1"}, "deed39-built", "R12: Wall Street: a mortgaged deed bears no"),
    ({"deed12-one": ""}, "deed12-one", "Type both dice."),
    ({"deed12-one": "7"}, "deed12-one", "what the die shows: 1 to 6."),
    ({"deed12-one": "", "deed12-two": ""}, "deed12-one", "type the two dice"),
    ({"deed28-one": "1", "deed28-two": "1"}, "deed28-one", "nobody throws for it"),
    ({"seat2-confined": "on"}, "deed12-one", "nobody throws for it"),
])  # fmt: skip
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    olga: Client, change: dict[str, str], field: str, says: str
) -> None:
    (fault,) = wrong(olga, CASH | DEEDS | change)
    assert fault[0] == f"id_{field}"
    assert says in fault[1]


def test_each_box_has_its_label_for_a_phone(table: Table, olga: Client) -> None:
    """There the heads of the columns are only read aloud; a utility's boxes have one in common."""
    table.seats.update(role="")
    page = olga.get(AT).content.decode()
    form = page.partition('id="position"')[2].partition("</form>")[0]
    boxes = re.findall(r'<(?:input type="(?:number|checkbox)"|select)[^>]* id="([^"]+)"', form)
    shown = dict(re.findall(r'<label class="position-narrow"\s+for="([^"]+)">(.*?)</label>', form))
    assert shown["id_seat1-cash"] == "Cash"
    assert shown["id_deed1-built"] == "Buildings"
    assert "id_seat1-role" in shown
    others = [box for box in boxes if box not in shown]
    assert {box.rpartition("-")[2] for box in others} == {"confined", "mortgaged", "one", "two"}
    ticked = re.findall(
        r'<label class="check"><input[^>]* id="([^"]+)"[^>]*><span class="pos', form
    )
    assert len(ticked) == sum(box.endswith(("confined", "mortgaged")) for box in others)


def test_everything_that_is_wrong_is_named_at_once(olga: Client) -> None:
    streets = {"deed6-owner": "p02", "deed6-built": "1", "deed8-owner": "p03"}
    more = {"deed11-owner": "p02", "deed11-built": "9", "deed39-owner": "p02", "deed39-built": "2"}
    found = wrong(olga, CASH | streets | more)
    assert [field for field, _fault in found] == ["id_deed11-built"]
    found = wrong(olga, CASH | streets | more | {"deed11-built": "2"})
    assert [field for field, _fault in found] == [
        "id_deed6-built", "id_deed11-built", "id_deed39-built",
    ]  # fmt: skip


def test_two_who_left_at_the_same_place_are_asked_who_was_first(olga: Client) -> None:
    data = {"seen": "", "seat1-left": "1", "seat2-left": "1", "seat3-cash": "5"}
    assert [field for field, _fault in wrong(olga, data)] == ["id_seat1-left", "id_seat2-left"]


@pytest.mark.parametrize("mode", ["A", "B"])
def test_a_game_that_would_go_on_is_no_result(mode: str) -> None:
    table_for(HEADER | {"mode": mode})
    ((field, fault),) = wrong(member("olga"), CASH)
    assert (field, fault[:20]) == ("", "The game is not over")


def test_nobody_leaves_a_game_that_is_over() -> None:
    table_for(HEADER | {"mode": "B"})
    # The monopolist goes: the competitors have won, and nobody can leave any more.
    data = {"seen": "", "seat2-left": "1", "seat1-left": "2", "seat3-cash": "300"}
    ((field, fault),) = wrong(member("olga"), data)
    assert (field, fault) == ("id_seat1-left", "The game was over before this player could leave.")


def test_what_is_hardly_so_is_asked_and_taken(olga: Client) -> None:
    data = CASH | {"seat1-cash": "20000", "seat2-cash": "0"}
    page = olga.post(AT, data)
    assert len(page.context["questions"]) == 2
    assert "and the box holds" in page.content.decode()
    assert hand_in(olga, data).status_code == 302


def test_a_change_after_the_look_is_looked_at_again(olga: Client) -> None:
    shown = olga.post(AT, CASH).context["shown"]
    page = olga.post(AT, CASH | {"seat1-cash": "1001", "shown": shown, "step": "enter"})
    assert page.context["form"].faults == ["This changed since it was looked at: look at it again."]
    assert not PaperSheet.objects.exists()
    again = CASH | {"seat1-cash": "1001", "shown": page.context["shown"], "step": "enter"}
    assert olga.post(AT, again).status_code == 302


def test_whoever_confirms_sees_cash_deeds_and_statement(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH | DEEDS)
    page = otto.get(SHEET, follow=True)
    assert page.redirect_chain == [(AT, 302)]
    text = page.content.decode()
    for shown in ("Typed by olga", "Sunset Boulevard", "hotel", "mortgaged", "$1,000", "Retention"):
        assert shown in text, shown
    assert "Preview" not in text


def test_a_rejected_position_is_typed_anew_from_what_was_there(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH | DEEDS)
    press(otto, "reject", "Player 3 has 3000")
    page = olga.get(AT)
    assert "Rejected by otto: Player 3 has 3000" in page.content.decode()
    form = page.context["form"]
    assert [line["cash"].value() for line in form.players] == [1000, 500, 300]
    rows = {line.number: line for line in form.deeds}
    assert (rows[1]["owner"].value(), rows[1]["built"].value()) == ("p01", 5)
    assert rows[39]["mortgaged"].value()
    assert [die.value() for die in rows[12].dice] == [3, 4]
    data = CASH | DEEDS | {"seat3-cash": "3000", "seen": page.context["seen"]}
    hand_in(olga, data)
    press(otto, "confirm")
    assert present(Result.objects.get().statement)["players"][2]["before_retention"] == 3000


def test_alone_it_counts_with_a_reason(olga: Client) -> None:
    hand_in(olga, CASH)
    (said,) = press(olga, "confirm")
    assert said.startswith("You typed this result")
    press(olga, "confirm", "nobody else is here")
    assert Result.objects.get().alone_reason == "nobody else is here"
    assert GameRecord.objects.get().superseded_at is None


def test_who_did_not_come_is_last_and_forfeits(olga: Client, otto: Client) -> None:
    hand_in(olga, {"seen": "", "seat1-cash": "9", "seat2-cash": "8", "seat3-left": "no-show"})
    assert olga.get(AT).context["form"].players[2].left_label == "did not come"
    press(otto, "confirm")
    page = table_page("open", 1, 1)
    assert page is not None
    assert [(seat.outcome, seat.place) for seat in page.table.seats][2] == ("no-show", 3)


def test_only_the_cash_typed_later_hides_the_record(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH)
    press(otto, "confirm")
    cash = {"seen": "", "seat1-final": "1", "seat2-final": "2", "seat3-final": "3"}
    olga.post(SHEET, cash | {"correction-reason": "counted again"})
    seen = otto.get(SHEET).context["seen"]
    otto.post(f"{SHEET}confirm/", {"seen": seen})
    assert Result.objects.get().statement is None
    assert Client().get("/e/open/r/1/t/1/record.amr.jsonl").status_code == 404
    assert "The result was entered by hand" in Client().get("/e/open/r/1/t/1/").content.decode()


def test_who_corrects_a_position_says_why_where_it_is_typed(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH)
    press(otto, "confirm")
    typed = CASH | {"seat1-cash": "901"}
    page = hand_in(olga, typed)
    assert "Say why: the result counts already." in page.content.decode()
    assert page.context["form"].players[0]["cash"].value() == "901"
    assert not PaperSheet.objects.exists()
    hand_in(olga, typed | {"correction-reason": "A note lay under the board"})
    assert "A note lay under the board" in otto.get(AT).content.decode()
    press(otto, "confirm")
    assert "A note lay under the board" in Client().get("/e/open/verify/").content.decode()


def test_each_kind_of_sheet_leads_to_its_page_and_to_the_other(olga: Client) -> None:
    olga.post(SHEET, {"seen": "", "seat1-final": "1", "seat2-final": "2", "seat3-final": "3"})
    assert olga.get(AT)["Location"] == SHEET
    page = olga.get(f"{AT}?anew")
    data = CASH | {"seen": page.context["seen"]}
    assert hand_in(olga, data).status_code == 302
    assert olga.get(SHEET)["Location"] == AT
    assert olga.get(f"{SHEET}?anew").status_code == 200


def test_two_who_type_at_once_do_not_overwrite_each_other(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH)
    answer = hand_in(otto, CASH | {"seat1-cash": "1", "deed1-owner": "p01"})
    assert answer["Location"] == SHEET
    sheet = PaperSheet.objects.get()
    assert present(sheet.position)["cash"]["p01"] == 1000
    assert present(sheet.second)["position"]["cash"]["p01"] == 1
    page = " ".join(otto.get(AT, follow=True).content.decode().split())
    assert "olga and otto typed different results" in page
    assert "Basin Street" in page


def test_a_table_whose_tablet_died_goes_on_from_its_last_position() -> None:
    lines = golden("01")
    game = play(paired(make_table(lines[0])), log_events(lines)[:30])
    page = member("olga").get(AT)
    assert "the last position that the table’s tablet handed in" in page.content.decode()
    shown = [line["cash"].value() for line in page.context["form"].players]
    assert shown == [player.cash for player in present(table_position(game, {})).players]


def test_rules_that_changed_meanwhile_are_noticed(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH | {"seat1-cash": "1005"})
    Event.objects.update(rulings={"rounding": "down"})
    assert "rules changed" in press(otto, "confirm")[0]
    assert not Result.objects.exists()


def test_others_at_the_table_are_noticed(olga: Client, otto: Client) -> None:
    hand_in(olga, CASH)
    one, _two, three = Table.objects.get().seats.order_by("order")
    for seat, order in ((one, 6), (three, 1), (one, 3)):
        Seat.objects.filter(pk=seat.pk).update(order=order)
    assert "other players now" in press(otto, "confirm")[0]


def test_thrown_roles_come_with_the_position() -> None:
    table = table_for(HEADER, roles="thrown")
    table.seats.update(role="")
    olga, otto = member("olga"), member("otto")
    roles = {f"seat{n}-role": "competitor" for n in (1, 2, 3)}
    assert [field for field, _fault in wrong(olga, CASH)] == [f"id_seat{n}-role" for n in (1, 2, 3)]
    ((field, fault),) = wrong(olga, CASH | roles)
    assert (field, "the roles differ by one at most" in fault) == ("", True)
    hand_in(olga, CASH | roles | {"seat2-role": "monopolist"})
    press(otto, "confirm")
    kept = list(table.seats.order_by("order").values_list("role", flat=True))
    assert kept == ["competitor", "monopolist", "competitor"]


def test_the_next_table_is_offered(olga: Client) -> None:
    event = Event.objects.get()
    enter(event, {n: f"Player {n}" for n in range(4, 7)})
    seat_round(event, 2, (4, 5, 6))
    answer = hand_in(olga, CASH)
    assert answer.url == "/organise/open/r/2/1/position/"
    answer = hand_in(olga, CASH, answer.url)
    assert answer.url == "/organise/open/results/"


def test_the_audit_log_has_the_position_and_no_name(olga: Client) -> None:
    hand_in(olga, CASH | DEEDS)
    row = AuditEntry.objects.get(kind="papersheet")
    assert present(row.after)["position"]["deeds"]["1"]["improvements"] == 5
    assert "Player 1" not in json.dumps(row.after)
