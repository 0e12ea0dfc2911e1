"""Comparison of e-mail addresses."""

from django.utils.encoding import punycode

_TO_LOWER = str.maketrans({chr(code): chr(code).lower() for code in range(ord("A"), ord("Z") + 1)})
MAX_KEY_LENGTH = 600


def address_key(address: str) -> str:
    """Return the form in which e-mail addresses are compared.

    Only the case of ASCII letters may differ, and how the domain is written: its key is the very
    name to which Django sends mail. What merely looks alike, as `ı` and `i`, is another mailbox.

    >>> address_key("Zoe@Bücher.example")
    'zoe@xn--bcher-kva.example'
    >>> address_key("victim@gmaıl.com") == address_key("victim@gmail.com")
    False
    """
    name, at, domain = address.translate(_TO_LOWER).rpartition("@")
    return f"{name}{at}{_ascii_form(domain)}"


def _ascii_form(domain: str) -> str:
    try:
        return punycode(domain).translate(_TO_LOWER)
    except UnicodeError:
        # No mail can be sent there.
        return domain
