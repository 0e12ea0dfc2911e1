"""Codes that phones scan: each says its own address, in whichever pattern."""

from tests.reading_qr_codes import read_qr
from tournament.common.qr_codes import qr_svg, qr_svgs

ADDRESSES = [f"https://treasurer.example.org/e/open/p/{seed}/" for seed in range(1, 41)]


def test_a_code_says_its_address() -> None:
    assert read_qr(qr_svg(ADDRESSES[0])) == ADDRESSES[0]


def test_each_code_of_a_sheet_says_its_own_address() -> None:
    assert [read_qr(code) for code in qr_svgs(ADDRESSES)] == ADDRESSES


def test_a_sheet_of_nothing_has_no_codes() -> None:
    assert qr_svgs([]) == []
