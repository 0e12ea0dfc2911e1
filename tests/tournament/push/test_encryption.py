"""A message is the one of RFC 8291's example, byte for byte; keys that are none are refused."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tests.tournament.push.service import Phone, plain, text
from tournament.push.encryption import MAX_TEXT_BYTES, encrypt

SENDER = plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
BROWSER = plain(
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
AUTH = plain("BTBZMqHH6r4Tts7J_aSIgg")
SALT = plain("DGv6ra1nlYgDCS1FRnbzlw")
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
    "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV"
    "WGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc() -> None:
    own = ec.derive_private_key(int.from_bytes(SENDER), ec.SECP256R1())
    message = b"When I grow up, I want to be a watermelon"
    assert text(encrypt(message, browser=BROWSER, auth=AUTH, own=own, salt=SALT)) == BODY


def test_each_message_has_a_key_and_a_salt_of_its_own_and_fits_into_a_record() -> None:
    phone = Phone("https://push.example.org/1")
    longest = b"x" * MAX_TEXT_BYTES
    bodies = [encrypt(longest, browser=phone.point, auth=phone.auth) for _time in range(2)]
    assert [phone.decrypt(body) for body in bodies] == [longest, longest]
    assert bodies[0][:16] != bodies[1][:16]
    assert bodies[0][21:86] != bodies[1][21:86]
    assert len(bodies[0]) == 4096
    with pytest.raises(ValueError, match="too long"):
        encrypt(longest + b"x", browser=phone.point, auth=phone.auth)


@pytest.mark.parametrize("point", [b"", b"\x04" + b"\1" * 64, b"\x04" * 10])
def test_what_is_no_point_of_the_curve_is_refused(point: bytes) -> None:
    with pytest.raises(ValueError):
        encrypt(b"{}", browser=point, auth=AUTH)
