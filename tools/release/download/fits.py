"""Says with its exit status whether this Python can run Charleston, and why not in a line. Any Python can read it."""

import json
import os
import platform
import sys

here = os.path.dirname(os.path.abspath(__file__))
MACHINES = {"x86_64": ("x86_64", "amd64"), "arm64": ("arm64", "aarch64")}
SYSTEMS = {"windows": "Windows", "macos": "Darwin", "linux": "Linux"}


def trouble(release):
    """Why this Python does not do, or an empty text."""
    version = "%d.%d" % sys.version_info[:2]
    system, _, machine = release["system"].partition("-")
    if version not in release["pythons"]:
        is_old = sys.version_info[:2] < (3, int(release["pythons"][0].split(".")[1]))
        return "Python %s is too %s" % (version, "old" if is_old else "new")
    if platform.python_implementation() != "CPython":
        return platform.python_implementation() + " is another kind of Python"
    if "t" in getattr(sys, "abiflags", ""):
        return "Python %s without its lock is another kind of Python" % version
    if sys.maxsize < 2**32:
        return "Python %s is for 32 bits" % version
    if platform.system() != SYSTEMS[system] or platform.machine().lower() not in MACHINES[machine]:
        return "This download is for %s, and this Python runs on %s %s" % (
            release["system"],
            platform.system(),
            platform.machine(),
        )
    if system == "linux" and not has_new_glibc():
        return "This Linux is older than 2018, or its system library is not glibc"
    return ""


def has_new_glibc():
    name, _, number = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    return name == "glibc" and [int(part) for part in number.split(".")[:2]] >= [2, 28]


if __name__ == "__main__":
    with open(os.path.join(here, "release.json")) as file:
        found = trouble(json.load(file))
    if found:
        print(found)
        sys.exit(1)
