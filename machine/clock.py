"""The time zone that this machine keeps, by its name in the IANA database."""

import time
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

LIKELY = (
    "UTC",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Halifax",
    "Europe/London",
    "Europe/Paris",
)
"""Looked at before all others, of which many keep the same time."""
DAY = 24 * 60 * 60


def time_zone() -> str:
    """The name behind /etc/localtime; where it has none, as on Windows, a zone that keeps this machine's time."""
    parts = Path("/etc/localtime").resolve().parts
    if "zoneinfo" in parts:
        return "/".join(parts[parts.index("zoneinfo") + 1 :])
    return next(filter(keeps_our_time, (*LIKELY, *sorted(available_timezones()))), "UTC")


def keeps_our_time(name: str) -> bool:
    """Whether the clocks of a zone show what ours show, on every day of the year to come."""
    zone, now = ZoneInfo(name), time.time()
    return all(
        datetime.fromtimestamp(at, zone).strftime("%d %H:%M") == time.strftime("%d %H:%M", time.localtime(at))
        for at in (now + day * DAY for day in range(366))
    )
