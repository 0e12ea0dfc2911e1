"""Files as rows of cells: encodings, separators, workbooks, and everything that is neither."""

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.present import present
from tournament.people.imports import sheets
from tournament.people.imports import workbook_process as limits
from tournament.people.imports.faults import SheetError
from tournament.people.imports.sheets import SheetRow, read_sheet


def workbook(*rows) -> bytes:
    book = Workbook()
    for row in rows:
        present(book.active).append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf_8_is_read_with_or_without_its_mark(encoding):
    rows = read_sheet("name,club\nЗоя Ł,Café\n".encode(encoding))
    assert rows == [SheetRow(1, ["name", "club"]), SheetRow(2, ["Зоя Ł", "Café"])]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_separator_and_the_line_ends_are_found(separator, end):
    text = f"name{separator}club{end}Ada{separator}A{end}"
    assert [row.cells for row in read_sheet(text.encode())] == [["name", "club"], ["Ada", "A"]]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "cp1251"])
def test_other_encodings_are_read_by_a_guess_or_as_is_said(codec):
    content = "имя,клуб\nЗоя Цой,Север\n".encode(codec)
    assert read_sheet(content) == [SheetRow(1, ["имя", "клуб"]), SheetRow(2, ["Зоя Цой", "Север"])]
    assert read_sheet("name\nJosé\n".encode("cp1252"), "windows-1251")[1].cells == ["Josй"]


@pytest.mark.parametrize("title", ["Club Open 2026 – entries", "Club, Open; 2026", '"Club, Open"'])
def test_what_stands_above_the_titles_of_the_columns_is_left_out(title):
    rows = read_sheet(f"{title}\n\nof,May\nName;Verein;E-Mail\nAda;North;\n".encode())
    assert rows == [SheetRow(4, ["Name", "Verein", "E-Mail"]), SheetRow(5, ["Ada", "North"])]


def test_titles_of_a_workbook_may_stand_below_a_title_too():
    book = workbook(["Club Open 2026", None, 3], [], ["Player", "Club"], ["Ada", "North"])
    assert read_sheet(book) == [SheetRow(3, ["Player", "Club"]), SheetRow(4, ["Ada", "North"])]


def test_titles_of_columns_are_looked_for_among_the_first_ten_rows():
    assert read_sheet(b"x\n" * 9 + b"name\nAda\n")[0] == SheetRow(10, ["name"])
    assert read_sheet(b"x\n" * 10 + b"name\nAda\n")[0] == SheetRow(1, ["x"])


def test_of_two_rows_with_known_titles_the_first_that_knows_most_is_taken():
    rows = read_sheet(b"club,Nord\nname,club,email\nname,club,email\n")
    assert [row.number for row in rows] == [2, 3]


def test_blank_rows_are_left_out_and_numbers_count_them():
    rows = read_sheet(b"name,club\n\n , \nAda,\n")
    assert rows == [SheetRow(1, ["name", "club"]), SheetRow(4, ["Ada"])]


def test_a_cell_in_quotation_marks_may_have_separators_and_line_ends():
    rows = read_sheet(b'name,club\n"Ada, the ""First""","A\nB"\nBen,C\n')
    assert rows[1] == SheetRow(2, ['Ada, the "First"', "A\nB"])
    assert rows[2] == SheetRow(4, ["Ben", "C"])


def test_a_workbook_is_read_from_its_first_sheet():
    rows = read_sheet(
        workbook(["name", "seed"], ["Ada", 1], [None, None], ["Ben", 2.0], ["C", 2.5])
    )
    assert rows == [
        SheetRow(1, ["name", "seed"]),
        SheetRow(2, ["Ada", "1"]),
        SheetRow(4, ["Ben", "2"]),
        SheetRow(5, ["C", "2.5"]),
    ]


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return out.getvalue()


def workbook_of_one_column(rows: int) -> bytes:
    """Small enough to be unpacked: 100,000 rows are not refused for their size."""
    small = workbook(["name"])
    with zipfile.ZipFile(io.BytesIO(small)) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    row = b'<row><c t="inlineStr"><is><t>Ada</t></is></c></row>'
    sheet = "xl/worksheets/sheet1.xml"
    head, _, tail = parts[sheet].partition(b"<sheetData>")
    parts[sheet] = head + b"<sheetData>" + row * rows + tail
    return archive(**parts)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"\n\n , \n", "empty"),
        ("name\nZoë Łódź\nJosé".encode()[:-1], "row 3: The file is not in UTF-8 (byte 0xc3)"),
        ("name\nJosé\n".encode("utf-16")[:-1], "row 2: The file is not in UTF-16 (byte 0xa)"),
        (b"name\nA\x00B\n", "not a text file"),
        (b'name\nAda\n"Ben\n', "row 3: The quotation marks do not match up"),
        (b'name\n"Ben"x\n', "row 2: The quotation marks do not match up"),
        (b"PK\x03\x04 but no workbook", "not a readable XLSX"),
        (archive(a=b"b"), "not a readable XLSX"),
        (archive(**{"[Content_Types].xml": b"<broken"}), "not a readable XLSX"),
        (workbook(["name"], ["Ada"])[:-100], "not a readable XLSX"),
        (
            archive(bomb=b"0" * (limits.MAX_UNPACKED + 1)),
            "Unpacked, the workbook is larger than 10 MB",
        ),
        (b"name\n" + b"x" * sheets.MAX_BYTES, "larger than 5 MB"),
        (b"name\n" + b"A\n" * 100_000, "more than 20000 rows"),
        (workbook_of_one_column(100_000), "more than 20000 rows"),
        ((",".join("x" * 51)).encode(), "row 1: There are more than 50 columns"),
    ],
)
def test_what_is_no_list_gets_one_clear_fault(content, reason):
    with pytest.raises(SheetError) as refused:
        read_sheet(content)
    assert reason in str(refused.value)
    assert refused.value.fault.remedy


def rows_or_fault(content: bytes) -> list[SheetRow] | str:
    """What comes of a file; any other exception is a crash."""
    try:
        return read_sheet(content)
    except SheetError as error:
        return error.fault.reason


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_rows_or_a_fault(content):
    assert rows_or_fault(content)


@settings(deadline=None)
@given(st.integers(0, 6000), st.binary(min_size=1, max_size=20))
def test_a_damaged_workbook_is_rows_or_a_fault(position, damage):
    content = bytearray(workbook(["name", "seed"], ["Ada", 1], ["Ben", 2]))
    content[position : position + len(damage)] = damage
    answer = limits.answer_to(bytes(content))
    assert answer.keys() == {"rows"} or answer["fault"] in limits.FAULTS
