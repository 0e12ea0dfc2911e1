"""Downloaded tables, read back by the readers that people have."""

import csv
import io
import json
from typing import Any

from django.test import Client
from openpyxl import load_workbook

Table = list[dict[str, Any]]


def download(client: Client, name: str, ending: str) -> bytes:
    """The content of a table of the event `open`."""
    answer = client.get(f"/organise/open/downloads/{name}.{ending}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="open-{name}.{ending}"'
    return answer.getvalue()


def read_csv(content: bytes) -> list[list[str]]:
    """The rows of a CSV that begins with the mark of UTF-8."""
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def read_xlsx(content: bytes) -> list[list[Any]]:
    """The rows of a workbook's sheet, in which no cell is a formula."""
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    assert not [cell for row in sheet for cell in row if cell.data_type == "f"]
    return [[cell.value for cell in row] for row in sheet]


def read_json(content: bytes) -> Table:
    """The list of a JSON file."""
    found: Table = json.loads(content)
    return found


def table(client: Client, name: str) -> Table:
    """A table of the event `open` from its JSON."""
    return read_json(download(client, name, "json"))
