"""The port that Charleston listens at, and this machine's addresses in the hall."""

import contextlib
import errno
import ipaddress
import os
import re
import shutil
import socket
import subprocess

from start.environment import CannotStart

PORT = 8000
LOOPBACK, ALL = "127.0.0.1", "0.0.0.0"  # noqa: S104 (only where somebody opens it to the hall)
WAITING = 512
"""Connections that may wait to be let in."""


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise CannotStart(f"{text} is no port. That is a number from 1 to 65535, such as {PORT + 1}.")
    return int(text)


def as_typed(*, lan: bool, **values: object) -> str:
    """What starts it with these values: `make run`, or the command of an installation."""
    command = os.environ.get("CHARLESTON_START")
    hall = ["--lan" if command else "LAN=1"] if lan else []
    others = [f"--{name} {value}" if command else f"{name.upper()}={value}" for name, value in values.items()]
    return " ".join([command or "make run", *hall, *others])


def listen(host: str, port: int, *, lan: bool) -> socket.socket:
    """Opens the port before any other work, so that it stays ours. Raises CannotStart, which names a port to try."""
    try:
        return socket.create_server((host, port), backlog=WAITING)
    except OSError as error:
        command = as_typed(lan=lan, port=free_port(host, port))
        if error.errno == errno.EADDRINUSE:
            raise CannotStart(f"Port {port} is taken by another program. Try: {command}") from None
        if error.errno == errno.EACCES:
            raise CannotStart(f"Port {port} is kept for the system's administrator. Try: {command}") from None
        raise CannotStart(f"Port {port} cannot be used ({error.strerror}). Try: {command}") from None


def listen_somewhere(host: str, *, lan: bool) -> socket.socket:
    """Opens the port that was asked for or, where none was, the usual one or the next that is free."""
    if asked := os.environ.get("PORT"):
        return listen(host, port_number(asked), lan=lan)
    try:
        return listen(host, PORT, lan=lan)
    except CannotStart:
        port = free_port(host, PORT)
        print(
            f"Port {PORT} is taken by another program, so this is {port}: addresses printed before lead elsewhere."
        )
        return listen(host, port, lan=lan)


def free_port(host: str, port: int) -> int:
    for candidate in range(max(port + 1, PORT), 65536):
        try:
            socket.create_server((host, candidate)).close()
        except OSError:
            continue
        return candidate
    return PORT


def hall_addresses() -> list[str]:
    """This machine's IPv4 addresses on its local networks, likeliest first. Raises CannotStart when there is none."""
    text = os.environ.get("ADDRESS", "").strip()
    if text:
        return [checked_address(text)]
    addresses = [*addresses_by_route(), *addresses_by_listing()]
    usable = [
        address for address in dict.fromkeys(addresses) if not address.startswith(("127.", "169.254.", "0."))
    ]
    if not usable:
        raise CannotStart(
            "This machine is on no network. Join the hall's Wi-Fi and start again, "
            f"or give the address yourself: {as_typed(lan=True, address='192.168.1.20')}"
        )
    return usable


def checked_address(text: str) -> str:
    """The text, if it is an IPv4 address that other machines can reach. Raises CannotStart."""
    try:
        address = ipaddress.IPv4Address(text)
    except ValueError:
        address = ipaddress.IPv4Address(0)
    if address.is_unspecified or address.is_loopback or address.is_multicast:
        raise CannotStart(
            f"{text} is no address in the hall. That is this machine's own on the hall's network, "
            "four numbers such as 192.168.1.20."
        )
    return str(address)


def addresses_by_route() -> list[str]:
    """The addresses this machine would send from. Connecting a datagram socket sends nothing."""
    addresses = []
    for somewhere in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))
                addresses.append(str(probe.getsockname()[0]))
            except OSError:
                continue
    return addresses


def addresses_by_listing() -> list[str]:
    """The addresses that the system's own tool lists; a network without internet often has no route to find."""
    for command in (["ip", "-4", "-o", "address"], ["ifconfig"]):
        if shutil.which(command[0]):
            listed = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
            # The bridges of containers and virtual machines lead to nobody in the hall.
            lines = [
                line
                for line in listed.stdout.splitlines()
                if not re.search(r"\b(docker|br-|veth|virbr)", line)
            ]
            return re.findall(r"\binet (?:addr:)?(\d+\.\d+\.\d+\.\d+)", "\n".join(lines))
    with contextlib.suppress(OSError):  # Windows has neither tool, and knows them by its own name
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []
