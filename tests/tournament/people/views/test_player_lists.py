"""The organiser's pages that import, export and merge players."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.accounts import staff
from tests.present import present
from tests.tournament.making import enter, entry, make_event, seat_round
from tests.tournament.people.imports.test_sheets import workbook
from tournament.access import Action
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Entry, Event
from tournament.people.imports.matching import plan_import
from tournament.people.imports.players import read_players
from tournament.people.imports.sheets import read_sheet
from tournament.people.imports.workbook_process import MAX_COLUMNS
from tournament.people.services.entries import add_entry
from tournament.people.services.imports import import_players
from tournament.people.views import uploaded_list
from tournament.people.views.remembered_columns import KEY, MAX_LISTS, remembered_columns

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/players/import/"
GOOD = "name,club,email\nAda <b>Byron</b>,North,ada@example.org\nСофья,,\n".encode()
BAD = b"name,email\nAda,nowhere\n,b@example.org\n"


@pytest.fixture(autouse=True)
def event():
    return make_event(players=0)


def upload(client, content: bytes) -> str:
    file = SimpleUploadedFile("players.csv", content, "text/csv")
    response = client.post(PAGE, {"file": file})
    assert response.status_code == 200
    return str(response.content.decode())


def test_only_organisers_who_may_enter_players_see_it(client):
    assert client.get(PAGE).status_code == 302
    client.force_login(staff("ada", *set(Action) - {Action.IMPORT_PLAYERS}))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"kept": "bmFtZQpBZGEK"}).status_code == 403


def test_a_file_is_shown_first_and_then_imported(admin_client):
    page = upload(admin_client, GOOD)
    assert "2 to add" in page
    assert "Ada &lt;b&gt;Byron" in page
    assert not Entry.objects.exists()
    kept = present(re.search(r'name="kept" value="([^"]+)"', page))
    done = admin_client.post(PAGE, {"kept": kept[1]}, follow=True).content.decode()
    assert "2 added, 0 changed" in done
    assert [entry.name for entry in Entry.objects.order_by("seed")] == [
        "Ada <b>Byron</b>",
        "Софья",
    ]
    assert AuditEntry.objects.filter(action="import players").count() == 1


def kept_in(page: str) -> str:
    return present(re.search(r'name="kept" value="([^"]+)"', page))[1]


def test_good_rows_are_taken_and_bad_ones_listed(admin_client):
    page = upload(admin_client, BAD + b"Eve,eve@example.org\n")
    assert "2 faults: their rows are left out" in page
    assert "Import the 1 good row" in page
    assert re.findall(r'<th scope="row" class="num">(\d+)', page)[:2] == ["2", "3"]
    kept = kept_in(page)
    bad = admin_client.post(PAGE, {"kept": kept, "do": "bad"})
    assert "attachment" in bad["Content-Disposition"]
    _header, *rows = csv.reader(io.StringIO(bad.content.decode("utf-8-sig")))
    assert [row[:3] for row in rows] == [["Ada", "nowhere", "2"], ["", "b@example.org", "3"]]
    assert rows[0][3].startswith("email: This is not an email address.")
    done = admin_client.post(PAGE, {"kept": kept}, follow=True).content.decode()
    assert "1 added" in done
    assert "2 rows with faults were not taken. Choose the same file again" in done
    assert f'<a href="{PAGE}">Import players</a>' in done
    again = upload(admin_client, BAD + b"Eve,eve@example.org\n")
    assert "0 to add, 0 to change, 1 unchanged" in again
    assert "2 faults: their rows are left out" in again
    assert [entry.name for entry in Entry.objects.all()] == ["Eve"]


def test_a_list_without_a_good_row_writes_nothing(admin_client):
    page = upload(admin_client, BAD)
    assert 'value="import"' not in page
    assert admin_client.post(PAGE, {"kept": kept_in(page)}).status_code == 200
    assert not Entry.objects.exists()


def test_a_row_that_is_wrong_without_the_bad_ones_is_left_out_too(admin_client, event):
    content = b"name,seed\nAda,1\nBen,2\n"
    import_players(event=event, content=content, by="t")
    page = upload(admin_client, b"name,seed,email\nBen,1,\nAda,3,x\nCyd,7,\n")
    admin_client.post(PAGE, {"kept": kept_in(page)})
    found = Entry.objects.order_by("seed").values_list("name", "seed")
    assert list(found) == [("Ada", 1), ("Ben", 2), ("Cyd", 7)]


def test_columns_are_guessed_and_can_be_chosen(admin_client):
    page = upload(admin_client, "Nom;Prénom;Local\nByron;Ada;North\n".encode())
    assert chosen_in(page) == ["utf-8", "last", "first"]
    assert "not imported: <bdi>Local</bdi>." in " ".join(page.split())
    chosen = {"kept": kept_in(page), "column": ["last", "first", "club"]}
    again = admin_client.post(PAGE, {**chosen, "do": "look"}).content.decode()
    assert chosen_in(again) == ["utf-8", "last", "first", "club"]
    assert "not imported" not in again
    admin_client.post(PAGE, chosen)
    (found,) = Entry.objects.all()
    assert (found.name, found.club) == ("Ada Byron", "North")


def test_a_list_whose_titles_say_nothing_is_read_by_choice(admin_client):
    page = upload(admin_client, b"A,B\nAda,North\n")
    assert "No column is called" in page
    admin_client.post(PAGE, {"kept": kept_in(page), "column": ["name", ""]})
    assert [entry.name for entry in Entry.objects.all()] == ["Ada"]
    twice = {"kept": kept_in(page), "column": ["name", "name"], "do": "look"}
    assert "Two columns hold" in admin_client.post(PAGE, twice).content.decode()


RUSSIAN = "Имя;Клуб\nЗоя Цой;Север\n"


def chosen_in(page: str) -> list[str]:
    """The values that are selected on a page: the encoding, then what each column holds."""
    return re.findall(r'value="([\w-]*)"\s+selected', page)


def test_the_guess_of_the_encoding_is_shown_and_can_be_changed(admin_client):
    page = upload(admin_client, RUSSIAN.encode("cp1251"))
    assert "Read as Windows-1251 (Cyrillic)." in page
    assert chosen_in(page) == ["windows-1251", "name", "club"]
    assert "Зоя Цой" in page
    sent = {"kept": kept_in(page), "shown_as": "windows-1251", "column": ["name", "club"]}
    other = admin_client.post(PAGE, {**sent, "encoding": "windows-1252", "do": "look"})
    assert "Çîÿ Öîé" in other.content.decode()
    assert chosen_in(other.content.decode())[0] == "windows-1252"
    admin_client.post(PAGE, {**sent, "encoding": "windows-1251"})
    assert [(entry.name, entry.club) for entry in Entry.objects.all()] == [("Зоя Цой", "Север")]


def test_what_is_read_otherwise_than_shown_is_shown_before_it_is_imported(admin_client):
    page = upload(admin_client, RUSSIAN.encode("cp1251"))
    sent = {"kept": kept_in(page), "shown_as": "windows-1252", "encoding": "windows-1251"}
    page = admin_client.post(PAGE, {**sent, "column": ["", ""]}).content.decode()
    assert chosen_in(page) == ["windows-1251", "name", "club"]
    assert not Entry.objects.exists()
    admin_client.post(PAGE, {**sent, "shown_as": "windows-1251", "column": ["name", "club"]})
    assert Entry.objects.get().name == "Зоя Цой"


def test_a_text_that_is_not_in_the_chosen_encoding_can_be_read_in_another(admin_client):
    page = upload(admin_client, RUSSIAN.encode("cp1251"))
    sent = {"kept": kept_in(page), "shown_as": "windows-1251", "encoding": "utf-8"}
    page = admin_client.post(PAGE, {**sent, "do": "import"}).content.decode()
    assert "The file is not in UTF-8 (byte 0xc8)." in page
    assert chosen_in(page) == ["utf-8"]
    sent = {"kept": kept_in(page), "shown_as": "utf-8", "encoding": "windows-1251"}
    assert "1 to add" in admin_client.post(PAGE, sent).content.decode()
    wrong = {"kept": kept_in(page), "encoding": "ebcdic"}
    assert chosen_in(admin_client.post(PAGE, wrong).content.decode())[0] == "windows-1251"


def test_a_workbook_has_no_encoding_and_a_broken_one_is_not_sent_back(admin_client):
    page = upload(admin_client, workbook(["Open 2026"], [None], ["name"], ["Zoë"]))
    assert 'name="encoding"' not in page
    assert "Row 3 names the columns: what stands above it is left out." in page
    assert "1 to add" in page
    assert 'name="kept"' not in upload(admin_client, b"PK\x03\x04 but no workbook")


def test_a_list_of_another_program_is_named(admin_client):
    page = upload(admin_client, b"GamerTag,Short GamerTag,Prefix,Email\nN | ada,ada,N,\n")
    assert "A list from start.gg" in page
    assert chosen_in(page) == ["utf-8", "name", "club", "email"]
    page = upload(admin_client, GOOD)
    assert "A list from" not in page
    assert "what stands above it" not in page


OWN = b"Handle,Crew,Fee\nada,North,5\n"
REMEMBERED = "they hold what you chose then"


def test_chosen_columns_are_remembered_for_lists_with_the_same_titles(admin_client):
    page = upload(admin_client, OWN)
    assert (chosen_in(page), REMEMBERED in page) == (["utf-8"], False)
    chosen = {"kept": kept_in(page), "column": ["name", "club", ""], "do": "look"}
    assert REMEMBERED not in admin_client.post(PAGE, chosen).content.decode()
    page = upload(admin_client, b"HANDLE;Crew;Fee\nben;South;5\n")
    assert (chosen_in(page), REMEMBERED in page) == (["utf-8", "name", "club"], True)
    assert "1 to add" in page
    other = upload(admin_client, b"Handle,Fee,Crew\nben,5,South\n")
    assert (chosen_in(other), REMEMBERED in other) == (["utf-8"], False)


def test_choosing_what_the_titles_say_forgets_the_choice(admin_client):
    page = upload(admin_client, GOOD)
    sent = {"kept": kept_in(page), "do": "look"}
    admin_client.post(PAGE, {**sent, "column": ["name", "", "email"]})
    assert chosen_in(upload(admin_client, GOOD)) == ["utf-8", "name", "email"]
    admin_client.post(PAGE, {**sent, "column": ["name", "club", "email"]})
    page = upload(admin_client, GOOD)
    assert (chosen_in(page), REMEMBERED in page) == (["utf-8", "name", "club", "email"], False)


def test_a_team_is_remembered_where_the_event_has_its_own(admin_client, event):
    update_event(event=event, teams="names", by="t")
    sent = {"kept": kept_in(upload(admin_client, OWN)), "do": "look"}
    admin_client.post(PAGE, {**sent, "column": ["name", "team", "nonsense"]})
    assert chosen_in(upload(admin_client, OWN)) == ["utf-8", "name", "team"]
    (kept,) = admin_client.session[KEY].values()
    assert kept == ["name", "team"]
    header = read_sheet(OWN)[0]
    assert remembered_columns(admin_client.session, header, {"name", "club"}) == {0: "name"}
    update_event(event=event, teams="clubs", by="t")
    assert chosen_in(upload(admin_client, OWN)) == ["utf-8", "name"]


def test_a_session_remembers_a_bounded_number_of_lists(admin_client):
    for number in range(MAX_LISTS + 1):
        kept = kept_in(upload(admin_client, f"Handle,x{number}\nada,1\n".encode()))
        admin_client.post(PAGE, {"kept": kept, "column": ["name", ""] * 99, "do": "look"})
    assert len(admin_client.session[KEY]) == MAX_LISTS
    assert {len(columns) for columns in admin_client.session[KEY].values()} == {MAX_COLUMNS}
    assert chosen_in(upload(admin_client, b"Handle,x0\nada,1\n")) == ["utf-8"]
    assert chosen_in(upload(admin_client, b"Handle,x1\nada,1\n")) == ["utf-8", "name"]


def test_an_import_beyond_the_limit_says_so(admin_client, event):
    update_event(event=event, registration_limit=1, by="t")
    sent = {"kept": kept_in(upload(admin_client, GOOD))}
    done = admin_client.post(PAGE, sent, follow=True).content.decode()
    assert "limit of players is 1, and it has 2 now." in done
    changed = {"kept": kept_in(upload(admin_client, GOOD.replace(b"North", b"South")))}
    assert "limit of players" not in admin_client.post(PAGE, changed, follow=True).content.decode()


def test_who_is_nearly_known_is_merged_by_a_tick(admin_client, event):
    import_players(event=event, content=b"name,club\nAda Lovelace,North\n", by="t")
    content = (
        b'name,email\n"Lovelace, Ada",ada@example.org\nGrace Hopper,\nGrace Hoper,g@example.org\n'
    )
    page = upload(admin_client, content)
    same = re.findall(r'name="same"\s+value="([^"]+)"', page)
    assert len(same) == 2
    assert "3 to add" in page
    looked = admin_client.post(PAGE, {"kept": kept_in(page), "same": same, "do": "look"})
    assert "1 to add, 1 to change" in looked.content.decode()
    admin_client.post(PAGE, {"kept": kept_in(page), "same": [*same, "9.e9", "x", "2.", "3.r3"]})
    found = Entry.objects.order_by("seed").values_list("name", "email", "club")
    assert list(found) == [
        ("Ada Lovelace", "ada@example.org", "North"),
        ("Grace Hopper", "g@example.org", ""),
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_export_holds_no_formula_and_comes_back_as_it_was(admin_client, event, kind):
    names = ["=HYPERLINK(1)", "+1", "-Ada", "@cmd", "Ben", "'quoted"]
    for name in names:
        add_entry(event=event, name=name, club="=1+1", by="t")
    answer = admin_client.get(f"/organise/open/downloads/players.{kind}")
    content = answer.getvalue()
    cells = [cell for row in read_sheet(content) for cell in row.cells]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    plan = plan_import(event, read_players(content))
    assert (plan.faults, plan.count("same")) == ((), len(names))


def merge_of(client, event: Event, keep: int, other: int) -> str:
    """The page after the entries with these seeds were merged."""
    keys = {"keep": entry(event, keep).pk, "other": entry(event, other).pk}
    done = client.post("/organise/open/players/merge/", keys, follow=True)
    return str(done.content.decode())


def test_two_entries_of_one_person_become_one(admin_client, event):
    content = b"name,email,club\nAda Lovelace,,North\nBen,,\nAda Lovelase,ada@example.org,South\n"
    import_players(event=event, content=content, by="t")
    update_event(event=event, keep_apart=[["p03", "p02"], ["p01", "p03"]], by="t")
    spring = make_event("spring")
    add_entry(event=spring, name="Ada Lovelase", email="ada@example.org", by="t")
    page = admin_client.get("/organise/open/players/merge/").content.decode()
    assert page.count("Keep this one") == 2
    assert "stands in the list once" in merge_of(admin_client, event, 1, 3)
    ada = Entry.objects.get(event=event, seed=1)
    assert (ada.name, ada.email, ada.club) == ("Ada Lovelace", "ada@example.org", "North")
    assert (entry(spring, 1).name, entry(spring, 1).email) == ("Ada Lovelase", "ada@example.org")
    assert Event.objects.get(slug="open").keep_apart == [["p01", "p02"]]
    assert event.entries.count() == 2
    assert AuditEntry.objects.filter(action="merge").count() == 1


def test_who_was_seated_stays_when_two_are_merged(admin_client, event):
    enter(event, {1: "Ada", 2: "Ada B", 3: "Cyd"})
    seat_round(event, 1, (2, 3))
    assert "was seated under this seed rank: keep that entry." in merge_of(
        admin_client, event, 1, 2
    )
    assert "stands in the list once" in merge_of(admin_client, event, 2, 1)
    assert Entry.objects.count() == 2


def test_nothing_chosen_too_much_and_nonsense_are_told(admin_client, monkeypatch):
    assert "Choose a CSV or XLSX file." in admin_client.post(PAGE).content.decode()
    assert "Choose a CSV" in admin_client.post(PAGE, {"kept": "%%%"}).content.decode()
    monkeypatch.setattr(uploaded_list, "MAX_BYTES", len(GOOD) - 1)
    assert "The file is larger than" in upload(admin_client, GOOD)
    assert not Entry.objects.exists()


def test_a_change_of_the_name_in_this_event_is_shown(admin_client):
    import_players(event=Event.objects.get(), content=b"name,email\nAda,ada@example.org\n", by="t")
    page = upload(admin_client, b"name,email\nAda Lovelace,ada@example.org\n")
    assert "<bdi>Ada</bdi> → <bdi>Ada Lovelace</bdi>" in page
