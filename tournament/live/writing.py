"""What the server lends the streams: a way to send the same bytes to thousands of readers within a moment.

An extension of ASGI under this name, where the server has it: a function that sends a piece of an answer at once,
or says that the reader is behind. Without it every piece wakes a task of its own, which takes several times as long.
"""

from collections.abc import Callable

WRITE = "charleston.write"
Write = Callable[[bytes], bool]
