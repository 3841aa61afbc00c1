"""What of the server's own log is worth a line."""

import asyncio
import logging


def worth_logging(record: logging.LogRecord) -> bool:
    """False for streams cut when the server stops, each of which would be logged as an error with a traceback."""
    cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cut and "timeout graceful shutdown exceeded" not in record.getMessage()
