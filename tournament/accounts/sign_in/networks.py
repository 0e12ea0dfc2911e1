"""Addresses that count as one client's, for every limit. Pure."""

from ipaddress import IPv6Address, IPv6Network, ip_address

SITE_BITS = 64


def shared_address(text: str) -> str:
    """Return the IPv4 address, or the IPv6 network of 64 bits, of one client.

    A household or hall has such a network to itself, so changing addresses within it changes
    nothing. An IPv4 address written as IPv6 counts as IPv4. Raise ValueError if the text is no
    address.

    >>> shared_address("::ffff:192.168.1.10"), shared_address("2001:db8:1:2:3:4:5:6")
    ('192.168.1.10', '2001:db8:1:2::')
    """
    address = ip_address(text.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, SITE_BITS), strict=False).network_address)
