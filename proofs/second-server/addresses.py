"""Checks the URLs in create requests, and the addresses to which callbacks are to be sent."""

import ipaddress
import re
import socket
import unicodedata
from urllib.parse import unquote

from switches import fault, style, unless

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
URI = re.compile(
    r"([A-Za-z][A-Za-z0-9+.-]*)://(?:([A-Za-z0-9._~!$&'()*+,;=:%-]*)@)?"
    r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::([0-9]*))?"
    r"(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?(#[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)


def judge_url(url: str, callback: bool) -> str | None:
    """Returns the code of the error item for an invalid URL, or None for a valid URL."""
    match = URI.fullmatch(url)
    if not match or re.search("%(?![0-9A-Fa-f]{2})", url):
        return None if fault("any-text-is-a-url") and url else "invalid_url"
    scheme, user, host, port_text = match[1].lower(), match[2], match[3], match[4]
    port = int(port_text) if port_text else {"https": 443, "http": 80}.get(scheme, 0)
    if port > 65535:
        return "invalid_url"
    schemes = ("https", "http") if not style("no-sandbox") else ("https",)
    if scheme not in schemes and not fault("any-scheme-accepted"):
        return "url_not_allowed"
    if user is not None and not fault("callback-user-accepted" if callback else "return-user-accepted"):
        return "url_not_allowed"
    if scheme == "http" and fault("callback-http-refused" if callback else "return-http-refused"):
        return "url_not_allowed"
    return judge_callback(scheme, host, port, match[7]) if callback else None


def judge_callback(scheme: str, host: str, port: int, fragment: str | None) -> str | None:
    """Checks what only a callbackUrl requires: no fragment, an allowed port, and a public host or this machine."""
    if fragment is not None and not fault("callback-fragment-accepted"):
        return "url_not_allowed"
    name = unicodedata.normalize("NFKC", unquote(host)).lower().removesuffix("." if not fault("trailing-dot-passes") else "..")
    address = read_address(name)
    if is_loopback(name, address):
        return None if not style("no-sandbox") and not fault("callback-loopback-refused") else "url_not_allowed"
    if scheme == "https" and port not in (443, 8443):
        if not fault("callback-any-port") and not (fault("callback-port-above-1023") and port > 1023):
            return "url_not_allowed"
    if scheme == "https" and port == 8443 and fault("callback-8443-refused"):
        return "url_not_allowed"
    local = [".local"] * (not fault("dot-local-accepted")) + [".internal"] * (not fault("dot-internal-accepted"))
    if address is None:
        return "url_not_allowed" if name.endswith(tuple(local)) or name in ("local", "internal") else None
    return None if is_public(address) else unless("url_not_allowed", private_address_item_code="invalid_url")


def is_loopback(name: str, address: Address | None) -> bool:
    """Tells whether a host is this machine itself."""
    if address is None:
        return name == "localhost" or name.endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def read_address(host: str) -> Address | None:
    """Parses an IP address in any notation that browsers accept."""
    if host.startswith("["):
        try:
            return ipaddress.IPv6Address(host[1:-1])
        except ValueError:
            return ipaddress.IPv6Address("::")
    parts = host.split(".")
    if not re.fullmatch(r"[0-9]+|0x[0-9a-f]*", parts[-1]):
        return None
    values = [read_part(part) for part in parts]
    if len(parts) > 4 or None in values:
        return ipaddress.IPv4Address(0)
    numbers = [value for value in values if value is not None]
    number = numbers[-1] + sum(part << 8 * (3 - place) for place, part in enumerate(numbers[:-1]))
    if fault("short-address-is-a-name") and len(parts) < 4:
        return None
    return ipaddress.IPv4Address(number) if number < 2**32 else ipaddress.IPv4Address(0)


def read_part(part: str) -> int | None:
    """Parses one of the numbers of an IPv4 address. It may be decimal, octal (0) or hexadecimal (0x)."""
    try:
        if part.startswith("0x"):
            return (int(part[2:], 16) if part != "0x" else 0) if not fault("hex-address-passes") else 134744072 if len(part) > 6 else 8
        if part.startswith("0") and len(part) > 1:
            return int(part, 8) if not fault("octal-read-as-decimal") else int(part)
        return int(part)
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    """Tells whether an address is globally routable. If it embeds an IPv4 address, that one must be globally routable."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return fault("mapped-address-passes") or is_public(address.ipv4_mapped)
        if address.sixtofour:
            return fault("sixtofour-passes") or is_public(address.sixtofour)
        if address in ipaddress.IPv6Network("64:ff9b::/96"):
            return fault("nat64-passes") or is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        # Python 3.11 considers the addresses of RFC 8215 global, although a network uses them only internally, to reach IPv4.
        if address in ipaddress.IPv6Network("64:ff9b:1::/48"):
            return False
        if address in ipaddress.IPv6Network("::/96") or address.is_site_local:
            return False
        if fault("unique-local-passes") and address in ipaddress.IPv6Network("fc00::/7"):
            return True
        if fault("link-local-v6-passes") and address.is_link_local:
            return True
    else:
        for name, network in (
            ("private-10-passes", "10.0.0.0/8"),
            ("private-172-passes", "172.16.0.0/12"),
            ("private-192-passes", "192.168.0.0/16"),
            ("shared-100-64-passes", "100.64.0.0/10"),
            ("metadata-address-passes", "169.254.0.0/16"),
            ("zero-address-passes", "0.0.0.0/8"),
            ("benchmark-198-18-passes", "198.18.0.0/15"),
            ("documentation-net-passes", "203.0.113.0/24"),
            ("reserved-240-passes", "240.0.0.0/4"),
        ):
            if fault(name) and address in ipaddress.IPv4Network(network):
                return True
    if address.is_multicast:
        return fault("multicast-passes")
    return address.is_global


def resolve(host: str) -> list[str]:
    """Resolves a host to its addresses. In tests, inside.test is an internal host."""
    if host == "inside.test":
        return ["127.0.0.1"]
    return [str(info[4][0]) for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]


def checked_address(host: str) -> str:
    """Returns an address of the host to connect to; raises OSError if any of its addresses is not allowed."""
    name = host.lower().removesuffix(".")
    literal = read_address(f"[{name}]" if ":" in name else name)
    if is_loopback(name, literal):
        return "127.0.0.1" if literal is None else str(literal)
    found = resolve(name) if literal is None else [str(literal)]
    if not fault("callback-address-unchecked") and not all(is_public(ipaddress.ip_address(one)) for one in found):
        raise OSError(f"{host} leads to an address that is not public")
    return found[0]
