"""A camera before which somebody holds a QR code: a film for Chromium's device that stands in for
one, everything behind it is the browser's own."""

from pathlib import Path

import segno

WIDTH, HEIGHT = 640, 480
CELL = 7
"""Pixels to a cell of the code."""
LIGHT, DARK, GREY = 235, 16, 128


def film_of(code: str, path: Path) -> Path:
    """One picture of the code, which the browser shows again and again (YUV4MPEG2)."""
    cells = list(segno.make_qr(code).matrix_iter(border=4))
    size = len(cells) * CELL
    left, top = (WIDTH - size) // 2, (HEIGHT - size) // 2
    rows = [bytearray([LIGHT] * WIDTH) for _row in range(HEIGHT)]
    for y in range(size):
        line = bytes(DARK if cell else LIGHT for cell in cells[y // CELL] for _x in range(CELL))
        rows[top + y][left : left + size] = line
    colours = bytes([GREY] * (WIDTH * HEIGHT // 2))
    head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n"
    path.write_bytes(head.encode() + b"".join(rows) + colours)
    return path


def held_before(film: Path) -> list[str]:
    """What Chromium is started with: this camera, and nobody who has to allow it."""
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
