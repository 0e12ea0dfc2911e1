"""Files that are small and make much work: a workbook of 131 KiB took 54 s and 230 MB."""

import io
import json
import resource
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from openpyxl import Workbook

from referee.records.importing import RecordFile, RecordsRefusedError, read_records
from scoring.game.schema import EditionError
from tests.tournament.making import make_event
from tournament.common import limited_process
from tournament.common.editions import read_own_edition
from tournament.models import Entry
from tournament.people.imports import workbook_process
from tournament.people.imports.faults import SheetError
from tournament.people.imports.sheets import MAX_BYTES, SheetRow, read_sheet

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
Parts = dict[str, bytes]


def parts() -> Parts:
    """The parts of a plain workbook."""
    book = Workbook()
    book.create_sheet(index=0).append(["name"])
    out = io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(found: Parts) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in found.items():
            archive.writestr(name, content)
    return out.getvalue()


def sheet(rows: str, before: str = "") -> bytes:
    """A workbook with this inside its sheet."""
    text = (
        f'<?xml version="1.0"?>{before}<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>'
    )
    return packed({**parts(), SHEET: text.encode()})


def inline(reference: str, text: str) -> str:
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'


def fault(content: bytes) -> str:
    with pytest.raises(SheetError) as refused:
        read_sheet(content)
    assert refused.value.fault.remedy
    return str(refused.value)


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def lying_directory() -> bytes:
    """A part of 40 MB of which the directory says that it has 10 bytes."""
    content = bytearray(packed({**parts(), "xl/media/image.png": b"\0" * 40_000_000}))
    size = (40_000_000).to_bytes(4, "little")
    assert content.count(size) == 2
    return bytes(content).replace(size, (10).to_bytes(4, "little"))


def one_text_in_every_cell() -> bytes:
    """10,000 cells of one text of 32 kB: 320 MB."""
    cells = '<c t="s"><v>0</v></c>'
    strings = f"<sst {MAIN}><si><t>{'x' * 32_000}</t></si></sst>".encode()
    found = parts()
    found["xl/_rels/workbook.xml.rels"] = found["xl/_rels/workbook.xml.rels"].replace(
        b"</Relationships>",
        b'<Relationship Id="s" Target="sharedStrings.xml" Type="http://schemas.openxmlformats.org'
        b'/officeDocument/2006/relationships/sharedStrings"/></Relationships>',
    )
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    found["[Content_Types].xml"] = found["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>',
    )
    rows = f"<row>{cells * 40}</row>" * 250
    text = f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
    return packed({**found, STRINGS: strings, SHEET: text.encode()})


LAUGHS = (
    "<!DOCTYPE a ["
    + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    + "]>"
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/passwd">]>'
ATTACKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "many small cells": (
        lambda: sheet("<row>" + "<c/>" * 1_500_000 + "</row>"),
        "The workbook takes too long to read.",
    ),
    "many rows": (lambda: sheet("<row/>" * 600_000), "more than 20000 rows"),
    "rows of nothing but numbers": (
        lambda: sheet("<row><c><v>1</v></c></row>" * 100_000),
        "more than 20000 rows",
    ),
    "cells in column XFD": (
        lambda: sheet(
            "".join(f'<row r="{n}">{inline(f"XFD{n}", "x")}</row>' for n in range(1, 9_000))
        ),
        "row 1: There are more than 50 columns.",
    ),
    "a cell in column AY": (
        lambda: sheet(
            f'<row r="1">{inline("A1", "name")}</row><row r="3">{inline("AY3", "x")}</row>'
        ),
        "row 3: There are more than 50 columns.",
    ),
    "a cell in the last row": (
        lambda: sheet(f'<row r="1048576">{inline("A1048576", "x")}</row>'),
        "more than 20000 rows",
    ),
    "a row far behind the last": (
        lambda: sheet(f'<row r="{10**17}">{inline("A1", "x")}</row>'),
        "more than 20000 rows",
    ),
    "zeros that unpack to 200 MB": (
        lambda: packed({**parts(), "xl/media/image.png": b"\0" * 200_000_000}),
        "the workbook is larger than 10 MB",
    ),
    "a directory that lies": (lying_directory, "not a readable XLSX workbook"),
    "many parts": (
        lambda: packed({**parts(), **{f"xl/media/{n}": b"" for n in range(30_000)}}),
        "the workbook is larger than 10 MB",
    ),
    "a workbook in a workbook": (
        lambda: packed({SHEET: packed({SHEET: packed(parts())})}),
        "not a readable XLSX workbook",
    ),
    "one long text in every cell": (one_text_in_every_cell, "the workbook is larger than 10 MB"),
    "laughs by the billion": (
        lambda: sheet(f"<row>{inline('A1', '&e11;')}</row>", LAUGHS),
        "not a readable XLSX workbook",
    ),
    "a file of the server": (
        lambda: sheet(f"<row>{inline('A1', '&file;')}</row>", OUTSIDE),
        "not a readable XLSX workbook",
    ),
    "many styles": (
        lambda: packed(
            {
                **parts(),
                "xl/styles.xml": f"<styleSheet {MAIN}><fonts>".encode()
                + b"<font><b/></font>" * 550_000
                + b"</fonts></styleSheet>",
            }
        ),
        "The workbook takes too long to read.",
    ),
}


# Those that are refused before much is read; the others take seconds each.
QUICK = {
    "a cell in column AY",
    "a cell in the last row",
    "a workbook in a workbook",
    "laughs by the billion",
    "a file of the server",
}


@pytest.mark.parametrize(
    "attack",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.exhaustive) for name in ATTACKS],
)
def test_a_workbook_that_makes_much_work_is_refused_within_the_limits(
    attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, reason = ATTACKS[attack]
    if "too long" in reason:  # The others are found out sooner, but not on a busy machine in 2 s.
        monkeypatch.setattr(workbook_process, "MAX_SECONDS", 2)
    content, before = make(), cpu_of_children()
    assert len(content) < MAX_BYTES
    assert reason in fault(content)
    assert cpu_of_children() - before <= workbook_process.MAX_SECONDS + 1


@pytest.mark.exhaustive
def test_cells_far_out_that_are_empty_take_no_room() -> None:
    rows = "".join(
        f'<row r="{n}">{inline(f"A{n}", f"P{n}")}<c r="XFD{n}"/></row>' for n in range(1, 9_000)
    )
    found = read_sheet(sheet(f"<row r='1'>{inline('A1', 'name')}</row>" + rows))
    assert found[1] == SheetRow(2, ["P2"])
    assert max(len(row.cells) for row in found) == 1


@pytest.mark.exhaustive
def test_a_list_of_the_greatest_size_is_read() -> None:
    book = Workbook(write_only=True)
    page = book.create_sheet()
    page.append(["name", "club", "email", "seed"])
    for number in range(1, workbook_process.MAX_ROWS):
        page.append([f"Player {number}", "North", f"p{number}@example.org", number])
    out = io.BytesIO()
    book.save(out)
    rows = read_sheet(out.getvalue())
    assert len(rows) == workbook_process.MAX_ROWS
    assert rows[-1].cells == ["Player 19999", "North", "p19999@example.org", "19999"]


def test_a_formula_is_read_as_the_value_it_had() -> None:
    rows = '<row><c t="str"><f>WEBSERVICE("http://localhost:9600/")</f><v>Ada</v></c></row>'
    assert read_sheet(sheet(rows)) == [SheetRow(1, ["Ada"])]


def test_the_process_that_reads_knows_nothing_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: dict[str, dict[str, str]] = {}
    start = subprocess.Popen

    def watched(*arguments: object, **options: object) -> object:
        seen["env"] = options["env"]  # type: ignore[assignment]
        return start(*arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setenv("SECRET_KEY", "s3cret")
    monkeypatch.setattr(subprocess, "Popen", watched)
    assert read_sheet(packed(parts())) == [SheetRow(1, ["name"])]
    assert set(seen["env"]) <= set(limited_process.KEPT)


def test_workbooks_are_read_from_threads_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    content, answers = packed(parts()), []
    threads = [
        threading.Thread(target=lambda: answers.append(read_sheet(content))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[SheetRow(1, ["name"])]] * 6
    monkeypatch.setattr(limited_process, "PATIENCE", 0.01)
    with ExitStack() as taken:
        for _place in range(limited_process.AT_ONCE):
            taken.enter_context(limited_process._places)
        assert "The server is reading other files." in fault(content)


@pytest.mark.django_db
def test_the_command_reads_within_the_same_limits(tmp_path: Path) -> None:
    make_event()
    file = tmp_path / "players.xlsx"
    file.write_bytes(ATTACKS["cells in column XFD"][0]())
    with pytest.raises(CommandError, match="row 1: There are more than 50 columns"):
        call_command("import_players", "open", str(file))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name," + b"," * 60_000, "row 1: This line has 60005 characters."),
        (b"name\n" + b"x" * 200_000, "row 2: This line has 200000 characters."),
        (b"name\n" + b'"' + b"x\n" * 400_000, "row 2: The quotation marks do not match up"),
        (b'name\n"' + b'x","' * 12_000 + b'"', "row 2: There are more than 50 columns"),
        (b"name\n" + b'"a\n",' * 900_000, "row 2: There are more than 50 columns"),
        (b"name\n" + b"\n" * 1_000_000 + b"Ada\n", "The file has more than 20000 rows"),
        (b"name\n" + b",\n" * 1_000_000 + b"Ada\n", "The file has more than 20000 rows"),
        (b"name\nAda\x00\n", "This is not a text file"),
        (
            b"name\n" + "Ж".encode() * 100_000 + b"\xd0",
            "row 2: The file is not in UTF-8 (byte 0xd0)",
        ),
        (("name\n" + "Ж" * 100_000).encode("utf-16"), "row 2: This line has 100000 characters."),
        (("x\n" * 100_000).encode("utf-16"), "The file has more than 20000 rows"),
        (b"\xe9" * 3_000_000, "row 1: This line has 3000000 characters."),
        (b"x" * 3_000_000 + b"\xe9", "row 1: This line has 3000001 characters."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512, "This is not a text file"),
        (b"\x1f\x8b\x08" + b"\0" * 512, "This is not a text file"),
        (b"name\r" * 1_000_000, "The file has more than 20000 rows"),
    ],
)
def test_a_text_that_makes_much_work_is_refused(content: bytes, reason: str) -> None:
    assert reason in fault(content)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{a=" * 50_000,
        ".".join("a" * 20_000) + " = 1",
        "[" + ".".join("a" * 20_000) + "]",
        'inherits = "us-2011"\nstart_cash = ' + "9" * 5_000,
        'inherits = "us-2011"\nstart_cash = 0x' + "f" * 50_000,
        'inherits = "us-2011"\nstart_cash = 1e400',
        'inherits = "us-2011"\nstart_cash = nan',
        'inherits = "us-2011"\nstart_cash = 9999-12-31T23:59:59+23:59',
        "x" * 300_000,
        '"' * 200_000,
        "# \ud800",
        "a = 1\x00",
    ],
    ids=range(13),
)
def test_an_edition_file_that_makes_much_work_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        read_own_edition(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff" * 1000,
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b'{"type":"header","round":' + b"9" * 5_000 + b"}",
        b'{"type":"header","version":1,"edition":"us-2011","x-a":' + b"[" * 90 + b"]" * 90 + b"}",
        b'{"a":"' + b'\\"' * 100_000 + b"[" * 200,
        b"\n" * 1_000_000,
        b"{}\n" * 300_000,
        b"\x1f\x8b\x08" + b"\0" * 512,
        json.dumps({"players": [{"id": "p" * 10**6}]}).encode(),
    ],
    ids=range(11),
)
def test_a_record_that_makes_much_work_is_refused(content: bytes) -> None:
    event = make_event(players=4)
    with pytest.raises(RecordsRefusedError):
        read_records(event, 1, [RecordFile("a.amr.jsonl", content)])


PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-I", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("attack", ["many small cells", "one long text in every cell"])
def test_the_reader_takes_no_more_memory_than_its_limit(attack: str) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c", PEAK, limited_process.__file__),
            *("2", str(workbook_process.MAX_MEMORY), workbook_process.__file__),
        ],
        input=ATTACKS[attack][0](),
        capture_output=True,
        check=True,
    )
    assert 10_000 < int(done.stdout) <= workbook_process.MAX_MEMORY // 1024


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (
            lambda: b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 99,
            "This is not a text file.",
        ),
        (lambda: b"\x89PNG\r\n\x1a\n" + bytes(2000), "This is not a text file."),
        (lambda: b"name\n" + b"Ada\n" * 100_000, "The file has more than 20000 rows."),
        (ATTACKS["cells in column XFD"][0], "There are more than 50 columns"),
        (one_text_in_every_cell, "Unpacked, the workbook is larger than 10 MB."),
    ],
    ids=["photo", "picture", "rows", "columns", "bomb"],
)
def test_the_page_says_what_is_wrong_with_what_is_no_list(
    admin_client: Client, made: Callable[[], bytes], reason: str
) -> None:
    make_event()
    file = SimpleUploadedFile("players.xlsx", made())
    page = admin_client.post("/organise/open/players/import/", {"file": file}).content.decode()
    assert reason in page
    assert 'value="import"' not in page
    assert not Entry.objects.exists()
