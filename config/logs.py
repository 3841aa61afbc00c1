"""What stands in the log."""

from collections.abc import Callable
from logging import LogRecord


def refusals_in_a_line() -> Callable[[LogRecord], bool]:
    """A filter: what was refused (403, 404, 400) is a line, and only a fault of the program has its traceback."""

    def shortened(record: LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        if status is not None and status < 500:
            record.exc_info = record.exc_text = None
        return True

    return shortened
