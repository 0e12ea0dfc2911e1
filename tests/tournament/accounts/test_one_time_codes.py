"""Codes of authenticator apps, by the tables of their standards."""

import base64

import pytest

from tournament.accounts import one_time_codes
from tournament.accounts.one_time_codes import app_address, code_at, matching_step, new_secret

SECRET = base64.b32encode(b"12345678901234567890").decode()
NOW = 1_700_000_010
STEP = NOW // 30


def matched(code: str, *, after: int = 0, seconds: float = NOW) -> int | None:
    return matching_step(SECRET, code, seconds=seconds, after=after)


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    """RFC 6238, appendix B, of whose eight digits apps show six."""
    assert code_at(SECRET, seconds // 30) == code


def test_a_clock_may_be_one_step_off_and_no_more() -> None:
    found = [matched(code_at(SECRET, STEP + off)) for off in (-2, -1, 0, 1, 2)]
    assert found == [None, STEP - 1, STEP, STEP + 1, None]


def test_a_code_counts_once_and_none_before_it() -> None:
    assert matched(code_at(SECRET, STEP), after=STEP) is None
    assert matched(code_at(SECRET, STEP - 1), after=STEP) is None
    assert matched(code_at(SECRET, STEP + 1), after=STEP) == STEP + 1


@pytest.mark.parametrize("code", ["", "28708", "2870820", "٢٨٧٠٨٢", "abcdef"])
def test_what_is_no_code_matches_nothing(code: str) -> None:
    assert matched(code, seconds=59) is None


def test_secrets_are_new_each_time_and_fit_for_apps() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert len(base64.b32decode(first)) == one_time_codes.SECRET_BYTES


def test_an_app_is_told_whose_code_it_is() -> None:
    address = app_address(SECRET, "olga: n°1 &c")
    assert address == (
        f"otpauth://totp/Treasurer%3Aolga%3A%20n%C2%B01%20%26c?secret={SECRET}&issuer=Treasurer"
    )
