"""A camera: reads the text of the QR code that a page shows."""

import re
from itertools import product
from typing import Any

from segno import consts, encoder

_STEPS = re.compile(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?")
Cell = tuple[int, int]


def read_qr(svg: str) -> str:
    """The text in a code (bytes, versions 2 to 6) that segno drew. Errors are not corrected."""
    dark = _dark_cells(svg)
    size = max(row for row, _ in dark) + 1
    version = (size - 17) // 4
    path = _data_path(size)
    masks = encoder.get_data_mask_functions(is_micro=False)
    versions: dict[int, dict[int, Any]] = vars(consts)["ECC"]  # typed by segno as `object`s
    for mask, blocks in product(masks, versions[version].values()):
        bits = "".join(str(int((cell in dark) != bool(mask(*cell)))) for cell in path)
        read = [int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)]
        data = "".join(f"{byte:08b}" for byte in _in_order(read, blocks))
        end = 12 + 8 * int(data[4:12], 2)
        text = bytes(int(data[at : at + 8], 2) for at in range(12, min(end, len(data) - 7), 8))
        if data.startswith("0100") and text.startswith(b"http") and text.isascii():
            return text.decode()
    raise AssertionError("no link in the QR code")


def _dark_cells(svg: str) -> set[Cell]:
    """Row and column of every dark cell, without the quiet zone."""
    path = re.search(r'class="qrline"[^>]* d="([^"]+)"', svg)
    assert path
    cells: set[Cell] = set()
    x, y = 0, 0.0
    for step, first, second in _STEPS.findall(path[1]):
        if step == "h":
            cells |= {(int(y), at) for at in range(x, x + int(first))}
            x += int(first)
        else:
            x, y = (int(first), float(second)) if step == "M" else (x + int(first), y + int(second))
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


def _data_path(size: int) -> list[Cell]:
    """The cells that carry data, in the order in which they are written."""
    rights = [*range(size - 1, 6, -2), 5, 3, 1]
    return [
        (row, column)
        for index, right in enumerate(rights)
        for row in (range(size) if index % 2 else range(size - 1, -1, -1))
        for column in (right, right - 1)
        if not _fixed(row, column, size)
    ]


def _fixed(row: int, column: int, size: int) -> bool:
    """Whether a cell is of the patterns that a camera finds the code by."""
    finders = [(row, column), (row, size - column), (size - row, column)]
    aligned = max(abs(row - size + 7), abs(column - size + 7)) <= 2
    return any(max(cell) <= 8 for cell in finders) or 6 in (row, column) or aligned


def _in_order(read: list[int], blocks: tuple[Any, ...]) -> list[int]:
    """The data bytes block by block: in the code the blocks' bytes take turns."""
    lengths = [ec.num_data for ec in blocks for _ in range(ec.num_blocks)]
    held: list[list[int]] = [[] for _ in lengths]
    rest = iter(read)
    for turn in range(max(lengths)):
        for block, length in zip(held, lengths, strict=True):
            if turn < length:
                block.append(next(rest))
    return [byte for block in held for byte in block]
