"""What pip asks when it installs Charleston from a checkout or a source archive: the same wheel as `make release`."""

from __future__ import annotations

from pathlib import Path

from tools.release import wheel
from tools.release.source import source

Config = dict[str, str] | None


def get_requires_for_build_wheel(config_settings: Config = None) -> list[str]:
    return wheel.requirements(source().text(wheel.LOCK))


def build_wheel(
    wheel_directory: str, config_settings: Config = None, metadata_directory: str | None = None
) -> str:
    return wheel.make_wheel(source(), Path(wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: Config = None) -> str:
    return wheel.make_source_archive(source(), Path(sdist_directory)).name
