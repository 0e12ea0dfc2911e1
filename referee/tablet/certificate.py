"""The event's own certificate authority, and the hall's server certificate.

The server certificate is for the laptop in the hall. Service workers need HTTPS, and no
public authority signs an address of the hall's network. The authority can sign for private
addresses and local names only, so that installing it on a tablet risks nothing else.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

AUTHORITY_DAYS = 730
# Apple's systems refuse server certificates of more than 825 days, browsers aim at 398.
SERVER_DAYS = 397
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
_LOCAL_NAMES = ("local", "lan", "home.arpa", "localhost")


class AddressError(ValueError):
    """An address the authority cannot sign for."""


class Pair(NamedTuple):
    """A certificate and its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def folder() -> Path:
    """Return where the files live: below the data folder, readable by its owner only."""
    return Path(settings.DATA_DIR) / "certificates"


def own_addresses() -> list[str]:
    """Return this machine's name and its address on the network.

    The one for tablets comes first. That is the name if the address is a public one, as on some
    campus networks.
    """
    names = [f"{socket.gethostname().split('.')[0].lower()}.local", "localhost", "127.0.0.1"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # No packet is sent: the kernel only chooses the way out.
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return names
        return signable([probe.getsockname()[0], *names])


def signable(addresses: list[str]) -> list[str]:
    """Return the addresses for which the authority may sign, each once."""
    found = []
    for address in dict.fromkeys(addresses):
        with suppress(AddressError):
            general_name(address)
            found.append(address)
    return found


def general_name(address: str) -> x509.GeneralName:
    """Return an IP address or a host name of the hall, ready to be signed.

    Raises AddressError if it may not be signed.
    """
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        if address.rsplit(".", 1)[-1] in {"local", "lan", "arpa", "localhost"}:
            return x509.DNSName(address)
        raise AddressError(address) from None
    if not any(number in ipaddress.ip_network(network) for network in _PRIVATE):
        raise AddressError(address)
    return x509.IPAddress(number)


def make_authority(event: str, now: datetime) -> Pair:
    """Create a new authority named after the event."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Treasurer: {event}"[:64])])
    permitted: list[x509.GeneralName] = [
        x509.IPAddress(ipaddress.ip_network(network)) for network in _PRIVATE
    ]
    permitted += [x509.DNSName(name) for name in _LOCAL_NAMES]
    builder = _builder(name, name, key, now, AUTHORITY_DAYS)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_usage(signs=True), critical=True)
    builder = builder.add_extension(x509.NameConstraints(permitted, None), critical=True)
    return Pair(builder.sign(key, hashes.SHA256()), key)


def make_server(authority: Pair, addresses: Sequence[str], now: datetime) -> Pair:
    """Create a certificate for these addresses, signed by the authority."""
    names = [general_name(address) for address in addresses]
    key = ec.generate_private_key(ec.SECP256R1())
    # A name that looks like a host would have to obey the constraints on host names (OpenSSL).
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Treasurer in the hall")])
    builder = _builder(subject, authority.certificate.subject, key, now, SERVER_DAYS)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
    builder = builder.add_extension(_usage(signs=False), critical=True)
    builder = builder.add_extension(
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
    )
    builder = builder.add_extension(issuer, critical=False)
    return Pair(builder.sign(authority.key, hashes.SHA256()), key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    # A tablet's clock may be a day behind.
    builder = x509.CertificateBuilder(subject_name=subject, issuer_name=issuer)
    builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=2))
    builder = builder.not_valid_after(now + timedelta(days=days))
    subject_key = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return builder.add_extension(subject_key, critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def write(pair: Pair, name: str) -> None:
    """Write `NAME.crt` and `NAME.key` in the folder.

    The key is readable by its owner only.
    """
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    key = folder() / f"{name}.key"
    key.touch(mode=0o600)
    key.chmod(0o600)
    key.write_bytes(
        pair.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    certificate = pair.certificate.public_bytes(serialization.Encoding.PEM)
    (folder() / f"{name}.crt").write_bytes(certificate)
    # Tablets trust it from now on: it must not be gone after a power cut.
    for path in (key, folder() / f"{name}.crt"):
        with path.open("rb") as file:
            os.fsync(file.fileno())


def read_pair(name: str) -> Pair | None:
    """Read the certificate and key stored by `write`; None if there are none."""
    try:
        certificate = x509.load_pem_x509_certificate((folder() / f"{name}.crt").read_bytes())
        key = serialization.load_pem_private_key((folder() / f"{name}.key").read_bytes(), None)
    except FileNotFoundError:
        return None
    assert isinstance(key, ec.EllipticCurvePrivateKey)  # noqa: S101
    return Pair(certificate, key)


def fingerprint(certificate: x509.Certificate) -> str:
    """Return the SHA-256 in groups of four digits, to be compared by eye."""
    digits = certificate.fingerprint(hashes.SHA256()).hex().upper()
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))
