"""Checks of connections to and from this server: names, certificates, e-mail.

They cover how others reach this server, and how it reaches others.
"""

import datetime as dt
import smtplib
import socket
import ssl
from collections.abc import Iterator
from urllib.parse import urlsplit

from cryptography import x509
from django.conf import settings
from django.core import mail
from django.http.request import split_domain_port, validate_host
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.doctor.findings import Finding, State, critical, fine, warning
from referee.tablet import certificate
from tournament.common import commands
from tournament.common.mail_server import delivers_emails
from tournament.common.venue_address import leads_to_itself

SOON = dt.timedelta(days=14)
ANSWER_SECONDS = 5
HTTPS_PORT = 443


def check_hosts() -> Iterator[Finding]:
    """Look whether links in e-mails lead to a name that this server answers to."""
    host, _port = split_domain_port(urlsplit(settings.SITE_ORIGIN).netloc)
    facts = {"origin": settings.SITE_ORIGIN, "host": host}
    if settings.DEBUG:
        yield warning(
            _("DEBUG is on: pages of errors show code and settings to everybody."),
            _("Set DEBUG=false before anybody but you uses this server."),
        )
    if not host or "*" in host or not validate_host(host, settings.ALLOWED_HOSTS):
        yield critical(
            _("Links lead to %(origin)s, but this server does not answer to that name.") % facts,
            _("Add %(host)s to ALLOWED_HOSTS, or set SITE_ORIGIN.") % facts,
        )
    elif leads_to_itself(settings.SITE_ORIGIN) and delivers_emails():
        yield warning(
            _("Links in e-mails lead to %(origin)s: to the reader’s own computer.") % facts,
            _("Set SITE_ORIGIN to the address by which others reach this server."),
        )
    else:
        yield fine(_("Links lead to %(origin)s, a name this server answers to.") % facts)


def check_certificates() -> Iterator[Finding]:
    """Look when the hall's certificate ends, and that of the public address."""
    pair = certificate.read_pair("server")
    if pair is not None:
        advice = _("Serve the hall again, which makes a new one, or run: %(command)s") % {
            "command": commands.manage_command("venue_certificate")
        }
        yield _end_of(pair.certificate, _("The hall"), advice, State.WARNING)
    try:
        found = site_certificate()
    except (OSError, ValueError) as error:
        yield warning(
            _("%(origin)s could not be asked for its certificate: %(error)s.")
            % {"origin": settings.SITE_ORIGIN, "error": error},
            _("Look whether the proxy runs and the name leads to this machine."),
        )
    else:
        if found is not None:
            advice = _("Renew it where the proxy gets it.")
            yield _end_of(found, settings.SITE_ORIGIN, advice, State.CRITICAL)


def site_certificate() -> x509.Certificate | None:
    """Return the certificate of the public address, None if that has none.

    Raise OSError or ValueError if it cannot be asked for it.
    """
    site = urlsplit(settings.SITE_ORIGIN)
    if settings.HTTPS and site.scheme == "https" and site.hostname:
        return _fetch_certificate(site.hostname, site.port or HTTPS_PORT)
    return None


def _fetch_certificate(host: str, port: int) -> x509.Certificate:
    """Return the certificate a server shows, whether or not it is trusted here."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, port), ANSWER_SECONDS) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        return x509.load_der_x509_certificate(secure.getpeercert(binary_form=True) or b"")


def _end_of(found: x509.Certificate, name: str, advice: str, ended: State) -> Finding:
    ends = found.not_valid_after_utc
    facts = {"name": name, "day": f"{ends:%Y-%m-%d}"}
    if ends <= timezone.now():
        return Finding(ended, _("%(name)s: the certificate ended on %(day)s.") % facts, advice)
    text = _("%(name)s: the certificate ends on %(day)s.") % facts
    return warning(text, advice) if ends - timezone.now() <= SOON else fine(text)


def check_mail() -> Iterator[Finding]:
    """Look whether the mail server can be reached and lets this server in."""
    if not delivers_emails():
        yield fine(_("No mail server is set: no e-mails are sent."))
        return
    connection = mail.get_connection(timeout=ANSWER_SECONDS)
    try:
        connection.open()
    except smtplib.SMTPAuthenticationError:
        yield critical(
            _("The mail server does not accept the name or the password."), _("Correct EMAIL_URL.")
        )
    except (OSError, ValueError) as error:
        yield critical(
            _("The mail server does not answer: %(error)s.") % {"error": error},
            _("Correct EMAIL_URL, or ask whoever runs the mail server."),
        )
    else:
        yield fine(_("The mail server answers."))
        connection.close()
