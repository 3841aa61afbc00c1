"""What is asked of the operating system, each thing in one place: the way of POSIX and, beside it, that of Windows.

Which of them is taken is decided by what is there, never by the system's name.
"""

from types import ModuleType


def found(name: str) -> ModuleType | None:
    """A module of the standard library that not every system has; None where it is not there."""
    try:
        return __import__(name)
    except ImportError:
        return None
