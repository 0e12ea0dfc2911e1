"""The event's own authority and the certificate of the laptop in the hall."""

import datetime as dt
import ssl
import stat
from contextlib import suppress

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError
from django.core.management import CommandError, call_command

from referee.tablet import certificate
from tests.present import present

NOW = dt.datetime(2026, 5, 16, 9, tzinfo=dt.UTC)
ADDRESSES = ["192.168.1.10", "hall.local"]


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def verified(authority, server, name, when=NOW):
    builder = PolicyBuilder().store(Store([authority.certificate])).time(when)
    return builder.build_server_verifier(x509.DNSName(name)).verify(server.certificate, [])


def test_a_tablet_that_trusts_the_authority_trusts_the_laptop():
    authority = certificate.make_authority("Spring Open", NOW)
    server = certificate.make_server(authority, ADDRESSES, NOW)
    assert len(verified(authority, server, "hall.local")) == 2


def test_a_program_that_checks_the_subject_too_trusts_an_address_without_a_name():
    call_command("venue_certificate", "127.0.0.1")
    folder = certificate.folder()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "server.crt", folder / "server.key")
    client = ssl.create_default_context(cafile=folder / "authority.crt")
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(back, there, server_hostname="127.0.0.1"),
        server.wrap_bio(there, back, server_side=True),
    ]
    for end in ends * 2:
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    assert present(ends[0].getpeercert())["subjectAltName"] == (("IP Address", "127.0.0.1"),)


def test_another_authority_vouches_for_nothing():
    server = certificate.make_server(certificate.make_authority("One", NOW), ADDRESSES, NOW)
    with pytest.raises(VerificationError):
        verified(certificate.make_authority("Other", NOW), server, "hall.local")


def test_a_tablet_whose_clock_is_a_day_behind_still_trusts_it():
    authority = certificate.make_authority("Spring Open", NOW)
    server = certificate.make_server(authority, ADDRESSES, NOW)
    assert verified(authority, server, "hall.local", NOW - dt.timedelta(days=1))
    with pytest.raises(VerificationError):
        verified(authority, server, "hall.local", NOW + dt.timedelta(days=398))


@pytest.mark.parametrize("address", ["8.8.8.8", "bank.example", "2001:db8::1", "local.example.com"])
def test_the_authority_signs_for_no_address_outside(address):
    with pytest.raises(certificate.AddressError):
        certificate.make_server(certificate.make_authority("x", NOW), [address], NOW)


def test_a_public_address_of_the_laptop_is_left_out_and_its_name_stands_first():
    own = ["8.8.8.8", "laptop.local", "localhost", "127.0.0.1", "localhost"]
    assert certificate.signable(own) == ["laptop.local", "localhost", "127.0.0.1"]


def test_the_authority_itself_is_limited_to_private_addresses():
    authority = certificate.make_authority("Spring Open", NOW).certificate
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert {str(name.value) for name in limits.value.permitted_subtrees or ()} >= {
        "192.168.0.0/16",
        "10.0.0.0/8",
        "local",
    }


def test_the_command_keeps_the_authority_and_renews_the_server(capsys):
    call_command("venue_certificate", *ADDRESSES)
    first = certificate.read_pair("authority"), certificate.read_pair("server")
    call_command("venue_certificate", "192.168.1.20")
    second = certificate.read_pair("authority"), certificate.read_pair("server")
    assert present(first[0]).certificate == present(second[0]).certificate
    names = present(second[1]).certificate.extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert [str(name.value) for name in names.value] == ["192.168.1.20"]
    assert certificate.fingerprint(present(second[0]).certificate) in capsys.readouterr().out


def test_the_key_is_for_its_owner_only_and_a_server_can_use_it():
    call_command("venue_certificate", *ADDRESSES)
    key = certificate.folder() / "server.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.folder() / "server.crt", key)


def test_a_wrong_address_is_told_and_writes_nothing():
    with pytest.raises(CommandError, match=r"8\.8\.8\.8"):
        call_command("venue_certificate", "8.8.8.8")
    assert certificate.read_pair("authority") is None
